import { expect, test } from 'vitest';
import { pullSecretRegistries } from './pull-secret.ts';

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
