import { expect, test } from 'vitest';
import { withPrefixes } from './address-prefix.ts';

const host = (...addresses: string[]) => ({
  ...{ name: 'h', role: 'worker', nics: [], variables: {} },
  addresses,
});
const HOSTS = [
  host('192.0.2.11/24', '2001:db8::11/64'),
  host('192.0.2.12/26'),
  host('10.20.0.5/16'),
  host('10.20.0.6/16'),
  host(),
];

test.each([
  ['a host keeps its own prefix', 1, '192.0.2.77', '192.0.2.77/26'],
  ['each family has its own', 0, '192.0.2.77 2001:db8::77', '192.0.2.77/24 2001:db8::77/64'],
  ['a host without an address gets that of the network around it', 4, '10.20.3.4', '10.20.3.4/16'],
  ['otherwise the most frequent one', 4, '198.51.100.7', '198.51.100.7/16'],
  ['a new row, too', 5, '10.20.3.4', '10.20.3.4/16'],
  ['a typed prefix takes precedence', 0, '192.0.2.77/28', '192.0.2.77/28'],
  ['other texts stay as typed', 0, '192.0.2.777, x', '192.0.2.777, x'],
  ['DHCP stays as typed', 0, 'dhcp', 'dhcp'],
])('%s', (_, index, typed, written) => {
  expect(withPrefixes(HOSTS, index, typed)).toBe(written);
});

test('without other addresses, an address stays as typed', () => {
  expect(withPrefixes([host()], 0, '192.0.2.7')).toBe('192.0.2.7');
  expect(withPrefixes([host('192.0.2.7/24')], 0, '2001:db8::1')).toBe('2001:db8::1');
});
