import { indexOf, type OcpGraph, type OcpNode, type OcpRisk } from './graph.ts';
import type { PathFound } from './hops.ts';
import { distances, type EdgeFilter } from './paths.ts';
import { minorOf, minorText } from './version-order.ts';

/** The layout of a part of a graph in px: columns are versions in order, rows are one lane for each minor version. */
export interface GraphLayout {
  width: number;
  height: number;
  lanes: LaneLayout[];
  nodes: NodeLayout[];
  edges: EdgeLayout[];
}

export interface LaneLayout {
  /** `4.18` */
  minor: string;
  y: number;
  /** From its first to its last version. */
  x1: number;
  x2: number;
}

export interface NodeLayout {
  version: string;
  x: number;
  y: number;
  minor: string;
  onPath: boolean;
  /** In none of the requested channels. */
  outside: boolean;
  /** There is room for its name next to it. */
  labeled: boolean;
  /** The first risk of the conditional update to it on the path, and the number of other risks. */
  note?: string;
  channels: readonly string[];
}

export interface EdgeLayout {
  from: string;
  to: string;
  kind: 'plain' | 'conditional' | 'blocked';
  /** Part of the path. */
  chosen: boolean;
  risks: readonly Pick<OcpRisk, 'name' | 'message' | 'url'>[];
  /** SVG path data. */
  d: string;
}

export interface LayoutOptions extends EdgeFilter {
  /**
   * `path`: only its versions. `corridor` (the default): also every version on any path between its ends.
   * `all`: the complete graph.
   */
  show?: 'path' | 'corridor' | 'all';
  /**
   * Edges in addition to those of the path. `shortcuts` (the default): conditional and blocked ones between versions of the
   * path, which show why it isn't shorter. `all`: every edge between shown versions.
   */
  edges?: 'path' | 'shortcuts' | 'all';
}

const LANE_HEIGHT = 84;
const TOP = 56;
const LEFT = 76;
const MARGIN = 20;
/** Least column of a version that has its name written, and width of a letter there. */
const WIDE = 92;
const LETTER = 7;
/** Columns of versions that are dots: the narrower the more there are, so that the picture stays about this wide. */
const NARROWEST = 8;
const NARROW = 16;
const DOTS_WIDTH = 900;

/**
 * Where everything of a picture goes. The order of nodes and edges is that of the graph, so that the same question has
 * the same picture.
 */
export function layoutGraph(
  graph: OcpGraph,
  found: Pick<PathFound, 'path'>,
  options: LayoutOptions = {},
): GraphLayout {
  const path = new Set(found.path);
  const allowed = options.channels && new Set(options.channels);
  const shown = shownPositions(graph, found.path, options);
  const rows = [...new Set(shown.map((at) => minorText(minorOf(graph.nodes[at]!.version)!)))];
  const notes = riskNotes(graph, found.path);
  const dot = Math.max(NARROWEST, Math.min(NARROW, DOTS_WIDTH / Math.max(1, shown.length - path.size)));
  const nodes: NodeLayout[] = [];
  let edge = LEFT - WIDE / 2;
  for (const at of shown) {
    const { version, channels } = graph.nodes[at]!;
    const minor = minorText(minorOf(version)!);
    const onPath = path.has(version);
    const note = notes.get(version);
    const column = onPath ? Math.max(WIDE, LETTER * Math.max(version.length, note?.length ?? 0)) : dot;
    nodes.push({
      version,
      x: edge + column / 2,
      y: TOP + rows.indexOf(minor) * LANE_HEIGHT,
      minor,
      onPath,
      outside: allowed !== undefined && !channels.some((name) => allowed.has(name)),
      labeled: onPath,
      note: note || undefined,
      channels,
    });
    edge += column;
  }
  const lanes = rows.map((minor, row): LaneLayout => {
    const own = nodes.filter((node) => node.minor === minor);
    return { minor, y: TOP + row * LANE_HEIGHT, x1: own[0]!.x, x2: own.at(-1)!.x };
  });
  return {
    width: edge + MARGIN,
    height: TOP + Math.max(0, rows.length - 1) * LANE_HEIGHT + 64,
    lanes,
    nodes,
    edges: edgesShown(graph, found.path, nodes, options.edges ?? 'shortcuts'),
  };
}

