import { z } from 'zod';
import type { CatalogIndex } from '../catalog/index/open-index.ts';
import type { CatalogBundle } from '../catalog/model/catalog-model.ts';

const PROPERTY = 'olm.maxOpenShiftVersion';

/** A minor of OpenShift: of 4.16.20, 4 and 16. */
export interface Minor {
  major: number;
  minor: number;
}

/** The highest OpenShift that a bundle allows; a property that OLM cannot read blocks every next minor. */
export type OpenShiftLimit = { highest: Minor } | { invalid: string };

/** Of `4.16`, `4.16.20`, `v4.16`; undefined for what is no version. */
export function minorOf(version: string): Minor | undefined {
  const [, major, minor] = /^v?(\d+)\.(\d+)(?=\.|-|\+|$)/.exec(version) ?? [];
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor) };
}

export function minorText({ major, minor }: Minor): string {
  return `${major}.${minor}`;
}

/** Below zero when `a` is the older one. */
export function compareMinors(a: Minor, b: Minor): number {
  return a.major - b.major || a.minor - b.minor;
}

/** Whether OLM lets a cluster go to that minor while a bundle of this limit is installed. */
export function allowsOpenShift(limit: OpenShiftLimit | undefined, next: Minor): boolean {
  return limit === undefined || ('highest' in limit && compareMinors(limit.highest, next) >= 0);
}

/** In words, for a report: `up to OpenShift 4.17`. */
export function limitText(limit: OpenShiftLimit | undefined): string {
  if (limit === undefined) return 'no limit stated';
  return 'highest' in limit
    ? `up to OpenShift ${minorText(limit.highest)} (${PROPERTY})`
    : `${PROPERTY} cannot be read: ${limit.invalid}`;
}

/**
 * The limit that the values of the property state.
 * @param values of every property `olm.maxOpenShiftVersion` of one bundle, as they are in the catalog
 */
export function openShiftLimit(values: readonly unknown[]): OpenShiftLimit | undefined {
  if (values.length === 0) return undefined;
  if (values.length > 1) return { invalid: 'it is stated more than once' };
  const [value] = values;
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return { invalid: 'it is no version' };
  const plain = text.replaceAll('"', '');
  const [, major, minor = '0'] = /^\s*v?(\d+)(?:\.(\d+))?(?:\.0+)?\s*$/.exec(plain) ?? [];
  if (major === undefined) return { invalid: `"${plain}" is not written as MAJOR.MINOR` };
  return { highest: { major: Number(major), minor: Number(minor) } };
}

const BUNDLE = z.object({
  properties: z.array(z.object({ type: z.string(), value: z.unknown() })).nullish(),
});

/**
 * Limits of bundles, by name; those without one are left out. The index does not keep them, so the documents are read:
 * for one package that is little.
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
    // Most documents do not have it, and some are megabytes.
    if (!json.includes(PROPERTY)) continue;
    const properties = BUNDLE.safeParse(JSON.parse(json.toString('utf8'))).data?.properties ?? [];
    const limit = openShiftLimit(properties.flatMap(({ type, value }) => (type === PROPERTY ? [value] : [])));
    if (limit) limits.set(name, limit);
  }
  return limits;
}
