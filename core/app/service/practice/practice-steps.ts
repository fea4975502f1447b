import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { PRACTICE_STEPS, type PracticeStep } from '../../../contract/topics/practice.ts';
import { exportStatus } from '../../../media/export/media-status.ts';
import { readExportState } from '../../../media/export/state.ts';
import { readJournal } from '../../../media/transfer/journal.ts';
import { listRuns } from '../../../runs/audit/read-runs.ts';
import { INCOMING } from '../../../store/archive/received-spans.ts';
import { isStillDamaged } from '../../practice/drives.ts';
import { runsFolder } from '../runs/run-places.ts';
import { t } from './messages.ts';
import type { PracticeFile } from './practice-file.ts';
import { practicePaths } from './practice-world.ts';

/** The transfers of the two fetches. */
const FIRST = 'default-0001';
const SECOND = 'default-0002';
/** The repository of release payloads at the destination. */
const RELEASES = 'openshift/release-images';
const REGISTRY_MS = 2000;

export function noSteps(): PracticeStep[] {
  return PRACTICE_STEPS.map((id) => ({ id, done: false }));
}

/** Returns the steps with their state: from files of both sides, records of runs, the drives and the registry. */
export async function practiceSteps(saved: PracticeFile): Promise<PracticeStep[]> {
  const { workspace, stateDirectory, chosenFile, received } = practicePaths(saved.directory);
  const [here, there] = await Promise.all([runsOf(workspace), runsOf(stateDirectory)]);
  const complete = (workflow: string) =>
    [...here, ...there].some(({ status, run }) => status === 'complete' && run?.workflow === workflow);
  const exists = (...path: string[]) =>
    access(join(...path)).then(
      () => true,
      () => false,
    );
  // The update from the first to the last version skips the one before the last.
  const [skipped, last] = [saved.versions.at(-2) ?? '', saved.versions.at(-1) ?? ''];
  const text = await readFile(chosenFile, 'utf8').catch(() => undefined);
  const tags = complete('diskToMirror') ? await releaseTags(saved.destination) : [];
  const arrived = await isReceived(received);
  const done: Record<PracticeStep['id'], boolean> = {
    choose: text !== undefined,
    fetch: complete('mirrorToDisk'),
    carry: await isCarried(workspace),
    receive: arrived,
    push: complete('diskToMirror'),
    apply: saved.applied,
    upgrade: tags.some((tag) => isOf(tag, last)),
    delete: complete('delete') && !tags.some((tag) => isOf(tag, skipped)),
  };
  // A deletion can also remove the update.
  if (done.delete) done.upgrade = true;
  const incoming = !arrived && (await exists(received, 'transfers', `${FIRST}${INCOMING}`));
  const receive = incoming && (saved.damage && (await isStillDamaged(saved.damage)) ? 'repair' : 'again');
  const upgrade =
    !done.upgrade &&
    ((await exists(workspace, 'transfers', SECOND, 'index.json')) ? 'push' : text?.includes(last) && 'fetch');
  const next: Partial<Record<PracticeStep['id'], PracticeStep['next'] | false>> = { receive, upgrade };
  return PRACTICE_STEPS.map((id) => ({ id, done: done[id], next: next[id] || undefined }));
}

/** Returns whether every volume of the first transfer is on a drive. */
export async function isCarried(workspace: string): Promise<boolean> {
  const state = await readExportState(workspace, FIRST).catch(() => undefined);
  return state !== undefined && exportStatus(state).complete;
}

async function isReceived(received: string): Promise<boolean> {
  const journal = await readJournal(received, FIRST).catch(() => []);
  return journal.some(({ step }) => step === 'imported');
}

function isOf(tag: string, version: string): boolean {
  return version !== '' && tag.startsWith(`${version}-`);
}

/** Returns the tags of releases in the mirror registry, or none if it doesn't answer. */
async function releaseTags(destination: string): Promise<string[]> {
  try {
    const answer = await fetch(`http://${destination}/v2/${RELEASES}/tags/list`, {
      signal: AbortSignal.timeout(REGISTRY_MS),
    });
    const { tags } = (await answer.json()) as { tags?: unknown };
    return Array.isArray(tags) ? tags.map(String) : [];
  } catch {
    return [];
  }
}

function runsOf(root: string) {
  return listRuns(runsFolder(root));
}

/** @throws AirlockError `workspace-locked` while a run works in the world */
export async function rejectWhileRunning(directory: string): Promise<void> {
  const { workspace, stateDirectory } = practicePaths(directory);
  for (const root of [workspace, stateDirectory])
    if ((await runsOf(root)).some(({ status }) => status === 'running'))
      throw new AirlockError('workspace-locked', t('runInProgress'), {
        remedy: t('runInProgressRemedy'),
      });
}
