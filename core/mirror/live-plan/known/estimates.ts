import type { CollectedImage } from '../../../base/collected/collected.ts';
import { likenessOf } from '../../../content/plan/closure-memory.ts';
import type { Contents } from './known-contents.ts';
import type { StatePlace } from './state-place.ts';

/**
 * Typical sizes of images in bytes without shared layers, used if no similar image is known: orders of magnitude of
 * releases 4.14 to 4.18 and of Red Hat's catalogs. Other images have no typical size.
 */
const TYPICAL: { readonly [Kind in CollectedImage['kind']]?: number } = {
  ocpRelease: 15e6,
  ocpReleaseContent: 70e6,
  cincinnatiGraph: 80e6,
  operatorCatalog: 180e6,
};

/** Maximum number of similar images that are read. More don't improve an estimate. */
const MOST_ALIKE = 300;

/** Statistics of similar images. */
interface Resemblance {
  /** Content that most similar images share. */
  shared: number[];
  /** Average bytes of each image without the shared content. */
  own: number;
}

/**
 * Below this share of typical sizes, releases are those of a practice world or a lab, where other typical sizes are too
 * large by the same factor.
 */
const TINY = 0.1;

export interface Estimates {
  /** Returns the factor for typical sizes: 1, or less if the known releases are tiny. */
  scale(): number;
  /**
   * Returns the content of an unknown image: known shared layers, and one estimate for the rest. Its size is 0 and its
   * basis `unknown` if no image of its kind and registry is known.
   */
  of(image: CollectedImage): Contents;
}

/**
 * Estimates from known images of the same component or repository, else of the same organization, else of the same kind
 * in the same registry. Uses the mean instead of the median, because sums are needed.
 * @param options.isPractice the known images are made up, so only those of the same repository are similar
 */
export function estimates(
  { contents, table }: Pick<StatePlace, 'contents' | 'table'>,
  { isPractice = false }: { isPractice?: boolean } = {},
): Estimates {
  const known = new Map<string, Resemblance | undefined>();
  let generation = -1;

  const resembling = (name: string, members: () => readonly Contents[]): Resemblance | undefined => {
    if (known.has(name)) return known.get(name);
    const found = resemblance(members().slice(-MOST_ALIKE), contents, table.sizes);
    known.set(name, found);
    return found;
  };
  const startingWith = (prefix: string) =>
    resembling(`${prefix}*`, () =>
      contents.likenesses(prefix).flatMap((likeness) => [...contents.alike(likeness)]),
    );

  const refresh = () => {
    if (generation !== contents.generation) known.clear();
    generation = contents.generation;
  };
  const scale = () => {
    const releases = startingWith('ocpReleaseContent ');
    const share = releases ? releases.own / TYPICAL.ocpReleaseContent! : 1;
    return share < TINY ? share : 1;
  };

  return {
    scale() {
      refresh();
      return scale();
    },
    of(image) {
      refresh();
      const likeness = likenessOf(image);
      const { kind, source } = image;
      const registry = `${kind} ${source.registry}/`;
      const others = () =>
        startingWith(`${registry}${source.repository.split('/')[0]}/`) ?? startingWith(registry);
      const like =
        resembling(likeness, () => contents.alike(likeness)) ?? (isPractice ? undefined : others());
      const typical = TYPICAL[kind];
      const basis = like ? 'learned' : typical === undefined ? 'unknown' : 'typical';
      const name = `${source.registry}/${source.repository}@${source.digest ?? source.tag}`;
      return Uint32Array.from([
        ...(like?.shared ?? []),
        table.guess(name, like?.own ?? (typical ?? 0) * scale(), basis),
      ]);
    },
  };
}

function resemblance(
  members: readonly Contents[],
  { uses }: Pick<StatePlace['contents'], 'uses'>,
  sizes: readonly number[],
): Resemblance | undefined {
  if (members.length === 0) return undefined;
  const within = new Map<number, number>();
  for (const contents of members)
    for (const number of contents) within.set(number, (within.get(number) ?? 0) + 1);
  // A single image shows its shared content only by its use elsewhere.
  const isShared = (number: number) =>
    members.length === 1 ? uses(number) > 1 : within.get(number)! >= Math.max(2, members.length / 3);
  const shared = [...within.keys()].filter(isShared);
  const common = new Set(shared);
  let own = 0;
  for (const contents of members)
    for (const number of contents) if (!common.has(number)) own += sizes[number]! / Math.max(1, uses(number));
  return { shared, own: own / members.length };
}
