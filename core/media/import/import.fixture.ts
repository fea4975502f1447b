import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sized } from '../export/export.fixture.ts';
import { exportToMedia } from '../export/media.ts';
import type { MediaProfile } from '../origin/export-profile.ts';
import { type ImportResult, importMedia } from './media.ts';

/** Exports the only set of a workspace to folders of these sizes, and returns their paths. */
export async function exportOver(
  root: string,
  directory: string,
  options: { transfer?: string; media: number[]; volumeSize: number; profile?: MediaProfile },
): Promise<string[]> {
  const paths = options.media.map((_, i) => join(root, `drive-${i + 1}`));
  for (const path of paths) await mkdir(path, { recursive: true });
  const result = await exportToMedia({
    directory,
    transfer: options.transfer ?? 'lab-0001',
    destinations: paths.map((path, i) => ({ path, label: `m${i + 1}` })),
    volumeSize: options.volumeSize,
    tool: 'airlock test',
    probe: sized(Object.fromEntries(options.media.map((bytes, i) => [`drive-${i + 1}`, bytes]))),
    profile: options.profile,
  });
  if (result.status !== 'complete') throw new Error(`the media are too small: ${result.need?.message}`);
  return paths;
}

/** Imports like the command line. */
export function receive(directory: string, ...from: string[]): Promise<ImportResult> {
  return importMedia(
    { directory, from, enclave: 'received', tool: 'airlock test' },
    { signal: new AbortController().signal, emit: () => {} },
  );
}

/** Every file below a folder with its content, mode and time of change, which an import must not change. */
export async function fingerprint(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const found: Record<string, string> = {};
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const { mode, mtimeMs, ctimeMs, size } = await stat(path);
    const content = entry.isFile()
      ? createHash('sha256')
          .update(await readFile(path))
          .digest('hex')
      : '';
    found[path] = [mode, mtimeMs, ctimeMs, size, content].join(' ');
  }
  return found;
}
