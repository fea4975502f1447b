import type {
  ContractReleaseChannel,
  KnownVersions,
  UpgradeAnswer,
} from '../../../core/contract/topics/upgrades.ts';
import type { UpgradeQuestion } from '../../upgrades/question/use-upgrade-question.ts';
import { channelKind, plainChannels } from './words.ts';

/** What the cluster step asks. Empty versions: a new cluster; nothing is wanted yet. */
export type ClusterQuestion = Pick<UpgradeQuestion, 'from' | 'to' | 'channel' | 'avoidRisks'>;

/** The question as the draft has it, else as its text selects releases. @param kind as it was chosen last */
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

/** A range begins where one is. */
function lowestOf({ minVersion, maxVersion }: { minVersion?: string; maxVersion?: string }): string {
  return minVersion !== undefined && maxVersion !== undefined && minVersion !== maxVersion ? minVersion : '';
}

/** What a question writes into the text. Undefined while the answer is on its way. */
export function wantedChannels(
  question: ClusterQuestion,
  answer: UpgradeAnswer | undefined,
  known: KnownVersions['versions'],
  fetching: boolean,
): readonly ContractReleaseChannel[] | undefined {
  if (fetching) return undefined;
  if (question.from !== '' && answer?.configuration) return answer.configuration.channels;
  return plainChannels({ from: question.from, to: question.to, kind: question.channel }, known);
}

const NOT_IN_GRAPH: ReadonlySet<string> = new Set([
  'unknown-version',
  'missing-minor',
  'empty-graph',
  'unknown-channel',
]);

/** The graph that is kept does not have the versions: another one may. */
export function isUnknown(answer: Pick<UpgradeAnswer, 'refusal'> | undefined): boolean {
  return answer?.refusal !== undefined && NOT_IN_GRAPH.has(answer.refusal.kind);
}
