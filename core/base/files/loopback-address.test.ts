import { expect, test } from 'vitest';
import { inUrl, loopbackAddress } from './loopback-address.ts';

test.each([
  ['127.0.0.1', { lo: [{ address: '127.0.0.1' }, { address: '::1' }] }],
  ['::1', { lo: [{ address: '::1' }], eth0: [{ address: '2001:db8::7' }] }],
  ['::1', { lo: undefined, lo1: [{ address: '::1' }], eth0: [{ address: '192.0.2.7' }] }],
  ['127.0.0.1', {}],
])('servers listen on %s with the interfaces %o', (address, interfaces) => {
  expect(loopbackAddress(interfaces)).toBe(address);
});

test('IPv6 addresses are in brackets in URLs', () => {
  expect([inUrl('127.0.0.1'), inUrl('::1'), inUrl('reg.lan')]).toEqual(['127.0.0.1', '[::1]', 'reg.lan']);
});
