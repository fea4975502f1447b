import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Product } from '../../registry/capabilities/profile.ts';
import type { Registry } from '../../registry/exchange/registry.ts';
import { outcomeOf, pausedOutcome } from '../run/outcome.ts';
import type { RecordedRun } from '../run/recorded-run.ts';
import type { HostFacts, MirrorResult, RunControl } from '../run/request.ts';
import { inWorkspace, runStages } from '../run/run-stages.ts';
import { limitsOf } from '../run/session.ts';
import { defaultStateDirectory } from '../run/state-directory.ts';
import type { Destination } from '../run/workflow.ts';
import { type DeletedAtRegistry, deleteAtRegistry } from './delete-at-registry.ts';
import { type DeleteResultFile, writeDeleteResult } from './delete-result.ts';
import { forgetPushed } from './forget-pushed.ts';
import { type FreedStore, freeStore } from './free-store.ts';
import { type DeleteNetwork, openDeleteSession } from './generate-delete.ts';
import { t } from './messages.ts';
import { type ExecutionPlan, planExecution } from './plan/execution-plan.ts';
import {
  adjacentRecord,
  DELETE_FOLDER,
  type DeleteRecord,
  readRecord,
  recordOf,
  writeRecord,
} from './plan/files.ts';
import { acceptedImages, sameRegistry } from './plan/listed-images.ts';
import { type DeletedImage, type DeletePlan, type NeededImage, nameAt } from './plan/plan.ts';
import { readDeleteList } from './plan/read-delete-list.ts';
import { readRegistry } from './plan/read-registry.ts';
import { contentBelow, manifestsBelow, type RegistryPicture } from './plan/registry-picture.ts';
import { garbageCollectionAdvice, productOf, requireDeletes } from './plan/support.ts';
import { restoreAdvice } from './restore-advice.ts';
import { type VerifiedRemaining, verifyRemaining } from './verify-remaining.ts';

/** The request of `delete --delete-yaml-file`, with absolute paths. */
export interface ExecuteDeleteRequest extends DeleteNetwork {
  listFile: string;
  destination: Destination;
  /** Also deletes the content of the deleted images from the workspace. */
  forceCacheDelete: boolean;
  /** Folder of the audit record if the list isn't in a workspace. Default: the user's state folder. */
  stateDirectory?: string;
  /** The command line, for the audit record. */
  arguments: string[];
}

export interface ExecutedDelete {
  status: MirrorResult['status'];
  exitCode: number;
  /** Number of names in the list by outcome. `retained`: something else needs their manifest, or they changed. */
  images: { total: number; deleted: number; absent: number; retained: number; failed: number };
  /** Bytes that garbage collection can free at most. Failed images are included, unless all failed. */
  bytesFreed: number;
  /** Names in the list that are retained, with the reason. */
  protected: DeletePlan['protected'];
  /** Deleted names whose manifest is retained, with the reason. */
  tagsOnly: DeletePlan['protected'];
  problems: Problem[];
  verified?: Omit<VerifiedRemaining, 'problems'>;
  /** With `forceCacheDelete`. */
  store?: FreedStore;
  /** How to free the space in the registry. */
  garbageCollection: string[];
  /** How to restore the images. */
  restore: string[];
  /** Folder of the audit record. */
  run: string;
}

/**
 * Deletes the images of a list, written by Airlock or oc-mirror, from a registry. Compares every digest with the list
 * first, and retains everything that a tag outside the list needs. The same command resumes a stopped deletion.
 * @returns also for partial and paused runs, see `exitCode`
 * @throws AirlockError before anything is deleted: those of the list and the workspace, `delete-rejected`, and those of
 * the network
 */
export async function executeDelete(
  request: ExecuteDeleteRequest,
  host: HostFacts,
  own: RunControl,
): Promise<ExecutedDelete> {
  const list = await readList(request);
  const state = request.stateDirectory ?? defaultStateDirectory(host);
  const { arguments: words, ...requested } = request;
  return inWorkspace(
    workspaceOf(request.listFile) ?? state,
    own,
    (workspace) =>
      runStages(
        {
          workflow: 'delete',
          request: { kind: 'delete', ...requested },
          limits: limitsOf({ parallelImages: 8, parallelLayers: 1 }),
          arguments: words,
          overrides: [
            ...(request.destinationTlsVerify ? [] : ['dest-tls-verify=false']),
            ...(request.forceCacheDelete ? ['force-cache-delete'] : []),
          ],
          ...{ host, control: own, workspace },
          configurations: [{ name: basename(request.listFile), text: list.text }],
        },
        {
          session: ({ emit }) => openDeleteSession(request, request.destination, host, emit),
          work: (run) => deleteListed(run, request, list, state),
        },
      ),
    { create: true },
  );
}

