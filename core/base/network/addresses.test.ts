import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contains,
  firstOf,
  ipText,
  isLinkLocal,
  lastOf,
  networkText,
  parseIp,
  parseMac,
  parseNetwork,
} from './addresses.ts';

describe('addresses', () => {
  test('distinguishes addresses from other texts', () => {
    for (const good of ['0.0.0.0', '192.0.2.255', '::', '2001:db8::1', '::ffff:192.0.2.1'])
      expect(parseIp(good), good).toBeDefined();
    for (const bad of [
      '',
      '192.0.2',
      '192.0.2.256',
      '192.0.02.1',
      '192.0.2.1/24',
      'fe80::1%eth0',
      '2001:db8:::1',
      'abc',
      '1.2.3.4.5',
      '1.2.3.4.',
    ])
      expect(parseIp(bad), bad).toBeUndefined();
  });

  test('networks', () => {
    const network = parseNetwork('192.0.2.77/26')!;
    expect([
      ipText({ family: 4, value: firstOf(network) }),
      ipText({ family: 4, value: lastOf(network) }),
    ]).toEqual(['192.0.2.64', '192.0.2.127']);
    expect(networkText(network)).toBe('192.0.2.64/26');
    expect(contains(network, parseIp('192.0.2.100')!)).toBe(true);
    expect(contains(network, parseIp('192.0.2.128')!)).toBe(false);
    expect(contains(network, parseIp('::1')!)).toBe(false);
    expect(parseNetwork('192.0.2.0/33')).toBeUndefined();
    expect(parseNetwork('192.0.2.0')).toBeUndefined();
    expect(isLinkLocal(parseIp('fe80::1')!)).toBe(true);
    expect(isLinkLocal(parseIp('fec0::1')!)).toBe(false);
  });

  test('prints every IPv4 address as written', () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        expect(ipText(parseIp(text)!)).toBe(text);
      }),
    );
  });

  test('MAC addresses as spreadsheets have them', () => {
    for (const text of ['52:54:00:AA:BB:07', '52-54-00-aa-bb-07', '525400aabb07', '5254.00aa.bb07'])
      expect(parseMac(text)).toBe('52:54:00:aa:bb:07');
    for (const text of ['52:54:00:aa:bb', '52:54:00:aa:bb:zz', '525400aabb0', ''])
      expect(parseMac(text)).toBeUndefined();
  });
});
