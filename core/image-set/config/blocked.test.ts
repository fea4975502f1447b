import { expect, test } from 'vitest';
import { isBlocked } from './blocked.ts';

const image = {
  origin: 'docker://registry.redhat.io/ubi9/ubi:latest',
  destination: { repository: 'base/ubi9', tag: '1' },
};
const patterns = (...names: string[]) => names.map((name) => ({ name, pattern: new RegExp(name) }));

test('a pattern is searched in origin and destination, unanchored, without transport', () => {
  expect(isBlocked(image, [])).toBe(false);
  expect(isBlocked(image, patterns('ubi9/ubi'))).toBe(true);
  expect(isBlocked(image, patterns('^registry.redhat.io/'))).toBe(true);
  expect(isBlocked(image, patterns('^docker'))).toBe(false);
  expect(isBlocked(image, patterns('/base/ubi9:1$'))).toBe(true);
  expect(isBlocked(image, patterns('^reg[.]lan:5000/ocp/base'))).toBe(false);
  expect(isBlocked(image, patterns('^reg[.]lan:5000/ocp/base'), 'docker://reg.lan:5000/ocp')).toBe(true);
  expect(isBlocked(image, patterns('nowhere', 'ubi9-minimal'))).toBe(false);
});

test('a sticky or global pattern gives the same answer each time', () => {
  const blocked = [{ name: 'ubi', pattern: /ubi/g }];
  expect([isBlocked(image, blocked), isBlocked(image, blocked)]).toEqual([true, true]);
});

test('an image without origin is never blocked', () => {
  expect(isBlocked({ ...image, origin: '' }, patterns('.*'))).toBe(false);
});
