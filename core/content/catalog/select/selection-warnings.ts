import type { SemVer } from 'semver';
import type { Problem } from '../../../base/errors/airlock-error.ts';
import type { OperatorPackage } from '../../../image-set/config/image-set.ts';
import type { CatalogChannel, CatalogPackage } from '../model/catalog-model.ts';
import { channelGraph } from '../model/channel-graph.ts';
import type { ChannelRule } from './select-channel.ts';
import { type Place, problem } from './selection-problems.ts';
import type { SelectedChannel } from './selection-result.ts';

/** A package whose selection could be made. */
interface Selected {
  found: CatalogPackage;
  entry: OperatorPackage | undefined;
  place: Place;
  /** Of the catalog, those that are listed. */
  channels: readonly CatalogChannel[];
  selected: readonly SelectedChannel[];
  rules: ReadonlyMap<string, ChannelRule>;
  versions: ReadonlyMap<string, SemVer>;
  /** Names of bundles. */
  kept: ReadonlySet<string>;
}

/** What about a selection is hardly meant so, each with its fix. */
export function packageWarnings(of: Selected): Problem[] {
  return [...of.channels.flatMap((channel) => channelWarnings(channel, of)), ...dropped(of), ...absent(of)];
}

function channelWarnings(channel: CatalogChannel, of: Selected): Problem[] {
  const { found, place, selected, rules, versions } = of;
  const rule = rules.get(channel.name);
  if (rule?.type !== 'range') return [];
  const { range } = rule;
  const remains = new Set(
    selected.find(({ name }) => name === channel.name)?.entries.map(({ name }) => name),
  );
  const where = `package "${found.name}" channel "${channel.name}"`;
  const report = (level: Problem['level'], message: string, remedy: string) =>
    problem(place, { code: 'operator-selection', level, message: `${where}: ${message}`, remedy });
  const names = channel.entries.map(({ name }) => name);
  const listVersions = (list: string[]) => list.map((name) => versions.get(name)!.raw).join(', ');
  const warnings: Problem[] = [];

  const hidden = names.filter((name) => {
    const version = versions.get(name);
    return version && !remains.has(name) && range.only === undefined && range.hides(version);
  });
  if (hidden.length > 0)
    warnings.push(
      report(
        'warning',
        `version range "${range.text}" leaves out ${listVersions(hidden)}: a range without a pre-release takes no version with a part behind a dash`,
        'Write a dash into one of the bounds, e.g. minVersion 1.2.0-0 in place of 1.2.0.',
      ),
    );

  const adjacent = names.filter((name) => {
    const version = versions.get(name);
    return version && !remains.has(name) && range.only === undefined && range.contains(version);
  });
  if (adjacent.length > 0)
    warnings.push(
      report(
        'warning',
        `${listVersions(adjacent)} fit the range but are not on the upgrade path that is kept`,
        'Give such a version as minVersion and maxVersion, or mirror the package with full: true, if a cluster runs it.',
      ),
    );

  const outside = [...remains].filter((name) => {
    const version = versions.get(name);
    return version && range.only === undefined && !range.contains(version);
  });
  if (outside.length > 0)
    warnings.push(
      report(
        'info',
        `${listVersions(outside)} are taken although outside "${range.text}": the upgrade path of the others needs them`,
        'Nothing is to be done.',
      ),
    );
  return [...warnings, ...lostHead(channel, remains, of, report)];
}

type Report = (level: Problem['level'], message: string, remedy: string) => Problem;

/** The catalog's head is left out. With a maxVersion that is what was asked for; without, it hardly is. */
function lostHead(
  channel: CatalogChannel,
  remains: ReadonlySet<string>,
  of: Selected,
  report: Report,
): Problem[] {
  const graph = channelGraph(channel.entries);
  if ('faults' in graph || remains.size === 0 || remains.has(graph.head)) return [];
  const own = of.entry?.channels?.find(({ name }) => name === channel.name);
  const ranged = own?.minVersion || own?.maxVersion ? own : of.entry;
  const saved = channelGraph(channel.entries.filter(({ name }) => remains.has(name)));
  const head = 'head' in saved ? saved.head : [...remains].join(', ');
  return [
    report(
      ranged?.maxVersion ? 'info' : 'warning',
      `its head is ${head}; the catalog's own head ${graph.head} is left out`,
      ranged?.maxVersion
        ? 'Raise maxVersion when clusters should get the newest version.'
        : 'Change minVersion so that the newest version fits.',
    ),
  ];
}

/** Channels that a range empties vanish without a word in oc-mirror. */
function dropped({ found, entry, place, channels, selected, rules }: Selected): Problem[] {
  const names = new Set(selected.map(({ name }) => name));
  const removed = channels.filter(({ name }) => !names.has(name));
  if (removed.length === 0) return [];
  const listed = (entry?.channels?.length ?? 0) > 0;
  const range = rules.get(removed[0]!.name);
  return [
    problem(place, {
      code: 'operator-selection',
      level: listed ? 'warning' : 'info',
      message: `package "${found.name}": ${removed.map(({ name }) => name).join(', ')} left out, nothing in ${removed.length > 1 ? 'them' : 'it'} fits "${range?.type === 'range' ? range.range.text : ''}"`,
      remedy: listed ? 'Change the versions, or take the channel out.' : 'List the channels that are needed.',
    }),
  ];
}

function absent({ found, place, kept: saved }: Selected): Problem[] {
  const bundles = new Set(found.bundles.map(({ name }) => name));
  const missing = [...saved].filter((name) => !bundles.has(name));
  if (missing.length === 0) return [];
  return [
    problem(place, {
      code: 'catalog-invalid',
      level: 'warning',
      message: `package "${found.name}": the catalog has no bundle for ${missing.join(', ')}, which its channels name`,
      remedy: 'Take another version of the catalog, or tell its publisher.',
    }),
  ];
}
