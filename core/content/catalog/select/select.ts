import { parse, type SemVer } from 'semver';
import type { Problem } from '../../../base/errors/airlock-error.ts';
import { RULE, type Rule } from '../../../base/errors/rules.ts';
import type { OperatorPackage, OperatorSelection } from '../../../image-set/config/image-set.ts';
import { versionRange } from '../../../image-set/config/version-range.ts';
import { isStrictVersion } from '../../../image-set/config/versions.ts';
import type { CatalogIndex } from '../index/open-index.ts';
import { t } from '../messages.ts';
import type { CatalogChannel, CatalogPackage } from '../model/catalog-model.ts';
import { nearestNames } from '../model/nearest-names.ts';
import { type Fail, rejectEmpty } from './empty-channels.ts';
import { type ChannelRule, retainedEntries } from './select-channel.ts';
import { allProblems, type Place, problem } from './selection-problems.ts';
import type { OperatorSelectionResult, SelectedChannel, SelectedPackage } from './selection-result.ts';
import { packageWarnings } from './selection-warnings.ts';

export interface SelectOptions {
  /** The level of an unknown package or channel name, which oc-mirror doesn't report. Default: error. */
  unknownNames?: 'error' | 'warning';
  signal?: AbortSignal;
}

/** The part of an index that a selection reads. It can also be a catalog of one package in memory. */
export type SelectableCatalog = Pick<CatalogIndex, 'packages' | 'others' | 'package'>;

/**
 * Returns the part of a catalog that an entry of `operators` selects, by the rules of oc-mirror v2 (catalog-filter:
 * pkg/filter/mirror-config/v1alpha1/mirror-filter.go). Where those would write a catalog that OLM rejects (a channel
 * without entries, a bundle outside of channels), the channel is dropped or an error is thrown.
 * @throws AirlockError `operator-unknown` for names and versions that the catalog doesn't have, `operator-selection` for
 * an impossible selection, `catalog-invalid` for channels that OLM can't use; all of them in `problems`
 */
export async function selectOperators(
  index: SelectableCatalog,
  selection: OperatorSelection,
  { unknownNames = 'error', signal }: SelectOptions = {},
): Promise<OperatorSelectionResult> {
  const wanted = selection.packages?.length ? selection.packages : undefined;
  const untouched = selection.full && !wanted;
  const problems: Problem[] = [];
  const packages: SelectedPackage[] = [];
  for (const { name, entry, place } of wanted ? listed(wanted, selection) : every(index)) {
    signal?.throwIfAborted();
    const found = await index.package(name);
    if (!found) problems.push(unknownPackage(name, index, place, unknownNames));
    else if (untouched) packages.push(completePackage(found));
    else
      packages.push(...selectPackage(found, { entry, place, full: selection.full, unknownNames }, problems));
  }
  const errors = problems.filter(({ level }) => level === 'error');
  if (errors.length > 0) throw allProblems(errors);
  packages.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { untouched, packages, others: [...index.others], problems };
}

interface Wanted {
  name: string;
  entry?: OperatorPackage;
  place: Place;
}

/** Uses the last one of entries with the same name, like oc-mirror. The loader rejects such files anyway. */
function listed(packages: OperatorPackage[], selection: OperatorSelection): Wanted[] {
  const last = new Map(packages.map((entry) => [entry.name, entry]));
  return [...last.values()].map((entry) => ({
    name: entry.name,
    entry,
    place: entry.at ?? selection.at ?? {},
  }));
}

function every(index: SelectableCatalog): Wanted[] {
  return index.packages.map(({ name }) => ({ name, place: {} }));
}

function unknownPackage(
  name: string,
  index: SelectableCatalog,
  place: Place,
  level: 'error' | 'warning',
): Problem {
  const near = nearestNames(
    name,
    index.packages.map((each) => each.name),
  );
  return problem(place, {
    code: 'operator-unknown',
    level,
    [RULE]: { id: 'package-unknown', nearest: near },
    message: t('packageUnknown', { name }),
    remedy: near.length ? t('nearestRemedy', { names: near.join(', ') }) : t('packageUnknownRemedy'),
  });
}

interface RequestedPackage {
  entry: OperatorPackage | undefined;
  place: Place;
  full: boolean;
  unknownNames: 'error' | 'warning';
}

