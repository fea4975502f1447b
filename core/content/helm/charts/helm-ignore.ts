import { STAR, starPattern } from '../../../base/document/star-pattern.ts';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { t } from '../messages.ts';

/** Returns whether `.helmignore` excludes a path from a chart. `folder` is true for folders. */
export type IsIgnored = (path: string, folder: boolean) => boolean;

/** In characters. No path is as long, and V8 limits the length of regular expressions. */
const LONGEST_RULE = 4_096;
const MOST_RULES = 10_000;

/** Parses a `.helmignore`: one shell pattern per line, `!` negates it, and a trailing `/` restricts it to folders. */
export function helmIgnore(text: string): IsIgnored {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#') && line.length <= LONGEST_RULE);
  if (lines.length > MOST_RULES)
    throw new AirlockError(
      'chart-invalid',
      t('tooManyIgnoreRules', { count: lines.length, limit: MOST_RULES }),
      { side: 'local' },
    );
  const rules = lines.map((line) => {
    const negated = line.startsWith('!');
    const pattern = negated ? line.slice(1) : line;
    const foldersOnly = pattern.endsWith('/');
    const body = foldersOnly ? pattern.slice(0, -1) : pattern;
    const completePath = body.includes('/');
    return { negated, foldersOnly, completePath, expression: expressionOf(body.replace(/^\//, '')) };
  });
  return (path, folder) => {
    let ignored = false;
    for (const { negated, foldersOnly, completePath, expression } of rules) {
      if (foldersOnly && !folder) continue;
      const subject = completePath ? path : path.slice(path.lastIndexOf('/') + 1);
      if (expression.test(subject)) ignored = !negated;
    }
    return ignored;
  };
}

/** Go's filepath.Match: `*` and `?` stop at slashes, `[a-z]` and `[^a-z]` are classes. */
function expressionOf(pattern: string): RegExp {
  const elements: (string | typeof STAR)[][] = [[]];
  for (const [part] of pattern.matchAll(/\[[^\]]{1,200}\]|[\s\S]/g))
    if (part === '/') elements.push([]);
    else elements.at(-1)!.push(partSource(part));
  try {
    return new RegExp(
      `^${elements.map((parts, index) => starPattern(parts, '[^/]', `e${index}`)).join('/')}$`,
    );
  } catch {
    return /^$/;
  }
}

function partSource(part: string): string | typeof STAR {
  if (part === '*') return STAR;
  if (part === '?') return '[^/]';
  if (part.length > 1) return part.replaceAll('\\', '\\\\');
  return part.replace(/[\\^$.|+(){}[\]]/, '\\$&');
}
