import '../hosts.css';
import './outputs.css';
import { type ReactNode, useState } from 'react';
import type { HostOutput } from '../../../core/contract/topics/hosts.ts';
import { FailureAlert, ProblemList } from '../../parts/failure.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card, Screen } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useGoToTable } from '../goal.ts';
import { rolesText } from '../host-words.ts';
import { HostsFrame, HostsViews } from '../hosts-frame.tsx';
import { t as common } from '../messages.ts';
import { TableProblems } from '../table-problems.tsx';
import { useHosts } from '../use-hosts.tsx';
import { t } from './messages.ts';
import { FileList, FilePreview, StepList } from './output-files.tsx';
import { OutputOptions } from './output-options.tsx';
import { canBeSaved, fileShown, isWaiting, OUTPUTS, outputsSentence } from './output-words.ts';
import { SaveOutputs } from './save-outputs.tsx';
import { type Outputs, useOutputs } from './use-outputs.ts';

/** The outputs of hosts: files with a preview before they are saved. */
export default function OutputsScreen() {
  return (
    <HostsFrame>
      <OutputsView />
    </HostsFrame>
  );
}

const INITIAL: Record<HostOutput['kind'], HostOutput> = {
  'machine-configs': { kind: 'machine-configs' },
  'scale-out': { kind: 'scale-out', hosts: [] },
  'agent-config': { kind: 'agent-config' },
  'install-config': { kind: 'install-config' },
  documents: { kind: 'documents' },
  policies: { kind: 'policies' },
};

/** The outputs of the open set. */
export function OutputsView() {
  const { set, verdict } = useHosts();
  const [chosen, setChosen] = useState(INITIAL);
  const [kind, setKind] = useState<HostOutput['kind']>('machine-configs');
  const [file, setFile] = useState('');
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState<{ of: string; directory: string }>();
  const output = chosen[kind];
  const { answer, error } = useOutputs(set, output);
  const files = isWaiting(output) ? [] : (answer?.files ?? []);
  const shown = fileShown(files, file);
  const key = JSON.stringify(output);
  const errors = verdict?.errors ?? 0;
  const goToTable = useGoToTable();
  return (
    <Screen
      scroll={false}
      eyebrow={[
        common('topic'),
        <strong key="name">{set.name}</strong>,
        common('hostCount', { hosts: set.hosts.length }),
      ]}
      sentence={outputsSentence(output, answer, { roles: rolesText(set), errors })}
      actions={
        <RequestButton
          request="hosts.saveOutputs"
          isDisabled={!canBeSaved(output, answer, errors)}
          title={errors > 0 ? t('tableErrorsTip', { errors }) : undefined}
          onClick={() => setSaving(true)}
        >
          {t('saveButton')}
        </RequestButton>
      }
    >
      <HostsViews />
      {error !== undefined && <FailureAlert error={error} title={t('createFailedTitle')} />}
      {saved?.of === key && (
        <p role="status">
          <StateMark mark="good">
            {t.parts<'savedText', ReactNode>('savedText', {
              directory: saved.directory,
              folder: (inner) => (
                <span key="folder" className="al-mono">
                  {inner}
                </span>
              ),
            })}
          </StateMark>
        </p>
      )}
      <TableProblems
        onGo={({ hosts, part }) => goToTable({ problem: { hosts, part } })}
        onLayout={() => goToTable({ layout: true })}
      />
      <div className="al-outputs">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
        <section className="al-scroll al-outputs-choice" tabIndex={0} aria-label={t('outputsLabel')}>
          <ul className="al-outputs-kinds">
            {OUTPUTS.map((each) => (
              <li key={each.kind}>
                <button type="button" aria-pressed={each.kind === kind} onClick={() => setKind(each.kind)}>
                  <strong>{each.title}</strong>
                  <span className="al-sub al-small">{each.text}</span>
                </button>
              </li>
            ))}
          </ul>
          <OutputOptions output={output} onChange={(next) => setChosen({ ...chosen, [kind]: next })} />
        </section>
        <div className="al-column al-outputs-middle">
          <Card title={t('filesTitle', { files: files.length })} flush>
            {isWaiting(output) ? (
              <p className="al-in al-sub">{t('chooseHostsText')}</p>
            ) : (
              <FileList files={files} shown={shown} onShow={setFile} />
            )}
          </Card>
          {!isWaiting(output) && answer && (
            <Steps answer={answer} alternatives={kind === 'machine-configs'} />
          )}
        </div>
        <FilePreview file={shown} />
      </div>
      {saving && (
        <SaveOutputs
          output={output}
          files={files.length}
          secret={files.some(({ secret }) => secret)}
          onClose={() => setSaving(false)}
          onSaved={(directory) => {
            setSaving(false);
            setSaved({ of: key, directory });
          }}
        />
      )}
    </Screen>
  );
}

/** Problems of the files, and the steps to apply them. @param alternatives whether only one of the steps is needed */
function Steps({ answer: { problems, steps }, alternatives }: { answer: Outputs; alternatives: boolean }) {
  return (
    <>
      {problems.length > 0 && (
        <Card title={t('problemsTitle')}>
          <ProblemList problems={problems} />
        </Card>
      )}
      {steps.length > 0 && (
        <Card title={t(alternatives ? 'useTitle' : 'stepsTitle')}>
          <StepList steps={steps} isOrdered={!alternatives} />
        </Card>
      )}
    </>
  );
}
