/** A mounted file system, as /proc/self/mountinfo names it. */
export interface Mount {
  point: string;
  type: string;
  options: string[];
}

/** The file system that a folder is on; undefined when the text does not tell. */
export function mountOf(mountinfo: string, folder: string): Mount | undefined {
  let best: Mount | undefined;
  for (const line of mountinfo.split('\n')) {
    const [left, right] = line.split(' - ');
    const [, , , , point = '', options = ''] = left?.split(' ') ?? [];
    const type = right?.split(' ')[0];
    if (!point || !type) continue;
    const path = unescaped(point);
    const within = folder === path || folder.startsWith(path === '/' ? '/' : `${path}/`);
    // Of several at one point the last hides the others.
    if (within && path.length >= (best?.point.length ?? 0))
      best = { point: path, type, options: options.split(',') };
  }
  return best;
}

/** The kernel writes blanks and backslashes in octal. */
function unescaped(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
