import { expect, test } from 'vitest';
import { createCredentialStore } from './credential-store.ts';

test('removes an entered password from texts and from JSON, where its characters are escaped', () => {
  const store = createCredentialStore();
  const password = 'pa"ss\\w0rd';
  store.set('registry.lab:5000', { kind: 'basic', username: 'me', password }, 'session');
  for (const text of [`login ${password} failed`, JSON.stringify({ message: `login ${password} failed` })]) {
    expect(store.redacted(text)).not.toMatch(/w0rd/);
    expect(store.redacted(text)).toContain('(removed)');
  }
});
