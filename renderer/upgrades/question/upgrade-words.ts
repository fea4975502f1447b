import { capitalized, wordList } from '../../../core/contract/documents/words.ts';
import type {
  GraphOrigin,
  UpgradeAnswer,
  UpgradeConfiguration,
  UpgradeHop,
  UpgradePath,
  UpgradeRefusal,
  UpgradeRisk,
  UpgradeSegment,
} from '../../../core/contract/topics/upgrades.ts';
import { counted, relativeTime, size } from '../../parts/format.ts';
import { type UpgradeQuestion, viaIn, WAYS } from './upgrade-question.ts';

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** The answer as the screen's sentence. @param bytes to carry, when a plan told */
export function upgradeSentence(answer: UpgradeAnswer, bytes?: number): string {
  const path = answer.answer;
  if (!path) return refusalSentence(answer.refusal, answer.to);
  const [from, to] = [path.path[0]!, path.path.at(-1)!];
  if (path.hops.length === 0) return `${from} is what is wanted: no update is needed`;
  const risks = risksOf(path).length;
  const steps = `${numberWord(path.hops.length)} ${path.hops.length === 1 ? 'update' : 'updates'}`;
  const stops = path.path.slice(1, -1);
  const by = stops.length === 0 ? `from ${from} to ${to}` : `to ${to}, by ${wordList(shortened(stops))}`;
  const risk = risks === 0 ? 'without a known risk' : `with ${counted(risks, 'known risk')}`;
  return `${steps} ${by}, ${risk}${bytes === undefined ? '' : `: carry ${size(bytes)}`}`;
}

/** The screen's sentence while there is no answer. @param question undefined while something of it is missing */
export function waitingSentence(
  question: Pick<UpgradeQuestion, 'from' | 'to'> | undefined,
  { asking, failed }: { asking: boolean; failed: boolean },
): string {
  if (question && asking) return `Looking for the way from ${question.from} to ${question.to}`;
  if (question && failed) return `The way from ${question.from} to ${question.to} is not known`;
  return 'Which version is it on, and which one is wanted?';
}

/** What should be known of the answer beside its sentence. */
export function upgradeNote({ answer, around }: UpgradeAnswer): string {
  if (!answer || answer.hops.length === 0) return '';
  const risky = answer.hops.filter(({ risks }) => risks.length > 0);
  if (risky.length === 0)
    return answer.hops.some((hop) => hop.suggested)
      ? 'No risk is known of any update on the way.'
      : 'Every update is recommended to all clusters.';
  const [first] = risky;
  const which =
    risky.length === 1
      ? answer.hops.length === 1
        ? 'The update is'
        : `The update to ${first!.to} is`
      : `${numberWord(risky.length)} of the updates are`;
  const all = risksOf(answer);
  const always = all.some((risk) => risk.always);
  const whom = always
    ? 'every cluster is concerned'
    : 'each cluster finds out by itself whether it is concerned';
  const way = around
    ? ` There is a way round it with ${counted(around.hops.length, 'update')}.`
    : ' There is no way without a known risk.';
  return `${which} conditional: ${whom}.${way}`;
}

/** Where worker pools stay paused, and what is gained by it; nothing for a way that has no such part. */
export function pausedNote(segments: readonly UpgradeSegment[] = []): string {
  const paused = segments.filter(({ pausePools }) => pausePools);
  if (paused.length === 0) return '';
  const parts = wordList(paused.map(({ from, to }) => `from ${from} to ${to}`));
  return `Worker pools stay paused ${parts}: workers are updated and rebooted once instead of twice.`;
}

/** What is done with worker pools at a version of an EUS way. */
export function poolsAt(version: string, segments: readonly UpgradeSegment[] = []): string[] {
  const paused = segments.filter(({ pausePools }) => pausePools);
  return [
    ...(paused.some(({ controlPlaneOnly }) => controlPlaneOnly.includes(version))
      ? ['control plane only']
      : []),
    ...(paused.some(({ to }) => to === version) ? ['resume the pools'] : []),
    ...(paused.some(({ from }) => from === version) ? ['pause the pools'] : []),
  ];
}

