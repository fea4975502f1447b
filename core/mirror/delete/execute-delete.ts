import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import { forgetDeleted } from '../../cluster/config/forget-deleted.ts';
import type { Registry } from '../../registry/exchange/registry.ts';
import { openWorkspace, type Workspace } from '../../store/workspace/workspace.ts';
import { blobHomes } from '../copy/blob-homes.ts';
import { pushedTags } from '../copy/pushed-tags.ts';
import { outcomeOf, pausedOutcome } from '../run/outcome.ts';
import { openRecordedRun, type RecordedRun } from '../run/recorded-run.ts';
import type { HostFacts, MirrorResult, RunControl } from '../run/request.ts';
import { limitsOf } from '../run/session.ts';
import { defaultStateDirectory } from '../run/state-directory.ts';
import type { Destination } from '../run/workflow.ts';
import { deleteAtRegistry } from './delete-at-registry.ts';
import { type DeleteResultFile, writeDeleteResult } from './delete-result.ts';
import { type FreedStore, freeStore } from './free-store.ts';
import { type DeleteNetwork, openDeleteSession } from './generate-delete.ts';
import { planExecution } from './plan/execution-plan.ts';
import {
  DELETE_FOLDER,
  type DeleteRecord,
  readRecord,
  recordBeside,
  recordOf,
  writeRecord,
} from './plan/files.ts';
import { acceptedImages, sameRegistry } from './plan/listed-images.ts';
import { type DeletePlan, nameAt } from './plan/plan.ts';
import { readDeleteList } from './plan/read-delete-list.ts';
import { readRegistry } from './plan/read-registry.ts';
import { contentBelow, manifestsBelow, type RegistryPicture } from './plan/registry-picture.ts';
import { garbageCollectionAdvice, productOf, requireDeletes } from './plan/support.ts';
import { restoreAdvice } from './restore-advice.ts';
import { type VerifiedKept, verifyKept } from './verify-kept.ts';

/** What `delete --delete-yaml-file` is asked for; paths absolute. */
export interface ExecuteDeleteRequest extends DeleteNetwork {
  listFile: string;
  destination: Destination;
  /** Free what the workspace keeps of the deleted images, too. */
  forceCacheDelete: boolean;
  /** Where the record goes when the list is not in a workspace; default: the user's state folder. */
  stateDirectory?: string;
  /** The command line, for the audit record. */
  arguments: string[];
}

export interface ExecutedDelete {
  status: MirrorResult['status'];
  exitCode: number;
  /** Names of the list: what became of them. `kept`: something else needs their manifest, or they changed. */
  images: { total: number; deleted: number; absent: number; kept: number; failed: number };
  /** Bytes that the registry's garbage collection can free, at most; what failed is counted unless all did. */
  bytesFreed: number;
  /** Names that stay although they were listed, with the reason. */
  protected: DeletePlan['protected'];
  problems: Problem[];
  verified?: Omit<VerifiedKept, 'problems'>;
  /** With `forceCacheDelete`. */
  store?: FreedStore;
  /** How the registry gives the space back. */
  garbageCollection: string[];
  /** How to have the images again. */
  restore: string[];
  /** Folder of the audit record. */
  run: string;
}

/**
 * Deletes what a list names from a registry, ours or oc-mirror's list. Every digest is compared with the list first, and
 * everything that a tag outside the list needs stays. What was stopped is gone on with by the same command.
 * @returns also for partial and paused runs; see `exitCode`
 * @throws AirlockError before anything is deleted: the list, the workspace, `delete-refused`; of the network
 */
