import { expect, test } from 'vitest';
import { ContractError } from '../../../core/contract/contract-error.ts';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import { planRemedy, rejectedLines } from './remedies.ts';

function problem(code: string, remedy: string, more: Partial<ContractProblem> = {}): ContractProblem {
  return { code, level: 'warning', message: `${code} here`, remedy, ...more };
}

test('an option that solves problems is offered once, at the first of them', () => {
  const removal = problem('catalog-removal', 'Select them too.', { rule: 'catalog-removal' });
  const elsewhere = problem('operator-dependency', 'Select it from another catalog.');
  const one = problem('operator-dependency', 'Add the package a.', { rule: 'package-needed' });
  const other = problem('operator-dependency', 'Add the package b.', { rule: 'package-needed' });
  const all = [elsewhere, removal, one, other];
  expect(all.map((each) => planRemedy(each, all)?.option)).toEqual([
    undefined,
    'allowRemoval',
    'addDependencies',
    undefined,
  ]);
  expect(planRemedy(problem('catalog-removal', 'This was allowed.', { level: 'info' }), all)).toBeUndefined();
});

test('an error marks only the lines of the edited file', () => {
  const at = (file: string, line?: number) =>
    problem('operator-unknown', 'Did you mean a?', { level: 'error', file, line: line || undefined });
  const error = new ContractError({
    ...problem('config-invalid', ''),
    problems: [at('/w/isc.yaml', 7), at('/w/other.yaml', 3), at('/w/isc.yaml')],
  });
  expect(rejectedLines(error, '/w/isc.yaml').map(({ line }) => line)).toEqual([7]);
  expect(rejectedLines(new Error('no'), '/w/isc.yaml')).toEqual([]);
});
