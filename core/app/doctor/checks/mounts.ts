/** A mounted file system, as in /proc/self/mountinfo. */
export interface Mount {
  point: string;
  type: string;
  options: string[];
}

/** Returns the file system of a folder; undefined if the text doesn't contain it. */
export function mountOf(mountinfo: string, folder: string): Mount | undefined {
  let best: Mount | undefined;
  for (const line of mountinfo.split('\n')) {
    const [left, right] = line.split(' - ');
    const [, , , , point = '', options = ''] = left?.split(' ') ?? [];
    const type = right?.split(' ')[0];
    if (!point || !type) continue;
    const path = unescaped(point);
    const within = folder === path || folder.startsWith(path === '/' ? '/' : `${path}/`);
    // Of several mounts at one point, the last one hides the others.
    if (within && path.length >= (best?.point.length ?? 0))
      best = { point: path, type, options: options.split(',') };
  }
  return best;
}

/** The kernel escapes blanks and backslashes as octal numbers. */
function unescaped(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
