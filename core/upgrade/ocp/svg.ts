import { inHtml as escaped } from '../../base/document/inert-text.ts';
import type { EdgeLayout, GraphLayout, NodeLayout } from './layout.ts';
import { t } from './messages.ts';

/** The title and the description of a picture, for screen readers and above the picture. */
export interface PictureText {
  title: string;
  /** The path and its risks in sentences. */
  description: string;
}

interface Palette {
  ink: string;
  quiet: string;
  background: string;
  lane: string;
  dot: string;
  path: string;
  risk: string;
  block: string;
}

/** Colors of PatternFly. Text has a contrast of at least 4.5:1, lines of at least 3:1. */
const LIGHT: Palette = {
  ink: '#151515',
  quiet: '#4d4d4d',
  background: '#ffffff',
  lane: '#e0e0e0',
  dot: '#707070',
  path: '#0066cc',
  risk: '#b8600b',
  block: '#b1380b',
};
const DARK: Palette = {
  ink: '#ffffff',
  quiet: '#c7c7c7',
  background: '#1f1f1f',
  lane: '#4d4d4d',
  dot: '#a3a3a3',
  path: '#92c5f9',
  risk: '#ffcc17',
  block: '#f0876b',
};
/** Contains the colors of each theme, because viewers other than browsers don't support variables. */
const STYLE = `${shapes()}${colors(LIGHT)}@media (prefers-color-scheme:dark){${colors(DARK)}}`;

function shapes(): string {
  return scoped({
    text: "font-family:'Red Hat Text',RedHatText,system-ui,sans-serif;font-size:13px;paint-order:stroke;stroke-width:4;stroke-linejoin:round",
    '.minor': 'font-weight:600;font-size:15px',
    '.risk,.key': 'font-size:12px',
    '.lane': 'stroke-width:6;stroke-linecap:round',
    '.outside': 'stroke-width:1.5',
    '.stop,.end': 'stroke-width:4',
    '.edge': 'fill:none;stroke-width:1.5',
    '.conditional': 'stroke-width:2.5;stroke-linecap:round;stroke-dasharray:0.1 6',
    '.blocked': 'stroke-dasharray:7 5',
    '.chosen': 'stroke-width:5;stroke-linecap:round',
    '.chosen.conditional': 'stroke-dasharray:0.1 9',
  });
}

function colors({ ink, quiet, background, lane, dot, path, risk, block }: Palette): string {
  return scoped({
    '.background': `fill:${background}`,
    // A halo hides lines behind the text.
    text: `fill:${ink};stroke:${background}`,
    '.risk,.key': `fill:${quiet}`,
    '.lane': `stroke:${lane}`,
    '.dot': `fill:${dot}`,
    '.outside': `fill:${background};stroke:${dot}`,
    '.stop': `fill:${background};stroke:${path}`,
    '.end': `fill:${path};stroke:${path}`,
    '.edge': `stroke:${dot}`,
    '.conditional': `stroke:${risk}`,
    '.blocked': `stroke:${block}`,
    '.chosen': `stroke:${path}`,
  });
}

/** Returns rules that apply only within the picture, in case it is embedded in a page. */
function scoped(rules: Record<string, string>): string {
  const within = (selectors: string) =>
    selectors
      .split(',')
      .map((each) => `.airlock-graph ${each}`)
      .join(',');
  return Object.entries(rules)
    .map(([selectors, body]) => `${within(selectors)}{${body}}`)
    .join('');
}

const KEYS: [kind: string, text: string][] = [
  ['edge plain chosen', t('pathLabel')],
  ['edge conditional chosen', t('conditionalPathLabel')],
  ['edge conditional', t('conditionalLabel')],
  ['edge blocked', t('withdrawnLabel')],
  ['edge plain', t('otherUpdateLabel')],
];
const KEY_WIDTH = 164;

/**
 * Returns a picture as a complete SVG file that loads nothing and follows the light or dark theme of the reader. Versions
 * and edges have titles, which are shown on hover.
 */
