import { alternativeList, wordList } from '../../../core/contract/documents/words.ts';
import type {
  GraphOrigin,
  UpgradeAnswer,
  UpgradeConfiguration,
  UpgradeHop,
  UpgradePath,
  UpgradeRejection,
  UpgradeRisk,
  UpgradeSegment,
} from '../../../core/contract/topics/upgrades.ts';
import { relativeTime } from '../../parts/format.ts';
import { t } from './messages.ts';
import { isMinor, PATH_PREFERENCES, type UpgradeQuestion, viaIn } from './upgrade-question.ts';

/** Longest path that a title shows completely. */
const VERSIONS_IN_TITLE = 5;

/** Returns the title of an answer. @param more further facts, such as the size to mirror */
export function upgradeSentence(answer: UpgradeAnswer, more: readonly string[] = []): string {
  const path = answer.answer;
  if (!path) return noPathSentence(answer.rejection, answer.to);
  if (path.hops.length === 0) return t('noUpdateTitle', { version: path.path[0]! });
  const facts = [t('updatesFact', { updates: path.hops.length }), ...riskFacts(path), ...more];
  return t('pathTitle', { path: pathText(path.path), facts: facts.join(', ') });
}

/** Returns the numbers of open and answered risks: `1 known risk`, `1 answered risk`, `no known risks`. */
function riskFacts(path: UpgradePath): string[] {
  const risks = risksOf(path);
  const open = openRisks(risks).length;
  const answered = risks.length - open;
  return [
    ...(open > 0 || answered === 0 ? [t('risksFact', { risks: open })] : []),
    ...(answered > 0 ? [t('answeredRisksFact', { risks: answered })] : []),
  ];
}

/** Returns the versions of a path with arrows, the first and last two of a long path. */
export function pathText(versions: readonly string[]): string {
  const shown =
    versions.length > VERSIONS_IN_TITLE ? [...versions.slice(0, 2), '…', ...versions.slice(-2)] : versions;
  return shown.join(' → ');
}

/** Returns the title before there is an answer. */
export function waitingSentence(
  { from, to }: Pick<UpgradeQuestion, 'from' | 'to'>,
  { asking, failed, complete }: { asking: boolean; failed: boolean; complete: boolean },
): string {
  if (!complete) return from !== '' && to === '' ? t('chooseTargetTitle', { from }) : t('startTitle');
  if (asking) return t('findingTitle', { from, to });
  return failed ? t('failedTitle', { from, to }) : t('startTitle');
}

/** Returns the note about the known risks of a path, and about an alternative path without them. */
export function upgradeNote({ answer, alternative: around }: UpgradeAnswer): string {
  if (!answer || answer.hops.length === 0) return '';
  const risky = answer.hops.filter((hop) => openRisks(hop.risks).length > 0);
  const [first] = risky;
  const dismissed = new Set(answer.hops.flatMap((hop) => hop.risks.map(({ name }) => name))).size;
  if (!first && dismissed > 0) return t('dismissedNote', { risks: dismissed });
  if (!first) return t(answer.hops.some((hop) => hop.suggested) ? 'noRisksNote' : 'recommendedNote');
  const all = openRisks(risksOf(answer));
  const risks = all.length;
  return [
    risky.length === 1
      ? t('conditionalUpdateNote', { version: first.to, risks })
      : t('conditionalUpdatesNote', { updates: risky.length }),
    t(all.some((risk) => risk.always) ? 'affectsAllNote' : 'affectsSomeNote', { risks }),
    around ? t('alternativeNote', { updates: around.hops.length }) : t('noAlternativeNote'),
  ].join(' ');
}

/** Returns the note about paused worker pools, or an empty text for a path that pauses none. */
export function pausedNote(segments: readonly UpgradeSegment[] = []): string {
  const paused = segments.filter(({ pausePools }) => pausePools);
  if (paused.length === 0) return '';
  return t('pausedNote', { ranges: wordList(paused.map(({ from, to }) => t('versionRange', { from, to }))) });
}

/** Returns the actions on worker pools at a version of an EUS path. */
export function poolsAt(version: string, segments: readonly UpgradeSegment[] = []): string[] {
  const paused = segments.filter(({ pausePools }) => pausePools);
  return [
    ...(paused.some(({ controlPlaneOnly }) => controlPlaneOnly.includes(version))
      ? [t('controlPlaneOnly')]
      : []),
    ...(paused.some(({ to }) => to === version) ? [t('unpausePools')] : []),
    ...(paused.some(({ from }) => from === version) ? [t('pausePools')] : []),
  ];
}

