import { expect, test } from 'vitest';
import type { RegistryTest } from '../../../core/contract/topics/settings.ts';
import { loginForm, loginVerdict } from './login-verdict.ts';

type Stage = RegistryTest['stages'][number];

function tested(...changes: Partial<Stage>[]): RegistryTest {
  const stages = (['name', 'connection', 'tls', 'login', 'path'] as const).map(
    (stage): Stage => ({
      stage,
      result: 'passed',
      detail: '',
      ...changes.find((one) => one.stage === stage),
    }),
  );
  return { name: 'x', address: 'x:443', at: '2026-01-31T10:00:00Z', stages };
}

test('a login is worth keeping when the registry takes it, also where its path is denied', () => {
  expect(loginVerdict(tested()).accepted).toBe(true);
  expect(loginVerdict(tested({ stage: 'path', result: 'failed', detail: '403' })).accepted).toBe(true);
});

test('a refused login, and one that was never asked for, are not', () => {
  expect(
    loginVerdict(tested({ stage: 'login', result: 'failed', code: 'unauthorized', detail: '401' })),
  ).toEqual({
    accepted: false,
    words: 'Refused as well: 401',
  });
  expect(
    loginVerdict(
      tested(
        { stage: 'connection', result: 'failed', detail: 'nothing answers' },
        { stage: 'login', result: 'skipped' },
        { stage: 'path', result: 'skipped' },
      ),
    ),
  ).toEqual({ accepted: false, words: 'The login was not reached: nothing answers' });
});

test('the words say which path and which stage it was', () => {
  expect(loginVerdict(tested())).toEqual({ accepted: true, words: 'The registry takes this login.' });
  const denied = { stage: 'path', result: 'failed', detail: 'x: denied', finding: 'denied' } as const;
  expect(loginVerdict(tested(denied)).words).toBe('The login is taken, but the path is not opened: denied');
  // A login that fails for another reason than its password is reported as it is.
  expect(loginVerdict(tested({ stage: 'login', result: 'failed', detail: 'x: 500' })).words).toBe('x: 500');
});

test('a form that tests or keeps a login is busy and says which', () => {
  const verdict = { accepted: true, words: 'taken' };
  expect(loginForm({ at: 'testing' })).toEqual({
    busy: true,
    verdict: undefined,
    failure: undefined,
    next: 'Testing login',
  });
  expect(loginForm({ at: 'keeping', verdict })).toMatchObject({ busy: true, verdict, next: 'Keeping login' });
  expect(loginForm({ at: 'typing' })).toMatchObject({ busy: false, verdict: undefined, next: 'Test login' });
});

test('a form says what failed: the test of a login, or the keeping of an accepted one', () => {
  const verdict = { accepted: true, words: 'taken' };
  const error = new Error('engine gone');
  expect(loginForm({ at: 'typing', failure: error }).failure).toEqual({
    error,
    title: 'The login was not tested',
  });
  expect(loginForm({ at: 'accepted', verdict, failure: error })).toMatchObject({
    failure: { error, title: 'The login was not kept' },
    verdict,
    next: 'Keep login',
  });
  expect(loginForm({ at: 'accepted', verdict }).failure).toBeUndefined();
});