export function graphSvg(layout: GraphLayout, { title, description }: PictureText): string {
  const kinds = new Set(layout.edges.map(classOf));
  const keys = KEYS.filter(([kind]) => kinds.has(kind));
  const width = Math.ceil(Math.max(layout.width, keys.length * KEY_WIDTH + 32));
  const height = Math.ceil(layout.height + 28);
  const ends = [layout.nodes.find(({ onPath }) => onPath), layout.nodes.findLast(({ onPath }) => onPath)];
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" class="airlock-graph" role="img" aria-labelledby="airlock-graph-title airlock-graph-description">`,
    `<title id="airlock-graph-title">${escaped(title)}</title>`,
    `<desc id="airlock-graph-description">${escaped(description)}</desc>`,
    `<style>${STYLE}</style>`,
    `<rect class="background" width="${width}" height="${height}"/>`,
    ...layout.lanes.flatMap(({ minor, x1, x2, y }) => [
      `<text class="minor" x="12" y="${y + 5}">${escaped(minor)}</text>`,
      `<path class="lane" d="M${x1} ${y}H${x2 + 0.01}"/>`,
    ]),
    ...layout.edges.map(drawnEdge),
    ...layout.nodes.map((node) => drawnNode(node, ends.includes(node))),
    ...keys.map(([kind, text], at) => drawnKey(kind, text, 16 + at * KEY_WIDTH, height - 20)),
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns a sentence that describes a path, for its picture. */
export function pathSentences(
  hops: readonly { from: string; to: string; risks: readonly { name: string }[] }[],
): string {
  const [first] = hops;
  if (!first) return t('noUpdateNeeded');
  const steps = hops.map(({ to, risks }) => {
    const names = risks.map(({ name }) => name || t('riskUnnamed')).join(', ');
    return risks.length > 0 ? t('conditionalVersion', { version: to, risks: names }) : to;
  });
  return t('path', { count: hops.length, path: [first.from, ...steps].join(' → ') });
}

function classOf({ kind, chosen }: EdgeLayout): string {
  return `edge ${kind}${chosen ? ' chosen' : ''}`;
}

function drawnEdge(edge: EdgeLayout): string {
  const { from, to, kind, risks } = edge;
  const title =
    kind === 'plain'
      ? t('edgePlain', { from, to })
      : kind === 'conditional'
        ? t('edgeConditional', { from, to })
        : t('edgeBlocked', { from, to });
  const reasons = risks.map(({ name, message }) => [name, message.trim()].filter(Boolean).join(': '));
  const text = reasons.length > 0 ? t('edgeWithReasons', { edge: title, reasons: reasons.join(' ') }) : title;
  return `<path class="${classOf(edge)}" d="${edge.d}"><title>${escaped(text)}</title></path>`;
}

function drawnNode(node: NodeLayout, end: boolean): string {
  const { version, x, y, onPath, outside, labeled, note, channels } = node;
  const title = channels.length > 0 ? `${version}: ${channels.join(', ')}` : version;
  const shape = onPath ? (end ? 'end' : 'stop') : outside ? 'outside' : 'dot';
  const circle = `<circle class="${shape}" cx="${x}" cy="${y}" r="${onPath ? 8 : 3.5}"><title>${escaped(title)}</title></circle>`;
  const lines = [circle];
  if (labeled) lines.push(`<text x="${x}" y="${y + 28}" text-anchor="middle">${escaped(version)}</text>`);
  if (note)
    lines.push(`<text class="risk" x="${x}" y="${y + 45}" text-anchor="middle">${escaped(note)}</text>`);
  return lines.join('\n');
}

function drawnKey(kind: string, text: string, x: number, y: number): string {
  return `<path class="${kind}" d="M${x} ${y}H${x + 32}"/>\n<text class="key" x="${x + 40}" y="${y + 4}">${text}</text>`;
}