export async function executeDelete(
  request: ExecuteDeleteRequest,
  host: HostFacts,
  own: RunControl,
): Promise<ExecutedDelete> {
  const { destination, listFile } = request;
  const list = await readDeleteList(listFile);
  const text = await readFile(listFile, 'utf8');
  const known = await readRecord(listFile);
  const record = known && sameRegistry(known.registry, destination) ? known : undefined;
  const { images: listed, refused } = acceptedImages(list, destination, record);
  if (listed.length === 0 && refused.length > 0)
    throw new AirlockError('delete-list', refused[0]!.message, { problems: refused, exitCode: 1 });
  const state = request.stateDirectory ?? defaultStateDirectory(host);
  const directory = workspaceOf(listFile) ?? state;
  const onWarning = (problem: Problem): void => own.emit({ type: 'problem', problem });
  const workspace = await openWorkspace(directory, {
    create: true,
    onWarning,
  });
  try {
    const { arguments: _arguments, ...asked } = request;
    const recorded = await openRecordedRun({
      workflow: 'delete',
      request: { kind: 'delete', ...asked },
      limits: limitsOf({ parallelImages: 8, parallelLayers: 1 }),
      arguments: request.arguments,
      overrides: [
        ...(request.destinationTlsVerify ? [] : ['dest-tls-verify=false']),
        ...(request.forceCacheDelete ? ['force-cache-delete'] : []),
      ],
      host,
      control: own,
      runs: workspace.runs,
      logs: join(workspace.workingDir, 'logs'),
      configurations: [{ name: basename(listFile), text }],
    });
    const session = await openDeleteSession(request, destination, host, recorded.emit).catch(recorded.failed);
    const { counters } = session.registries;
    const tracker = recorded.track(
      () => ({ fetched: counters.fetched, sent: counters.sent, written: 0 }),
      (image) => image.destination.repository,
    );
    try {
      tracker.enter('collect');
      const registry = session.registries.at(destination.host);
      const signal = AbortSignal.any([recorded.control.signal]);
      const tell = (problems: readonly Problem[]) => {
        for (const problem of problems) recorded.emit({ type: 'problem', problem });
      };
      tell(refused);
      const repositories = new Set(
        [...listed, ...(record?.tagsOnly ?? []), ...(record?.manifests ?? [])].map(
          ({ repository }) => repository,
        ),
      );
      const { picture } = await readRegistry({
        registry,
        repositories,
        held: [workspace.cache],
        everywhere: false,
        selected: listed,
        signal,
      });
      const execution = planExecution(listed, record, picture);
      const { plan, changed } = execution;
      tell(changed.map(({ problem }) => problem));
      const product = await productOf(registry, signal);
      const work = plan.manifests.length + execution.leftovers.length + plan.tagsOnly.length;
      if (work > 0) await requireDeletes(registry, [...repositories][0]!, product, signal);
      if (!record && plan.manifests.length > 0) await keepRecord(listFile, plan, destination, tell);
      tracker.enter('copy', 'deleting');
      const done = await deleteAtRegistry(registry, execution, {
        tracker,
        picture,
        product,
        pause: recorded.control.pause,
        signal,
      });
      tell(done.problems);
      await forgetPushed(workspace, state, registry, plan, done.gone, picture, onWarning);
      const problems = [...refused, ...changed.map(({ problem }) => problem), ...done.problems];
      const freed = freedOf(plan, done.failed, picture);
      const restore = await restoreAdvice(
        {
          names: new Set(plan.images.filter((image) => done.gone.has(nameAt(image))).map(nameAt)),
          content: freed,
        },
        { workspace: directory, records: [...new Set([directory, state])], destination },
        signal,
      );
      const inList = new Set(listed.map(nameAt));
      const images = {
        total: listed.length,
        deleted: plan.images.filter((image) => done.gone.has(nameAt(image)) && inList.has(nameAt(image)))
          .length,
        absent: plan.absent.length,
        kept: plan.tagsOnly.filter((image) => inList.has(nameAt(image))).length + changed.length,
        failed: done.failed.size,
      };
      const result = {
        images,
        bytesFreed: images.deleted + images.absent > 0 ? freedBytes(plan, record) : 0,
        protected: plan.protected,
        garbageCollection: garbageCollectionAdvice(product),
        restore: restore.sentences,
      };
      const keep = (verified?: DeleteResultFile['verified']) =>
        writeDeleteResult(recorded.directory, {
          images: result.images,
          bytesFreed: result.bytesFreed,
          ...(verified && { verified }),
          garbageCollection: result.garbageCollection,
          restore: restore.sentences,
          ...(restore.from !== undefined && { restoreFrom: restore.from }),
          registry: destination,
        });
      const next = restore.sentences[0];
      if (done.stopped) {
        await keep();
        const closed = await recorded.close(pausedOutcome(tracker, []));
        return { ...result, status: closed.status, exitCode: closed.exitCode, problems, run: closed.run! };
      }
      tracker.enter('verify');
      const { problems: broken, ...verified } = await verifyKept(registry, plan.kept, picture, signal);
      tell(broken);
      problems.push(...broken);
      await keep({ ...verified, broken: broken.length });
      const payloads = plan.images.filter(
        (image) => image.kind === 'ocpRelease' && done.gone.has(nameAt(image)),
      );
      const store = request.forceCacheDelete ? await freeStore(workspace, freed, payloads) : undefined;
      const partial = done.failed.size > 0 || changed.length > 0 || broken.length > 0 || refused.length > 0;
      const closed = await closeRun(recorded, tracker, {
        partial,
        refused: refused.length > 0,
        ...(next && { next }),
      });
      return {
        ...result,
        status: closed.status,
        exitCode: closed.exitCode,
        problems,
        verified,
        ...(store && { store }),
        run: closed.run!,
      };
    } catch (error) {
      return await recorded.failed(error);
    } finally {
      await session.close();
    }
  } finally {
    await workspace.close();
  }
}

