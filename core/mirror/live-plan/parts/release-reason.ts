import { compare, parse } from 'semver';
import type { PlatformSelection, ReleaseChannel } from '../../../image-set/config/image-set.ts';
import { t } from '../messages.ts';
import type { PlannedRelease } from './releases.ts';

/** Returns why a draft selects a release: `in the upgrade path 4.16.1 to 4.16.9`. @param to the target version */
export function releaseReason(
  { version, channels }: Pick<PlannedRelease, 'version' | 'channels'>,
  platform: Pick<PlatformSelection, 'channels' | 'release'> | undefined,
  to: string | undefined,
): string {
  if (!platform || platform.release) return t('chosenReason');
  const used = platform.channels.filter(({ name }) => channels.includes(name));
  const [first, last] = [used[0], used.at(-1)];
  if (!first || !last) return t('chosenReason');
  const bounds = boundsOf(used);
  if (bounds && bounds.min === bounds.max) return t('chosenReason');
  if (version === to) return t('targetReason');
  if (bounds && (used.length > 1 || first.shortestPath))
    return t('upgradeReason', { first: bounds.min, last: bounds.max });
  if (bounds) return t('rangeReason', { first: bounds.min, last: bounds.max, channel: first.name });
  if (first.minVersion !== undefined)
    return t('fromReason', { version: first.minVersion, channel: first.name });
  if (last.maxVersion !== undefined) return t('upToReason', { version: last.maxVersion, channel: last.name });
  return t('newestReason', { channel: last.name });
}

/** Returns the lowest and the highest bound of channels; undefined if one has no bounds. */
function boundsOf(channels: readonly ReleaseChannel[]): { min: string; max: string } | undefined {
  const minimums = channels.flatMap(({ minVersion }) => (parse(minVersion) ? [minVersion!] : []));
  const maximums = channels.flatMap(({ maxVersion }) => (parse(maxVersion) ? [maxVersion!] : []));
  const [min] = minimums.sort(compare);
  const max = maximums.sort(compare).at(-1);
  return min === undefined || max === undefined ? undefined : { min, max };
}
