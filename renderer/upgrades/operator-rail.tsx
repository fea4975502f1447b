import type { OperatorRail } from '../../core/contract/operator-upgrades.ts';

const ROW = 30;
const LANE = 16;
const TOP = 22;
const BESIDE = 30;
const DOT = 6;
const NAMES = 470;

/** A channel with its head on top: `replaces` is the line, skipped versions stand beside it, a skipRange is a bracket. */
export function OperatorRailPicture({ rail, found }: { rail: OperatorRail; found: string }) {
  const x = 24 + rail.lanes * LANE;
  const width = x + BESIDE + NAMES;
  const height = 2 * TOP + Math.max(0, rail.rows - 1) * ROW;
  const at = new Map(
    rail.nodes.map((node) => [node.name, { x: x + node.column * BESIDE, y: TOP + node.row * ROW }]),
  );
  const onPath = (a: { isOnPath: boolean }, b: { isOnPath: boolean }) =>
    Number(a.isOnPath) - Number(b.isOnPath);
  const wanted = found.trim();
  return (
    <svg
      className="al-rail"
      role="img"
      aria-label={`Channel ${rail.channel} of ${rail.catalog}: ${rail.rows} versions. The table says the same.`}
      viewBox={`0 0 ${width} ${height}`}
      style={{ width, height }}
    >
      {rail.brackets.toSorted(onPath).map(({ entry, skipRange, top, bottom, lane, isOnPath }) => {
        const left = x - (lane + 1) * LANE;
        const [y1, y2] = [TOP + top * ROW, TOP + bottom * ROW];
        return (
          <path
            key={entry}
            className={isOnPath ? 'al-rail-line al-rail-path' : 'al-rail-line'}
            d={`M${x - DOT - 2} ${y1}H${left + 4}Q${left} ${y1} ${left} ${y1 + 4}V${y2 - 4}Q${left} ${y2} ${left + 4} ${y2}H${x - DOT - 2}`}
          >
            <title>{`${entry} takes ${skipRange}`}</title>
          </path>
        );
      })}
      {rail.lines.toSorted(onPath).map(({ kind, from, to, isOnPath }) => {
        const [a, b] = [at.get(from)!, at.get(to)!];
        const d =
          a.x === b.x && kind === 'replaces'
            ? `M${a.x} ${a.y}V${b.y}`
            : a.x === b.x
              ? `M${a.x} ${a.y}C${a.x + BESIDE / 2} ${a.y} ${b.x + BESIDE / 2} ${b.y} ${b.x} ${b.y}`
              : `M${a.x} ${a.y}C${a.x} ${(a.y + b.y) / 2} ${b.x} ${(a.y + b.y) / 2} ${b.x} ${b.y}`;
        return (
          <path
            key={`${kind} ${from} ${to}`}
            className={`al-rail-line al-rail-${kind}${isOnPath ? ' al-rail-path' : ''}`}
            d={d}
          >
            <title>{`${from} ${kind} ${to}`}</title>
          </path>
        );
      })}
      {rail.nodes.map((node) => {
        const { name, version, kind, isHead, isInstalled, isOnPath } = node;
        const place = at.get(name)!;
        const words = wordsOf(node);
        const hit = wanted !== '' && (name.includes(wanted) || version?.includes(wanted));
        return (
          <g key={name}>
            {hit && (
              <rect
                className="al-rail-hit"
                x={x + BESIDE + 8}
                y={place.y - 12}
                width={NAMES - 20}
                height={24}
              />
            )}
            <circle
              className={`al-rail-dot al-rail-${kind}${isOnPath ? ' al-rail-path' : ''}${isInstalled ? ' al-rail-here' : ''}`}
              cx={place.x}
              cy={place.y}
              r={isHead || isOnPath || isInstalled ? 8 : DOT}
            >
              <title>{name}</title>
            </circle>
            <text x={x + BESIDE + 16} y={place.y + 4}>
              <tspan className={isOnPath || isInstalled || isHead ? 'al-rail-strong' : undefined}>
                {version ?? name}
              </tspan>
              {words && (
                <tspan className="al-rail-words" dx={8}>
                  {words}
                </tspan>
              )}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** What is to be said of a version beside its number. */
export function wordsOf({ kind, isHead, isInstalled, isOnPath }: OperatorRail['nodes'][number]): string {
  return [
    isHead && 'head',
    isInstalled && 'installed',
    isOnPath && 'on the way',
    kind === 'skipped' && 'skipped: never offered',
    kind === 'absent' && 'not in the channel',
    kind === 'loose' && 'not on the line',
  ]
    .filter(Boolean)
    .join(', ');
}

/** The same as a table. */
export function OperatorRailTable({ rail, found }: { rail: OperatorRail; found: string }) {
  const wanted = found.trim();
  const rows = rail.nodes.filter(
    ({ name, version }) => wanted === '' || name.includes(wanted) || version?.includes(wanted),
  );
  const targets = (name: string, kind: 'replaces' | 'skips') =>
    rail.lines
      .filter((line) => line.from === name && line.kind === kind)
      .map(({ to }) => to)
      .join(', ');
  return (
    <div className="al-rail-table">
      <table className="al-plain-table">
        <thead>
          <tr>
            <th>Version</th>
            <th>Bundle</th>
            <th>What it is</th>
            <th>Replaces</th>
            <th>Skips</th>
            <th>Skip range</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((node) => (
            <tr key={node.name}>
              <td className="al-strong">{node.version ?? ''}</td>
              <td className="al-anywhere">{node.name}</td>
              <td>{wordsOf(node)}</td>
              <td className="al-anywhere">{targets(node.name, 'replaces')}</td>
              <td className="al-anywhere">{targets(node.name, 'skips')}</td>
              <td className="al-anywhere">
                {rail.brackets.find(({ entry }) => entry === node.name)?.skipRange ?? ''}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
