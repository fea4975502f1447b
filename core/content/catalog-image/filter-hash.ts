import type { Digest } from '../../base/image/digest.ts';
import { nameOf, parseReference } from '../../base/image/reference.ts';
import type { OperatorPackage, OperatorSelection } from '../../image-set/config/image-set.ts';
import { md5 } from './md5.ts';

/**
 * Names of a filtered catalog: folder below `filtered-catalogs/`, and tag of the rebuilt image (oc-mirror v2:
 * internal/pkg/operator/filtered_collector.go).
 */
export interface FilterHashes {
  /** Looked up first by oc-mirror 4.22 and later. */
  pinned: string;
  /** The only one of oc-mirror 4.18 to 4.21. Later versions fall back to it. */
  legacy: string;
}

/**
 * Returns the filter hash of an operator entry in both forms: MD5 of the entry in the format of Go's JSON encoder,
 * without the fields that only name the destination. The order of packages and channels matters.
 * @param operator as in the configuration, not pinned, because the legacy form contains the catalog of the file
 * @param digest of the catalog image
 * @throws AirlockError `reference-invalid`
 */
export function filterHashes(
  operator: Pick<OperatorSelection, 'catalog' | 'full' | 'packages' | 'platforms' | 'skipDependencies'>,
  digest: Digest,
): FilterHashes {
  const name = nameOf(parseReference(operator.catalog));
  return {
    pinned: md5(goJson(entry(operator, `${name}@${digest}`))),
    legacy: md5(goJson(entry(operator, operator.catalog))),
  };
}

/** Returns an entry with its keys in the order of Go's struct. Fields that Go omits when empty are undefined. */
function entry(operator: Parameters<typeof filterHashes>[0], catalog: string): object {
  const { packages, full, skipDependencies, platforms } = operator;
  return {
    packages: packages ? packages.map(packageEntry) : null,
    catalog,
    full: full || undefined,
    skipDependencies: skipDependencies || undefined,
    platforms: someOf(platforms.map(({ os, architecture }) => ({ os, architecture }))),
  };
}

function packageEntry({
  name,
  channels = [],
  defaultChannel,
  minVersion,
  maxVersion,
}: OperatorPackage): object {
  return {
    name,
    channels: someOf(
      channels.map((channel) => ({
        name: channel.name,
        minVersion: channel.minVersion || undefined,
        maxVersion: channel.maxVersion || undefined,
      })),
    ),
    defaultChannel: defaultChannel || undefined,
    minVersion: minVersion || undefined,
    maxVersion: maxVersion || undefined,
  };
}

function someOf<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined;
}

/** Formats JSON like encoding/json: without blanks, and with `<`, `>`, `&` and the two line separators escaped. */
export function goJson(value: object): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
