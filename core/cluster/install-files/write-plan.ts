import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import type { Day2Plan } from '../../install/install-config/day2/plan.ts';
import { type PlanFile, planFiles } from '../../install/install-config/day2/plan-files.ts';
import { t } from './messages.ts';

/** Folder of a step: its number and name. */
const STEP_FOLDER = /^\d\d+-[a-z]/;

/**
 * Writes a day-2 plan to a folder. Removes the unchanged files of an earlier plan that the new one doesn't contain, so that
 * their steps aren't mistaken for steps of this plan.
 * @returns paths relative to the folder: written files, removed files, and other files in folders of steps, which were
 *   changed or came from elsewhere
 * @throws AirlockError `usage` if the earlier plan was started, because its backups are needed to undo it; system errors
 */
export async function writePlan(
  directory: string,
  plan: Day2Plan,
): Promise<{ files: string[]; removed: string[]; others: string[] }> {
  const files = planFiles(plan);
  const paths = new Set(files.map(({ path }) => path));
  const former = await formerFiles(directory);
  const [summary] = files;
  const started = await stat(join(directory, 'backup')).then(
    () => true,
    () => false,
  );
  if (started && former.length > 0 && former[0]!.text !== summary!.text)
    throw new AirlockError('usage', t('otherPlanStarted', { directory }), {
      remedy: t('otherPlanStartedRemedy'),
    });
  for (const { path, text } of files) await writeFileAtomic(join(directory, path), text);
  const removed: string[] = [];
  for (const { path, text } of former)
    if (!paths.has(path) && (await sameText(join(directory, path), text))) {
      await rm(join(directory, path));
      await removeEmpty(directory, path);
      removed.push(path);
    }
  const others = (await filesOfSteps(directory)).filter((path) => !paths.has(path));
  return { files: files.map(({ path }) => path), removed, others };
}

/** Returns the files of the earlier plan as they were written. Empty if there is no plan, or it can't be read. */
async function formerFiles(directory: string): Promise<PlanFile[]> {
  try {
    const plan = JSON.parse(await readFile(join(directory, 'plan.json'), 'utf8')) as Day2Plan;
    // Anyone may have written plan.json, so it must not reach files outside the folder.
    return planFiles(plan).filter(({ path }) => !relative(directory, join(directory, path)).startsWith('..'));
  } catch {
    return [];
  }
}

async function sameText(file: string, text: string): Promise<boolean> {
  return readFile(file, 'utf8').then(
    (found) => found === text,
    () => false,
  );
}

/** Removes the empty folders of a file, up to the folder of the plan. */
async function removeEmpty(directory: string, path: string): Promise<void> {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
    try {
      await rmdir(join(directory, folder));
    } catch {
      return;
    }
}

async function filesOfSteps(directory: string): Promise<string[]> {
  const found: string[] = [];
  for (const folder of (await readdir(directory)).filter((name) => STEP_FOLDER.test(name)))
    for (const entry of await readdir(join(directory, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        found.push(relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'));
  return found.sort();
}