/** A list with its accepted and rejected entries, and its record if there is one. */
interface ListToDelete {
  text: string;
  listed: NeededImage[];
  rejected: Problem[];
  record: DeleteRecord | undefined;
}

/** Reads a list and its record. @throws AirlockError `delete-list` if no entry is accepted; as `readDeleteList` */
async function readList({ listFile, destination }: ExecuteDeleteRequest): Promise<ListToDelete> {
  const list = await readDeleteList(listFile);
  const text = await readFile(listFile, 'utf8');
  const known = await readRecord(listFile);
  const record = known && sameRegistry(known.registry, destination) ? known : undefined;
  const { images: listed, rejected: isRejected } = acceptedImages(list, destination, record);
  if (listed.length === 0 && isRejected.length > 0)
    throw new AirlockError('delete-list', isRejected[0]!.message, { problems: isRejected, exitCode: 1 });
  return { text, listed, rejected: isRejected, record };
}

/** Runs all stages. @param state folder with the records of pushes from media */
async function deleteListed(
  run: RecordedRun,
  request: ExecuteDeleteRequest,
  list: ListToDelete,
  state: string,
): Promise<ExecutedDelete> {
  const { workspace, control } = run;
  const { destination } = request;
  const tracker = run.track((image) => image.destination.repository);
  tracker.enter('collect');
  const registry = run.session.registries.at(destination.host);
  run.report(list.rejected);
  const planned = await planAtRegistry(run, registry, request, list);
  const { execution, picture, product } = planned;
  const { plan, changed } = execution;
  tracker.enter('copy', 'deleting');
  const done = await deleteAtRegistry(registry, execution, { ...control, tracker, picture, product });
  run.report(done.problems);
  await forgetPushed(run, state, registry, plan, done.deleted, picture);
  const problems = [...list.rejected, ...changed.map(({ problem }) => problem), ...done.problems];
  const deleted = plan.images.filter((image) => done.deleted.has(nameAt(image)));
  const freed = freedOf(plan, done.failed, picture);
  const restore = await restoreAdvice(
    { names: new Set(deleted.map(nameAt)), content: freed },
    { workspace: workspace.root, records: [...new Set([workspace.root, state])], destination },
    control.signal,
  );
  const images = countsOf(list, execution, done);
  const bytesFreed = images.deleted + images.absent > 0 ? freedBytes(plan, list.record) : 0;
  const garbageCollection = garbageCollectionAdvice(product);
  const { sentences } = restore;
  // The tag of a shared manifest is deleted, and only the manifest is retained.
  const [tagsOnly, isProtected] = [true, false].map((deleted) =>
    plan.protected.filter(({ image }) => done.deleted.has(image) === deleted),
  );
  const reasons = { tagsOnly: tagsOnly!, protected: isProtected! };
  const result = { images, bytesFreed, ...reasons, garbageCollection, restore: sentences };
  const keep = (verified?: DeleteResultFile['verified']) =>
    writeDeleteResult(run.directory, {
      ...{ images, bytesFreed, verified, garbageCollection },
      ...{ restore: sentences, restoreFrom: restore.from, registry: destination },
    });
  if (done.stopped) {
    await keep();
    const { status, exitCode } = await run.close(pausedOutcome(tracker, []));
    return { ...result, status, exitCode, problems, run: run.directory };
  }
  tracker.enter('verify');
  const { problems: broken, ...verified } = await verifyRemaining(
    registry,
    plan.retained,
    picture,
    control.signal,
  );
  run.report(broken);
  problems.push(...broken);
  await keep({ ...verified, broken: broken.length });
  const payloads = deleted.filter(({ kind }) => kind === 'ocpRelease');
  const store = request.forceCacheDelete ? await freeStore(workspace, freed, payloads) : undefined;
  const isRejected = list.rejected.length > 0;
  const partial = done.failed.size > 0 || changed.length > 0 || broken.length > 0 || isRejected;
  const { status, exitCode } = await run.close(
    outcomeOf({
      status: partial ? 'partial' : 'complete',
      exitCode: partial ? (isRejected ? 1 : 2) : undefined,
      ...{ tracker, rejected: [], next: sentences[0] },
    }),
  );
  return { ...result, status, exitCode, problems, verified, store, run: run.directory };
}

