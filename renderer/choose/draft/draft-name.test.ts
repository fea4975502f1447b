import { expect, test } from 'vitest';
import { draftName } from './draft-name.ts';

const LINE = { name: 'set.yaml', named: false, enclave: 'fleet', savedAt: '2026-11-28T09:12:30' };

test.each([
  [{ from: '4.16.1', to: '4.16.9' }, '4.16.1 to 4.16.9, enclave fleet, Nov 28, 09:12'],
  [{ to: '4.18' }, '4.18, enclave fleet, Nov 28, 09:12'],
  [{}, 'set.yaml, enclave fleet, Nov 28, 09:12'],
  [{ to: '4.18', name: 'May update', named: true }, 'May update'],
])('the draft %j is named %s', (part, name) => {
  expect(draftName({ ...LINE, ...part })).toBe(name);
});
