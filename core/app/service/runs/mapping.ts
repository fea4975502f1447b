import { writeFileAtomic } from '../../../base/files/atomic-file.ts';
import type { MappingPage } from '../../../contract/topics/content/mapping.ts';
import { CACHE } from '../../../mirror/plan/dry-run-files.ts';
import type { RunFollower } from '../../../runs/control/follow-run.ts';
import { absolutePath } from '../state/absolute-path.ts';

/** Returns a page of a mapping. */
export function mappingPage(
  lines: readonly string[],
  { offset, limit }: { offset: number; limit: number },
): MappingPage {
  return { total: lines.length, lines: lines.slice(offset, offset + limit) };
}

/** Writes a mapping to a file. @throws AirlockError `usage`, `disk`, `disk-full` */
export async function saveMapping(
  lines: readonly string[],
  file: string,
): Promise<{ file: string; lines: number }> {
  const path = absolutePath(file, 'file');
  await writeFileAtomic(path, lines.map((line) => `${line}\n`).join(''));
  return { file: path, lines: lines.length };
}

/** Returns the mapping of the images in the record of a run, in their order. */
export function mappingOfRun(follower: Pick<RunFollower, 'images' | 'run'>): string[] {
  const { rows } = follower.images({ offset: 0, limit: Number.MAX_SAFE_INTEGER });
  // Like the plan of the same run, a transfer has the destinations of oc-mirror's cache.
  const registry = follower.run.workflow === 'mirrorToDisk' ? `${CACHE.host}/` : '';
  return rows.map(({ origin, destination }) => `${located(origin)}=${located(registry + destination)}`);
}

/** Returns a reference with its transport. */
function located(reference: string): string {
  return /^[a-z-]+:\/\//.test(reference) ? reference : `docker://${reference}`;
}
