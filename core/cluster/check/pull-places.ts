import { endpointsOf, findRegistry } from '../../registry/access/endpoints.ts';
import type { RegistryEntry } from '../../registry/access/registries-conf.ts';
import type { ClusterFacts } from './cluster-facts.ts';
import { t } from './messages.ts';

/** The name of an image, with a digest or a tag. */
export interface ImageName {
  /** Host with port. */
  registry: string;
  repository: string;
  /** Digest or tag. */
  reference: string;
}

/** One location where nodes look for an image. */
export interface PullPlace {
  /** Host with port of the connection. */
  host: string;
  repository: string;
  insecure: boolean;
  /** The mirror set that contains it. Undefined for the source registry. */
  set?: string;
  /** From 1, among the mirrors of that set's row. */
  number?: number;
}

/** The locations that nodes pull from, as the Machine Config Operator writes them to registries.conf. */
export interface NodeRegistries {
  /**
   * Returns the locations for an image in the order in which nodes try them: the mirrors of the longest source that
   * matches, then the source registry, unless the mirror set forbids it or the cluster blocks it.
   */
  placesOf(image: Pick<ImageName, 'registry' | 'repository'>, byDigest: boolean): PullPlace[];
  isInsecure(host: string, repository: string): boolean;
}

/** Returns the registries of the nodes of a cluster. */
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

/** Merges rows with the same source into one table, as on nodes, with each mirror once. */
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
      // A wildcard source doesn't change the host name.
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

/** Returns a location as text: `reg.lan:5000/openshift/release (mirror 1 of ImageDigestMirrorSet idms-release-0)`. */
export function placeText({ host, repository, set, number }: PullPlace): string {
  const place = `${host}/${repository}`;
  return set === undefined || number === undefined ? place : t('mirrorPlace', { place, number, set });
}
