import { useEffect, useState } from 'react';
import type { ContractReleaseChannel, KnownVersions } from '../../../core/contract/topics/upgrades.ts';
import { useAsk } from '../../engine/requests.ts';
import { areVersions, versionProblem } from '../../upgrades/question/typed-version.ts';
import { ARCHITECTURES } from '../../upgrades/question/use-upgrade-question.ts';
import { useDraft } from '../draft/use-draft.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';
import { useImageSet } from '../draft/use-image-set.ts';
import { type ClusterQuestion, isUnknown, questionOf, requestedChannels } from './cluster-question.ts';
import { sameReleases, writeReleases } from './edits.ts';

/** The input of the cluster step, the upgrade path, and whether the text selects it. */
export type ClusterPath = ReturnType<typeof useClusterPath>;

/**
 * Returns the upgrade path from the update service or, on a metered connection, from stored graphs. Versions without a
 * path are written to the text as entered, so that their graph is among the data to load.
 */
export function useClusterPath() {
  const { draft, doc, edit, change } = useDraft();
  const { plan, lookUp } = useDraftPlan();
  const view = useImageSet();
  const { metered, workspace } = draft;
  const architecture = ARCHITECTURES.find((each) => each === view.architectures[0]) ?? 'amd64';
  const place = workspace === undefined ? {} : { workspace };

  const started = draft.to !== undefined && view.releases.length === 0;
  /** Input that isn't in the text yet. */
  const [pending, setPending] = useState<ClusterQuestion>();
  const [kind, setKind] = useState<string>();
  const [avoidRisks, setAvoidRisks] = useState(false);
  const settled = questionOf(draft, view.releases, kind, avoidRisks);
  const question = pending ?? settled;
  const known = useAsk('upgrades.versions', { ...place, architecture }, { keep: true, staleTime: 0 });
  const complete = question.from !== '' && question.to !== '' && areVersions(question);
  const query = useAsk(
    'upgrades.path',
    {
      ...place,
      from: question.from || '-',
      to: question.to || '-',
      channel: question.channel,
      architecture,
      avoidRisks: question.avoidRisks,
      source: { kind: metered ? 'cached' : 'service' },
    },
    { enabled: complete, staleTime: Number.POSITIVE_INFINITY },
  );
  const answer = complete ? query.data : undefined;
  const versions = known.data?.versions ?? NO_VERSIONS;

  // A loaded graph may have what the answer was missing.
  const graphs = plan?.lookUps.filter((each) => each.kind === 'graph').map(({ id, asOf }) => `${id} ${asOf}`);
  const signature = graphs?.join('\n');
  const busy = lookUp.ids.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a loaded graph is a reason to repeat the request
  useEffect(() => {
    if (signature === undefined || busy) return;
    void known.refetch();
    if (complete && metered) void query.refetch();
  }, [signature, busy]);

  const channels = requestedChannels(question, answer, versions, complete && query.isFetching);
  const put = (wanted: ClusterQuestion, found: readonly ContractReleaseChannel[]) => {
    setPending(undefined);
    setKind(wanted.channel);
    setAvoidRisks(wanted.avoidRisks);
    const fields = { from: wanted.from || undefined, to: wanted.to || undefined };
    edit((before) => writeReleases(before, found), { fields });
  };
  const waiting = pending ?? (started ? settled : undefined);
  const unanswered = complete && (query.isFetching || known.isLoading);
  // If a stored graph has no path, the screen shows that, and the text stays unchanged.
  const unknown = complete && metered && !query.isFetching && (query.isError || isUnknown(query.data));
  const rejected = !unknown && (query.isError || answer?.rejection !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer is complete
  useEffect(() => {
    if (!waiting || unanswered || known.isLoading || doc.faults.length > 0) return;
    if (channels && channels.length > 0 && !(complete && rejected)) put(waiting, channels);
    else if (pending?.to === '' && settled.to !== '') put(pending, []);
    else if (pending) {
      setPending(undefined);
      setKind(pending.channel);
      setAvoidRisks(pending.avoidRisks);
      change({ from: pending.from || undefined, to: pending.to || undefined });
    }
  }, [waiting, unanswered, known.isLoading, JSON.stringify(channels), rejected]);

  return {
    question,
    /** Changes the input. The answer is written to the text. */
    ask: (changes: Partial<ClusterQuestion>) => setPending({ ...question, ...changes }),
    /** The answer for two versions, if a graph is available. */
    answer,
    asking: complete && query.isFetching,
    /** Stored graphs don't have the versions, and no other one was requested. */
    unknown,
    error: complete ? (query.error ?? undefined) : undefined,
    again: () => void query.refetch(),
    /** Whether the text selects other releases than the answer. */
    differs:
      !waiting &&
      !unanswered &&
      !rejected &&
      !unknown &&
      // A new cluster on a minor version uses its latest release.
      (complete || versionProblem(question.to, false) === undefined) &&
      question.to !== '' &&
      channels !== undefined &&
      channels.length > 0 &&
      !sameReleases(view.releases, channels),
    /** Writes the answer to the text. */
    write: () => channels && put(question, channels),
    known: versions,
    metered,
    architecture,
  };
}

const NO_VERSIONS: KnownVersions['versions'] = [];
