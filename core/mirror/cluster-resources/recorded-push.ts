import { access } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import { type KnownContent, listKnown, readKnown } from '../../cluster/config/known-content.ts';
import type { VerificationKeys } from '../../content/signature/verification-keys.ts';
import { listRuns, readRun, readRunFile } from '../../runs/audit/read-runs.ts';
import { type RunFile, sequenceOf } from '../../runs/audit/run-file.ts';
import { workingFiles } from '../../store/workspace/working-files.ts';
import { t } from '../messages.ts';
import { recordedRequest } from '../run/recorded-request.ts';
import type { MirrorRequest } from '../run/request.ts';
import { knownFromRecords } from './known-from-records.ts';

/** A finished push, with the known content of its destination. */
export interface RecordedPush {
  known: KnownContent;
  /** Name of the audit record. */
  run: string;
  /** RFC 3339, UTC. */
  pushedAt: string;
  images: { total: number; failed: number };
  /** Release payloads of this run, pushed or already present. */
  releases: Digest[];
}

/**
 * Returns a push by its audit record, or the last one of a workspace or state folder. The known content is always the
 * current one, because older content would remove mirrors from clusters.
 * @param directory folder of an audit record, or a workspace or state folder
 * @throws AirlockError `not-found` without a push, `usage` for a run of another workflow, `workspace-invalid` for other
 *   folders and damaged files
 */
export async function recordedPush(directory: string, keys: VerificationKeys): Promise<RecordedPush> {
  const { run } = await readRunFile(directory);
  if (run) return pushOf(rootOf(directory, run), basename(directory), run, keys);
  if (!(await exists(join(directory, 'working-dir'))))
    throw new AirlockError('workspace-invalid', t('pushDirectoryInvalid', { directory }), {
      side: 'local',
      remedy: t('pushDirectoryInvalidRemedy'),
    });
  const runs = await listRuns(runsOf(directory));
  const [last] = await listKnown(stateOf(directory));
  const found = last
    ? runs.find(({ name }) => name === last.lastRun)
    : runs.findLast(({ run }) => run && isPush(run) && ['complete', 'partial'].includes(run.status));
  if (found?.run) return pushOf(directory, found.name, found.run, keys);
  if (last)
    return {
      known: last,
      run: last.lastRun,
      pushedAt: last.pushedAt,
      images: { total: 0, failed: 0 },
      releases: last.releases.map(({ digest }) => digest),
    };
  throw new AirlockError('not-found', t('pushUnrecorded', { directory }), {
    side: 'local',
    remedy: t('pushUnrecordedRemedy'),
  });
}

async function pushOf(
  root: string,
  name: string,
  run: RunFile,
  keys: VerificationKeys,
): Promise<RecordedPush> {
  const request = pushRequest(run);
  if (!request)
    throw new AirlockError('usage', t('resourcesOfOther', { run: name }), {
      remedy: t('resourcesOfOtherRemedy'),
    });
  const { enclave, workflow } = request;
  if (workflow.kind === 'mirrorToDisk') throw new AirlockError('internal', t('destinationUnrecorded'));
  const place = { enclave, destination: workflow.destination };
  const files = filesOf(root);
  const runs = runsOf(root);
  const known =
    (await readKnown(stateOf(root), enclave, place.destination)) ??
    (await knownFromRecords({ runs, files, ...place, keys: async () => keys }));
  if (!known)
    throw new AirlockError('not-found', t('pushIncomplete', { run: name }), {
      side: 'local',
      remedy: t('pushIncompleteRemedy'),
    });
  const { images } = await readRun(runs, sequenceOf(name)!);
  const { total = 0, failed = 0 } = run.counts?.images ?? {};
  return {
    known,
    run: name,
    pushedAt: run.endedAt ?? run.startedAt,
    images: { total, failed },
    releases: images
      .filter(({ kind, result }) => kind === 'ocpRelease' && result !== 'failed')
      .flatMap(({ digest }) => (isDigest(digest) ? [digest] : [])),
  };
}

function isPush(run: RunFile): boolean {
  return pushRequest(run) !== undefined;
}

function pushRequest(run: RunFile): MirrorRequest | undefined {
  const recorded = recordedRequest(run);
  return recorded?.kind === 'mirror' && recorded.request.workflow.kind !== 'mirrorToDisk'
    ? recorded.request
    : undefined;
}

/** Returns the root and name of `ROOT/.airlock/runs/NAME`. */
function rootOf(record: string, run: RunFile): string {
  const root = resolve(record, '../../..');
  return runsOf(root) === resolve(record, '..') ? root : (run.result?.state ?? root);
}

function runsOf(root: string): string {
  return airlockDirectory(root, 'runs');
}

function stateOf(root: string) {
  return workingFiles(airlockDirectory(root), { colons: true });
}

function filesOf(root: string) {
  return workingFiles(join(root, 'working-dir'), { colons: true });
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