/** Plans the list with the current images of the registry. @throws AirlockError `delete-rejected` before anything is deleted */
async function planAtRegistry(
  run: RecordedRun,
  registry: Registry,
  { listFile, destination }: ExecuteDeleteRequest,
  { listed, record }: ListToDelete,
): Promise<{ execution: ExecutionPlan; picture: RegistryPicture; product: Product | undefined }> {
  const { signal } = run.control;
  const repositories = new Set(
    [...listed, ...(record?.tagsOnly ?? []), ...(record?.manifests ?? [])].map(
      ({ repository }) => repository,
    ),
  );
  const { picture } = await readRegistry({
    ...{ registry, repositories, stored: [run.workspace.cache], everywhere: false, selected: listed, signal },
  });
  const execution = planExecution(listed, record, picture);
  const { plan, changed, leftovers } = execution;
  run.report(changed.map(({ problem }) => problem));
  const product = await productOf(registry, signal);
  const work = plan.manifests.length + leftovers.length + plan.tagsOnly.length;
  if (work > 0) await requireDeletes(registry, [...repositories][0]!, product, signal);
  if (!record && plan.manifests.length > 0) await keepRecord(run, listFile, plan, destination);
  return { execution, picture, product };
}

/** Returns the number of names in the list by outcome. */
function countsOf(
  { listed }: ListToDelete,
  { plan, changed }: ExecutionPlan,
  { deleted: removed, failed }: DeletedAtRegistry,
): ExecutedDelete['images'] {
  const names = new Set(listed.map(nameAt));
  const ofList = (image: DeletedImage) => names.has(nameAt(image));
  const isDeleted = (image: DeletedImage) => ofList(image) && removed.has(nameAt(image));
  return {
    total: listed.length,
    deleted: [...plan.images, ...plan.tagsOnly].filter(isDeleted).length,
    absent: plan.absent.length,
    retained:
      plan.tagsOnly.filter(
        (image) => ofList(image) && !removed.has(nameAt(image)) && !failed.has(nameAt(image)),
      ).length + changed.length,
    failed: failed.size,
  };
}

/** Returns the workspace that contains a list, by its path. */
export function workspaceOf(listFile: string): string | undefined {
  const folder = dirname(listFile);
  const workingDir = dirname(folder);
  return basename(folder) === DELETE_FOLDER && basename(workingDir) === 'working-dir'
    ? dirname(workingDir)
    : undefined;
}

/** Writes a record for oc-mirror's list. Without one, a stopped run couldn't find the manifests below an index again. */
async function keepRecord(
  run: RecordedRun,
  listFile: string,
  plan: DeletePlan,
  destination: Destination,
): Promise<void> {
  try {
    await writeRecord(adjacentRecord(listFile), recordOf(plan, destination));
  } catch (thrown) {
    const { code, message, remedy } = asAirlockError(thrown);
    run.report([{ code, level: 'warning', message: t('recordNotWritten', { error: message }), remedy }]);
  }
}

/**
 * Returns the bytes that will be freed. This run reads only the repositories of the list, so layers that others share seem
 * to be freed. The record was made with all repositories, but entries may have been removed from the list since. So the
 * lower number is used, unless some images were already absent.
 */
function freedBytes(plan: DeletePlan, record: DeleteRecord | undefined): number {
  if (!record) return plan.bytesFreed;
  return plan.absent.length > 0 ? record.bytesFreed : Math.min(record.bytesFreed, plan.bytesFreed);
}

/** Returns the content that nothing in the read repositories needs any more. */
function freedOf(plan: DeletePlan, failed: ReadonlySet<string>, picture: RegistryPicture): Set<Digest> {
  const { manifests } = picture;
  const removed = plan.manifests.filter(({ of }) => !of.some((name) => failed.has(name)));
  const content = new Set(
    contentBelow(
      removed.map(({ digest }) => digest),
      manifests,
    ).keys(),
  );
  const saved = plan.retained.map(({ digest }) => digest);
  for (const digest of contentBelow(manifestsBelow(saved, manifests), manifests).keys())
    content.delete(digest);
  return content;
}
