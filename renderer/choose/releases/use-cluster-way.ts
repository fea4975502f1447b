import { useEffect, useState } from 'react';
import type { ContractReleaseChannel, KnownVersions } from '../../../core/contract/topics/upgrades.ts';
import { useAsk } from '../../engine/requests.ts';
import { ARCHITECTURES } from '../../upgrades/question/use-upgrade-question.ts';
import { useDraft } from '../draft/use-draft.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';
import { useImageSet } from '../draft/use-image-set.ts';
import { type ClusterQuestion, isUnknown, questionOf, wantedChannels } from './cluster-question.ts';
import { sameReleases, writeReleases } from './edits.ts';
import { versionProblem } from './words.ts';

/** The question of the cluster step, what the graph answers, and what the text makes of it. */
export type WayOfCluster = ReturnType<typeof useClusterWay>;

/**
 * A question is answered by the update service, or, on a metered link, by what is kept here. What no graph answers is
 * written as it was asked: then its graph is among what can be looked up.
 */
export function useClusterWay() {
  const { draft, doc, edit, change } = useDraft();
  const { plan, lookUp } = useDraftPlan();
  const view = useImageSet();
  const { metered, workspace } = draft;
  const architecture = ARCHITECTURES.find((each) => each === view.architectures[0]) ?? 'amd64';
  const place = workspace === undefined ? {} : { workspace };

  const begun = draft.to !== undefined && view.releases.length === 0;
  /** What was asked and is not in the text yet. */
  const [pending, setPending] = useState<ClusterQuestion>();
  const [kind, setKind] = useState<string>();
  const [avoidRisks, setAvoidRisks] = useState(false);
  const settled = questionOf(draft, view.releases, kind, avoidRisks);
  const question = pending ?? settled;
  const known = useAsk('upgrades.versions', { ...place, architecture }, { keep: true, staleTime: 0 });
  const complete = question.from !== '' && question.to !== '';
  const asked = useAsk(
    'upgrades.path',
    {
      ...place,
      from: question.from || '-',
      to: question.to || '-',
      channel: question.channel,
      architecture,
      avoidRisks: question.avoidRisks,
      source: { kind: metered ? 'kept' : 'service' },
    },
    { enabled: complete, staleTime: Number.POSITIVE_INFINITY },
  );
  const answer = complete ? asked.data : undefined;
  const versions = known.data?.versions ?? NO_VERSIONS;

  // What was looked up may be what the answer lacked.
  const graphs = plan?.lookUps.filter((each) => each.kind === 'graph').map(({ id, asOf }) => `${id} ${asOf}`);
  const signature = graphs?.join('\n');
  const busy = lookUp.ids.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a graph that was read is a reason to ask again
  useEffect(() => {
    if (signature === undefined || busy) return;
    void known.refetch();
    if (complete && metered) void asked.refetch();
  }, [signature, busy]);

  const channels = wantedChannels(question, answer, versions, complete && asked.isFetching);
  const put = (wanted: ClusterQuestion, found: readonly ContractReleaseChannel[]) => {
    setPending(undefined);
    setKind(wanted.channel);
    setAvoidRisks(wanted.avoidRisks);
    const fields = { from: wanted.from || undefined, to: wanted.to || undefined };
    edit((before) => writeReleases(before, found), { fields });
  };
  const waiting = pending ?? (begun ? settled : undefined);
  const unanswered = complete && (asked.isFetching || known.isLoading);
  // A graph that does not know the way says so; the text then stays as it is.
  const unknown = complete && metered && !asked.isFetching && (asked.isError || isUnknown(asked.data));
  const refused = !unknown && (asked.isError || answer?.refusal !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when what was asked is answered
  useEffect(() => {
    if (!waiting || unanswered || known.isLoading || doc.faults.length > 0) return;
    if (channels && channels.length > 0 && !(complete && refused)) put(waiting, channels);
    else if (pending) {
      setPending(undefined);
      setKind(pending.channel);
      setAvoidRisks(pending.avoidRisks);
      change({ from: pending.from || undefined, to: pending.to || undefined });
    }
  }, [waiting, unanswered, known.isLoading, JSON.stringify(channels), refused]);

  return {
    question,
    /** Changes the question; its answer is written into the text. */
    ask: (changes: Partial<ClusterQuestion>) => setPending({ ...question, ...changes }),
    /** Of a question with both versions, when a graph is known. */
    answer,
    asking: complete && asked.isFetching,
    /** No graph that is kept here knows the versions, and none was asked for. */
    unknown,
    error: complete ? (asked.error ?? undefined) : undefined,
    again: () => void asked.refetch(),
    /** The text selects something else than the answer. */
    differs:
      !waiting &&
      !unanswered &&
      !refused &&
      !unknown &&
      // A new cluster on a minor takes whatever is its newest.
      (complete || versionProblem(question.to, false) === undefined) &&
      question.to !== '' &&
      channels !== undefined &&
      channels.length > 0 &&
      !sameReleases(view.releases, channels),
    /** Writes the answer into the text. */
    write: () => channels && put(question, channels),
    known: versions,
    metered,
    architecture,
  };
}

const NO_VERSIONS: KnownVersions['versions'] = [];
