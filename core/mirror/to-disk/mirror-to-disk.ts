import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { catalogsInSet } from '../../content/operator/carried-catalog.ts';
import { savedSignatures } from '../../content/signature/verified-signatures.ts';
import type { SetWriter } from '../../store/archive/write/set-writer.ts';
import { type Approved, approvedPlan } from '../approval/approved-plan.ts';
import { writeSignatureConfig } from '../cluster-resources/write-cluster-config.ts';
import { nameInSet } from '../copy/fill-set.ts';
import { noteCatalogs } from '../copy/mirrored-catalogs.ts';
import { storedContent } from '../copy/stored-content.ts';
import { t } from '../messages.ts';
import { inRunOrder } from '../run/collect-images.ts';
import { outcomeOf, pausedOutcome, reportIncomplete } from '../run/outcome.ts';
import type { RecordedRun } from '../run/recorded-run.ts';
import type { HostFacts, MirrorRequest, MirrorResult, RunControl } from '../run/request.ts';
import { inWorkspace, mirrorStages, steeredSession } from '../run/run-stages.ts';
import { collectForRun } from '../sides/collect-connected.ts';
import { collectFromSets } from '../sides/collect-from-sets.ts';
import { writePinnedConfigurations } from '../sides/pinned-configurations.ts';
import { absentReleaseSignatures } from '../sides/release-image-signatures.ts';
import { releaseSignatures } from '../sides/release-signatures.ts';
import { attachFiles, type FileToAttach, filesToAttach } from './attached-files.ts';
import { copyToTransfer } from './copy-to-transfer.ts';
import { finishTransfer, listed } from './finish-transfer.ts';
import { historyProblems, writeHistory } from './history.ts';
import { openTransfer } from './open-transfer.ts';

export type ToDiskRequest = MirrorRequest & { workflow: { kind: 'mirrorToDisk' } };

/**
 * Mirrors to disk (docs/architecture.md#how-a-mirror-to-disk-works): adds one transfer with the content that the enclave
 * doesn't have yet. Blobs are copied while later manifests are still being requested. The next run continues a stopped
 * or killed one.
 */
export async function mirrorToDisk(
  request: ToDiskRequest,
  host: HostFacts,
  control: RunControl,
): Promise<MirrorResult> {
  const { directory } = request.workflow;
  const approved = await approvedPlan(request, host, control.signal);
  const { configuration, plan } = approved;
  const attached = await filesToAttach(request, control.signal);
  return inWorkspace(
    directory,
    control,
    async (workspace) => {
      let set: SetWriter | undefined;
      return mirrorStages(
        { request, host, control, workspace, configurations: [configuration], plan },
        {
          session(run) {
            run.report(configuration.warnings);
            return steeredSession(request, run);
          },
          work(run) {
            run.track(nameInSet, () => set?.bytesWritten ?? 0);
            return fillDisk(run, request, { approved, attached }, (opened) => {
              set = opened;
            });
          },
          async ending(error) {
            const ending = await withSpaceNeeded(error, set);
            await set?.close().catch(() => {});
            return ending;
          },
        },
      );
    },
    { create: true },
  );
}

/** All stages of the run. @param onSet receives the set as soon as it is open: a run that fails closes it */
async function fillDisk(
  run: RecordedRun,
  request: ToDiskRequest,
  { approved, attached }: { approved: Approved; attached: readonly FileToAttach[] },
  onSet: (set: SetWriter) => void,
): Promise<MirrorResult> {
  const { workspace, control, tracker, stops, host, emit } = run;
  tracker.enter('collect');
  const sets = await storedContent(workspace.root, emit, control.signal);
  await using _ = { [Symbol.asyncDispose]: () => sets.close() };
  const stored = [workspace.cache, sets];
  const { from, directory } = request.workflow;
  await using collected = await (from === undefined
    ? collectForRun(run, { request, approved, stored, catalogImages: catalogsInSet })
    : collectFromSets({
        ...{ request, host, from, directory, approved, files: workspace.files, cache: workspace.cache },
        ...{ cacheDirectory: airlockDirectory(workspace.root, 'cache'), signal: stops.planning },
      }));
  const { collection, graphBase } = collected;
  const { rejected } = collection;
  run.report([...collection.problems, ...rejected.map(({ problem }) => problem)]);
  await writePinnedConfigurations(workspace.files, approved.configuration, collection.catalogs);
  await noteCatalogs(workspace.state, collection.catalogs);
  const attempted = inRunOrder(collection, request.first, {});
  run.expect(attempted.everything, rejected);

  const transfer = await openTransfer(run, request, approved.configuration.configuration);
  onSet(transfer.set);
  if (!request.resend) run.report(await historyProblems(workspace, transfer.ledger));
  tracker.enter('copy');
  const added = await attachFiles(run, transfer, attached, request.resend);
  const succeeded = await copyToTransfer(run, { request, approved, collected, attempted, transfer });
  tracker.flush();
  if (stops.error) throw stops.error;
  if (control.signal.aborted || control.pause.aborted) {
    await transfer.set.close();
    return pausedOutcome(tracker, rejected);
  }

  tracker.enter('finish');
  const finished = await finishTransfer(run, { approved, collected, transfer, succeeded, added });
  if (finished.transfer) await writeHistory(workspace, await workspace.ledger(request.enclave));
  const config = await writeSignatureConfig({
    root: workspace.root,
    request,
    signatures: await releaseSignatures(succeeded, {
      signatures: async ({ source: { digest } }) => (digest ? savedSignatures(workspace.files, digest) : []),
      ...{ host, emit },
    }),
  });
  run.report(await absentReleaseSignatures(succeeded));
  reportIncomplete(tracker, emit);
  const partial = tracker.images.failed > 0 || rejected.length > 0;
  return outcomeOf({
    ...{ status: partial ? 'partial' : 'complete', tracker, rejected, config },
    ...finished,
    attached: finished.transfer ? added.map(listed) : undefined,
    graphBase: graphBase?.digest,
    next: finished.directory
      ? t('transferNext', { directory: finished.directory })
      : partial
        ? t('transferEmptyNext')
        : t('transferUnneededNext'),
  });
}

/** Adds the space that the planned content still needs to a disk-full error. */
async function withSpaceNeeded(error: AirlockError, set: SetWriter | undefined): Promise<AirlockError> {
  if (error.code !== 'disk-full' || error.expected !== undefined) return error;
  const needed = await set?.checkSpace().then(() => undefined, asAirlockError);
  if (needed?.code !== 'disk-full') return error;
  const { expected, found } = needed;
  return new AirlockError('disk-full', t('diskFull', { error: error.message, needed: needed.message }), {
    side: 'local',
    expected,
    found,
    cause: error,
  });
}
