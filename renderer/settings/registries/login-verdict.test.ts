import { expect, test } from 'vitest';
import type { RegistryTest } from '../../../core/contract/topics/settings.ts';
import { loginVerdict } from './login-verdict.ts';

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
