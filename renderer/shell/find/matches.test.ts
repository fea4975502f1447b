import { expect, test } from 'vitest';
import { type FindEntry, matchesOf } from './matches.ts';

const entry = (kind: FindEntry['kind'], label: string, detail = ''): FindEntry => ({
  kind,
  label,
  detail,
  open: '/',
});

const ENTRIES: FindEntry[] = [
  entry('screen', 'Carry'),
  entry('screen', 'Fetch'),
  entry('action', 'Create workspace'),
  entry('version', '4.18.9', 'stable-4.18'),
  entry('version', '4.18.90', 'stable-4.18'),
  entry('host', 'master-0', 'control plane, 10.0.0.5, 52:54:00:aa:bb:01'),
  ...Array.from({ length: 9 }, (_, index) => entry('run', `fleet-000${index}`, 'Complete')),
];
const labels = (text: string) =>
  matchesOf(ENTRIES, text).map(({ kind, entries }) => [kind, entries.map(({ label }) => label)]);

test('without a text, all screens and actions are listed', () => {
  expect(labels(' ')).toEqual([
    ['screen', ['Carry', 'Fetch']],
    ['action', ['Create workspace']],
  ]);
});

test('all words must occur, in the label or in the detail', () => {
  expect(labels('MASTER 10.0.0')).toEqual([['host', ['master-0']]]);
  expect(labels('52:54:00')).toEqual([['host', ['master-0']]]);
  expect(labels('master 10.9')).toEqual([]);
});

test('the exact label is first, then those that begin with it', () => {
  expect(labels('4.18.9')).toEqual([['version', ['4.18.9', '4.18.90']]]);
  expect(labels('wor')[0]).toEqual(['action', ['Create workspace']]);
});

test('another name of an entry, which is not shown, counts like its label', () => {
  const entries: FindEntry[] = [
    entry('run', 'fleet-0001', 'run 12, 2026-11-01'),
    { ...entry('run', 'fleet-0002', '2026-11-02'), names: 'run 1' },
    { ...entry('setting', 'Appearance'), names: 'theme, dark mode' },
  ];
  const labelsOf = (text: string) =>
    matchesOf(entries, text).flatMap((group) => group.entries.map(({ label }) => label));
  expect(labelsOf('run 1')).toEqual(['fleet-0002', 'fleet-0001']);
  expect(labelsOf('Dark  mode')).toEqual(['Appearance']);
  expect(labelsOf('them')).toEqual(['Appearance']);
});

test('a kind lists its first entries and counts the others', () => {
  const [runs] = matchesOf(ENTRIES, 'fleet');
  expect(runs).toMatchObject({ kind: 'run', matching: 9 });
  expect(runs!.entries).toHaveLength(6);
});

test('the kind with the best match is first', () => {
  const found = matchesOf([entry('screen', 'Settings', 'carry'), entry('term', 'carry')], 'carry');
  expect(found.map(({ kind }) => kind)).toEqual(['term', 'screen']);
});

test('20,000 images, 2,000 versions and 300 hosts are searched in less than 100 ms', () => {
  const many = (kind: FindEntry['kind'], count: number, label: (index: number) => string): FindEntry[] =>
    Array.from({ length: count }, (_, index) => ({
      ...{ kind, label: label(index), open: '/' },
      detail: `registry.lab.example:5000/mirror/${index}`,
    }));
  const entries = [
    ...many('image', 20_000, (index) => `quay.io/openshift-release-dev/ocp-v4.0-art-dev:${index}`),
    ...many('version', 2000, (index) => `4.${10 + (index % 12)}.${index}`),
    ...many('host', 300, (index) => `worker-${index}`),
  ];
  const times = Array.from({ length: 20 }, (_, index) => {
    // The time of this process, because other tests run at the same time.
    const began = process.cpuUsage();
    matchesOf(entries, index % 2 === 0 ? `art dev ${index}` : 'worker mirror 2');
    return process.cpuUsage(began).user / 1000;
  }).sort((a, b) => a - b);
  expect(times[18]).toBeLessThan(100);
  expect(matchesOf(entries, 'worker-299')[0]?.entries.map(({ label }) => label)).toEqual(['worker-299']);
});
