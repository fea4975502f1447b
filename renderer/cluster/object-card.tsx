import { Tab, Tabs, TabTitleText } from '@patternfly/react-core/dist/esm/components/Tabs';
import { useState } from 'react';
import type { ComparedObjectLine, FieldChangeLine } from '../../core/contract/topics/clusters.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { ProblemList } from '../parts/failure.tsx';
import { Card } from '../parts/screen.tsx';
import { Words } from '../parts/words.tsx';
import { YamlEditor } from '../parts/yaml/yaml-editor.tsx';

/** One object: what would change, whose fields it is in conflict with, what the cluster would lose; and its YAML. */
export function ObjectCard({ object }: { object: ComparedObjectLine }) {
  const [tab, setTab] = useState<'difference' | 'yaml'>('difference');
  return (
    <Card
      title={
        <>
          {object.kind} <span className="al-mono al-sub">{object.name}</span>
        </>
      }
      actions={<CopyButton text={object.yaml} what={`Copy the YAML of ${object.name}`} />}
      flush
    >
      <p className="al-in al-sub al-small">
        <Words text={object.effect} />
      </p>
      <Tabs
        activeKey={tab}
        onSelect={(_event, key) => setTab(key === 'yaml' ? 'yaml' : 'difference')}
        aria-label="What is shown of the object"
        mountOnEnter
        unmountOnExit
      >
        <Tab eventKey="difference" title={<TabTitleText>Difference</TabTitleText>}>
          <Difference object={object} />
        </Tab>
        <Tab eventKey="yaml" title={<TabTitleText>YAML</TabTitleText>}>
          <div className="al-cluster-yaml">
            <YamlEditor label={object.file} value={object.yaml} />
          </div>
        </Tab>
      </Tabs>
    </Card>
  );
}

function Difference({
  object: { action, changes, conflicts, removals, problem },
}: {
  object: ComparedObjectLine;
}) {
  return (
    <div className="al-in al-column">
      {problem && <ProblemList problems={[problem]} />}
      {conflicts.map(({ field, owner, theirs, ours }) => (
        <section
          key={`${field} ${owner}`}
          className="al-cluster-conflict"
          aria-label={`Conflict in ${field}`}
        >
          <p>
            <code className="al-mono">{field.replace(/^\./, '')}</code> belongs to <strong>{owner}</strong>
          </p>
          <div className="al-cluster-values">
            <div>
              <p className="al-sub al-small">Theirs, there now</p>
              <pre className="al-mono al-small">{theirs}</pre>
            </div>
            <div>
              <p className="al-sub al-small">Ours</p>
              <pre className="al-mono al-small">{ours}</pre>
            </div>
          </div>
        </section>
      ))}
      {removals.length > 0 && (
        <section aria-label="What the cluster would lose">
          <p className="al-strong">The cluster would lose</p>
          <ul className="al-cluster-removals">
            {removals.map((removal) => (
              <li key={removal}>{removal}</li>
            ))}
          </ul>
        </section>
      )}
      {action === 'unchanged' && <p className="al-sub">The cluster has all of it.</p>}
      {changes.length > 0 && (
        <pre className="al-mono al-small al-cluster-diff">
          {changes.map((change) => (
            <Change key={change.path} change={change} />
          ))}
        </pre>
      )}
    </div>
  );
}

function Change({ change: { path, removed, added } }: { change: FieldChangeLine }) {
  return (
    <span className="al-cluster-change">
      <span className="al-sub">{path}</span>
      {removed.map((text) => (
        <del key={text}>{marked('-', text)}</del>
      ))}
      {added.map((text) => (
        <ins key={text}>{marked('+', text)}</ins>
      ))}
    </span>
  );
}

function marked(sign: string, text: string): string {
  return text
    .split('\n')
    .map((line) => `${sign} ${line}`)
    .join('\n');
}