function riskNotes(graph: OcpGraph, path: readonly string[]): Map<string, string> {
  const { positions, out } = indexOf(graph);
  const notes = new Map<string, string>();
  for (const [step, to] of path.slice(1).entries()) {
    const from = positions.get(path[step]!);
    const risks = from === undefined ? [] : (out[from]!.find(({ edge }) => edge.to === to)?.edge.risks ?? []);
    const more = risks.length > 1 ? ` +${risks.length - 1}` : '';
    if (risks.length > 0) notes.set(to, (risks[0]!.name || 'risk') + more);
  }
  return notes;
}

/** Returns the versions on any path between both ends of a path, ascending. */
export function versionsBetween(graph: OcpGraph, path: readonly string[], filter: EdgeFilter): OcpNode[] {
  return shownPositions(graph, path, filter).map((at) => graph.nodes[at]!);
}

function shownPositions(graph: OcpGraph, path: readonly string[], options: LayoutOptions): number[] {
  const { positions } = indexOf(graph);
  const all = graph.nodes.map((_, at) => at);
  const { show = 'corridor' } = options;
  const onPath = new Set(path.flatMap((version) => positions.get(version) ?? []));
  if (show === 'all') return all;
  const [start, end] = [positions.get(path[0] ?? ''), positions.get(path.at(-1) ?? '')];
  if (show === 'path' || start === undefined || end === undefined) return all.filter((at) => onPath.has(at));
  const [forth, back] = [distances(graph, start, options), distances(graph, end, options, true)];
  return all.filter(
    (at) =>
      onPath.has(at) || (forth[at] !== Number.POSITIVE_INFINITY && back[at] !== Number.POSITIVE_INFINITY),
  );
}

function edgesShown(
  graph: OcpGraph,
  path: readonly string[],
  nodes: readonly NodeLayout[],
  which: 'path' | 'shortcuts' | 'all',
): EdgeLayout[] {
  const places = new Map(nodes.map((node) => [node.version, node]));
  const onPath = new Set(path);
  const hops = new Set(path.slice(1).map((to, step) => `${path[step]} ${to}`));
  const edges: EdgeLayout[] = [];
  const add = (from: string, to: string, kind: EdgeLayout['kind'], risks: EdgeLayout['risks']) => {
    const [source, target] = [places.get(from), places.get(to)];
    if (!source || !target) return;
    const chosen = kind !== 'blocked' && hops.has(`${from} ${to}`);
    const shortcut = which === 'shortcuts' && kind !== 'plain' && onPath.has(from) && onPath.has(to);
    if (!chosen && !shortcut && which !== 'all') return;
    edges.push({ from, to, kind, chosen, risks, d: curve(source, target, chosen) });
  };
  for (const { from, to, risks } of graph.edges)
    add(from, to, risks.length > 0 ? 'conditional' : 'plain', risks);
  for (const { from, to, blocks } of graph.blocked) {
    const reasons = blocks.map(({ message = '' }) => ({ name: '', message, url: '' }));
    add(from, to, 'blocked', reasons);
  }
  // What is chosen is drawn last, above all others.
  return [...edges.filter(({ chosen }) => !chosen), ...edges.filter(({ chosen }) => chosen)];
}

/** Along the lane or down to the next for the path; others arch above their lane, or swing wider between lanes. */
function curve(from: NodeLayout, to: NodeLayout, chosen: boolean): string {
  const middle = (from.x + to.x) / 2;
  if (from.y === to.y) {
    if (chosen) return `M${from.x} ${from.y}H${to.x}`;
    const lift = Math.min(40, 14 + Math.abs(to.x - from.x) / 12);
    return `M${from.x} ${from.y}Q${middle} ${from.y - 2 * lift} ${to.x} ${to.y}`;
  }
  if (chosen) return `M${from.x} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`;
  return `M${from.x} ${from.y}C${to.x} ${from.y - 36} ${to.x} ${from.y} ${to.x} ${to.y}`;
}
