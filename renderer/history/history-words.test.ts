import { expect, test } from 'vitest';
import type { RunSummary } from '../../core/contract/topics/run.ts';
import {
  comparisonNote,
  destinationWords,
  filterRuns,
  historySentence,
  overrideWords,
  runBefore,
  runDuration,
  statusCounts,
} from './history-words.ts';

function run(sequence: number, changes: Partial<RunSummary> = {}): RunSummary {
  return {
    run: { root: '/w', sequence },
    workflow: 'mirrorToDisk',
    status: 'complete',
    startedAt: '2026-01-31T10:00:00Z',
    endedAt: '2026-01-31T10:02:00Z',
    enclave: 'fleet',
    transfer: `fleet-000${sequence}`,
    directory: `/w/.airlock/runs/${sequence}`,
    ...changes,
  };
}

test('the heading shows the number of runs and the state of the latest', () => {
  expect(historySentence([])).toBe('No runs yet');
  expect(historySentence([run(8)])).toBe('1 run. The latest, fleet-0008, is complete.');
  expect(historySentence([run(8), run(7)])).toBe('2 runs. The latest, fleet-0008, is complete.');
  const partial = run(8, { status: 'partial', images: { total: 9, copied: 7, present: 0, failed: 2 } });
  expect(historySentence([partial, run(7)])).toBe(
    '2 runs. The latest, fleet-0008, is partial: 2 images failed.',
  );
});

test('filters: folder, status, and every word of the text', () => {
  const runs = [
    run(8, { user: 'ann' }),
    run(7, { run: { root: '/state', sequence: 7 }, workflow: 'diskToMirror' }),
    run(6, { status: 'failed', user: 'ben' }),
  ];
  const found = (filter: Parameters<typeof filterRuns>[1]) =>
    filterRuns(runs, filter).map(({ run: { sequence } }) => sequence);
  expect(found({ text: '' })).toEqual([8, 7, 6]);
  expect(found({ root: '/state', text: '' })).toEqual([7]);
  expect(found({ status: 'failed', text: '' })).toEqual([6]);
  expect(found({ text: 'FLEET-0008 ann' })).toEqual([8]);
  expect(found({ text: 'fleet-0008 ben' })).toEqual([]);
  expect(found({ text: 'push' })).toEqual([7]);
});

test('the previous run is in the same folder, with the same enclave and workflow', () => {
  const runs = [
    run(9),
    run(8, { enclave: 'lab' }),
    run(7, { workflow: 'diskToMirror' }),
    run(6, { run: { root: '/other', sequence: 6 } }),
    run(5),
    run(4),
  ];
  expect(runBefore(runs, runs[0]!)?.run.sequence).toBe(5);
  expect(runBefore(runs, runs[5]!)).toBeUndefined();
});

test('counts start with the runs that need attention', () => {
  expect(statusCounts([run(3), run(2), run(1, { status: 'failed' })])).toEqual([
    { status: 'failed', count: 1 },
    { status: 'complete', count: 2 },
  ]);
});

test('the destination of a run', () => {
  expect(destinationWords(run(1))).toBe('fleet');
  expect(destinationWords(run(1, { workflow: 'diskToMirror', target: 'registry.lab:5000/mirror' }))).toBe(
    'registry.lab:5000/mirror',
  );
  expect(destinationWords(run(1, { workflow: 'replay', target: '/w/transfers/fleet-0001' }))).toBe(
    'fleet-0001',
  );
});

test('durations and overrides', () => {
  expect(runDuration(run(1))).toBe(120_000);
  expect(overrideWords('ignore-release-signature')).toContain('signature');
  expect(overrideWords('dest-tls-verify=false')).toBe("Destination TLS certificates weren't verified.");
  expect(overrideWords('something-new')).toBeUndefined();
});

test('a comparison needs two selected runs', () => {
  expect([0, 1, 2, 3].map(comparisonNote)).toEqual([
    'Select two runs to compare',
    'Select one more run to compare',
    'Two runs selected',
    '3 runs selected. You can compare only two.',
  ]);
});
