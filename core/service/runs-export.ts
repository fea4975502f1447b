import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pack } from 'tar-stream';
import {
  CONFIGURATION_FOLDER,
  EVENTS_FILE,
  EXPECTED_FILE,
  IMAGES_FILE,
  RUN_FILE,
} from '../audit/run-file.ts';
import { asAirlockError } from '../errors/airlock-error.ts';
import { sha256 } from '../image/sha256.ts';
import { writeFileAtomic } from '../store/atomic-file.ts';

interface Entry {
  name: string;
  file: string;
}

/**
 * Writes a run's record, its configuration and its cluster resources as one tar, below one folder with the record's name.
 * @param resources the folder of its cluster resources, if it has any
 * @returns the tar's size in bytes and its digest
 * @throws AirlockError `disk`, `disk-full`; no file is left then
 */
export async function exportRun(
  directory: string,
  resources: string | undefined,
  file: string,
): Promise<{ bytes: number; digest: string }> {
  try {
    const entries = [
      ...[RUN_FILE, IMAGES_FILE, EVENTS_FILE, EXPECTED_FILE].map((name) => ({
        name,
        file: join(directory, name),
      })),
      ...(await filesIn(join(directory, CONFIGURATION_FOLDER), CONFIGURATION_FOLDER)),
      ...(resources ? await filesIn(resources, 'resources') : []),
    ];
    const tar = await tarOf(basename(directory), entries);
    await writeFileAtomic(file, tar);
    return { bytes: tar.length, digest: sha256(tar) };
  } catch (error) {
    throw asAirlockError(error);
  }
}

async function filesIn(folder: string, name: string): Promise<Entry[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return found
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => ({ name: `${name}/${entry.name}`, file: join(folder, entry.name) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A record is at most some ten megabytes; a run under way is taken as it is now. */
async function tarOf(top: string, entries: Entry[]): Promise<Buffer> {
  const tar = pack();
  const chunks: Buffer[] = [];
  const read = (async () => {
    for await (const chunk of tar) chunks.push(chunk as Buffer);
  })();
  for (const { name, file } of entries) {
    const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!content) continue;
    const { mtime } = await stat(file);
    tar.entry({ name: `${top}/${name}`, mtime, mode: 0o644 }, content);
  }
  tar.finalize();
  await read;
  return Buffer.concat(chunks);
}
