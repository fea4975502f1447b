import { expect } from 'vitest';
import { type Mutant, mutantsOf } from './mutants.fixture.ts';

/** A rule of an upstream program that rejects mutants. */
export interface MutantRule {
  /** Matches the change of the mutant: `compute.0.name removed`, or with `N` for every position, `compute.N.name removed`. */
  change: RegExp;
  /** Matches an error of the mutant. */
  error: RegExp;
  /** File and function of the upstream program. */
  upstream: string;
}

/** Shorthand of a rule: paths and changes are alternatives of a regular expression. */
export function mutantRule(paths: string, changes: string, error: RegExp, upstream: string): MutantRule {
  const escaped = paths.replaceAll('.', String.raw`\.`);
  return { change: new RegExp(`^(?:${escaped}) (?:${changes})$`), error, upstream };
}

/**
 * Checks that exactly the mutants with a rule have errors, one of them that of the first rule. Each rule must reject a mutant
 * of one of the documents.
 * @param options.common rules that follow and may be unused
 */
export function expectMutants(
  documents: Readonly<Record<string, string>>,
  rules: readonly MutantRule[],
  errorsOf: (text: string, document: string) => readonly string[],
  {
    common = [],
    mutants = mutantsOf,
  }: { common?: readonly MutantRule[]; mutants?: (text: string) => Mutant[] } = {},
): void {
  const all = [...rules, ...common];
  const used = new Set<MutantRule>();
  const different: string[] = [];
  let count = 0;
  for (const [name, text] of Object.entries(documents)) {
    expect(errorsOf(text, name)).toEqual([]);
    for (const mutant of mutants(text)) {
      count++;
      const change = mutant.change.replaceAll(/(?<=\.)\d+(?=[. ])/g, 'N');
      const errors = errorsOf(mutant.text, name);
      const rule = all.find((each) => each.change.test(change) || each.change.test(mutant.change));
      if (rule) used.add(rule);
      const expected = rule ? errors.some((error) => rule.error.test(error)) : errors.length === 0;
      if (!expected) different.push(`${name}: ${change}: ${errors.join('; ').slice(0, 200) || 'accepted'}`);
    }
  }
  expect([...new Set(different)]).toEqual([]);
  expect(rules.filter((rule) => !used.has(rule)).map(({ change }) => change.source)).toEqual([]);
  expect(count).toBeGreaterThan(20);
}
