import { expect, test } from 'vitest';
import { pullSecretNote, pullSecretRegistries } from './pull-secret.ts';

test('names the registries and nothing else', () => {
  const text = JSON.stringify({
    auths: { 'quay.io': { auth: 'czNjcmV0' }, 'cloud.openshift.com': { auth: 'eA==' } },
  });
  expect(pullSecretRegistries(text)).toEqual({ registries: ['quay.io', 'cloud.openshift.com'] });
});

test('what is no pull secret is told without being quoted', () => {
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

test('the field says what to paste, what is wrong with it, and whose logins it holds', () => {
  expect(pullSecretNote(' \n')).toEqual({
    variant: 'default',
    words: 'Begins with {"auths":. Its text is not shown, only which registries it holds.',
  });
  expect(pullSecretNote('{')).toEqual({
    variant: 'error',
    words: 'This is not JSON. Copy the whole pull secret, from { to }.',
  });
  expect(pullSecretNote('{"auths": {"quay.io": {"auth": "czNjcmV0"}, "b.lab": {}}}')).toEqual({
    variant: 'success',
    words: 'Holds 2 logins: quay.io, b.lab',
  });
  expect(pullSecretNote('{"auths": {"quay.io": {}}}').words).toBe('Holds 1 login: quay.io');
});
