import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asAirlockError } from '../errors/airlock-error.ts';
import { RESOURCE_FILES } from './cluster-resources.ts';
import type { ResourceFile } from './pushed-image.ts';

const UNFINISHED = '.partial';
const GENERATED: ReadonlySet<string> = new Set(Object.values(RESOURCE_FILES));

/**
 * Makes `directory` (`…/cluster-resources`, created when absent) hold `files` and nothing that an earlier run
 * generated; files of other names are left alone. A file is there whole or not at all, also after a power failure:
 * temporary name, fsync, rename.
 * @throws AirlockError `disk`, `disk-full`
 */
export async function writeResources(directory: string, files: ResourceFile[]): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
    for (const name of await readdir(directory)) {
      if (isGenerated(name)) await rm(join(directory, name), { force: true });
    }
    for (const { name, content } of files) await writeWhole(directory, name, content);
    await syncDirectory(directory);
  } catch (error) {
    throw asAirlockError(error);
  }
}

function isGenerated(name: string): boolean {
  if (GENERATED.has(name)) return true;
  return (
    name.startsWith('.') && name.endsWith(UNFINISHED) && GENERATED.has(name.slice(1, -UNFINISHED.length))
  );
}

async function writeWhole(directory: string, name: string, content: string): Promise<void> {
  const unfinished = join(directory, `.${name}${UNFINISHED}`);
  const file = await open(unfinished, 'w', 0o644);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, join(directory, name));
}

/** Makes the renames last. Windows cannot open a directory, and needs no such thing. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
