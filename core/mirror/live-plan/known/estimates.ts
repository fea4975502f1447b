import type { CollectedImage } from '../../../base/collected/collected.ts';
import { likenessOf } from '../../../content/plan/closure-memory.ts';
import type { Contents } from './known-contents.ts';
import type { StatePlace } from './state-place.ts';

/**
 * What images of the field come to, in bytes beyond the layers that they share with others, where nothing like them was
 * looked at yet: orders of magnitude of releases 4.14 to 4.18 and of Red Hat's catalogs.
 */
const TYPICAL: Record<CollectedImage['kind'], number> = {
  ocpRelease: 15e6,
  ocpReleaseContent: 70e6,
  cincinnatiGraph: 80e6,
  operatorCatalog: 180e6,
  operatorBundle: 250e3,
  operatorRelatedImage: 90e6,
  generic: 90e6,
  helmImage: 90e6,
};

/** Images beyond this tell nothing new about the others. */
const MOST_ALIKE = 300;

/** What images that resemble one another come to. */
interface Resemblance {
  /** Content that such an image mostly has in common with others. */
  shared: number[];
  /** Bytes that each has beyond it, on average. */
  own: number;
}

/**
 * Below this share of what is usual, images of releases are those of a practice world or a lab: then what else is usual
 * is as much too large there.
 */
const TINY = 0.1;

export interface Estimates {
  /** What usual sizes are multiplied by here: 1, or less where the releases that are known are tiny. */
  scale(): number;
  /** Content of an image that was not looked at: shared layers as they are, the rest as one guess. */
  of(image: CollectedImage): Contents;
}

/**
 * Guesses by what is known: of the same component or repository, else of the same organisation, else of the same kind.
 * The mean, not the median, because what is asked for is a sum.
 */
export function estimates({ contents, table }: Pick<StatePlace, 'contents' | 'table'>): Estimates {
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
    const share = releases ? releases.own / TYPICAL.ocpReleaseContent : 1;
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
      const organisation = `${kind} ${source.registry}/${source.repository.split('/')[0]}/`;
      const like =
        resembling(likeness, () => contents.alike(likeness)) ??
        startingWith(organisation) ??
        startingWith(`${kind} `);
      const name = `${source.registry}/${source.repository}@${source.digest ?? source.tag}`;
      return Uint32Array.from([
        ...(like?.shared ?? []),
        table.guess(name, like?.own ?? TYPICAL[kind] * scale(), like ? 'learned' : 'typical'),
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
  // One alone tells by its use elsewhere what it has in common with others.
  const isShared = (number: number) =>
    members.length === 1 ? uses(number) > 1 : within.get(number)! >= Math.max(2, members.length / 3);
  const shared = [...within.keys()].filter(isShared);
  const common = new Set(shared);
  let own = 0;
  for (const contents of members)
    for (const number of contents) if (!common.has(number)) own += sizes[number]! / Math.max(1, uses(number));
  return { shared, own: own / members.length };
}
