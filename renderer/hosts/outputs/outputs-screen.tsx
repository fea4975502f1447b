import '../hosts.css';
import '../../editor/document-pane.css';
import './outputs.css';
import { LockIcon } from '@patternfly/react-icons/dist/esm/icons/lock-icon';
import { useState } from 'react';
import { Link } from 'react-router';
import type { HostOutput } from '../../../core/contract/topics/hosts.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FailureAlert, ProblemList } from '../../parts/failure.tsx';
import { counted, size } from '../../parts/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card, Screen } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { YamlEditor } from '../../parts/yaml/yaml-editor.tsx';
import { rolesText } from '../host-words.ts';
import { HostsFrame, HostsViews } from '../hosts-frame.tsx';
import { useHosts } from '../use-hosts.tsx';
import { OutputOptions } from './output-options.tsx';
import {
  canBeSaved,
  fileShown,
  isWaiting,
  OUTPUTS,
  type OutputFile,
  outputsSentence,
} from './output-words.ts';
import { SaveOutputs } from './save-outputs.tsx';
import { type Outputs, useOutputs } from './use-outputs.ts';

/** What the hosts become: files, shown before they are saved. */
export default function OutputsScreen() {
  return (
    <HostsFrame>
      <OutputsView />
    </HostsFrame>
  );
}

const FRESH: Record<HostOutput['kind'], HostOutput> = {
  'machine-configs': { kind: 'machine-configs' },
  'scale-out': { kind: 'scale-out', hosts: [] },
  'agent-config': { kind: 'agent-config' },
  'install-config': { kind: 'install-config' },
  documents: { kind: 'documents' },
};

/** The outputs of the open set. */
export function OutputsView() {
  const { set, verdict } = useHosts();
  const [chosen, setChosen] = useState(FRESH);
  const [kind, setKind] = useState<HostOutput['kind']>('machine-configs');
  const [file, setFile] = useState('');
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState<{ of: string; directory: string }>();
  const output = chosen[kind];
  const { answer, error } = useOutputs(set, output);
  const files = isWaiting(output) ? [] : (answer?.files ?? []);
  const shown = fileShown(files, file);
  const key = JSON.stringify(output);
  return (
    <Screen
      scroll={false}
      eyebrow={['Hosts', <strong key="name">{set.name}</strong>, counted(set.hosts.length, 'host')]}
      sentence={outputsSentence(output, answer, { roles: rolesText(set), errors: verdict?.errors ?? 0 })}
      actions={
        <RequestButton
          request="hosts.saveOutputs"
          isDisabled={!canBeSaved(output, answer)}
          onClick={() => setSaving(true)}
        >
          Save to a folder
        </RequestButton>
      }
    >
      <HostsViews />
      {error !== undefined && <FailureAlert error={error} title="The files were not made" />}
      {saved?.of === key && (
        <p role="status">
          <StateMark mark="good">
            Saved in <span className="al-mono">{saved.directory}</span>
          </StateMark>
        </p>
      )}
      <div className="al-outputs">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
        <section className="al-scroll al-outputs-choice" tabIndex={0} aria-label="What is made">
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
          {verdict && verdict.errors > 0 && (
            <p className="al-small">
              <StateMark mark="bad">
                {counted(verdict.errors, 'problem')} of the hosts: <Link to="/hosts">see the table</Link>
              </StateMark>
            </p>
          )}
        </section>
        <div className="al-column al-outputs-middle">
          <Card title={counted(files.length, 'file')} flush>
            {isWaiting(output) ? (
              <p className="al-in al-sub">Choose the hosts that come new.</p>
            ) : (
              <FileList files={files} shown={shown} onShow={setFile} />
            )}
          </Card>
          {!isWaiting(output) && answer && <ToDo answer={answer} />}
        </div>
        <Preview file={shown} />
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

function FileList({
  files,
  shown,
  onShow,
}: {
  files: readonly OutputFile[];
  shown: OutputFile | undefined;
  onShow: (file: string) => void;
}) {
  return (
    <ul className="al-outputs-files">
      {files.map((each) => (
        <li key={each.file}>
          <button type="button" aria-pressed={each === shown} onClick={() => onShow(each.file)}>
            <span className="al-mono al-cut">{each.file}</span>
            <span className="al-sub al-small al-cut">
              {each.secret && <LockIcon aria-hidden="true" />} {each.about}
              {each.secret && ', with passwords'}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What is to be known of the files, and done with them. */
function ToDo({ answer: { problems, steps } }: { answer: Outputs }) {
  return (
    <>
      {problems.length > 0 && (
        <Card title="To know">
          <ProblemList problems={problems} />
        </Card>
      )}
      {steps.length > 0 && (
        <Card title="In this order">
          <ol className="al-outputs-steps">
            {steps.map(({ what, command }) => (
              <li key={`${what} ${command}`}>
                <p>{what}</p>
                {command !== undefined && (
                  <div className="al-outputs-command">
                    <code className="al-mono">{command}</code>
                    <CopyButton text={command} what="Copy the command" />
                  </div>
                )}
              </li>
            ))}
          </ol>
        </Card>
      )}
    </>
  );
}

function Preview({ file }: { file: OutputFile | undefined }) {
  return (
    <section className="al-card al-document-pane" aria-label="Preview">
      <header>
        <h2 className="al-cut al-mono">{file?.file ?? 'Preview'}</h2>
        {file && (
          <span className="al-end al-row al-small">
            <span className="al-sub al-num">{size(new TextEncoder().encode(file.text).length)}</span>
            <CopyButton text={file.text} label="Copy" inline />
          </span>
        )}
      </header>
      <div className="al-document-editor">
        {file && <YamlEditor label={`Preview of ${file.file}`} value={file.text} />}
      </div>
    </section>
  );
}
