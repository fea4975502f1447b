import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import type { Day2Plan } from '../../install/install-config/day2/plan.ts';
import { type PlanFile, planFiles } from '../../install/install-config/day2/plan-files.ts';

/** Folder of a step: its number and what it does. */
const STEP_FOLDER = /^\d\d+-[a-z]/;

/**
 * Writes a day-2 plan into a folder. Of a plan that was there, the files that the new one does not have go when they still are
 * as they were written, so that no step of it is taken for one of this plan.
 * @returns paths relative to the folder: what was written, what was removed, and what is in folders of steps and belongs to
 *   no step, for it was changed or came from elsewhere
 * @throws AirlockError `usage` when the plan that is there was begun: its copies are the way back; system errors
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
    throw new AirlockError('usage', `${directory} holds another plan, and it was begun: backup/ is there`, {
      remedy: 'Name another folder; the copies in this one are the way back of what was done.',
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

/** The files of the plan that is there, as it wrote them; none when there is none, or it cannot be read. */
async function formerFiles(directory: string): Promise<PlanFile[]> {
  try {
    const plan = JSON.parse(await readFile(join(directory, 'plan.json'), 'utf8')) as Day2Plan;
    // The file may be anybody's: nothing outside of the folder is touched for it.
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

/** The folders of a file up to that of the plan, as long as nothing is in them. */
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
