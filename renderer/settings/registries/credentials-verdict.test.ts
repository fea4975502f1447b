import { expect, test } from 'vitest';
import type { RegistryTest } from '../../../core/contract/topics/settings.ts';
import { credentialsFormState, credentialsVerdict } from './credentials-verdict.ts';
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

test('credentials are accepted even if their path is denied', () => {
  expect(credentialsVerdict(tested()).accepted).toBe(true);
  expect(credentialsVerdict(tested({ stage: 'path', result: 'failed', detail: '403' })).accepted).toBe(true);
});

test('rejected credentials, and those that were not tested, are not accepted', () => {
  expect(
    credentialsVerdict(tested({ stage: 'login', result: 'failed', code: 'unauthorized', detail: '401' })),
  ).toEqual({
    accepted: false,
    words: t('credentialsRejectedText', { reason: '401' }),
  });
  expect(
    credentialsVerdict(
      tested(
        { stage: 'connection', result: 'failed', detail: 'no response' },
        { stage: 'login', result: 'skipped' },
        { stage: 'path', result: 'skipped' },
      ),
    ),
  ).toEqual({ accepted: false, words: t('credentialsUntestedText', { reason: 'no response' }) });
});

test('the verdict gives the reason of the registry', () => {
  expect(credentialsVerdict(tested())).toEqual({ accepted: true, words: t('credentialsAcceptedText') });
  const denied = { stage: 'path', result: 'failed', detail: 'x: denied', finding: 'denied' } as const;
  expect(credentialsVerdict(tested(denied)).words).toBe(t('credentialsPathDeniedText', { reason: 'denied' }));
  // A login that fails for another reason than the password is reported as it is.
  expect(credentialsVerdict(tested({ stage: 'login', result: 'failed', detail: 'x: 500' })).words).toBe(
    'x: 500',
  );
});

test('a form that tests or saves credentials is busy', () => {
  const verdict = { accepted: true, words: 'accepted' };
  expect(credentialsFormState({ at: 'testing' })).toEqual({
    busy: true,
    verdict: undefined,
    failure: undefined,
    next: t('testingCredentialsButton'),
  });
  expect(credentialsFormState({ at: 'saving', verdict })).toMatchObject({
    busy: true,
    verdict,
    next: t('savingCredentialsButton'),
  });
  expect(credentialsFormState({ at: 'typing' })).toMatchObject({
    busy: false,
    verdict: undefined,
    next: t('testCredentialsButton'),
  });
});

test('a form shows whether testing or saving credentials failed', () => {
  const verdict = { accepted: true, words: 'accepted' };
  const error = new Error('engine gone');
  expect(credentialsFormState({ at: 'typing', failure: error }).failure).toEqual({
    error,
    title: t('credentialsTestFailedTitle'),
  });
  expect(credentialsFormState({ at: 'accepted', verdict, failure: error })).toMatchObject({
    failure: { error, title: t('credentialsSaveFailedTitle') },
    verdict,
    next: t('saveCredentialsButton'),
  });
  expect(credentialsFormState({ at: 'accepted', verdict }).failure).toBeUndefined();
});
