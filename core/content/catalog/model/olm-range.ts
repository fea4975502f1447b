import { Range, satisfies } from 'semver';

const OPTIONS = { includePrerelease: true };

/**
 * Returns whether a version is in a range of an OLM dependency: terms joined by blanks (all) and `||` (any), with
 * `>`, `<`, `=`, `!=` and `1.x`. Pre-releases are treated like other versions, and an empty range contains all versions.
 * @returns undefined for a range that can't be parsed
 */
export function inOlmRange(version: string, range: string): boolean | undefined {
  const verdicts = range.split('||').map((part) => inAll(version, part));
  return verdicts.includes(undefined) ? undefined : verdicts.includes(true);
}

function inAll(version: string, terms: string): boolean | undefined {
  const excluded: string[] = [];
  const plain = terms
    .replaceAll(/(?<![<>=!])([<>=!]+)\s+/g, '$1')
    .replaceAll(/!=?\s*([^\s]+)/g, (_, term: string) => {
      excluded.push(term);
      return '';
    })
    .replaceAll('==', '=');
  try {
    const included = satisfies(version, new Range(plain, OPTIONS), OPTIONS);
    return included && !excluded.some((term) => satisfies(version, new Range(term, OPTIONS), OPTIONS));
  } catch {
    return undefined;
  }
}
