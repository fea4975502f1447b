import { expect, test } from 'vitest';
import { templateFor } from './conclude-push.ts';

const destination = { repository: 'redhat/redhat-operator-index', tag: 'v4.18' };
const factsWith = (...packages: { name: string; defaultChannel: string; channels: { name: string }[] }[]) =>
  templateFor({ destination } as never, { catalogs: [{ destination, result: { packages } }] } as never);

test('a pushed catalog records the channel of the update service operator', () => {
  const other = { name: 'web-terminal', defaultChannel: 'fast', channels: [{ name: 'fast' }] };
  const operator = {
    name: 'cincinnati-operator',
    defaultChannel: 'v2',
    channels: [{ name: 'v1' }, { name: 'v2' }],
  };
  expect(factsWith(other).updateOperator).toBeUndefined();
  expect(factsWith(other, operator).updateOperator).toBe('v1');
  expect(factsWith({ ...operator, channels: [{ name: 'v2' }] }).updateOperator).toBe('v2');
});
