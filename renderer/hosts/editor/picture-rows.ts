import type { NmstateProblem, Picture, PictureNode } from '../../../core/contract/documents/nmstate.ts';
import { t } from './messages.ts';

/** A row of the diagram. */
export interface PictureRow {
  label: string;
  nodes: readonly DrawnNode[];
}

export interface DrawnNode {
  id: string;
  title: string;
  /** Below the title: facts, addresses, the MAC. */
  lines: readonly string[];
  /** Its problem. */
  wrong: string | undefined;
  level: 'error' | 'warning' | undefined;
  path: PictureNode['path'];
  /** False for an interface that others only refer to: dashed. */
  defined: boolean;
}

export interface PictureLine {
  /** Row and position of both ends. */
  from: { row: number; at: number; of: number };
  to: { row: number; at: number; of: number };
}

const ROWS = [
  { layer: 'address', label: t('addressRow') },
  { layer: 'bridge', label: t('bridgeRow') },
  { layer: 'vlan', label: t('vlanRow') },
  { layer: 'bond', label: t('bondRow') },
  { layer: 'nic', label: t('nicsRow') },
] as const;

/**
 * Returns the diagram of a host's network, from OVN on top to the switch below, as rows of boxes and lines between them.
 * Problems are shown in the box of their interface.
 */
export function pictureRows(
  picture: Picture,
  host: string,
  problems: readonly NmstateProblem[],
): { rows: PictureRow[]; lines: PictureLine[] } {
  const drawn = ROWS.map(({ layer, label }) => ({
    label,
    nodes: picture.nodes.filter((node) => node.layer === layer).map((node) => drawnNode(node, problems)),
  })).filter(({ nodes }) => nodes.length > 0);
  if (drawn.length === 0) return { rows: [], lines: [] };
  const top: DrawnNode = plain(
    'ovn',
    t('podsBox', { host }),
    picture.localnets.map((localnet) => t('localnetFact', localnet)),
  );
  const rows: PictureRow[] = [
    { label: t('ovnRow'), nodes: [top] },
    ...drawn,
    { label: t('switchRow'), nodes: [{ ...plain('switch', switchText(picture), []), defined: false }] },
  ];
  const places = new Map<string, PictureLine['from']>();
  for (const [row, { nodes }] of rows.entries())
    for (const [at, { id }] of nodes.entries()) places.set(id, { row, at, of: nodes.length });
  const link = (from: string, to: string): PictureLine[] => {
    const [a, b] = [places.get(from), places.get(to)];
    return a && b ? [{ from: a, to: b }] : [];
  };
  const brEx = ['br-ex', 'br-ex bridge'].find((id) => places.has(id));
  const nics = picture.nodes.filter(({ layer, type }) => layer === 'nic' && type !== 'virtual function');
  return {
    rows,
    lines: [
      ...(brEx === undefined ? [] : link(brEx, 'ovn')),
      ...picture.links.flatMap(({ from, to }) => link(from, to)),
      ...nics.flatMap(({ id }) => link('switch', id)),
    ],
  };
}

function drawnNode(node: PictureNode, problems: readonly NmstateProblem[]): DrawnNode {
  const here = problems.find(
    ({ path, level }) => level !== 'info' && path !== undefined && node.path && isBelow(path, node),
  );
  return {
    id: node.id,
    title: node.addresses.length > 0 && node.layer === 'address' ? node.addresses.join(', ') : node.name,
    lines: [
      ...(node.layer === 'address' ? [node.name] : node.layer === 'bridge' ? [node.type] : []),
      ...(node.mac !== undefined && node.layer === 'nic' ? [node.mac] : []),
      ...node.facts,
      ...(node.layer === 'address' ? [] : node.addresses),
      ...(node.up ? [] : [t('downFact')]),
    ],
    wrong: here?.message,
    level: here?.level === 'error' ? 'error' : here ? 'warning' : undefined,
    path: node.path,
    defined: node.defined,
  };
}

/** Returns whether a printed path is within the interface of a node. */
function isBelow(path: string, { path: own }: PictureNode): boolean {
  const [, position] = own!;
  return new RegExp(`(^|\\.)interfaces\\[${position}\\]($|[.[])`).test(path);
}

function plain(id: string, title: string, lines: readonly string[]): DrawnNode {
  return { id, title, lines, wrong: undefined, level: undefined, path: undefined, defined: true };
}

/** Returns what the switch must provide. */
function switchText({ nodes }: Picture): string {
  const vlans = nodes.flatMap(({ layer, facts }) =>
    layer === 'vlan' ? facts.filter((fact) => fact.startsWith('VLAN ')) : [],
  );
  const lacp = nodes.some(({ layer, facts }) => layer === 'bond' && facts.includes('802.3ad'));
  if (vlans.length === 0) return lacp ? t('lacpUntaggedBox') : t('untaggedBox');
  return t(lacp ? 'lacpTaggedBox' : 'taggedBox', { vlans: vlans.join(', ') });
}
