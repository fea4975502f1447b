import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { isTemporary, makeDirectory, syncDirectory, writeFileAtomic } from '../../base/files/atomic-file.ts';
import { isCatalogResourceFile } from './catalog-resources.ts';
import { RESOURCE_FILES } from './cluster-resources.ts';
import type { ResourceFile } from './pushed-image.ts';

const GENERATED: ReadonlySet<string> = new Set(Object.values(RESOURCE_FILES));

/**
 * Makes `directory` (`…/cluster-resources`, created when absent) hold `files` and nothing that an earlier run
 * generated or left half done; files of other names are left alone. A file is there whole or not at all, also after a
 * power failure.
 * @throws AirlockError `disk`, `disk-full`
 */
export async function writeResources(directory: string, files: ResourceFile[]): Promise<void> {
  try {
    await makeDirectory(directory);
    // Before anything is written: no moment at which files of two runs lie side by side as if they were one.
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
