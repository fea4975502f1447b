import { wordList } from '../../../core/contract/documents/words.ts';
import type { ContractReleaseChannel, KnownVersions } from '../../../core/contract/topics/upgrades.ts';
import { isFullVersion } from '../../upgrades/question/typed-version.ts';
import { t } from './messages.ts';

/** Returns `4.18` of `4.18.9` and of `4.18`; undefined for other texts. */
function minorOf(version: string): string | undefined {
  return /^\d+\.\d+/.exec(version)?.[0];
}

/** Returns each minor version once, in the order of the versions. */
export function minorsOf(versions: readonly string[]): string[] {
  return [...new Set(versions.flatMap((version) => minorOf(version) ?? []))];
}

/**
 * Returns the channels for a new cluster, or for versions without a known graph. A minor version without a known release
 * gets an entry without bounds, which selects the latest release of its channel.
 * @param kind `stable`, `fast`, …
 */
export function plainChannels(
  question: { from: string; to: string; kind: string },
  known: KnownVersions['versions'],
): ContractReleaseChannel[] {
  const { from, to, kind } = question;
  const minor = minorOf(to);
  if (minor === undefined) return [];
  const name = `${kind}-${minor}`;
  const newest = known.findLast(
    ({ version, channels }) => minorOf(version) === minor && channels.includes(name),
  )?.version;
  const target = isFullVersion(to) ? to : newest;
  const lowest = from === '' ? target : from;
  return [
    {
      name,
      minVersion: lowest,
      maxVersion: target,
      shortestPath: from !== '',
    },
  ];
}

/** Returns `stable` of `stable-4.18`; undefined for a name without a minor version. */
export function channelKind(name: string): string | undefined {
  return /^([a-z]+(?:-[a-z]+)*)-\d+\.\d+$/.exec(name)?.[1];
}

/** Returns the releases that the text selects as the title of the step; undefined without releases. */
export function selectionTitle(
  channels: readonly { name: string; minVersion?: string; maxVersion?: string }[],
): string | undefined {
  if (channels.length === 0) return undefined;
  if (channels.length > 1)
    return t('channelsTitle', {
      channels: wordList(channels.map(({ name }) => name).filter((name) => name !== '')),
    });
  const { name, minVersion, maxVersion } = channels[0]!;
  if (minVersion !== undefined && minVersion === maxVersion)
    return t('releaseTitle', { version: minVersion });
  if (minVersion !== undefined && maxVersion !== undefined)
    return t('rangeTitle', { channel: name, from: minVersion, to: maxVersion });
  if (minVersion !== undefined) return t('fromTitle', { channel: name, from: minVersion });
  return maxVersion === undefined
    ? t('newestTitle', { channel: name })
    : t('newestUpToTitle', { channel: name, to: maxVersion });
}

/**
 * Returns the architectures after one was selected or cleared, in the order of `all`; undefined if none would remain. A
 * text without architectures selects amd64.
 * @param written the architectures of the text
 */
export function architecturesAfter<Name extends string>(
  all: readonly Name[],
  written: readonly string[],
  name: string,
  on: boolean,
): Name[] | undefined {
  const chosen = written.length > 0 ? written : ['amd64'];
  const next = all.filter((each) => (each === name ? on : chosen.includes(each)));
  if (next.length === 0) return undefined;
  return next.length === 1 && next[0] === 'amd64' ? [] : next;
}