function noPathSentence(rejection: UpgradeRejection | undefined, version: string): string {
  switch (rejection?.kind) {
    case 'unknown-version':
    case 'ambiguous-version':
      return t('unknownVersionTitle');
    case 'missing-minor':
      // Either the target minor or the minors in between are missing.
      return t('unknownMinorTitle', {
        version: isMinor(version) ? version : alternativeList(rejection.alternatives),
      });
    case 'empty-graph':
      return t('emptyGraphTitle');
    case 'unknown-channel':
      return t('unknownChannelTitle');
    case 'backwards':
      return t('backwardsTitle', { version });
    case 'risks':
      return t('risksTitle', { version });
    case 'blocked':
      return t('blockedTitle', { version });
    default:
      return t('noPathTitle', { version });
  }
}

/** Returns the risks without the decision that they don't affect the clusters. */
export function openRisks(risks: readonly UpgradeRisk[]): UpgradeRisk[] {
  return risks.filter(({ answer }) => answer?.applies !== false);
}

/** Returns every risk of a path, each once. */
function risksOf({ hops }: UpgradePath): UpgradeRisk[] {
  const risks = hops.flatMap((hop) => hop.risks);
  return [...new Map(risks.map((risk) => [`${risk.name} ${risk.message}`, risk])).values()];
}

/** Returns which releases a configuration selects, as a sentence. */
export function selectsSentence({
  releases,
  extra,
}: Pick<UpgradeConfiguration, 'releases' | 'extra'>): string {
  return extra.length === 0
    ? t('selectsExactly', { releases: wordList(releases) })
    : t('selectsMore', { releases: wordList(extra) });
}

/** Returns the name of a new file for the configuration of the complete path or of one update. */
export function configurationName(
  { answer, to, perHop = [] }: UpgradeAnswer,
  configuration: UpgradeConfiguration,
): string {
  const hop = answer?.hops[perHop.indexOf(configuration)];
  return hop ? `upgrade-${hop.from}-to-${hop.to}.yaml` : `upgrade-${answer?.path[0]}-to-${to}.yaml`;
}

/** Returns the collapsed options that differ from their defaults, or an empty text. */
export function foldedWords({ preference, via, architecture, perHop }: UpgradeQuestion): string {
  const stops = viaIn(via);
  return [
    ...(preference === 'shortest' ? [] : [PATH_PREFERENCES[preference]]),
    ...(stops.length > 0 ? [t('viaFolded', { versions: wordList(stops) })] : []),
    ...(architecture === 'amd64' ? [] : [architecture]),
    ...(perHop ? [t('perUpdateLabel')] : []),
  ].join(' · ');
}

/** Returns the line below a version in the steps. */
export function hopNote({ channel, risks }: UpgradeHop): string {
  if (risks.length > 0) return channel ?? '';
  return channel ? t('channelNoRisks', { channel }) : t('noRisks');
}

/** Returns the source of a graph with its age: `stable-4.16 from api.example.com/graph, queried 3 days ago`. */
export function originText({ kind, origin, channels, asOf }: GraphOrigin, now: Date): string {
  const place = origin.replace(/^https?:\/\//, '');
  const graph =
    channels.length > 0 && channels.length <= 4
      ? t('graphChannels', { channels: wordList(channels), place })
      : place;
  if (kind === 'service') return t('graphQueriedNow', { graph });
  if (asOf === undefined) return graph;
  const age = relativeTime(new Date(asOf), now);
  return t(kind === 'cached' ? 'graphQueried' : 'graphModified', { graph, age });
}

/** Returns the name of a risk as a title: `CamelCaseOfRisks` becomes `Camel case of risks`. */
export function riskTitle({ name }: Pick<UpgradeRisk, 'name'>): string {
  if (!name) return t('unnamedRisk');
  const words = name
    .replace(/([a-z\d])([A-Z](?:[a-z]|[A-Z]{2}))/g, '$1 $2')
    .replace(/(\w[A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(' ');
  return words
    .map((word, at) => (at === 0 || /^[A-Z\d]{2,}/.test(word) ? word : word.toLowerCase()))
    .join(' ');
}

/** Returns a list, shortened to the first two entries, the number of omitted ones, and the last one. */
export function shortened(words: readonly string[]): string[] {
  return words.length > 4
    ? [...words.slice(0, 2), t('moreItems', { count: words.length - 3 }), words.at(-1)!]
    : [...words];
}

/** Returns the patch level of a version, the label of its dot in the diagram: `20` for `4.16.20`. */
export function patchOf(version: string): string {
  return /^\d+\.\d+\.(.+?)(?:\+.*)?$/s.exec(version)?.[1] ?? version;
}
