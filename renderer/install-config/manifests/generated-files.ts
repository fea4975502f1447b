import type { ManifestFile } from '../../../core/contract/topics/install-config-requests.ts';

/** Files of one folder, ordered by name. The folder is '' for files outside of folders. */
export interface FileFolder {
  folder: string;
  files: ManifestFile[];
}

/** Returns the files grouped by folder as on disk, with files outside of folders last. */
export function foldersOf(files: readonly ManifestFile[]): FileFolder[] {
  const folders = new Map<string, ManifestFile[]>();
  for (const file of files) {
    const folder = file.path.includes('/') ? file.path.slice(0, file.path.lastIndexOf('/')) : '';
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return [...folders]
    .map(([folder, list]) => ({ folder, files: list }))
    .sort((a, b) =>
      (a.folder === '') === (b.folder === '') ? a.folder.localeCompare(b.folder) : a.folder === '' ? 1 : -1,
    );
}

/** Returns the next or previous file for an arrow key, or the same file at either end. */
export function adjacentFile(folders: readonly FileFolder[], path: string, step: 1 | -1): string {
  const order = folders.flatMap(({ files }) => files.map((file) => file.path));
  const at = order.indexOf(path);
  return order[Math.min(Math.max(at + step, 0), order.length - 1)] ?? path;
}
