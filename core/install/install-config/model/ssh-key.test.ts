import { expect, test } from 'vitest';
import { SSH_KEY } from '../model/install-config.fixture.ts';
import { sshKeyType } from './ssh-key.ts';

const KEYS = [
  SSH_KEY,
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAvqxK2DLAU2ob3p9QHWinjFBEx1u6yU8eF/V7WuSJUX',
  'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBPOIgx/KtTQT5TMKRcQSKbTBUOznNb42ggm0EOhCK7otkSFi0ta3xYlBEkAy6y6zNKGHN6BBWk9naOWcIQUULtI=',
];

test.each(KEYS)('reads %s', (key) => {
  const [type] = key.split(' ');
  expect(sshKeyType(key)).toBe(type);
  expect(sshKeyType(`no-pty,command="a \\"b\\" c" ${key} kim@host`)).toBe(type);
});

test.each(KEYS)('rejects parts of %s', (key) => {
  const [type, encoded = ''] = key.split(' ');
  const bytes = Buffer.from(encoded, 'base64');
  for (const part of [bytes.subarray(0, -1), bytes.subarray(0, 20), Buffer.concat([bytes, Buffer.from('x')])])
    expect(sshKeyType(`${type} ${part.toString('base64')}`)).toBeUndefined();
  expect(sshKeyType(`${type} ${encoded.slice(0, -1)}`)).toBeUndefined();
  expect(sshKeyType(`ssh-dss ${encoded}`)).toBeUndefined();
  expect(sshKeyType(type!)).toBeUndefined();
});
