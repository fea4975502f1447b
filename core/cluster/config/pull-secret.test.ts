import { expect, test } from 'vitest';
import { mergePullSecret, pullSecretObject } from './pull-secret.ts';

const login = (text: string) => Buffer.from(text).toString('base64');
const QUAY = { auth: login('a:b'), email: 'a@example.com' };

test('adds and replaces logins, and leaves the rest unchanged', () => {
  const text = JSON.stringify({
    auths: { 'quay.io': QUAY, 'reg.lan:5000': { auth: login('old:old'), email: 'x' } },
    credHelpers: { 'other.lan': 'pass' },
  });
  const logins = [
    { registry: 'reg.lan:5000', auth: login('new:new') },
    { registry: 'two.lan', auth: login('c:d') },
  ];
  const { text: merged, ...changes } = mergePullSecret(text, logins, 'pull-secret.json');
  expect(changes).toEqual({ added: ['two.lan'], replaced: ['reg.lan:5000'] });
  expect(JSON.parse(merged)).toEqual({
    auths: {
      'quay.io': QUAY,
      'reg.lan:5000': { auth: login('new:new'), email: 'x' },
      'two.lan': { auth: login('c:d') },
    },
    credHelpers: { 'other.lan': 'pass' },
  });
  expect(mergePullSecret(merged, logins, 'it')).toEqual({ text: merged, added: [], replaced: [] });
});

test('adds logins to an empty file, and rejects an invalid pull secret without quoting it', () => {
  const logins = [{ registry: 'reg.lan', auth: login('c:d') }];
  expect(JSON.parse(mergePullSecret('', logins, 'it').text)).toEqual({
    auths: { 'reg.lan': { auth: login('c:d') } },
  });
  for (const text of [
    '{"auths": {"quay.io": {"auth": S3cr3t}}}',
    '["S3cr3t"]',
    '{"auths": {"quay.io": "S3cr3t"}}',
  ]) {
    let message = '';
    try {
      mergePullSecret(text, logins, 'pull-secret.json');
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain('pull-secret.json');
    expect(message).not.toContain('S3cr3t');
  }
});

test('returns the object that clusters read', () => {
  expect(pullSecretObject('{}', {})).toMatchObject({
    kind: 'Secret',
    metadata: { name: 'pull-secret', namespace: 'openshift-config' },
    type: 'kubernetes.io/dockerconfigjson',
    data: { '.dockerconfigjson': 'e30=' },
  });
});
