import { expect, test } from 'vitest';
import { validateHosts } from '../validation/validate-hosts.ts';
import { FLEET_CLUSTER, fleet, fleetTable } from './fleet.fixture.ts';

test('finds shared values of 300 hosts in a pasted table', () => {
  const verdict = validateHosts(fleet(fleetTable(300)), FLEET_CLUSTER);
  expect(verdict.hosts).toHaveLength(300);
  expect(verdict.across.map(({ rule }) => rule)).toEqual(Array.from({ length: 30 }, () => 'address-shared'));
  expect(verdict.ready).toBe(240);
});
