import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Workspace } from '../../store/workspace/workspace.ts';

/** Bytes that were freed, and how many pieces of content. */
export interface FreedStore {
  bytes: number;
  blobs: number;
}

/**
 * `--force-cache-delete`: lets go of what the workspace keeps for planning of images that were deleted, payload manifests
 * included. Archive sets stay as they are; what is needed again is fetched again.
 * @param content digests that nothing at the registry needs any more
 * @throws AirlockError `disk`
 */
export async function freeStore(
  workspace: Pick<Workspace, 'cache' | 'files' | 'workingDir'>,
  content: Iterable<Digest>,
  payloads: readonly { repository: string; tag: string; digest: Digest }[],
): Promise<FreedStore> {
  const freed: FreedStore = { bytes: 0, blobs: 0 };
  const take = (bytes: number) => {
    if (bytes === 0) return;
    freed.bytes += bytes;
    freed.blobs++;
  };
  for (const digest of content) take(await workspace.cache.remove(digest));
  const folders = new Set<string>();
  for (const name of await workspace.files.list('hold-release/')) {
    const [top, repository, tag] = name.split('/');
    if (payloads.some((payload) => payload.tag === tag)) folders.add(`${top}/${repository}/${tag}`);
  }
  try {
    for (const folder of folders)
      await rm(join(workspace.workingDir, folder), { recursive: true, force: true });
    for (const { digest } of payloads)
      await rm(join(workspace.workingDir, 'airlock', 'payloads', `${digest.replace(':', '-')}.json`), {
        force: true,
      });
  } catch (error) {
    throw asAirlockError(error);
  }
  return freed;
}
