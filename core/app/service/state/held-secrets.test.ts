import { expect, test } from 'vitest';
import {
  complete,
  PASSWORD,
  PULL_SECRET,
  SSH_KEY,
} from '../../../install/install-config/model/install-config.fixture.ts';
import { createHeldSecrets } from './held-secrets.ts';

const SECRETS = [PASSWORD, PULL_SECRET, 'bWlycm9yOktnNy1zZXNhbWUtUXgy', SSH_KEY];

function free(text: string): void {
  for (const secret of SECRETS) expect(text).not.toContain(secret);
}

test('a text gets a name for each secret, and is what it was with them again', () => {
  const held = createHeldSecrets();
  const { text } = complete('vsphere-multi-vcenter');
  const hidden = held.hide(text);
  free(hidden);
  expect(hidden.match(/held-in-memory-[0-9a-f]{8}/g)).toHaveLength(5);
  expect(held.reveal(hidden)).toBe(text);
  expect(held.hide(hidden)).toBe(hidden);
  expect(held.hide(text)).toBe(hidden);
  expect(held.lost(hidden)).toEqual([]);
  expect(createHeldSecrets().lost(hidden)).toHaveLength(3);
});

test('every way to write a secret comes back byte for byte', () => {
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
  const held = createHeldSecrets();
  const hidden = held.hide(text);
  free(hidden);
  expect(held.reveal(hidden)).toBe(text);
});

test('a typed secret is one YAML value wherever its name stands, also where its block was moved', () => {
  const held = createHeldSecrets();
  const name = held.keep(`it's "${PASSWORD}"\nand more`);
  for (const written of [name, `'${name}'`, `"${name}"`])
    expect(held.reveal(`password: ${written}\n`)).toBe(
      `password: ${JSON.stringify(`it's "${PASSWORD}"\nand more`)}\n`,
    );
  expect(held.reveal(`password: ${held.keep(PASSWORD)}\n`)).toBe(`password: '${PASSWORD}'\n`);
  const hidden = held.hide(`sshKey: |\n  ${SSH_KEY}\n`);
  const moved = hidden.replace('sshKey', 'a:\n    sshKey');
  expect(held.reveal(moved)).toContain(JSON.stringify(`${SSH_KEY}\n`).slice(1, -3));
});

test('without secrets nothing stands in their place', () => {
  const held = createHeldSecrets();
  const hidden = held.hide(`password: ${PASSWORD}\nproxy:\n  httpProxy: http://a:${PASSWORD}@b:1\n`);
  expect(held.reveal(hidden, { without: true })).toBe(`password: ''\nproxy:\n  httpProxy: http://b:1\n`);
});

test('of a text that is no YAML, too', () => {
  const held = createHeldSecrets();
  const text = `platform: [\npassword: ${PASSWORD}\nlist:\n- {password: ${PASSWORD}}\npullSecret: '${PULL_SECRET}'\n`;
  const hidden = held.hide(text);
  free(hidden);
  expect(held.reveal(hidden)).toBe(text);
});
