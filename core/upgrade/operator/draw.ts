import type { Rail, RailNode } from './layout.ts';
import { t } from './messages.ts';
import { nodeWords } from './svg.ts';

export interface DrawOptions {
  /** Shows every entry. Otherwise, long runs of entries outside the path are only counted. */
  all?: boolean;
}

/** Runs of entries are only counted if they are longer than this. */
const SHORTEST_RUN = 3;

/**
 * Returns the rail for a terminal, with the head on top: `●` is the path, `◆` the installed bundle, `○` the rest. The
 * brackets of ranges are on the left.
 */
export function drawRail(rail: Rail, { all = false }: DrawOptions = {}): string[] {
  const isShown = (node: RailNode) => all || isOfInterest(node, rail);
  const lines: string[] = [];
  for (let at = 0; at < rail.nodes.length; ) {
    const node = rail.nodes[at]!;
    const end = rail.nodes.findIndex((each, position) => position >= at && isShown(each));
    const run = (end < 0 ? rail.nodes.length : end) - at;
    if (run > SHORTEST_RUN) {
      lines.push(`${gutter(rail, node.row, at + run - 1)} ┊  ${t('more', { count: run })}`);
      at += run;
      continue;
    }
    lines.push(nodeLine(rail, node));
    at++;
  }
  return lines;
}

function isOfInterest(node: RailNode, { brackets }: Rail): boolean {
  const isEndOfBracket = brackets.some(
    ({ isOnPath, top, bottom }) => isOnPath && (node.row === top || node.row === bottom),
  );
  return node.isHead || node.isInstalled || node.isOnPath || isEndOfBracket;
}

function nodeLine(rail: Rail, node: RailNode): string {
  const dot = node.isInstalled ? '◆' : node.isOnPath ? '●' : node.kind === 'absent' ? '◌' : '○';
  const isLast = !rail.nodes.some(({ row, column }) => row > node.row && column === 0);
  const place = node.column === 0 ? `${dot}  ` : `${isLast ? ' ' : '│'} ${dot}`;
  const words = nodeWords(node);
  const label = node.version === undefined ? node.name : `${node.version}  ${node.name}`;
  return `${gutter(rail, node.row, node.row)} ${place} ${label}${words ? `  (${words})` : ''}`;
}

/** Returns the brackets left of rows `first` to `last`, the outermost lane first. */
function gutter({ brackets, lanes }: Rail, first: number, last: number): string {
  return Array.from({ length: lanes }, (_, position) => {
    const lane = lanes - 1 - position;
    const found = brackets.find((each) => each.lane === lane && each.top <= last && each.bottom >= first);
    if (!found) return ' ';
    if (found.top >= first && found.top <= last) return '╭';
    return found.bottom >= first && found.bottom <= last ? '╰' : '│';
  }).join('');
}
