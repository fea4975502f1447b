import { parse, type SemVer } from 'semver';
import type { Problem } from '../../../base/errors/airlock-error.ts';
import type { Rule } from '../../../base/errors/rules.ts';
import { looseVersion } from '../../../image-set/config/version-range.ts';
import { t } from '../messages.ts';
import type { CatalogChannel, CatalogPackage } from '../model/catalog-model.ts';
import { nearestNames } from '../model/nearest-names.ts';
import type { ChannelRule } from './select-channel.ts';
import type { SelectedChannel } from './selection-result.ts';

/** Reports an error of a selection. */
export type Fail = (message: string, remedy: string, code?: Problem['code'], rule?: Rule) => void;

/** Channels of a package in which no version matches, and the selection of the others. */
export interface Emptied {
  empty: CatalogChannel[];
  rules: ReadonlyMap<string, ChannelRule>;
  defaultChannel: string;
  versions: ReadonlyMap<string, SemVer>;
  selected: SelectedChannel[];
}

/** Reports an empty default channel, in the catalog or in the selection, and a missing single version. */
export function rejectEmpty(found: CatalogPackage, of: Emptied, fail: Fail): void {
  const { empty, rules, defaultChannel, versions, selected } = of;
  for (const { name } of empty) {
    const rule = rules.get(name)!;
    if (rule.type !== 'range') continue;
    const { only, text } = rule.range;
    const wanted = only === undefined ? undefined : looseVersion(only);
    if (only !== undefined && ![...versions.values()].some((version) => wanted?.compare(version) === 0)) {
      const near = nearestVersions(only, versions);
      fail(
        `package "${found.name}" channel "${name}": specific version ${only} not found in bundles`,
        near ? t('nearestVersionRemedy', { versions: near }) : t('versionRemedy'),
        'operator-unknown',
      );
    } else if (name === defaultChannel || name === found.defaultChannel) {
      const others = selected.map((channel) => channel.name).join(', ');
      fail(
        `package "${found.name}" channel "${name}" has version range "${text}" that results in an empty channel`,
        others ? t('emptyDefaultChannelRemedy', { channels: others }) : emptyRemedy(found, name),
      );
    }
  }
}

function nearestVersions(only: string, versions: ReadonlyMap<string, SemVer>): string {
  return nearestNames(
    only,
    [...versions.values()].map(({ raw }) => raw),
  ).join(', ');
}

/** Returns a remedy with the lowest and the highest version of a channel. */
function emptyRemedy({ channels, bundles }: CatalogPackage, name: string): string {
  const entries = new Set(
    channels.find((channel) => channel.name === name)?.entries.map((entry) => entry.name),
  );
  const versions = bundles
    .flatMap((bundle) => (entries.has(bundle.name) ? (parse(bundle.version) ?? []) : []))
    .sort((a, b) => a.compare(b));
  const [lowest] = versions;
  return lowest
    ? t('emptyChannelRemedy', { lowest: lowest.raw, highest: versions.at(-1)!.raw })
    : t('emptyChannelWithoutVersionsRemedy');
}
