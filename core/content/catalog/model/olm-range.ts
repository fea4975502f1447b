import { Range, satisfies } from 'semver';

const OPTIONS = { includePrerelease: true };

/**
 * Whether a version is in a range as OLM writes it in dependencies: terms joined by blanks (all) and `||` (any), with
 * `>`, `<`, `=`, `!=` and `1.x`; pre-releases count like any version.
 * @returns undefined for a range that cannot be read; an empty range takes everything
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
