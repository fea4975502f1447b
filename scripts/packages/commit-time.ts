import { spawnSync } from 'node:child_process';
import { ROOT } from '../run.ts';

/**
 * Returns the time of the commit in seconds since 1970, so that two builds of it are identical. `SOURCE_DATE_EPOCH` replaces
 * it outside a repository.
 * @throws Error without either
 */
export function commitTime(): number {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given !== undefined) return Number(given);
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error('Set SOURCE_DATE_EPOCH, because this checkout has no git repository.');
  return Number(stdout);
}
