import { expect, test } from 'vitest';
import { t } from './messages.ts';
import { pullSecretNote, pullSecretRegistries } from './pull-secret.ts';

test('a pull secret yields the names of its registries only', () => {
  const text = JSON.stringify({
    auths: { 'quay.io': { auth: 'czNjcmV0' }, 'cloud.openshift.com': { auth: 'eA==' } },
  });
  expect(pullSecretRegistries(text)).toEqual({ registries: ['quay.io', 'cloud.openshift.com'] });
});

test('other texts are rejected without quoting them', () => {
  for (const text of [
    '{"auths": {"quay.io": {"auth": "czNjcmV0"',
    '"czNjcmV0"',
    '{"quay.io": "czNjcmV0"}',
    '{"auths": ["czNjcmV0"]}',
    '{"auths": {}}',
    'null',
  ]) {
    const found = pullSecretRegistries(text);
    expect(found).toHaveProperty('error');
    expect(JSON.stringify(found)).not.toContain('czNjcmV0');
  }
});

test('the note says what to paste, what is wrong, and which credentials were found', () => {
  expect(pullSecretNote(' \n')).toEqual({
    variant: 'default',
    words: t('pullSecretHelp', { start: '{"auths":' }),
  });
  expect(pullSecretNote('{')).toEqual({
    variant: 'error',
    words: t('jsonError', { open: '{', close: '}' }),
  });
  expect(pullSecretNote('{"auths": {"quay.io": {"auth": "czNjcmV0"}, "b.lab": {}}}')).toEqual({
    variant: 'success',
    words: 'Credentials for 2 registries found: quay.io, b.lab',
  });
  expect(pullSecretNote('{"auths": {"quay.io": {}}}').words).toBe(
    'Credentials for 1 registry found: quay.io',
  );
});
