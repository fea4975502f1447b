import type { ManifestFile } from '../../../core/contract/topics/install-config-requests.ts';

/** Files below one folder, in the order of their names; '' for those at the top. */
export interface FileFolder {
  folder: string;
  files: ManifestFile[];
}

/** The tree as it is on disk: one group a folder, files at the top last. */
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

/** The file that the arrows lead to from another one; the same at either end. */
export function fileBeside(folders: readonly FileFolder[], path: string, step: 1 | -1): string {
  const order = folders.flatMap(({ files }) => files.map((file) => file.path));
  const at = order.indexOf(path);
  return order[Math.min(Math.max(at + step, 0), order.length - 1)] ?? path;
}
