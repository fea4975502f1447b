import { expect, test } from 'vitest';
import { AirlockError, onSide, type Problem } from './airlock-error.ts';
import { RULE } from './rules.ts';

const rule = { id: 'name-missing', path: 'mirror' } as const;
const problem: Problem = { code: 'config-invalid', level: 'error', message: 'm', remedy: 'r', [RULE]: rule };

test('keeps a rule in copies of its problem, and in the error that contains it', () => {
  expect({ ...problem }[RULE]).toBe(rule);
  const error = onSide(new AirlockError('config-invalid', 'm', { rule, problems: [problem] }), 'source');
  expect(error[RULE]).toEqual(rule);
  expect(error.toJSON()[RULE]).toEqual(rule);
  expect(error.problems[0]![RULE]).toEqual(rule);
});

test('no rule gets into JSON or into a message to another process', () => {
  const error = new AirlockError('config-invalid', 'm', { rule, problems: [problem] });
  for (const value of [problem, error, error.problems]) {
    expect(JSON.stringify(value)).not.toContain('name-missing');
    expect(Object.getOwnPropertySymbols(structuredClone({ ...value }))).toEqual([]);
  }
});
