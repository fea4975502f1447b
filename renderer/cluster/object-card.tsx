import { Tab, Tabs, TabTitleText } from '@patternfly/react-core/dist/esm/components/Tabs';
import { useState } from 'react';
import type { ComparedObjectLine, FieldChangeLine } from '../../core/contract/topics/clusters.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { ProblemList } from '../parts/failure.tsx';
import { Card } from '../parts/screen.tsx';
import { Words } from '../parts/words.tsx';
import { YamlEditor } from '../parts/yaml/yaml-editor.tsx';
import { t } from './messages.ts';

/** One object: its differences, conflicts with their owners, removals, and its YAML. */
export function ObjectCard({ object }: { object: ComparedObjectLine }) {
  const [tab, setTab] = useState<'difference' | 'yaml'>('difference');
  return (
    <Card
      title={
        <>
          {object.kind} <span className="al-mono al-sub">{object.name}</span>
        </>
      }
      actions={<CopyButton text={object.yaml} what={t('copyYamlButton', { name: object.name })} />}
      flush
    >
      <p className="al-in al-sub al-small">
        <Words text={object.effect} />
      </p>
      <Tabs
        activeKey={tab}
        onSelect={(_event, key) => setTab(key === 'yaml' ? 'yaml' : 'difference')}
        aria-label={t('viewsLabel')}
        mountOnEnter
        unmountOnExit
      >
        <Tab eventKey="difference" title={<TabTitleText>{t('differenceTab')}</TabTitleText>}>
          <Difference object={object} />
        </Tab>
        <Tab eventKey="yaml" title={<TabTitleText>{t('yamlTab')}</TabTitleText>}>
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
          aria-label={t('conflictLabel', { field })}
        >
          <p>
            {t.parts('conflictText', {
              field: () => (
                <code key="field" className="al-mono">
                  {field.replace(/^\./, '')}
                </code>
              ),
              owner: () => <strong key="owner">{owner}</strong>,
            })}
          </p>
          <div className="al-cluster-values">
            <div>
              <p className="al-sub al-small">{t('valueInCluster')}</p>
              <pre className="al-mono al-small">{theirs}</pre>
            </div>
            <div>
              <p className="al-sub al-small">{t('valueInManifest')}</p>
              <pre className="al-mono al-small">{ours}</pre>
            </div>
          </div>
        </section>
      ))}
      {removals.length > 0 && (
        <section aria-label={t('removalsTitle')}>
          <p className="al-strong">{t('removalsTitle')}</p>
          <ul className="al-cluster-removals">
            {removals.map((removal) => (
              <li key={removal}>{removal}</li>
            ))}
          </ul>
        </section>
      )}
      {action === 'unchanged' && <p className="al-sub">{t('objectSameText')}</p>}
      {changes.length > 0 && <FieldChanges changes={changes} />}
    </div>
  );
}

/** The changed fields of an object, each with its removed and added values. */
export function FieldChanges({ changes }: { changes: readonly FieldChangeLine[] }) {
  return (
    <pre className="al-mono al-small al-cluster-diff">
      {changes.map((change) => (
        <Change key={change.path} change={change} />
      ))}
    </pre>
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
