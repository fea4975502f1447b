import type {
  ContractReleaseChannel,
  KnownVersions,
  UpgradeAnswer,
} from '../../../core/contract/topics/upgrades.ts';
import { areVersions } from '../../upgrades/question/typed-version.ts';
import type { UpgradeQuestion } from '../../upgrades/question/use-upgrade-question.ts';
import { channelKind, plainChannels } from './words.ts';

/** The input of the cluster step. An empty `from` is a new cluster; an empty `to` selects nothing. */
export type ClusterQuestion = Pick<UpgradeQuestion, 'from' | 'to' | 'channel' | 'avoidRisks'>;

/** Returns the input from the draft, otherwise from the releases of its text. @param kind the last chosen channel */
export function questionOf(
  draft: { from?: string | undefined; to?: string | undefined },
  releases: readonly { name: string; minVersion?: string; maxVersion?: string }[],
  kind: string | undefined,
  avoidRisks: boolean,
): ClusterQuestion {
  const only = releases.length === 1 ? releases[0] : undefined;
  return {
    from: draft.from ?? (draft.to === undefined && only ? lowestOf(only) : ''),
    to: draft.to ?? only?.maxVersion ?? '',
    channel: kind ?? channelKind(releases.at(-1)?.name ?? '') ?? 'stable',
    avoidRisks,
  };
}

/** Returns the first version of a range; empty if the channel selects a single release or is open. */
function lowestOf({ minVersion, maxVersion }: { minVersion?: string; maxVersion?: string }): string {
  return minVersion !== undefined && maxVersion !== undefined && minVersion !== maxVersion ? minVersion : '';
}

/** Returns the channels for the text. Undefined while the answer is loading. */
export function requestedChannels(
  question: ClusterQuestion,
  answer: UpgradeAnswer | undefined,
  known: KnownVersions['versions'],
  fetching: boolean,
): readonly ContractReleaseChannel[] | undefined {
  if (fetching) return undefined;
  if (!areVersions(question)) return [];
  if (question.from !== '' && answer?.configuration) return answer.configuration.channels;
  return plainChannels({ from: question.from, to: question.to, kind: question.channel }, known);
}

const NOT_IN_GRAPH: ReadonlySet<string> = new Set([
  'unknown-version',
  'missing-minor',
  'empty-graph',
  'unknown-channel',
]);

/** Returns whether the stored graph doesn't have the versions. Another one may have them. */
export function isUnknown(answer: Pick<UpgradeAnswer, 'rejection'> | undefined): boolean {
  return answer?.rejection !== undefined && NOT_IN_GRAPH.has(answer.rejection.kind);
}
