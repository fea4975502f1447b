import { expect, test } from 'vitest';
import type { Day2Plan, StartingState } from '../../../core/contract/topics/day2-requests.ts';
import { changeOf, day2Sentence, diffText, EMPTY_FORM, stateRows, stillNeeded } from './words.ts';

const STATE: StartingState = {
  infrastructure: 'generated',
  cloudConfig: 'ini',
  vcenters: [{ server: 'vc-a', datacenters: ['DC1'] }],
  failureDomains: [
    { name: 'generated-failure-domain', region: '', zone: '', server: 'vc-a', datacenter: 'DC1' },
  ],
  infraId: 'x',
};

test('a change is asked for when all of it is there', () => {
  expect(changeOf(EMPTY_FORM)).toBeUndefined();
  const vcenter = { ...EMPTY_FORM, server: 'vc-b', datacenters: ['DC2'] };
  expect(changeOf(vcenter)).toEqual({ addVCenters: [{ server: 'vc-b', datacenters: ['DC2'] }] });
  expect(changeOf({ ...vcenter, name: 'fd-b', zone: 'z' })).toMatchObject({
    addFailureDomains: [{ name: 'fd-b', server: 'vc-b', zone: 'z', topology: { datacenter: 'DC2' } }],
  });
  expect(changeOf({ ...EMPTY_FORM, kind: 'convert' })).toEqual({ convertCloudConfig: true });
  expect(changeOf({ ...EMPTY_FORM, kind: 'remove' })).toBeUndefined();
  expect(changeOf({ ...EMPTY_FORM, kind: 'remove', remove: 'vc-a' })).toEqual({ removeVCenters: ['vc-a'] });
  expect(changeOf({ ...EMPTY_FORM, kind: 'domains', file: '/x' })).toEqual({ failureDomainsFile: '/x' });
});

test('what is still needed is told while the button waits', () => {
  expect(stillNeeded(EMPTY_FORM)).toBe('Server and datacenters are needed.');
  expect(stillNeeded({ ...EMPTY_FORM, server: 'vc-b' })).toMatch(/^A datacenter is needed/);
  expect(stillNeeded({ ...EMPTY_FORM, datacenters: ['DC2'] })).toBe('The server is needed.');
  expect(stillNeeded({ ...EMPTY_FORM, kind: 'remove' })).toBe('Choose the vCenter.');
  expect(stillNeeded({ ...EMPTY_FORM, kind: 'domains' })).toBe('Name the file.');
});

test('the starting state in words, and what became of the question', () => {
  expect(stateRows(STATE).map(({ says }) => says)).toEqual([
    'one failure domain that the installer generated',
    'vc-a',
    'INI',
    'not known',
    'not known',
  ]);
  expect(day2Sentence(undefined, undefined)).toMatch(/^Plan a change/);
  expect(day2Sentence(STATE, undefined)).toMatch(/installer generated$/);
  const plan: Day2Plan = {
    title: 'Add vCenter vc-b',
    start: STATE,
    ok: false,
    refusals: [],
    warnings: [],
    steps: [],
  };
  expect(day2Sentence(STATE, plan)).toBe('Add vCenter vc-b: refused');
  expect(
    diffText([
      { kind: 'same', text: 'a' },
      { kind: 'added', text: 'b' },
      { kind: 'removed', text: 'c' },
    ]),
  ).toBe(' a\n+b\n-c');
});