function refusalSentence(refusal: UpgradeRefusal | undefined, to: string): string {
  switch (refusal?.kind) {
    case 'unknown-version':
    case 'ambiguous-version':
      return 'One of the versions is not in the update graph';
    case 'missing-minor':
      return `There is no version of ${to}`;
    case 'empty-graph':
      return 'The update graph has no versions';
    case 'unknown-channel':
      return 'The update graph does not have this channel';
    case 'backwards':
      return 'Updates lead to newer versions only';
    case 'risks':
      return `Every way to ${to} has a known risk`;
    case 'blocked':
      return `The way to ${to} was withdrawn`;
    default:
      return `No updates lead to ${to}`;
  }
}

/** Every risk of a path, each once. */
export function risksOf({ hops }: UpgradePath): UpgradeRisk[] {
  const risks = hops.flatMap((hop) => hop.risks);
  return [...new Map(risks.map((risk) => [`${risk.name} ${risk.message}`, risk])).values()];
}

/** What a configuration selects. */
export function selectsSentence({
  releases,
  extra,
}: Pick<UpgradeConfiguration, 'releases' | 'extra'>): string {
  return extra.length === 0
    ? `It selects exactly ${wordList(releases)}.`
    : `Nothing smaller has the whole way. It selects ${wordList(extra)} beside it.`;
}

/** Of a new file for a configuration of an answer: that of the whole way, or of one update. */
export function configurationName(
  { answer, to, perHop = [] }: UpgradeAnswer,
  configuration: UpgradeConfiguration,
): string {
  const hop = answer?.hops[perHop.indexOf(configuration)];
  return hop ? `upgrade-${hop.from}-to-${hop.to}.yaml` : `upgrade-${answer?.path[0]}-to-${to}.yaml`;
}

/** `a note` -> `A note.` */
export function asSentence(words: string): string {
  return `${capitalized(words)}.`;
}

/** What of a question is folded away and not as it is by itself; empty when nothing is. */
export function foldedWords({ way, via, architecture, perHop }: UpgradeQuestion): string {
  const stops = viaIn(via);
  return [
    ...(way === 'shortest' ? [] : [WAYS[way]]),
    ...(stops.length > 0 ? [`through ${wordList(stops)}`] : []),
    ...(architecture === 'amd64' ? [] : [architecture]),
    ...(perHop ? ['one configuration per update'] : []),
  ].join(', ');
}

/** Line below a version in the walk. */
export function hopNote({ channel, risks }: UpgradeHop): string {
  return [channel, risks.length === 0 ? 'no known risk' : undefined].filter(Boolean).join(', ');
}

/** Where the graph is from, with its age: `stable-4.16 of https://…, asked 3 days ago`. */
export function originText({ kind, origin, channels, asOf }: GraphOrigin, now: Date): string {
  const of = channels.length > 0 && channels.length <= 4 ? `${wordList(channels)} of ` : '';
  const place = origin.replace(/^https?:\/\//, '');
  if (kind === 'service') return `${of}${place}, asked now`;
  const age =
    asOf === undefined ? '' : `, ${kind === 'kept' ? 'asked' : 'of'} ${relativeTime(new Date(asOf), now)}`;
  return `${of}${place}${age}`;
}

/** `CamelCaseOfRisks` -> `Camel case of risks`: names are all there is where a risk has no message. */
export function riskTitle({ name }: Pick<UpgradeRisk, 'name'>): string {
  if (!name) return 'A risk without a name';
  const words = name
    .replace(/([a-z\d])([A-Z](?:[a-z]|[A-Z]{2}))/g, '$1 $2')
    .replace(/(\w[A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(' ');
  return words
    .map((word, at) => (at === 0 || /^[A-Z\d]{2,}/.test(word) ? word : word.toLowerCase()))
    .join(' ');
}

/** Of many the first two, how many there are between, and the last. */
export function shortened(words: readonly string[]): string[] {
  return words.length > 4 ? [...words.slice(0, 2), `${words.length - 3} more`, words.at(-1)!] : [...words];
}

export function numberWord(value: number): string {
  return NUMBERS[value] ?? String(value);
}

/** Patch level of a version, as dots in the lanes are named: `4.16.20` -> `20`. */
export function patchOf(version: string): string {
  return /^\d+\.\d+\.(.+?)(?:\+.*)?$/s.exec(version)?.[1] ?? version;
}
