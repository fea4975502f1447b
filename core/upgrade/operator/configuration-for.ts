import { compareBuild, parse } from 'semver';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { CatalogPackage } from '../../content/catalog/model/catalog-model.ts';
import { selectOperators } from '../../content/catalog/select/select.ts';
import type { SelectedPackage } from '../../content/catalog/select/selection-result.ts';
import type {
  OperatorChannel,
  OperatorPackage,
  OperatorSelection,
} from '../../image-set/config/image-set.ts';
import { bundleVersions, channelView, nextUpdate } from './edges.ts';
import { t } from './messages.ts';
import type { OperatorHop } from './path.ts';
import type { OperatorCatalog } from './prepared-catalog.ts';

/** The entry for `packages` of one catalog. */
export interface PackageConfiguration {
  package: OperatorPackage & { channels: OperatorChannel[] };
  /** Exactly the bundles of the path are selected. */
  exact: boolean;
  /** Selected bundles that the path doesn't need. No smaller selection contains the path. */
  extra: { name: string; version?: string }[];
  /** Bundles of the path that no range of versions selects. */
  missing: string[];
  /** Notes, in words, especially where OLM would leave the path. */
  notes: string[];
}

/**
 * Returns the smallest entry of `packages` for the hops of a path in one catalog. Each candidate is checked with the
 * actual selection and OLM's updates in the filtered channels.
 * @param hops of one path in one catalog, at least one
 * @throws AirlockError `catalog-invalid` or `operator-selection` if nothing of the package can be selected
 */
export async function configurationFor(
  found: CatalogPackage,
  hops: readonly OperatorHop[],
): Promise<PackageConfiguration> {
  const channels: OperatorChannel[] = [];
  for (const name of new Set(hops.map(({ channel }) => channel))) {
    const bundles = hops.filter(({ channel }) => channel === name).map(({ to }) => to);
    channels.push({ name, ...(await bestRange(found, name, bundles, hops)) });
  }
  const last = hops.at(-1)!.channel;
  const isDefaultRetained = channels.some(({ name }) => name === found.defaultChannel);
  const entry = {
    name: found.name,
    defaultChannel: isDefaultRetained ? undefined : last,
    channels,
  };
  const selected = await select(found, entry);
  const names = selected.bundles.map(({ name }) => name);
  const wanted = new Set(hops.map(({ to }) => to));
  const extra = selected.bundles.filter(({ name }) => !wanted.has(name));
  const leaves = deviation(selected, hops);
  return {
    package: entry,
    exact: extra.length === 0 && [...wanted].every((name) => names.includes(name)),
    extra: extra.map(({ name, version }) => ({ name, version })),
    missing: [...wanted].filter((name) => !names.includes(name)),
    notes: [...(leaves ? [leaves] : []), ...(isDefaultRetained ? [] : [defaultChannelNote(found, last)])],
  };
}

function defaultChannelNote({ name, defaultChannel: before }: CatalogPackage, channel: string): string {
  return before
    ? t('defaultChannelChanged', { package: name, channel, before })
    : t('ownDefaultChannelChanged', { package: name, channel });
}

/**
 * Returns the entries for each catalog of the hops, in the order of use.
 * @throws AirlockError as `configurationFor`
 */
export async function configurationsFor(
  catalogs: readonly OperatorCatalog[],
  hops: readonly OperatorHop[],
): Promise<(PackageConfiguration & { catalog: string })[]> {
  const configurations: (PackageConfiguration & { catalog: string })[] = [];
  for (const [catalog, within] of Map.groupBy(hops, (hop) => hop.catalog)) {
    const found = catalogs.find(({ name }) => name === catalog)!.package!;
    configurations.push({ catalog, ...(await configurationFor(found, within)) });
  }
  return configurations;
}

interface Range {
  minVersion?: string;
  maxVersion?: string;
}

/** Returns the range that contains the bundles, that OLM follows, with the fewest other bundles, and the simplest. */
async function bestRange(
  found: CatalogPackage,
  channel: string,
  bundles: string[],
  hops: readonly OperatorHop[],
): Promise<Range> {
  const within = hops.filter((hop) => hop.channel === channel);
  let best: { range: Range; score: [missing: number, deviates: number, extra: number] } | undefined;
  let fault: unknown;
  for (const range of ranges(found, bundles)) {
    try {
      const entry = { name: found.name, defaultChannel: channel, channels: [{ name: channel, ...range }] };
      const selected = await select(found, entry);
      const names = new Set(selected.bundles.map(({ name }) => name));
      const had = bundles.filter((name) => names.has(name)).length;
      const score: [number, number, number] = [
        bundles.length - had,
        Number(deviation(selected, within) !== undefined),
        names.size - had,
      ];
      if (!best || isLess(score, best.score)) best = { range, score };
    } catch (error) {
      if (!(error instanceof AirlockError)) throw error;
      fault = error;
    }
  }
  if (!best) throw fault;
  return best.range;
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const differs = a.findIndex((each, position) => each !== b[position]);
  return differs >= 0 && a[differs]! < b[differs]!;
}

/** Returns candidate ranges, simplest first. A range contains versions with a dash only if a bound has one. */
function ranges({ bundles: all }: CatalogPackage, bundles: readonly string[]): Range[] {
  const versions = bundles
    .flatMap((name) => parse(all.find((bundle) => bundle.name === name)?.version) ?? [])
    .sort(compareBuild);
  const [low, high] = [versions[0], versions.at(-1)];
  if (!low || !high) return [{}];
  const withDash = `${low.major}.${low.minor}.${low.patch}-0`;
  return [
    {},
    ...(bundles.length === 1 ? [{ minVersion: low.raw, maxVersion: low.raw }] : []),
    ...[low.raw, withDash].flatMap((minVersion) => [{ minVersion }, { minVersion, maxVersion: high.raw }]),
  ];
}

async function select(found: CatalogPackage, entry: OperatorPackage): Promise<SelectedPackage> {
  const selection: OperatorSelection = {
    catalog: '',
    full: false,
    skipDependencies: false,
    platforms: [],
    packages: [entry],
  };
  const { packages } = await selectOperators(
    { packages: [], others: [], package: async () => found },
    selection,
  );
  return packages[0]!;
}

/** Returns where OLM leaves the path with the filtered catalog, or undefined if it follows it. */
function deviation(selected: SelectedPackage, hops: readonly OperatorHop[]): string | undefined {
  const versions = bundleVersions({ ...selected, defaultChannel: '', deprecations: [] });
  const viewOf = (name: string) => {
    const channel = selected.channels.find((each) => each.name === name);
    return channel && channelView(channel, versions);
  };
  for (const { from, fromVersion, to, channel } of hops) {
    const view = viewOf(channel);
    if (!view) return t('channelNotMirrored', { channel });
    if ('faults' in view) return t('mirroredChannelUnusable', { channel, faults: view.faults.join('; ') });
    const version = parse(fromVersion);
    const next = nextUpdate(view, { name: from, version: version ?? undefined })?.entry.name;
    if (next !== to)
      return next === undefined
        ? t('mirroredUpdateMissing', { channel, from })
        : t('mirroredUpdateDiffers', { channel, from, next, to });
  }
  const last = hops.at(-1)!;
  const view = viewOf(last.channel)!;
  const version = parse(last.toVersion);
  const beyond =
    'faults' in view ? undefined : nextUpdate(view, { name: last.to, version: version ?? undefined });
  return beyond
    ? t('mirroredChannelContinues', { channel: last.channel, from: last.to, next: beyond.entry.name })
    : undefined;
}
