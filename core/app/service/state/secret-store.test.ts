import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  complete,
  PASSWORD,
  PULL_SECRET,
  SSH_KEY,
} from '../../../install/install-config/model/install-config.fixture.ts';
import { createSecretStore } from './secret-store.ts';

const SECRETS = [PASSWORD, PULL_SECRET, 'bWlycm9yOktnNy1zZXNhbWUtUXgy'];

function free(text: string): void {
  for (const secret of SECRETS) expect(text).not.toContain(secret);
}

test('replaces each secret of a text with a placeholder, and restores it from them', () => {
  const stored = createSecretStore();
  const { text } = complete('vsphere-multi-vcenter');
  const hidden = stored.hide(text);
  free(hidden);
  expect(hidden.match(/secret-in-memory-[0-9a-f]{8}/g)).toHaveLength(4);
  expect(stored.reveal(hidden)).toBe(text);
  expect(stored.hide(hidden)).toBe(hidden);
  expect(stored.hide(text)).toBe(hidden);
  expect(stored.lost(hidden)).toEqual([]);
  expect(createSecretStore().lost(hidden)).toHaveLength(2);
});

test('restores every notation of a secret byte for byte', () => {
  const text = [
    'pullSecret: >-',
    `  ${PULL_SECRET}`,
    'sshKey: |',
    `  ${SSH_KEY}`,
    '  ssh-rsa second',
    'proxy:',
    `  httpProxy: http://me:${PASSWORD}@proxy:3128 # ours`,
    'platform:',
    '  vsphere:',
    '    vcenters:',
    `    - {server: a, password: "${PASSWORD}"}`,
    `    - server: b`,
    `      password: '${PASSWORD}'   # agreed`,
    '',
  ].join('\r\n');
  const stored = createSecretStore();
  const hidden = stored.hide(text);
  free(hidden);
  expect(stored.reveal(hidden)).toBe(text);
});

test('a typed secret is one YAML value wherever its placeholder is, also in a moved block', () => {
  const stored = createSecretStore();
  const name = stored.keep(`it's "${PASSWORD}"\nand more`);
  for (const written of [name, `'${name}'`, `"${name}"`])
    expect(stored.reveal(`password: ${written}\n`)).toBe(
      `password: ${JSON.stringify(`it's "${PASSWORD}"\nand more`)}\n`,
    );
  expect(stored.reveal(`password: ${stored.keep(PASSWORD)}\n`)).toBe(`password: '${PASSWORD}'\n`);
  const hidden = stored.hide(`pullSecret: |\n  ${PULL_SECRET}\n`);
  free(hidden);
  const moved = hidden.replace('pullSecret', 'a:\n    pullSecret');
  expect(parse(stored.reveal(moved))).toEqual({ a: { pullSecret: `${PULL_SECRET}\n` } });
});

test('without secrets, their values are empty', () => {
  const stored = createSecretStore();
  const hidden = stored.hide(`password: ${PASSWORD}\nproxy:\n  httpProxy: http://a:${PASSWORD}@b:1\n`);
  expect(stored.reveal(hidden, { without: true })).toBe(`password: ''\nproxy:\n  httpProxy: http://b:1\n`);
});

test("replaces secrets in a text that isn't YAML, too", () => {
  const stored = createSecretStore();
  const text = `platform: [\npassword: ${PASSWORD}\nlist:\n- {password: ${PASSWORD}}\npullSecret: '${PULL_SECRET}'\n`;
  const hidden = stored.hide(text);
  free(hidden);
  expect(stored.reveal(hidden)).toBe(text);
});
