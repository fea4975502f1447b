import type { SemVer } from 'semver';
import { wordList } from '../../../base/document/words.ts';
import type { Problem } from '../../../base/errors/airlock-error.ts';
import type { OperatorPackage } from '../../../image-set/config/image-set.ts';
import { t } from '../messages.ts';
import type { CatalogChannel, CatalogPackage } from '../model/catalog-model.ts';
import { channelGraph } from '../model/channel-graph.ts';
import type { ChannelRule } from './select-channel.ts';
import { type Place, problem } from './selection-problems.ts';
import type { SelectedChannel } from './selection-result.ts';

/** A package that was selected without an error. */
interface Selected {
  found: CatalogPackage;
  entry: OperatorPackage | undefined;
  place: Place;
  /** The listed channels of the catalog. */
  channels: readonly CatalogChannel[];
  selected: readonly SelectedChannel[];
  rules: ReadonlyMap<string, ChannelRule>;
  versions: ReadonlyMap<string, SemVer>;
  /** Names of bundles. */
  retained: ReadonlySet<string>;
}

/** Returns warnings about parts of a selection that probably aren't intended, with their remedies. */
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
  const where = { package: found.name, channel: channel.name };
  const report = (level: Problem['level'], message: string, remedy: string) =>
    problem(place, { code: 'operator-selection', level, message, remedy });
  const names = channel.entries.map(({ name }) => name);
  const listVersions = (list: string[]) => wordList(list.map((name) => versions.get(name)!.raw));
  const warnings: Problem[] = [];

  const hidden = names.filter((name) => {
    const version = versions.get(name);
    return version && !remains.has(name) && range.only === undefined && range.hides(version);
  });
  if (hidden.length > 0)
    warnings.push(
      report(
        'warning',
        t('prereleasesExcluded', { ...where, range: range.text, versions: listVersions(hidden) }),
        t('prereleasesExcludedRemedy'),
      ),
    );

  const adjacent = names.filter((name) => {
    const version = versions.get(name);
    return version && !remains.has(name) && range.only === undefined && range.contains(version);
  });
  if (adjacent.length > 0)
    warnings.push(
      report('warning', t('offPath', { ...where, versions: listVersions(adjacent) }), t('offPathRemedy')),
    );

  const outside = [...remains].filter((name) => {
    const version = versions.get(name);
    return version && range.only === undefined && !range.contains(version);
  });
  if (outside.length > 0)
    warnings.push(
      report(
        'info',
        t('pathIncluded', { ...where, versions: listVersions(outside), range: range.text }),
        t('pathIncludedRemedy'),
      ),
    );
  return [...warnings, ...lostHead(channel, remains, of, report)];
}

type Report = (level: Problem['level'], message: string, remedy: string) => Problem;

/** Reports an excluded head of the catalog. It is intended with a maxVersion, and probably not without one. */
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
  const retained = channelGraph(channel.entries.filter(({ name }) => remains.has(name)));
  const head = 'head' in retained ? retained.head : [...remains].join(', ');
  return [
    report(
      ranged?.maxVersion ? 'info' : 'warning',
      t('headExcluded', { package: of.found.name, channel: channel.name, head, catalogHead: graph.head }),
      ranged?.maxVersion ? t('raiseMaxVersionRemedy') : t('changeMinVersionRemedy'),
    ),
  ];
}

/** Reports channels without a matching version, which oc-mirror silently omits. */
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
      message: t('channelsExcluded', {
        package: found.name,
        count: removed.length,
        channels: wordList(removed.map(({ name }) => name)),
        range: range?.type === 'range' ? range.range.text : '',
      }),
      remedy: listed ? t('channelsExcludedRemedy') : t('channelsExcludedHintRemedy'),
    }),
  ];
}

function absent({ found, place, retained }: Selected): Problem[] {
  const bundles = new Set(found.bundles.map(({ name }) => name));
  const missing = [...retained].filter((name) => !bundles.has(name));
  if (missing.length === 0) return [];
  return [
    problem(place, {
      code: 'catalog-invalid',
      level: 'warning',
      message: t('bundlesMissing', { package: found.name, bundles: missing.join(', ') }),
      remedy: t('catalogInvalidRemedy'),
    }),
  ];
}
