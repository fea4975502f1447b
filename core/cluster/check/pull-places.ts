import { endpointsOf, findRegistry } from '../../registry/access/endpoints.ts';
import type { RegistryEntry } from '../../registry/access/registries-conf.ts';
import type { ClusterFacts } from './cluster-facts.ts';

/** An image as something names it: by digest or by tag. */
export interface ImageName {
  /** Host with port. */
  registry: string;
  repository: string;
  /** Digest or tag. */
  reference: string;
}

/** One place where nodes look for an image. */
export interface PullPlace {
  /** Host with port as dialled. */
  host: string;
  repository: string;
  insecure: boolean;
  /** The mirror set that names it; undefined: what the image's own name says. */
  set?: string;
  /** From 1, among the mirrors of that set's row. */
  number?: number;
}

/** Where nodes pull from, as the machine config operator would write it into their registries.conf. */
export interface NodeRegistries {
  /**
   * The places for an image, in the order in which nodes ask them: mirrors of the longest source that fits, then the
   * registry that the name says, unless the mirror set forbids it or the cluster blocks it.
   */
  placesOf(image: Pick<ImageName, 'registry' | 'repository'>, byDigest: boolean): PullPlace[];
  isInsecure(host: string, repository: string): boolean;
}

/** @param facts of the cluster whose nodes these are */
export function nodeRegistries(facts: Pick<ClusterFacts, 'mirrors' | 'registrySources'>): NodeRegistries {
  const entries = entriesOf(facts.mirrors);
  const scopes = (names: readonly string[]): RegistryEntry[] =>
    names.map((prefix) => ({
      ...{ prefix, location: '', insecure: true, blocked: false, mirrors: [], file: '' },
    }));
  const insecure = scopes(facts.registrySources.insecure);
  const blocked = scopes(facts.registrySources.blocked);
  const isIn = (table: RegistryEntry[], host: string, repository: string) =>
    findRegistry(table, repository === '' ? host : `${host}/${repository}`) !== undefined;
  return {
    isInsecure: (host, repository) => isIn(insecure, host, repository),
    placesOf({ registry, repository }, byDigest) {
      const places = endpointsOf(entries, () => undefined, {
        ...{ host: registry, repository, purpose: 'pull', byDigest },
      });
      const row = findRegistry(entries, `${registry}/${repository}`)?.entry;
      const rows = facts.mirrors.filter(({ source }) => source === row?.prefix);
      const never = rows.some(({ neverSource, mirrors }) => neverSource && mirrors.length > 0);
      return places
        .filter(({ mirror }) => mirror || !never)
        .filter(({ host, repository }) => !isIn(blocked, host, repository))
        .map(({ host, repository, mirror }, index) => ({
          ...{ host, repository, insecure: isIn(insecure, host, repository) },
          set: mirror ? namesOf(rows, byDigest) : undefined,
          number: mirror ? index + 1 : undefined,
        }));
    },
  };
}

/** Rows of one source are one table for nodes; mirrors of all of them count, each once. */
function entriesOf(rows: ClusterFacts['mirrors']): RegistryEntry[] {
  return [...Map.groupBy(rows, ({ source }) => source)].map(([source, all]) => {
    const mirrors = all.flatMap(({ by, mirrors }) =>
      mirrors.map((location) => ({
        ...{ location, insecure: false },
        pullFrom: by === 'digest' ? ('digest-only' as const) : ('tag-only' as const),
      })),
    );
    const once = Map.groupBy(mirrors, ({ location, pullFrom }) => `${pullFrom} ${location}`);
    return {
      prefix: source,
      // The name of what a wildcard stands for stays as it is.
      location: source.startsWith('*.') ? '' : source,
      insecure: false,
      blocked: false,
      mirrors: [...once.values()].map(([first]) => first!),
      file: all[0]!.object,
    };
  });
}

function namesOf(rows: ClusterFacts['mirrors'], byDigest: boolean): string {
  const named = rows.filter(({ by }) => (by === 'digest') === byDigest).map(({ object }) => object);
  return [...new Set(named)].join(', ');
}

/** `reg.lan:5000/openshift/release (mirror 1 of ImageDigestMirrorSet idms-release-0)`. */
export function placeText({ host, repository, set, number }: PullPlace): string {
  return `${host}/${repository}${set === undefined ? '' : ` (mirror ${number} of ${set})`}`;
}