/** The workspace that a list lies in, by its place there. */
function workspaceOf(listFile: string): string | undefined {
  const folder = dirname(listFile);
  const workingDir = dirname(folder);
  return basename(folder) === DELETE_FOLDER && basename(workingDir) === 'working-dir'
    ? dirname(workingDir)
    : undefined;
}

/** oc-mirror's list has no record; without one, what is below an index would be lost when this run is stopped. */
async function keepRecord(
  listFile: string,
  plan: DeletePlan,
  destination: Destination,
  tell: (problems: Problem[]) => void,
): Promise<void> {
  try {
    await writeRecord(recordBeside(listFile), recordOf(plan, destination));
  } catch (thrown) {
    const { code, message, remedy } = asAirlockError(thrown);
    const consequence = 'a deletion that is stopped leaves instances of indexes behind';
    tell([{ code, level: 'warning', message: `${message}: ${consequence}`, remedy }]);
  }
}

async function closeRun(
  recorded: RecordedRun,
  tracker: Parameters<typeof outcomeOf>[0]['tracker'],
  { partial, refused, next }: { partial: boolean; refused: boolean; next?: string },
): Promise<MirrorResult> {
  return recorded.close(
    outcomeOf({
      status: partial ? 'partial' : 'complete',
      ...(partial && { exitCode: refused ? 1 : 2 }),
      tracker,
      rejected: [],
      ...(next !== undefined && { next }),
    }),
  );
}

/**
 * The list was made with the whole registry in view, this run looks at the repositories of the list: layers that others
 * share seem to go. Entries may have been taken out since, so the lower figure holds, unless some were gone before.
 */
function freedBytes(plan: DeletePlan, record: DeleteRecord | undefined): number {
  if (!record) return plan.bytesFreed;
  return plan.absent.length > 0 ? record.bytesFreed : Math.min(record.bytesFreed, plan.bytesFreed);
}

/** Content that nothing in the repositories needs any more which were looked at. */
function freedOf(plan: DeletePlan, failed: ReadonlySet<string>, picture: RegistryPicture): Set<Digest> {
  const { manifests } = picture;
  const gone = plan.manifests.filter(({ of }) => !of.some((name) => failed.has(name)));
  const content = new Set(
    contentBelow(
      gone.map(({ digest }) => digest),
      manifests,
    ).keys(),
  );
  const kept = plan.kept.map(({ digest }) => digest);
  for (const digest of contentBelow(manifestsBelow(kept, manifests), manifests).keys())
    content.delete(digest);
  return content;
}

/** What this workspace and the user's state folder remember of pushes must not hide that it is gone. */
async function forgetPushed(
  workspace: Workspace,
  state: string,
  registry: Registry,
  plan: DeletePlan,
  gone: ReadonlySet<string>,
  picture: RegistryPicture,
  onWarning: (problem: Problem) => void,
): Promise<void> {
  const forget = async (at: Workspace): Promise<void> => {
    const tags = await pushedTags(at, registry.host);
    const deleted = [...plan.images, ...plan.attachments, ...plan.tagsOnly].filter(({ repository, tag }) =>
      gone.has(nameAt({ repository, tag })),
    );
    for (const { repository, tag } of deleted) tags.remove(repository, tag);
    await tags.save();
    await forgetDeleted(at.files, registry.host, deleted);
    const homes = await blobHomes(at, registry.host);
    for (const repository of new Set(plan.images.map((image) => image.repository))) {
      const inRepository = <T extends { repository: string }>(all: readonly T[]) =>
        all.filter((each) => each.repository === repository);
      const digests = inRepository(plan.manifests).map(({ digest }) => digest);
      const kept = inRepository(plan.kept).map(({ digest }) => digest);
      const left = contentBelow(manifestsBelow(kept, picture.manifests), picture.manifests);
      const lost = [...contentBelow(digests, picture.manifests).keys()].filter((digest) => !left.has(digest));
      homes.remove(repository, lost);
    }
    await homes.save();
  };
  await forget(workspace);
  if (state === workspace.root) return;
  // Pushes from media are remembered there; a folder that is not there, or in use, is asked for by --trust-ledger only.
  const other = await openWorkspace(state, { onWarning }).catch(() => undefined);
  if (!other) return;
  try {
    await forget(other);
  } finally {
    await other.close();
  }
}
