import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { isTemporary, makeDirectory, syncDirectory, writeFileAtomic } from '../../base/files/atomic-file.ts';
import { isCatalogResourceFile } from './catalog-resources.ts';
import { RESOURCE_FILES } from './cluster-resources.ts';
import type { ResourceFile } from './pushed-image.ts';

const GENERATED: ReadonlySet<string> = new Set(Object.values(RESOURCE_FILES));

/**
 * Writes `files` to `directory` (`…/cluster-resources`, created if missing) and removes files that an earlier run
 * generated or left incomplete. Files with other names are left unchanged. Each file is written atomically, also in case
 * of a power failure.
 * @throws AirlockError `disk`, `disk-full`
 */
export async function writeResources(directory: string, files: ResourceFile[]): Promise<void> {
  try {
    await makeDirectory(directory);
    // Removes old files first, so that files of two runs are never mixed.
    for (const name of await readdir(directory)) {
      if (GENERATED.has(name) || isCatalogResourceFile(name) || isTemporary(name))
        await rm(join(directory, name), { force: true });
    }
    await syncDirectory(directory);
    for (const { name, content } of files) await writeFileAtomic(join(directory, name), content);
  } catch (error) {
    throw asAirlockError(error);
  }
}
