// Paths of the engine's host, as text.

/** Returns a path without its last slash; the root is returned unchanged. */
export function withoutLastSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Returns the parent of the folder that `text` is in or names: `/a` for `/a/b/` and `/a/b/c`. Undefined at the root. */
export function parentFolder(text: string): string | undefined {
  const folder = text.slice(0, text.lastIndexOf('/'));
  if (folder === '' || !folder.startsWith('/')) return undefined;
  return folder.slice(0, folder.lastIndexOf('/')) || '/';
}

/** Returns the last part of a path. */
export function baseName(path: string): string {
  const tidy = withoutLastSlash(path);
  return tidy.slice(tidy.lastIndexOf('/') + 1) || tidy;
}

/** Returns a path with `~` in place of the home folder: `~/north-mirror`. */
export function underHome(path: string, home: string | undefined): string {
  if (!home || home === '/') return path;
  if (path === home) return '~';
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
