import { expect, test } from 'vitest';
import type { RegistryTest } from '../../../core/contract/topics/settings.ts';
import { loginForm, loginVerdict } from './login-verdict.ts';
import { t } from './messages.ts';

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

test('a login is accepted even if its path is denied', () => {
  expect(loginVerdict(tested()).accepted).toBe(true);
  expect(loginVerdict(tested({ stage: 'path', result: 'failed', detail: '403' })).accepted).toBe(true);
});

test('a rejected login, and one that was not tested, are not accepted', () => {
  expect(
    loginVerdict(tested({ stage: 'login', result: 'failed', code: 'unauthorized', detail: '401' })),
  ).toEqual({
    accepted: false,
    words: t('loginRejectedText', { reason: '401' }),
  });
  expect(
    loginVerdict(
      tested(
        { stage: 'connection', result: 'failed', detail: 'no response' },
        { stage: 'login', result: 'skipped' },
        { stage: 'path', result: 'skipped' },
      ),
    ),
  ).toEqual({ accepted: false, words: t('loginUntestedText', { reason: 'no response' }) });
});

test('the verdict gives the reason of the registry', () => {
  expect(loginVerdict(tested())).toEqual({ accepted: true, words: t('loginAcceptedText') });
  const denied = { stage: 'path', result: 'failed', detail: 'x: denied', finding: 'denied' } as const;
  expect(loginVerdict(tested(denied)).words).toBe(t('loginPathDeniedText', { reason: 'denied' }));
  // A login that fails for another reason than its password is reported as it is.
  expect(loginVerdict(tested({ stage: 'login', result: 'failed', detail: 'x: 500' })).words).toBe('x: 500');
});

test('a form that tests or saves a login is busy', () => {
  const verdict = { accepted: true, words: 'accepted' };
  expect(loginForm({ at: 'testing' })).toEqual({
    busy: true,
    verdict: undefined,
    failure: undefined,
    next: t('testingLoginButton'),
  });
  expect(loginForm({ at: 'saving', verdict })).toMatchObject({
    busy: true,
    verdict,
    next: t('savingLoginButton'),
  });
  expect(loginForm({ at: 'typing' })).toMatchObject({
    busy: false,
    verdict: undefined,
    next: t('testLoginButton'),
  });
});

test('a form shows whether the test or the saving of a login failed', () => {
  const verdict = { accepted: true, words: 'accepted' };
  const error = new Error('engine gone');
  expect(loginForm({ at: 'typing', failure: error }).failure).toEqual({
    error,
    title: t('loginTestFailedTitle'),
  });
  expect(loginForm({ at: 'accepted', verdict, failure: error })).toMatchObject({
    failure: { error, title: t('loginSaveFailedTitle') },
    verdict,
    next: t('saveLoginButton'),
  });
  expect(loginForm({ at: 'accepted', verdict }).failure).toBeUndefined();
});
