import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import type { Digest } from '../../base/image/digest.ts';
import { PAYLOAD_RECORDS } from '../../content/release/saved-payload.ts';
import type { Workspace } from '../../store/workspace/workspace.ts';

/** The number of freed bytes and blobs. */
export interface FreedStore {
  bytes: number;
  blobs: number;
}

/**
 * Implements `--force-cache-delete`: deletes the cached content of deleted images from the workspace, including payload
 * manifests. Archive sets stay unchanged. Content that is needed again is downloaded again.
 * @param content digests that nothing in the registry needs any more
 * @throws AirlockError `disk`
 */
export async function freeStore(
  workspace: Pick<Workspace, 'root' | 'cache' | 'files' | 'workingDir'>,
  content: Iterable<Digest>,
  payloads: readonly { repository: string; tag: string; digest: Digest }[],
): Promise<FreedStore> {
  const freed: FreedStore = { bytes: 0, blobs: 0 };
  const count = (bytes: number) => {
    if (bytes === 0) return;
    freed.bytes += bytes;
    freed.blobs++;
  };
  for (const digest of content) count(await workspace.cache.remove(digest));
  const folders = new Set<string>();
  for (const name of await workspace.files.list('hold-release/')) {
    const [top, repository, tag] = name.split('/');
    if (payloads.some((payload) => payload.tag === tag)) folders.add(`${top}/${repository}/${tag}`);
  }
  try {
    for (const folder of folders)
      await rm(join(workspace.workingDir, folder), { recursive: true, force: true });
    for (const { digest } of payloads)
      await rm(airlockDirectory(workspace.root, PAYLOAD_RECORDS, `${digest.replace(':', '-')}.json`), {
        force: true,
      });
  } catch (error) {
    throw asAirlockError(error);
  }
  return freed;
}
