import { wordList } from '../../../core/contract/documents/words.ts';
import type { ContractReleaseChannel, KnownVersions } from '../../../core/contract/topics/upgrades.ts';

const FULL = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;
const MINOR = /^\d+\.\d+$/;

/** `4.18` of `4.18.9` and of `4.18`; undefined for what is no version. */
export function minorOf(version: string): string | undefined {
  return /^\d+\.\d+/.exec(version)?.[0];
}

/** Each minor once, in the order of the versions. */
export function minorsOf(versions: readonly string[]): string[] {
  return [...new Set(versions.flatMap((version) => minorOf(version) ?? []))];
}

/** What is wrong with a version as it is typed; undefined for one, for a minor where it may be one, and for nothing. */
export function versionProblem(typed: string, minors: boolean): string | undefined {
  if (typed === '' || FULL.test(typed) || (minors && MINOR.test(typed))) return undefined;
  return minors ? 'Write 4.18.9 or 4.18.' : 'Write it with its patch, 4.16.20.';
}

/**
 * The channels for a question that no graph answers: a new cluster, or versions that no graph is known for yet. A minor
 * without a known version takes the newest of its channel, which is what an entry without bounds means.
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
  const target = FULL.test(to) ? to : newest;
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

/** `stable` of `stable-4.18`; undefined for a name without a minor. */
export function channelKind(name: string): string | undefined {
  return /^([a-z]+(?:-[a-z]+)*)-\d+\.\d+$/.exec(name)?.[1];
}

/** What the text selects, as the sentence of the step; undefined while it selects no release. */
export function selectionSentence(
  channels: readonly { name: string; minVersion?: string; maxVersion?: string }[],
): string | undefined {
  if (channels.length === 0) return undefined;
  if (channels.length > 1)
    return `Releases of ${wordList(channels.map(({ name }) => name).filter((name) => name !== ''))}`;
  const { name, minVersion, maxVersion } = channels[0]!;
  if (minVersion !== undefined && minVersion === maxVersion) return `Release ${minVersion}`;
  if (minVersion !== undefined && maxVersion !== undefined)
    return `Releases of ${name} from ${minVersion} to ${maxVersion}`;
  if (minVersion !== undefined) return `Releases of ${name} from ${minVersion} on`;
  return maxVersion === undefined
    ? `The newest release of ${name}`
    : `The newest release of ${name} up to ${maxVersion}`;
}

/**
 * The architectures after one was chosen or left out, in the order of `all`; undefined when none would be left. amd64
 * alone is what a text without them means.
 * @param written those of the text
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
