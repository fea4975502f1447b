import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../../base/files/airlock-directory.ts';
import type { RunRef } from '../../../contract/topics/vocabulary.ts';
import { sequenceOf } from '../../../runs/audit/run-file.ts';
import { absolutePath } from '../state/absolute-path.ts';
import { t } from './messages.ts';

const RUNS = airlockDirectory('', 'runs');

/** Returns the folder of a root's records. */
export function runsFolder(root: string): string {
  return join(root, RUNS);
}

/** Returns the run whose record is in this folder. */
export function refOf(directory: string): RunRef {
  const name = directory.slice(dirname(directory).length + 1);
  return { root: directory.slice(0, -(RUNS.length + name.length + 2)), sequence: sequenceOf(name) ?? 0 };
}

/** Returns the names of a root's records by sequence, or none if the folder doesn't exist. @throws AirlockError `disk` */
export async function recordNames(root: string): Promise<string[]> {
  const names = await readdir(runsFolder(root)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw asAirlockError(error);
  });
  return names
    .filter((name) => sequenceOf(name) !== undefined)
    .sort((a, b) => sequenceOf(a)! - sequenceOf(b)! || (a < b ? -1 : 1));
}

/** Returns the folder of a run's record. @throws AirlockError `not-found`, `usage` for a relative root */
export async function runDirectory(run: RunRef): Promise<string> {
  const root = absolutePath(run.root, 'run.root');
  const name = (await recordNames(root)).find((each) => sequenceOf(each) === run.sequence);
  if (name) return join(runsFolder(root), name);
  throw new AirlockError('not-found', t('runMissing', { root, run: run.sequence }), {
    side: 'local',
    remedy: t('runMissingRemedy'),
  });
}
