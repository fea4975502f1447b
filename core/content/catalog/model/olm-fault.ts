import type { CatalogPackage } from './catalog-model.ts';

/**
 * Returns why OLM rejects a catalog with a package, in opm's words; undefined if it doesn't. Fragments, such as the file of a
 * channel without its package, are rejected (operator-registry: alpha/declcfg/declcfg_to_model.go, ConvertToModel, and
 * alpha/model/model.go, Validate).
 */
export function olmFault({
  name,
  document,
  defaultChannel,
  channels,
  bundles,
  deprecations,
}: CatalogPackage): string | undefined {
  const [channel] = channels;
  const [bundle] = bundles;
  if (!document) {
    if (channel) return `unknown package "${name}" for channel "${channel.name}"`;
    if (bundle) return `unknown package "${name}" for bundle "${bundle.name}"`;
    return deprecations.length > 0 ? `cannot apply deprecations to an unknown package "${name}"` : undefined;
  }
  const entries = new Set(channels.flatMap((each) => each.entries.map((entry) => entry.name)));
  const orphan = bundles.find((each) => !entries.has(each.name));
  if (orphan) return `package "${name}", bundle "${orphan.name}" not found in any channel entries`;
  const named = new Set(bundles.map((each) => each.name));
  const missing = [...entries].filter((each) => !named.has(each)).sort();
  if (missing.length > 0)
    return `no olm.bundle blobs found in package "${name}" for olm.channel entries [${missing.join(' ')}]`;
  const invalid = (fault: string) => `invalid package "${name}": ${fault}`;
  if (!channel && defaultChannel === '') return invalid('package must contain at least one channel');
  if (defaultChannel === '') return invalid('default channel must be set');
  const empty = channels.find((each) => each.entries.length === 0)?.name;
  const unlisted = channels.some((each) => each.name === defaultChannel) ? undefined : defaultChannel;
  return empty === undefined && unlisted === undefined
    ? undefined
    : invalid(`invalid channel "${empty ?? unlisted}": channel must contain at least one bundle`);
}
