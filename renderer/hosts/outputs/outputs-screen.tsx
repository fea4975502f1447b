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
import { OUTPUTS, outputsSentence } from './output-words.ts';
import { SaveOutputs } from './save-outputs.tsx';
import { useOutputs } from './use-outputs.ts';

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

function OutputsView() {
  const { set, verdict } = useHosts();
  const [chosen, setChosen] = useState(FRESH);
  const [kind, setKind] = useState<HostOutput['kind']>('machine-configs');
  const [file, setFile] = useState('');
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState<{ of: string; directory: string }>();
  const output = chosen[kind];
  const { answer, error } = useOutputs(set, output);
  const files = answer?.files ?? [];
  const shown =
    files.find((each) => each.file === file) ??
    files.find((each) => each.file.endsWith('.yaml') || each.file.endsWith('.yml'));
  const problems = answer?.problems ?? [];
  const waits = output.kind === 'scale-out' && output.hosts.length === 0;
  const blocked = files.length === 0 || waits || problems.some(({ level }) => level === 'error');
  const key = JSON.stringify(output);
  return (
    <Screen
      scroll={false}
      eyebrow={['Hosts', <strong key="name">{set.name}</strong>, counted(set.hosts.length, 'host')]}
      sentence={outputsSentence(output, answer, { roles: rolesText(set), errors: verdict?.errors ?? 0 })}
      actions={
        <RequestButton request="hosts.saveOutputs" isDisabled={blocked} onClick={() => setSaving(true)}>
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
          <Card title={counted(waits ? 0 : files.length, 'file')} flush>
            {waits ? (
              <p className="al-in al-sub">Choose the hosts that come new.</p>
            ) : (
              <ul className="al-outputs-files">
                {files.map((each) => (
                  <li key={each.file}>
                    <button type="button" aria-pressed={each === shown} onClick={() => setFile(each.file)}>
                      <span className="al-mono al-cut">{each.file}</span>
                      <span className="al-sub al-small al-cut">
                        {each.secret && <LockIcon aria-hidden="true" />} {each.about}
                        {each.secret && ', with passwords'}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </Card>
          {problems.length > 0 && !waits && (
            <Card title="To know">
              <ProblemList problems={problems} />
            </Card>
          )}
          {!waits && (answer?.steps.length ?? 0) > 0 && (
            <Card title="In this order">
              <ol className="al-outputs-steps">
                {answer!.steps.map(({ what, command }) => (
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
        </div>
        <section className="al-card al-document-pane" aria-label="Preview">
          <header>
            <h2 className="al-cut al-mono">{waits ? 'Preview' : (shown?.file ?? 'Preview')}</h2>
            {shown && !waits && (
              <span className="al-end al-row al-small">
                <span className="al-sub al-num">{size(new TextEncoder().encode(shown.text).length)}</span>
                <CopyButton text={shown.text} label="Copy" inline />
              </span>
            )}
          </header>
          <div className="al-document-editor">
            {shown && !waits && <YamlEditor label={`Preview of ${shown.file}`} value={shown.text} />}
          </div>
        </section>
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
