import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readYaml, valueAt } from '../../base/document/yaml-text.ts';
import { printYaml } from './print-yaml.ts';

test('quotes strings that look like numbers or YAML keywords', () => {
  expect(printYaml({ a: '-_0', b: '1_000', c: 'on', d: 'plain', e: 7, f: true, g: '010' })).toBe(
    'a: "-_0"\nb: "1_000"\nc: "on"\nd: plain\ne: 7\nf: true\ng: "010"\n',
  );
});

test('writes a repeated object twice', () => {
  const same = { enabled: false };
  expect(printYaml({ ipv4: same, ipv6: same })).toBe('ipv4:\n  enabled: false\nipv6:\n  enabled: false\n');
});

test('reads back every string', () => {
  const text = fc.oneof(
    fc.stringMatching(/^[-+.0-9_xobeE:n]{1,8}$/),
    fc.string({ maxLength: 12 }).filter((s) => !/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/.test(s)),
  );
  fc.assert(
    fc.property(text, (password) => {
      expect(valueAt(readYaml(printYaml({ password })), ['password'], 0)).toBe(password);
    }),
    { numRuns: 1000 },
  );
});
