import { z } from 'zod';
import type { CatalogIndex } from '../catalog/index/open-index.ts';
import type { CatalogBundle } from '../catalog/model/catalog-model.ts';
import { t } from './messages.ts';

const PROPERTY = 'olm.maxOpenShiftVersion';

/** A minor version of OpenShift: 4 and 16 for 4.16.20. */
export interface Minor {
  major: number;
  minor: number;
}

/** The highest OpenShift version that a bundle supports. A property that OLM can't parse blocks every next minor. */
export type OpenShiftLimit = { highest: Minor } | { invalid: string };

/** Parses the minor of `4.16`, `4.16.20`, `v4.16`; undefined for other texts. */
export function minorOf(version: string): Minor | undefined {
  const [, major, minor] = /^v?(\d+)\.(\d+)(?=\.|-|\+|$)/.exec(version) ?? [];
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor) };
}

export function minorText({ major, minor }: Minor): string {
  return `${major}.${minor}`;
}

/** Returns a negative number if `a` is older. */
export function compareMinors(a: Minor, b: Minor): number {
  return a.major - b.major || a.minor - b.minor;
}

/** Returns whether OLM allows an update to a minor while a bundle with this limit is installed. */
export function allowsOpenShift(limit: OpenShiftLimit | undefined, next: Minor): boolean {
  return limit === undefined || ('highest' in limit && compareMinors(limit.highest, next) >= 0);
}

/** Returns a limit in words: `up to OpenShift 4.17`. */
export function limitText(limit: OpenShiftLimit | undefined): string {
  if (limit === undefined) return t('noLimit');
  return 'highest' in limit
    ? t('limit', { minor: minorText(limit.highest), property: PROPERTY })
    : t('limitInvalid', { property: PROPERTY, why: limit.invalid });
}

/**
 * Parses the limit of a bundle.
 * @param values of every property `olm.maxOpenShiftVersion` of the bundle, as in the catalog
 */
export function openShiftLimit(values: readonly unknown[]): OpenShiftLimit | undefined {
  if (values.length === 0) return undefined;
  if (values.length > 1) return { invalid: t('limitTwice') };
  const [value] = values;
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return { invalid: t('limitNotAVersion') };
  const plain = text.replaceAll('"', '');
  const [, major, minor = '0'] = /^\s*v?(\d+)(?:\.(\d+))?(?:\.0+)?\s*$/.exec(plain) ?? [];
  if (major === undefined) return { invalid: t('limitNotAMinor', { text: plain }) };
  return { highest: { major: Number(major), minor: Number(minor) } };
}

const BUNDLE = z.object({
  properties: z.array(z.object({ type: z.string(), value: z.unknown() })).nullish(),
});

/**
 * Returns the limits of bundles by name, without bundles that have no limit. Reads the documents, because the index doesn't
 * contain limits. The documents of one package are small.
 * @throws AirlockError `disk`; the reason of `signal`
 */
export async function openShiftLimits(
  index: Pick<CatalogIndex, 'documents'>,
  bundles: readonly CatalogBundle[],
  { signal }: { signal?: AbortSignal } = {},
): Promise<Map<string, OpenShiftLimit>> {
  const limits = new Map<string, OpenShiftLimit>();
  let position = 0;
  for await (const json of index.documents(bundles.map(({ document }) => document))) {
    signal?.throwIfAborted();
    const { name } = bundles[position++]!;
    // Most documents don't have the property, and some have several megabytes.
    if (!json.includes(PROPERTY)) continue;
    const properties = BUNDLE.safeParse(JSON.parse(json.toString('utf8'))).data?.properties ?? [];
    const limit = openShiftLimit(properties.flatMap(({ type, value }) => (type === PROPERTY ? [value] : [])));
    if (limit) limits.set(name, limit);
  }
  return limits;
}
