import { type NmstateProblem, pictureOf, type StatePart } from '../../../core/contract/documents/nmstate.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { Words, withoutTicks } from '../../parts/words.tsx';
import { t } from './messages.ts';
import { type DrawnNode, type PictureLine, pictureRows } from './picture-rows.ts';

const ROW_HEIGHT = 84;

/** The diagram of the resulting network, from the switch up, as packets see it. A box opens its lines in the document. */
export function HostPicture({
  part,
  host,
  macs,
  problems,
  onOpen,
}: {
  part: StatePart | undefined;
  host: string;
  /** Of the table, by the name of the NIC. */
  macs: Readonly<Record<string, string>>;
  problems: readonly NmstateProblem[];
  onOpen: (path: readonly (string | number)[]) => void;
}) {
  const { rows, lines } = part ? pictureRows(pictureOf(part, macs), host, problems) : { rows: [], lines: [] };
  if (rows.length === 0) return <p className="al-sub">{t('noDiagramText')}</p>;
  return (
    <div className="al-host-picture" style={{ height: rows.length * ROW_HEIGHT }}>
      <svg aria-hidden="true" className="al-host-lines">
        {lines.map((line) => (
          <line key={JSON.stringify(line)} {...ends(line)} />
        ))}
      </svg>
      <ul>
        {rows.map(({ label, nodes }) => (
          <li key={label} style={{ height: ROW_HEIGHT }}>
            <span className="al-sub al-small">{label}</span>
            <div>
              {nodes.map((node) => (
                <Box key={node.id} node={node} onOpen={onOpen} />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns the positions of a line: percent of the width without the labels, px of the height. */
function ends({ from, to }: PictureLine) {
  const x = ({ at, of }: PictureLine['from']) => `${((at + 0.5) / of) * 100}%`;
  const y = ({ row }: PictureLine['from']) => (row + 0.5) * ROW_HEIGHT;
  return { x1: x(from), y1: y(from), x2: x(to), y2: y(to) };
}

function Box({ node, onOpen }: { node: DrawnNode; onOpen: (path: readonly (string | number)[]) => void }) {
  const { title, lines, wrong, level, path, defined } = node;
  const content = (
    <>
      <strong className="al-cut" title={title}>
        {title}
      </strong>
      {lines.length > 0 && (
        <span className="al-sub al-host-facts" title={lines.join(' · ')}>
          {lines.join(' · ')}
        </span>
      )}
      {level && (
        <span className="al-cut" title={withoutTicks(wrong ?? '')}>
          <StateMark mark={level === 'error' ? 'bad' : 'warning'}>
            <Words text={wrong ?? ''} />
          </StateMark>
        </span>
      )}
    </>
  );
  const look = `al-host-box${level ? ` al-host-box-${level}` : ''}${defined ? '' : ' al-host-box-dashed'}`;
  return path ? (
    <button type="button" className={look} onClick={() => onOpen(path)}>
      {content}
    </button>
  ) : (
    <div className={look}>{content}</div>
  );
}
