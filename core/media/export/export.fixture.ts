import { mkdir, open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { testImage, writeTestSet } from '../../store/archive/set.fixture.ts';
import type { SetIndex, WrittenIndex } from '../../store/set-format/set-index.ts';
import { type DriveFacts, probeDrive } from '../volumes/drive.ts';
import { readVolumeFile } from '../volumes/volume-file.ts';

/** A workspace with one set of `images` images, each about 40 kB. */
export async function exportWorkspace(
  root: string,
  images: number,
  archiveSizeBytes = 400_000,
): Promise<{ directory: string; index: WrittenIndex }> {
  const directory = join(root, 'workspace');
  await mkdir(directory, { recursive: true });
  const all = Array.from({ length: images }, (_, i) => testImage(`apps/app-${i}`, 'v1'));
  const { index } = await writeTestSet(directory, 1, all, { archiveSizeBytes });
  await writeFileAtomic(airlockDirectory(directory, 'format.json'), '{"format":2}\n');
  return { directory, index };
}

/** Probes a folder as if it were a drive of this size, with blocks of 512 bytes. */
export function sized(
  limits: Record<string, number>,
  more: Partial<DriveFacts> = {},
): (path: string) => Promise<DriveFacts> {
  return async (path) => {
    const facts = await probeDrive(path);
    const limit = Object.entries(limits).find(([name]) => path.endsWith(name))?.[1];
    return {
      ...facts,
      blockBytes: 512,
      ...more,
      freeBytes: limit === undefined ? (more.freeBytes ?? facts.freeBytes) : limit - (await bytesIn(path)),
    };
  };
}

/** Bytes of all files below a folder. */
export async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  let sum = 0;
  for (const entry of entries)
    if (entry.isFile())
      sum += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size;
  return sum;
}

/** The volumes below folders: name to path. */
export async function volumesBelow(...folders: string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const folder of folders)
    for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
      if (entry.isFile() && /v[0-9a-z]{3,}\.tar$/.test(entry.name))
        found.set(entry.name, join(entry.parentPath, entry.name));
  return found;
}

/** Every byte of the files of a set, reassembled from volumes only by their own descriptions. */
export async function rebuilt(index: SetIndex, volumes: Iterable<string>): Promise<Map<string, Buffer>> {
  const files = new Map(index.volumes.map(({ name, size }) => [name, Buffer.alloc(size)]));
  for (const path of volumes) {
    const handle = await open(path);
    const found = await readVolumeFile(handle, path).finally(() => handle.close());
    const bytes = await readFile(path);
    for (const { file, offset, length, position } of found?.spans ?? [])
      bytes.copy(files.get(file)!, offset, position, position + length);
  }
  return files;
}
