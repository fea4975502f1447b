import { Card } from '../../parts/screen.tsx';
import { type Mark, StateMark } from '../../parts/state-mark.tsx';
import { Words } from '../../parts/words.tsx';
import { type Adopted, countsOf } from './adopt-form.ts';
import { t } from './messages.ts';

type Node = Adopted['nodes'][number];

const MARKS: Record<Node['verdict'], Mark> = { ready: 'good', done: 'info', blocked: 'blocked' };

/** All nodes with their verdict, and the document or the reason. */
export function NodeTable({
  adopted,
  shown,
  onShow,
}: {
  adopted: Adopted;
  shown: string | undefined;
  onShow: (file: string) => void;
}) {
  return (
    <Card title={t('nodesTitle')} note={t('nodesNote', countsOf(adopted))} flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <section className="al-scroll al-adopt-nodes" tabIndex={0} aria-label={t('nodesTitle')}>
        <table className="al-plain-table">
          <thead>
            <tr>
              <th>{t('nodeColumn')}</th>
              <th>{t('roleColumn')}</th>
              <th>{t('verdictColumn')}</th>
              <th>{t('uplinkColumn')}</th>
              <th>{t('addressColumn')}</th>
              <th>{t('documentColumn')}</th>
            </tr>
          </thead>
          <tbody>
            {adopted.nodes.map((node) => (
              <tr key={node.name}>
                <th scope="row">{node.name}</th>
                <td>{node.role ?? <span className="al-sub">{t('unknownRole')}</span>}</td>
                <td className="al-adopt-verdict">
                  <StateMark mark={MARKS[node.verdict]}>{t(node.verdict)}</StateMark>
                </td>
                <td className="al-mono">{node.uplink.join(' < ')}</td>
                <td className="al-mono">{addressText(node)}</td>
                <td>
                  <Reason node={node} shown={shown} onShow={onShow} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

function Reason({
  node: { file, verdict, problems },
  shown,
  onShow,
}: {
  node: Node;
  shown: string | undefined;
  onShow: (file: string) => void;
}) {
  return (
    <>
      {file !== undefined && (
        <button
          type="button"
          className="al-link al-mono"
          aria-pressed={file === shown}
          onClick={() => onShow(file)}
        >
          {file.replace(/^documents\//, '')}
        </button>
      )}
      {verdict !== 'done' &&
        problems.map(({ level, message, remedy }) => (
          <p key={message} className="al-small">
            <StateMark mark={level === 'error' ? 'bad' : 'warning'}>
              <Words text={`${message}.`} />{' '}
              <span className="al-sub">
                <Words text={remedy} />
              </span>
            </StateMark>
          </p>
        ))}
    </>
  );
}

function addressText({ addresses, automatic }: Node): string {
  const list = addresses.join(', ');
  return automatic ? t('automatic', { addresses: list }) : list;
}
