import { expect, test } from 'vitest';
import { ContractError, failureOf } from './contract-error.ts';

const failure = {
  code: 'index-unsigned',
  level: 'error' as const,
  message: 'no valid signature for index.json',
  remedy: 'Ask the sender.',
  problems: [],
};

test('a failure has the same message whether it is thrown or a field of a job', () => {
  expect(failureOf(new ContractError(failure))).toBe(failure);
  expect(failureOf(failure)).toBe(failure);
  expect(failureOf(new Error('odd'))).toMatchObject({ code: 'internal', message: 'odd' });
  expect(failureOf('text')).toMatchObject({ code: 'internal', message: 'text' });
});

test('a failure or problem without all fields retains its cause, and no value is shown as an object', () => {
  const problem = { code: 'blob-missing', message: 'no such image', remedy: 'Check the name.' };
  expect(failureOf(problem)).toMatchObject({ ...problem, level: 'error', problems: [] });
  for (const thrown of [{}, { message: 1 }, [], null, undefined, new Error()])
    expect(failureOf(thrown).message).toMatch(/^an unexpected error/);
});