/** Returns the selected part of a package, or nothing after an error, which is added to the problems. */
function selectPackage(
  found: CatalogPackage,
  requestedSelection: RequestedPackage,
  problems: Problem[],
): SelectedPackage[] {
  const { entry, place, full } = requestedSelection;
  const before = problems.length;
  const fail: Fail = (message, remedy, code = 'operator-selection', rule) =>
    void problems.push(problem(place, { code, level: 'error', message, remedy, [RULE]: rule }));
  const failed = () => problems.slice(before).some(({ level }) => level === 'error');

  if (!found.document && found.channels.length + found.bundles.length > 0)
    // OLM rejects channels without their package, so such a catalog can't be served.
    fail(t('packageDocumentMissing', { package: found.name }), t('catalogInvalidRemedy'), 'catalog-invalid');
  const channels = listedChannels(found, requestedSelection, problems);
  if (failed()) return [];
  const defaultChannel = entry?.defaultChannel || found.defaultChannel;
  if (entry && defaultChannel && !channels.some(({ name }) => name === defaultChannel)) {
    const why = entry.defaultChannel
      ? `specified default channel override "${defaultChannel}" does not exist in the filtered output`
      : `the default channel "${defaultChannel}" was filtered out, a new default channel must be configured for this package`;
    const names = channels.map(({ name }) => name).join(', ');
    const remedy = names ? t('defaultChannelRemedy', { channels: names }) : t('channelsRemedy');
    const message = `invalid default channel configuration for package "${found.name}": ${why}`;
    fail(message, remedy, undefined, { id: 'default-channel-left-out', first: entry.channels?.[0]?.name });
  }
  const versions = versionsOf(found, fail);
  if (failed()) return [];

  const selected: SelectedChannel[] = [];
  const rules = new Map<string, ChannelRule>();
  const empty: CatalogChannel[] = [];
  for (const channel of channels) {
    const rule = ruleOf(channel, entry, full);
    if ('message' in rule) {
      fail(rule.message, t('rangeInvalidRemedy'), undefined, rule.broken);
      return [];
    }
    rules.set(channel.name, rule);
    const result = retainedEntries(channel, rule, versions);
    if ('faults' in result) {
      const values = { package: found.name, channel: channel.name, faults: result.faults.join('; ') };
      fail(t('channelInvalid', values), t('channelInvalidRemedy'), 'catalog-invalid');
      continue;
    }
    const entries = channel.entries.filter(({ name }) => result.retained.has(name));
    if (entries.length === 0 && rule.type !== 'full') empty.push(channel);
    else selected.push({ ...channel, entries, complete: entries.length === channel.entries.length });
  }
  rejectEmpty(found, { empty, rules, defaultChannel, versions, selected }, fail);
  if (failed()) return [];

  const retained = new Set(selected.flatMap(({ entries }) => entries.map(({ name }) => name)));
  problems.push(...packageWarnings({ found, entry, place, channels, selected, rules, versions, retained }));
  return [reduced(found, selected, retained, defaultChannel)];
}

/** Returns the listed channels, or all. Adds unknown names to the problems. */
function listedChannels(
  found: CatalogPackage,
  { entry, place, unknownNames }: RequestedPackage,
  problems: Problem[],
): CatalogChannel[] {
  if (!entry?.channels?.length) return found.channels;
  const names = found.channels.map(({ name }) => name);
  for (const [position, { name }] of entry.channels.entries()) {
    if (names.includes(name)) continue;
    const near = nearestNames(name, names);
    const within =
      place.path === undefined ? place : { ...place, path: `${place.path}.channels[${position}]` };
    problems.push(
      problem(within, {
        code: 'operator-unknown',
        level: unknownNames,
        [RULE]: { id: 'channel-unknown', nearest: near, defaultChannel: found.defaultChannel },
        message: t('channelUnknown', { package: found.name, channel: name }),
        remedy: channelRemedy(near, names),
      }),
    );
  }
  const wanted = new Set(entry.channels.map(({ name }) => name));
  return found.channels.filter(({ name }) => wanted.has(name));
}

function channelRemedy(near: string[], names: string[]): string {
  if (names.length === 0) return t('noNamesRemedy');
  const all = names.join(', ');
  return near.length > 0
    ? t('nearestChannelRemedy', { names: near.join(', '), all })
    : t('allNamesRemedy', { names: all });
}

function versionsOf({ name: of, bundles }: CatalogPackage, fail: Fail): Map<string, SemVer> {
  const versions = new Map<string, SemVer>();
  for (const { name, version } of bundles) {
    const parsed = version !== undefined && isStrictVersion(version) ? parse(version) : null;
    if (parsed) versions.set(name, parsed);
    else {
      const message =
        version === undefined
          ? t('bundleWithoutProperty', { bundle: name, package: of })
          : t('bundleVersionInvalid', { bundle: name, package: of, version });
      fail(message, t('catalogInvalidRemedy'), 'catalog-invalid');
    }
  }
  return versions;
}

/** A range of the channel has precedence over one of the package. */
function ruleOf(
  { name }: CatalogChannel,
  entry: OperatorPackage | undefined,
  full: boolean,
): ChannelRule | { message: string; broken?: Rule } {
  const own = entry?.channels?.findLast((channel) => channel.name === name);
  const range =
    versionRange(own?.minVersion, own?.maxVersion) ?? versionRange(entry?.minVersion, entry?.maxVersion);
  if (range && 'invalid' in range)
    return {
      message: `error parsing version range: improper constraint: "${range.invalid}" of package "${entry!.name}"`,
    };
  if (full && range)
    return {
      message: `package "${entry!.name}": Full: true cannot be mixed with versionRange`,
      broken: { id: 'full-with-versions' },
    };
  if (range) return { type: 'range', range };
  return { type: full ? 'full' : 'heads' };
}

function reduced(
  found: CatalogPackage,
  channels: SelectedChannel[],
  retained: ReadonlySet<string>,
  defaultChannel: string,
): SelectedPackage {
  const channelNames = new Set(channels.map(({ name }) => name));
  return {
    name: found.name,
    defaultChannel,
    document: found.document,
    newDefault: defaultChannel !== found.defaultChannel,
    channels,
    bundles: found.bundles.filter(({ name }) => retained.has(name)),
    deprecations: found.deprecations.map((deprecation) => ({
      ...deprecation,
      retained: [...deprecation.references.entries()]
        .filter(([, { schema, name }]) => {
          if (schema === 'olm.bundle') return retained.has(name);
          return schema !== 'olm.channel' || channelNames.has(name);
        })
        .map(([position]) => position),
    })),
    others: found.others,
  };
}

function completePackage(found: CatalogPackage): SelectedPackage {
  return {
    ...found,
    newDefault: false,
    channels: found.channels.map((channel) => ({ ...channel, complete: true })),
    deprecations: found.deprecations.map((each) => ({ ...each, retained: [...each.references.keys()] })),
  };
}
