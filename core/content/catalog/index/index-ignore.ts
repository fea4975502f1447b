import { STAR, starPattern } from '../../../base/document/star-pattern.ts';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { t } from '../messages.ts';

export const IGNORE_FILE = '.indexignore';

interface IgnoreRule {
  /** Folder of the file with the rule: empty, or with a slash at its end. */
  base: string;
  pattern: RegExp;
  negated: boolean;
  foldersOnly: boolean;
}

/** The rules of `.indexignore` files (gitignore syntax), which can be added in any order. */
export interface IgnoreRules {
  add(path: string, text: string): void;
  ignores(path: string): boolean;
}

/** Of all files of one catalog. */
const MOST_RULES = 10_000;

/** @throws AirlockError `catalog-invalid` for too many rules */
export function ignoreRules(): IgnoreRules {
  const rules: IgnoreRule[] = [];
  const decides = (path: string, folder: boolean) => {
    const last = rules.findLast(
      ({ base, pattern, foldersOnly }) =>
        path.startsWith(base) && (folder || !foldersOnly) && pattern.test(path.slice(base.length)),
    );
    return last !== undefined && !last.negated;
  };
  return {
    add(path, text) {
      const base = path.slice(0, path.lastIndexOf('/') + 1);
      for (const line of text.split(/\r?\n/)) {
        const rule = ruleOf(line, base);
        if (rule) rules.push(rule);
        if (rules.length > MOST_RULES)
          throw new AirlockError('catalog-invalid', t('tooManyIgnoreRules', { path, limit: MOST_RULES }), {
            side: 'source',
          });
      }
      // Rules of deeper folders come later, and the last matching rule decides.
      rules.sort((a, b) => a.base.length - b.base.length);
    },
    ignores(path) {
      // A negated rule can't include a file of an ignored folder again.
      for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
        if (decides(path.slice(0, slash), true)) return true;
      return decides(path, false);
    },
  };
}

/** In characters. No path is as long, and V8 limits the length of regular expressions. */
const LONGEST_RULE = 4_096;

function ruleOf(line: string, base: string): IgnoreRule | undefined {
  if (line.startsWith('#') || line.length > LONGEST_RULE) return undefined;
  const text = line.replace(/(?:(?<![\\ \t])|(?<=\\[ \t]))[ \t]+$/, '');
  const negated = text.startsWith('!');
  const foldersOnly = text.endsWith('/');
  const body = text.slice(negated ? 1 : 0, foldersOnly ? -1 : undefined);
  if (body === '') return undefined;
  const anchored = body.includes('/');
  const source = globSource(body.replace(/^\//, ''));
  try {
    const pattern = new RegExp(anchored ? `^${source}$` : `^(?:.*/)?${source}$`, 's');
    return { base, pattern, negated, foldersOnly };
  } catch {
    // A range such as [z-a] matches nothing.
    return undefined;
  }
}

/** Limits the length of a character class, so that searches for its end don't scan a long line repeatedly. */
const PARTS = /\/\*\*\/|^\*\*\/|\/\*\*$|\*+|\?|\[!?\]?[^\]]{0,200}\]|\\.|[^*?[\\/]+|./gs;

function globSource(glob: string): string {
  /** Sources of the parts between folders of any depth. */
  const runs: string[] = [''];
  let element: (string | typeof STAR)[] = [];
  let elements = 0;
  const endElement = (between: string) => {
    runs[runs.length - 1] += starPattern(element, '[^/]', `e${elements++}`) + between;
    element = [];
  };
  for (const [part] of glob.matchAll(PARTS)) {
    if (part === '/**/' || part === '**/') {
      endElement(part === '**/' ? '' : '/');
      runs.push('');
    } else if (part === '/**') endElement('/.*');
    else if (part === '/') endElement('/');
    else element.push(part.startsWith('*') ? STAR : partSource(part));
  }
  endElement('');
  return runs
    .map((run, index) => {
      if (index === 0) return run;
      if (index === runs.length - 1) return `(?:.*/)?${run}`;
      // Like in starPattern, it is enough to try the first matching folders.
      return `(?=(?<r${index}>(?:[^/]*/)*?${run}))\\k<r${index}>`;
    })
    .join('');
}

function partSource(part: string): string {
  if (part === '?') return '[^/]';
  if (part.startsWith('[') && part.length > 2)
    return `[${part
      .slice(1, -1)
      .replace(/^!/, '^')
      .replaceAll(/[\\[]/g, '\\$&')
      .replace(/^(\^?)\]/, '$1\\]')}]`;
  return (part.startsWith('\\') && part.length > 1 ? part.slice(1) : part).replaceAll(
    /[\\^$.*+?()[\]{}|]/g,
    '\\$&',
  );
}
