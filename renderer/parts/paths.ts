/** Paths of the engine's host as text; the page has no other view of them. */

/** `/home/user/` without its last slash; the root keeps it. */
export function withoutLastSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** The folder above the one that `text` is in or names: `/a/b/` and `/a/b/c` give `/a`. Undefined at the root. */
export function parentFolder(text: string): string | undefined {
  const folder = text.slice(0, text.lastIndexOf('/'));
  if (folder === '' || !folder.startsWith('/')) return undefined;
  return folder.slice(0, folder.lastIndexOf('/')) || '/';
}

/** Last part of a path. */
export function baseName(path: string): string {
  const tidy = withoutLastSlash(path);
  return tidy.slice(tidy.lastIndexOf('/') + 1) || tidy;
}

/** `~/north-mirror` for what lies in the home folder. */
export function underHome(path: string, home: string | undefined): string {
  if (!home || home === '/') return path;
  if (path === home) return '~';
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
