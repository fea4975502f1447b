import { expect, test } from 'vitest';
import { nearestNames } from './nearest-names.ts';

const NAMES = [
  'anvil-operator',
  'bellows-operator',
  'cluster-logging',
  'web-terminal',
  'web-console',
  'webhooks',
];

test.each([
  ['a misspelling', 'anvil-oprator', ['anvil-operator']],
  ['a bundle in place of its package', 'anvil-operator.v1.2.0', ['anvil-operator']],
  ['the beginning of a name', 'bellows', ['bellows-operator']],
  ['the last word of a name', 'logging', ['cluster-logging']],
  ['a first word of several names', 'web-hook', ['webhooks', 'web-terminal', 'web-console']],
  ['a misspelling of a first word', 'anvl', ['anvil-operator']],
  ['a word of no name', 'storage', []],
] as const)('%s', (_what, name, expected) => {
  expect(nearestNames(name, NAMES)).toEqual(expected);
});
