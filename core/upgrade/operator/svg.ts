import { inHtml as escaped } from '../../base/document/inert-text.ts';
import type { Rail, RailBracket, RailLine, RailNode } from './layout.ts';
import { t } from './messages.ts';

const ROW = 28;
const LANE = 16;
const MARGIN = 20;
/** Distance from the rail to entries next to it. */
const COLUMN_WIDTH = 30;
const DOT = 6;
const TEXT_WIDTH = 460;

const STYLE = `
.rail { font: 13px "Red Hat Text", system-ui, sans-serif; --line: #6a6e73; --path: #0066cc; --text: #151515; --sub: #5c5f63; --back: #fff; }
@media (prefers-color-scheme: dark) { .rail { --line: #a3a3a3; --path: #92c5f9; --text: #f2f2f2; --sub: #c7c7c7; --back: #1b1d21; } }
.rail text { fill: var(--text); } .rail .sub { fill: var(--sub); font-size: 12px; } .rail .strong { font-weight: 600; }
.rail .line { fill: none; stroke: var(--line); stroke-width: 1.6; } .rail .side { stroke-width: 1; stroke-dasharray: none; opacity: .75; }
.rail .dot { fill: var(--back); stroke: var(--line); stroke-width: 1.6; } .rail .absent { stroke-dasharray: 2 2; }
.rail .path { stroke: var(--path); stroke-width: 3.5; opacity: 1; } .rail .dot.path { fill: var(--path); } .rail .dot.here { stroke: var(--path); stroke-width: 3; }
`;

/** Returns the rail as a picture that supports light and dark themes and screen readers, and loads nothing. */
export function railSvg(rail: Rail): string {
  const x = MARGIN + rail.lanes * LANE;
  const width = x + COLUMN_WIDTH + TEXT_WIDTH;
  const height = 2 * MARGIN + Math.max(rail.rows - 1, 0) * ROW;
  const { channel } = rail;
  const words = description(rail);
  const at = new Map(
    rail.nodes.map((node) => [node.name, { x: x + node.column * COLUMN_WIDTH, y: MARGIN + node.row * ROW }]),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="rail" role="img" aria-label="${escaped(t('channelDescription', { channel, description: words }))}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${escaped(t('channelTitle', { channel }))}</title>`,
    `<desc>${escaped(words)}</desc>`,
    `<style>${STYLE}</style>`,
    ...rail.brackets.toSorted(pathLast).map((bracket) => bracketPath(bracket, rail, x)),
    ...rail.lines.toSorted(pathLast).map((line) => linePath(line, at)),
    ...rail.nodes.map((node) => nodeShape(node, at.get(node.name)!, x + COLUMN_WIDTH + 16)),
    '</svg>',
    '',
  ].join('\n');
}

/** Sorts the path last, so that it is drawn on top. */
function pathLast(a: { isOnPath: boolean }, b: { isOnPath: boolean }): number {
  return Number(a.isOnPath) - Number(b.isOnPath);
}

function description({ nodes }: Rail): string {
  const label = ({ name, version }: RailNode) => version ?? name;
  const path = nodes.filter(({ isOnPath }) => isOnPath).toReversed();
  const installed = nodes.find(({ isInstalled }) => isInstalled);
  const head = nodes.find(({ isHead }) => isHead);
  return [
    head && t('headText', { version: label(head) }),
    installed && t('installedText', { version: label(installed) }),
    path.length > 0 && t('pathText', { path: path.map(label).join(' → ') }),
  ]
    .filter(Boolean)
    .join(' ');
}

interface Point {
  x: number;
  y: number;
}

function linePath({ kind, from, to, isOnPath }: RailLine, at: ReadonlyMap<string, Point>): string {
  const [a, b] = [at.get(from)!, at.get(to)!];
  const side = kind === 'skips' ? ' side' : '';
  const path =
    a.x === b.x && kind === 'replaces'
      ? `M${a.x} ${a.y}V${b.y}`
      : a.x === b.x
        ? `M${a.x} ${a.y}C${a.x + COLUMN_WIDTH / 2} ${a.y} ${b.x + COLUMN_WIDTH / 2} ${b.y} ${b.x} ${b.y}`
        : `M${a.x} ${a.y}C${a.x} ${(a.y + b.y) / 2} ${b.x} ${(a.y + b.y) / 2} ${b.x} ${b.y}`;
  return `<path class="line${side}${isOnPath ? ' path' : ''}" d="${path}"><title>${escaped(`${from} ${kind} ${to}`)}</title></path>`;
}

function bracketPath(
  { entry, skipRange, takes, top, bottom, lane, isOnPath }: RailBracket,
  rail: Rail,
  x: number,
): string {
  const left = x - (lane + 1) * LANE;
  const [y1, y2] = [MARGIN + top * ROW, MARGIN + bottom * ROW];
  const ticks = rail.nodes
    .filter(({ name, row }) => takes.includes(name) && row !== top && row !== bottom)
    .map(({ row }) => `M${left} ${MARGIN + row * ROW}h4`);
  const d = `M${x - DOT - 2} ${y1}H${left + 4}Q${left} ${y1} ${left} ${y1 + 4}V${y2 - 4}Q${left} ${y2} ${left + 4} ${y2}H${x - DOT - 2}${ticks.join('')}`;
  return `<path class="line${isOnPath ? ' path' : ' side'}" d="${d}"><title>${escaped(t('skipRangeText', { entry, range: skipRange }))}</title></path>`;
}

function nodeShape(node: RailNode, { x, y }: Point, textX: number): string {
  const classes = [
    'dot',
    node.kind === 'absent' && 'absent',
    node.isOnPath && 'path',
    node.isInstalled && 'here',
  ];
  const label = node.version ?? node.name;
  const strong = node.isOnPath || node.isInstalled || node.isHead ? ' class="strong"' : '';
  const words = nodeWords(node);
  return [
    `<circle class="${classes.filter(Boolean).join(' ')}" cx="${x}" cy="${y}" r="${DOT}"><title>${escaped(node.name)}</title></circle>`,
    `<text x="${textX}" y="${y + 4}"><tspan${strong}>${escaped(label)}</tspan>${words ? ` <tspan class="sub" dx="6">${escaped(words)}</tspan>` : ''}</text>`,
  ].join('');
}

/** Returns the words next to the version of an entry: `head, installed`. */
export function nodeWords({ kind, isHead, isInstalled }: RailNode): string {
  return [
    isHead && t('head'),
    isInstalled && t('installed'),
    kind === 'skipped' && t('skipped'),
    kind === 'loose' && t('offPath'),
    kind === 'absent' && !isInstalled && t('notInChannel'),
    kind === 'absent' && isInstalled && t('noLongerInChannel'),
  ]
    .filter(Boolean)
    .join(', ');
}
