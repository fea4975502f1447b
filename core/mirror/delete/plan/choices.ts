import { GRAPH_DATA } from '../../../base/collected/deliverables.ts';
import type { DeleteChoiceLine } from '../../../contract/topics/deletes.ts';
import { t } from './messages.ts';
import { type AskingConfiguration, type NeededImage, nameAt } from './plan.ts';

/** A choice. Its id is the same in all answers of a session, and that of a leaf is the id of its part. */
export type DeleteChoice = DeleteChoiceLine;

/** The place of a part in the tree of choices. */
interface Place {
  path: { id: string; kind: DeleteChoice['kind']; name: string }[];
}

/**
 * Returns everything that the configurations request and a registry contains, as a tree: releases, the update graph,
 * catalogs with packages, channels and bundles, additional images and charts. Versions are sorted, newest first.
 * @param present returns whether the registry contains this name
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

/** Returns the parts of a choice: its own, or those of everything below it. */
export function partsOfChoice(choice: DeleteChoice): string[] {
  return choice.children.length === 0 ? [choice.id] : choice.children.flatMap(partsOfChoice);
}

/** Returns the images of chosen parts, each with its chosen parts. */
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

/** Returns the catalog, package, channel and bundle of a part, or undefined for parts that aren't bundles. */
export function bundlePart(
  id: string,
): { catalog: string; package: string; channel: string; bundle: string } | undefined {
  if (!id.startsWith('["bundle",')) return undefined;
  const [, catalog, name, channel, bundle] = JSON.parse(id) as string[];
  return { catalog: catalog!, package: name!, channel: channel!, bundle: bundle! };
}

/** Returns the name of each catalog in its configuration, by destination. */
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
    // A catalog that was filtered differently over time has several destinations, but is still the same catalog.
    const catalog = titles.get(bundle.catalog) ?? bundle.catalog;
    const at = (...more: string[]) => JSON.stringify(['choice', catalog, ...more]);
    return {
      path: [
        { id: at(), kind: 'catalog', name: catalog },
        { id: at(bundle.package), kind: 'package', name: bundle.package },
        {
          id: at(bundle.package, bundle.channel),
          kind: 'channel',
          name: bundle.channel || t('noChannelLabel'),
        },
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
        : id.startsWith('catalog ')
          ? 'catalog'
          : id === GRAPH_DATA
            ? 'graph'
            : 'image';
  const name = words.replace(/^(?:release|helm chart|additional image|catalog) /, '');
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
