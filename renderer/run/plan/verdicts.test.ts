import { expect, test } from 'vitest';
import { t } from './messages.ts';
import { shortKey, signers, verdictWords } from './verdicts.ts';

const FINGERPRINT = '567E347AD0044ADE55BA8A5F199E2F91FD431D51';

test('a verdict and its signer', () => {
  expect(verdictWords(`verified (${FINGERPRINT})`)).toEqual({
    mark: 'good',
    word: t('verified'),
    by: FINGERPRINT,
  });
  expect(verdictWords('not-checked')).toEqual({ mark: 'waiting', word: t('notChecked') });
  expect(verdictWords('override (--ignore-release-signature)')).toMatchObject({ word: t('override') });
  expect(verdictWords('rejected').mark).toBe('bad');
  expect(verdictWords('a text of another program')).toMatchObject({ word: t('notChecked') });
});

test('keys are short enough for a table', () => {
  expect(shortKey(FINGERPRINT)).toBe('199E2F91FD431D51');
  expect(shortKey('199E2F91FD431D51')).toBe('199E2F91FD431D51');
  expect(shortKey(`sha256:${'ab'.repeat(32)}`)).toBe('abababababababab');
  expect(signers(`${FINGERPRINT}, --force`)).toBe('FD431D51, --force');
});
