import { expect, test } from 'vitest';
import type { Day2Plan, StartingState } from '../../../core/contract/topics/day2-requests.ts';
import { t } from './messages.ts';
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

test('a form describes a change once it has all values', () => {
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

test('the missing value is reported while the button is disabled', () => {
  expect(stillNeeded(EMPTY_FORM)).toBe(t('bothNeededText'));
  expect(stillNeeded({ ...EMPTY_FORM, server: 'vc-b' })).toBe(t('datacenterNeededText'));
  expect(stillNeeded({ ...EMPTY_FORM, datacenters: ['DC2'] })).toBe(t('serverNeededText'));
  expect(stillNeeded({ ...EMPTY_FORM, kind: 'remove' })).toBe(t('removeNeededText'));
  expect(stillNeeded({ ...EMPTY_FORM, kind: 'domains' })).toBe(t('fileNeededText'));
});

test('the starting state in words, and the title of the plan', () => {
  expect(stateRows(STATE).map(({ value }) => value)).toEqual([
    t('infrastructureGenerated'),
    'vc-a',
    t('cloudConfigIni'),
    t('versionUnknown'),
    t('featureSetUnknown'),
  ]);
  expect(day2Sentence(undefined, undefined)).toBe(t('startTitle'));
  expect(day2Sentence(STATE, undefined)).toBe(t('generatedTitle'));
  const plan: Day2Plan = {
    title: 'Add vCenter vc-b',
    start: STATE,
    ok: false,
    rejections: [],
    warnings: [],
    steps: [],
  };
  expect(day2Sentence(STATE, plan)).toBe('Add vCenter vc-b: change rejected');
  expect(
    diffText([
      { kind: 'same', text: 'a' },
      { kind: 'added', text: 'b' },
      { kind: 'removed', text: 'c' },
    ]),
  ).toBe(' a\n+b\n-c');
});
