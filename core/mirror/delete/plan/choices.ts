import type { DeleteChoiceLine } from '../../../contract/topics/deletes.ts';
import { type AskingConfiguration, type NeededImage, nameAt } from './plan.ts';

/** Ids are equal over answers of one {@link DeleteDesk}; those of leaves are those of the parts. */
export type DeleteChoice = DeleteChoiceLine;

/** What a choice is of: the place of its part in the tree. */
interface Place {
  path: { id: string; kind: DeleteChoice['kind']; name: string }[];
}

/**
 * Everything that the configurations ask for and a registry has, as a tree: releases, the update graph, catalogs with
 * packages, channels and bundles, additional images, charts. The newest first where versions order them.
 * @param present whether the registry has this name
 */
export function deleteChoices(
  configurations: readonly AskingConfiguration[],
  present: (image: NeededImage) => boolean,
): DeleteChoice[] {
  const roots: DeleteChoice[] = [];
  const known = new Map<string, DeleteChoice & { names: Set<string>; asking: Set<string> }>();
  const titles = catalogTitles(configurations);
  for (const { name: configuration, images } of configurations)
    for (const image of images) {
      if (!present(image)) continue;
      for (const part of image.parts) {
        const { path } = placeOf(part.id, part.words, titles);
        let siblings = roots;
        for (const step of path) {
          let node = known.get(step.id);
          if (!node) {
            node = { ...step, requestedBy: [], images: 0, children: [], names: new Set(), asking: new Set() };
            known.set(step.id, node);
            siblings.push(node);
          }
          node.names.add(nameAt(image));
          node.asking.add(configuration);
          siblings = node.children;
        }
      }
    }
  return sorted(roots, known);
}

/** The parts that are meant when a choice is: its own, or those of everything below it. */
export function partsOfChoice(choice: DeleteChoice): string[] {
  return choice.children.length === 0 ? [choice.id] : choice.children.flatMap(partsOfChoice);
}

/** Parts of a selection; an image is selected with those of its parts that were chosen. */
export function imagesOfParts(
  configurations: readonly AskingConfiguration[],
  chosen: ReadonlySet<string>,
): NeededImage[] {
  return configurations.flatMap(({ images }) =>
    images.flatMap((image) => {
      const parts = image.parts.filter(({ id }) => chosen.has(id));
      return parts.length > 0 ? [{ ...image, parts }] : [];
    }),
  );
}

/** What a bundle's part is of; undefined for parts that are no bundles. */
export function bundlePart(
  id: string,
): { catalog: string; package: string; channel: string; bundle: string } | undefined {
  if (!id.startsWith('["bundle",')) return undefined;
  const [, catalog, name, channel, bundle] = JSON.parse(id) as string[];
  return { catalog: catalog!, package: name!, channel: channel!, bundle: bundle! };
}

/** Destination of a catalog -> what its configuration calls it. */
export function catalogTitles(configurations: readonly AskingConfiguration[]): Map<string, string> {
  const titles = new Map<string, string>();
  for (const { images } of configurations)
    for (const { kind, origin, parts } of images) {
      if (kind !== 'operatorCatalog') continue;
      for (const { id } of parts) {
        const bundle = bundlePart(id);
        if (bundle) titles.set(bundle.catalog, origin);
      }
    }
  return titles;
}

function placeOf(id: string, words: string, titles: ReadonlyMap<string, string>): Place {
  const bundle = bundlePart(id);
  if (bundle) {
    // One catalog has several destinations over time: filtered in different ways, it is still that catalog.
    const catalog = titles.get(bundle.catalog) ?? bundle.catalog;
    const at = (...more: string[]) => JSON.stringify(['choice', catalog, ...more]);
    return {
      path: [
        { id: at(), kind: 'catalog', name: catalog },
        { id: at(bundle.package), kind: 'package', name: bundle.package },
        { id: at(bundle.package, bundle.channel), kind: 'channel', name: bundle.channel || 'no channel' },
        { id, kind: 'bundle', name: bundle.bundle },
      ],
    };
  }
  const kind = id.startsWith('release ')
    ? 'release'
    : id.startsWith('helm chart ')
      ? 'chart'
      : id.startsWith('image ')
        ? 'image'
        : id === 'update graph data'
          ? 'graph'
          : 'image';
  const name = words.replace(/^(?:release|helm chart|additional image) /, '');
  return { path: [{ id, kind, name }] };
}

const ORDER: readonly DeleteChoice['kind'][] = ['release', 'catalog', 'image', 'chart', 'graph'];

function sorted(
  nodes: readonly DeleteChoice[],
  known: ReadonlyMap<string, { names: Set<string>; asking: Set<string> }>,
): DeleteChoice[] {
  const newestFirst = (kind: DeleteChoice['kind']) => kind === 'release' || kind === 'bundle';
  return nodes
    .map(({ id, kind, name, children }) => ({
      id,
      kind,
      name,
      requestedBy: [...known.get(id)!.asking].sort(),
      images: known.get(id)!.names.size,
      children: sorted(children, known),
    }))
    .sort(
      (a, b) =>
        ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
        (newestFirst(a.kind) ? -1 : 1) * a.name.localeCompare(b.name, 'en', { numeric: true }),
    );
}
