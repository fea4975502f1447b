import { verdictResult } from '../../base/collected/verdict.ts';
import type { Digest } from '../../base/image/digest.ts';
import { type DeleteChoice, deleteChoices } from '../delete/plan/choices.ts';
import { type AskingConfiguration, nameAt } from '../delete/plan/plan.ts';
import type { Drift, InventoryEntry, InventoryImage } from './inventory-file.ts';
import { t } from './messages.ts';

/** The content of each image: digests with their sizes in bytes. */
export type ContentOfImages = readonly ReadonlyMap<Digest, number>[];

/** A part of the tree, before its totals are known. */
interface Node {
  kind: InventoryEntry['kind'];
  name: string;
  part?: string;
  images: readonly number[];
  children: readonly Node[];
}

/**
 * Returns the content of a registry by release, catalog, package, channel, bundle, chart and image, parents first. Images
 * that no configuration contains are in two groups of their own. Content that several entries need is `shared` in each.
 */
export function inventoryEntries(
  configurations: readonly AskingConfiguration[],
  images: readonly InventoryImage[],
  content: ContentOfImages,
): InventoryEntry[] {
  const nodes = treeOf(configurations, images);
  const users = usersOf(nodes, content);
  const entries: InventoryEntry[] = [];
  const add = (node: Node, parent: number | undefined): void => {
    const position = entries.length;
    entries.push(entryOf(node, parent, { images, content, users }));
    for (const child of node.children) add(child, position);
  };
  for (const node of nodes) add(node, undefined);
  return entries;
}

function treeOf(configurations: readonly AskingConfiguration[], images: readonly InventoryImage[]): Node[] {
  const positions = new Map(images.map((image, i) => [nameAt(image), i]));
  const ofPart = new Map<string, Set<number>>();
  const grouped = new Set<number>();
  for (const configuration of configurations)
    for (const image of configuration.images) {
      const position = positions.get(nameAt(image));
      if (position === undefined) continue;
      for (const { id } of image.parts) {
        grouped.add(position);
        ofPart.set(id, (ofPart.get(id) ?? new Set()).add(position));
      }
    }
  const nodeOf = ({ id, kind, name, children }: DeleteChoice): Node =>
    children.length > 0
      ? { kind, name, images: [], children: children.map(nodeOf) }
      : { kind, name, part: id, images: [...(ofPart.get(id) ?? [])], children: [] };
  const known = deleteChoices(configurations, (image) => positions.has(nameAt(image))).map(nodeOf);
  const rest = images.flatMap((image, i) => (grouped.has(i) ? [] : [{ image, i }]));
  const group = (kind: 'recorded' | 'unrecorded', name: string): Node[] => {
    const own = rest.filter(({ image }) => (image.drift === 'unrecorded') === (kind === 'unrecorded'));
    const byRepository = Map.groupBy(own, ({ image }) => image.repository);
    const children = [...byRepository].map(
      ([repository, found]): Node => ({
        kind: 'repository',
        name: repository,
        images: found.map(({ i }) => i),
        children: [],
      }),
    );
    return own.length > 0 ? [{ kind, name, images: [], children }] : [];
  };
  return [...known, ...group('recorded', t('recordedEntry')), ...group('unrecorded', t('unrecordedEntry'))];
}

/** Returns the number of leaves that need each digest. */
function usersOf(nodes: readonly Node[], content: ContentOfImages): Map<Digest, number> {
  const users = new Map<Digest, number>();
  for (const leaf of leavesOf(nodes))
    for (const digest of contentOf(leaf.images, content).keys())
      users.set(digest, (users.get(digest) ?? 0) + 1);
  return users;
}

function leavesOf(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => (node.children.length > 0 ? leavesOf(node.children) : [node]));
}

function contentOf(images: Iterable<number>, content: ContentOfImages): Map<Digest, number> {
  const found = new Map<Digest, number>();
  for (const image of images) for (const [digest, size] of content[image]!) found.set(digest, size);
  return found;
}

function entryOf(
  node: Node,
  parent: number | undefined,
  {
    images,
    content,
    users,
  }: {
    images: readonly InventoryImage[];
    content: ContentOfImages;
    users: ReadonlyMap<Digest, number>;
  },
): InventoryEntry {
  const leaves = leavesOf([node]);
  const within = usersOf(leaves, content);
  const all = [...new Set(leaves.flatMap((leaf) => leaf.images))].map((i) => images[i]!);
  let [bytes, shared] = [0, 0];
  for (const leaf of leaves)
    for (const [digest, size] of contentOf(leaf.images, content)) {
      const here = within.get(digest);
      if (here === undefined) continue;
      within.delete(digest);
      bytes += size;
      if (users.get(digest)! > here) shared += size;
    }
  const pushed = all.flatMap(({ pushedAt }) => pushedAt ?? []).sort();
  return {
    kind: node.kind,
    name: node.name,
    part: node.part,
    parent,
    images: [...node.images],
    count: all.length,
    bytes,
    shared,
    pushedAt: pushed.at(-1),
    requestedBy: unique(all.flatMap(({ requestedBy }) => requestedBy)),
    transfers: unique(all.flatMap(({ transfers }) => transfers)),
    verdicts: counts(all.flatMap(({ verdict }) => (verdict && verdictResult(verdict)) || [])),
    drift: counts<Drift>(all.flatMap(({ drift }) => drift ?? [])),
  };
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

function counts<Name extends string>(names: readonly Name[]): Partial<Record<Name, number>> {
  const found: Partial<Record<Name, number>> = {};
  for (const each of names) found[each] = (found[each] ?? 0) + 1;
  return found;
}
