import { expect, test } from 'vitest';
import { shortKey, signers, verdictWords } from './verdicts.ts';

const FINGERPRINT = '567E347AD0044ADE55BA8A5F199E2F91FD431D51';

test('a verdict in words, and by whom', () => {
  expect(verdictWords(`verified (${FINGERPRINT})`)).toEqual({
    mark: 'good',
    word: 'Verified',
    by: FINGERPRINT,
  });
  expect(verdictWords('not-checked')).toEqual({ mark: 'waiting', word: 'Not checked' });
  expect(verdictWords('override (--ignore-release-signature)')).toMatchObject({ word: 'Accepted by hand' });
  expect(verdictWords('rejected').mark).toBe('bad');
  expect(verdictWords('what another program says')).toMatchObject({ word: 'Not checked' });
});

test('keys are short enough for a table', () => {
  expect(shortKey(FINGERPRINT)).toBe('199E2F91FD431D51');
  expect(shortKey('199E2F91FD431D51')).toBe('199E2F91FD431D51');
  expect(shortKey(`sha256:${'ab'.repeat(32)}`)).toBe('abababababababab');
  expect(signers(`${FINGERPRINT}, --force`)).toBe('FD431D51, --force');
});
