/** True for paths that `.helmignore` keeps out of a chart; `folder` is true for folders. */
export type IsIgnored = (path: string, folder: boolean) => boolean;

/** Reads a `.helmignore`: one shell pattern a line, `!` takes back, a trailing `/` means folders. Absent: nothing is ignored. */
export function helmIgnore(text: string): IsIgnored {
  const rules = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const negated = line.startsWith('!');
      const pattern = negated ? line.slice(1) : line;
      const foldersOnly = pattern.endsWith('/');
      const body = foldersOnly ? pattern.slice(0, -1) : pattern;
      const wholePath = body.includes('/');
      return { negated, foldersOnly, wholePath, expression: expressionOf(body.replace(/^\//, '')) };
    });
  return (path, folder) => {
    let ignored = false;
    for (const { negated, foldersOnly, wholePath, expression } of rules) {
      if (foldersOnly && !folder) continue;
      const subject = wholePath ? path : path.slice(path.lastIndexOf('/') + 1);
      if (expression.test(subject)) ignored = !negated;
    }
    return ignored;
  };
}

/** Go's filepath.Match: `*` and `?` stop at slashes, `[a-z]` and `[^a-z]` are classes. */
function expressionOf(pattern: string): RegExp {
  const source = pattern.replace(/\[[^\]]+\]|[\s\S]/g, (piece) => {
    if (piece === '*') return '[^/]*';
    if (piece === '?') return '[^/]';
    if (piece.length > 1) return piece.replaceAll('\\', '\\\\');
    return piece.replace(/[\\^$.|+(){}[\]]/, '\\$&');
  });
  try {
    return new RegExp(`^${source}$`);
  } catch {
    return /^$/;
  }
}
