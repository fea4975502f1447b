import { compare, parse, type SemVer } from 'semver';
import { ownEntry } from '../../../base/document/own-entry.ts';

/** Returns whether a version is in a range. */
export type OlmRange = (version: SemVer) => boolean;

type Comparison = { operator: string; version: SemVer };

const IS_TRUE: Record<string, (order: number) => boolean> = {
  '': (order) => order === 0,
  '=': (order) => order === 0,
  '==': (order) => order === 0,
  '!': (order) => order !== 0,
  '!=': (order) => order !== 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
};

/**
 * Parses a `skipRange` or the range of a dependency like OLM (Go's blang/semver): versions of three numbers, `x` for the last ones, terms joined by
 * spaces (all) and ` || ` (any). Pre-releases are ordinary versions, and build metadata is ignored.
 * @returns undefined for a range that OLM can't parse, and ignores in a `skipRange`, such as `>=1.2 <2`, `^1.2.0` or an empty one
 */
export function parseOlmRange(text: string): OlmRange | undefined {
  const alternatives: Comparison[][] = [[]];
  for (const term of termsOf(text)) {
    if (term === '||') {
      if (alternatives.at(-1)!.length === 0) return undefined;
      alternatives.push([]);
      continue;
    }
    const comparisons = comparisonsOf(term);
    if (!comparisons) return undefined;
    alternatives.at(-1)!.push(...comparisons);
  }
  if (alternatives.at(-1)!.length === 0) return undefined;
  return (version) =>
    alternatives.some((all) => all.every((each) => IS_TRUE[each.operator]!(compare(version, each.version))));
}

/** Returns a test for versions. A range that OLM can't parse contains none. */
export function versionsIn(range: string): (version: string) => boolean {
  const contains = parseOlmRange(range);
  return (text) => {
    const version = contains && parse(text);
    return !!version && contains(version);
  };
}

/** Splits a range into terms. A space after `>`, `<` or `=` belongs to the term, and single characters are ignored, as in OLM. */
function termsOf(text: string): string[] {
  return text
    .replaceAll(/([<>=]) +/g, '$1')
    .split(' ')
    .filter((term) => term.length > 1);
}

function comparisonsOf(term: string): Comparison[] | undefined {
  const [, operator, version] = /^(\D*)(\d.*)$/.exec(term) ?? [];
  if (operator === undefined || version === undefined || !ownEntry(IS_TRUE, operator)) return undefined;
  const written = version.includes('x') ? withoutWildcard(operator, version) : [[operator, version] as const];
  const comparisons = written.map(([of, text]) => ({ operator: of, version: parse(text) }));
  return comparisons.every((each): each is Comparison => each.version !== null) ? comparisons : undefined;
}

/** Replaces wildcards: `=1.2.x` is `>=1.2.0 <1.3.0`. Returns an empty, invalid version if no increment is defined. */
function withoutWildcard(operator: string, version: string): (readonly [string, string])[] {
  const parts = version.split('.');
  const numbers = version.replace('.x.x', '.x').replace('.x', '.0');
  const flat = numbers.split('.').length === 2 ? `${numbers}.0` : numbers;
  const position =
    parts.at(-1) !== 'x' ? undefined : parts.length === 3 ? 1 : parts.length === 2 ? 0 : undefined;
  const above =
    position === undefined
      ? ''
      : flat
          .split('.')
          .map((part, at) => (at === position ? String(Number(part) + 1) : part))
          .join('.');
  switch (operator) {
    case '>':
      return [['>=', above]];
    case '<=':
      return [['<', above]];
    case '>=':
    case '<':
      return [[operator, flat]];
    case '!':
    case '!=':
      // Both, as in OLM's library, so such a term matches nothing.
      return [
        ['<', flat],
        ['>=', above],
      ];
    default:
      return [
        ['>=', flat],
        ['<', above],
      ];
  }
}
