import { expect, test } from 'vitest';
import { AirlockError, aboutSubject, amended, type Problem } from './airlock-error.ts';
import { PARTS } from './message-parts.ts';

test('keeps the parts of a message in an error and its copies', () => {
  const parts = { subject: 'quay.io', statement: 'answered 401', note: '(without credentials)' };
  const error = new AirlockError('unauthorized', parts, { found: '401' });
  expect(error.message).toBe('quay.io: answered 401 (without credentials)');
  const copy = amended(error, { remedy: 'Log in.' });
  expect([copy.message, copy.remedy, copy[PARTS]]).toEqual([error.message, 'Log in.', parts]);
  expect(amended(error, {}, 'something else')[PARTS]).toBeUndefined();
  expect(JSON.stringify(error)).not.toContain('statement');
  expect(error.toJSON()[PARTS]).toEqual(parts);
});

test('no part of a message has a login', () => {
  const statement = 'https://me:needle@quay.io does not answer';
  const error = new AirlockError('connection', { subject: 'quay.io', statement });
  expect(error.message + error[PARTS]!.statement).not.toContain('needle');
});

test('the subject of a problem is put in front of its message', () => {
  const problem: Problem = { code: 'x', level: 'warning', message: 'bad', remedy: 'none', line: 3 };
  const named = aboutSubject(problem, 'index:v1');
  expect(named).toMatchObject({ ...problem, message: 'index:v1: bad' });
  expect(named[PARTS]).toEqual({ subject: 'index:v1', statement: 'bad' });
});
