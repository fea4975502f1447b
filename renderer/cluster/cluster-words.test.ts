import { expect, test } from 'vitest';
import type { ClusterJob, ComparedObjectLine } from '../../core/contract/topics/clusters.ts';
import {
  applyCommand,
  chosenAtFirst,
  comparisonSentence,
  differenceWords,
  jobSentence,
  objectKey,
  outcomeWords,
  problemsHere,
} from './cluster-words.ts';

function object(name: string, more: Partial<ComparedObjectLine> = {}): ComparedObjectLine {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name,
    file: `${name}.yaml`,
    purpose: '',
    effect: '',
    restartsNodes: false,
    action: 'change',
    changes: [],
    conflicts: [],
    removals: [],
    yaml: '',
    ...more,
  };
}

const POOLS = [
  { name: 'master', machines: 3, updated: 3, state: 'updated' as const },
  { name: 'worker', machines: 9, updated: 9, state: 'updated' as const },
];

test('what changes and what restarts, of what is chosen', () => {
  const objects = [
    object('a', { restartsNodes: true }),
    object('b', { action: 'create' }),
    object('c', { action: 'unchanged' }),
    object('d', { action: 'conflict' }),
    object('e', { removals: ['the catalog x'] }),
    object('version', { kind: 'ClusterVersion' }),
  ];
  const first = chosenAtFirst(objects);
  expect([...first]).toEqual([objects[0]!, objects[1]!].map(objectKey));
  const say = (chosen: Iterable<string>) => comparisonSentence({ objects, pools: POOLS }, new Set(chosen));
  expect(say(first)).toBe('2 objects change. Up to 12 nodes restart, one after another.');
  expect(say([objectKey(objects[1]!)])).toBe('1 object changes. No node restarts.');
  expect(say([])).toBe('5 objects would change; none is chosen.');
  expect(comparisonSentence({ objects: [objects[2]!], pools: POOLS }, first)).toBe(
    'The cluster has all of it.',
  );
  expect(comparisonSentence({ objects: [object('x', { action: 'refused' })], pools: [] }, first)).toBe(
    'Nothing can be applied as it is.',
  );
  const refused = [objects[2]!, object('x', { action: 'refused' })];
  expect(comparisonSentence({ objects: refused, pools: [] }, first)).toBe(
    '1 object cannot be applied as it is; the rest is there.',
  );
});

test('differences in a few words', () => {
  const change = { path: 'spec.image', removed: ['a'], added: ['b'] };
  expect(differenceWords(object('a', { changes: [change] }))).toBe('spec.image');
  expect(differenceWords(object('a', { changes: [change, change] }))).toBe('2 fields change');
  const conflict = { field: '.spec', owner: 'kubectl', theirs: '1', ours: '2' };
  expect(differenceWords(object('a', { action: 'conflict', conflicts: [conflict] }))).toBe(
    "1 field is somebody else's",
  );
});

test('a job while it works, asks and ends', () => {
  const job: ClusterJob = {
    kind: 'cluster',
    id: 'j',
    action: 'apply',
    dryRun: false,
    status: 'running',
    from: '/config',
    startedAt: '2026-01-01T00:00:00Z',
    progress: { done: 1, total: 3 },
    objects: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', result: 'created' }],
    problems: [],
  };
  expect(jobSentence(job)).toBe('1 of 3 objects done.');
  const readiness = { for: 'pools', done: 3, total: 5, detail: '' } as const;
  expect(jobSentence({ ...job, readiness })).toBe('1 object of 3 done. Nodes: 3 of 5 ready.');
  expect(jobSentence({ ...job, status: 'done', ok: true })).toBe('1 object applied.');
  const held = { ...job.objects[0]!, result: 'held' as const };
  expect(jobSentence({ ...job, status: 'done', ok: false, objects: [...job.objects, held] })).toBe(
    '1 object applied, 1 not.',
  );
  expect(jobSentence({ ...job, status: 'done', ok: false })).toBe(
    '1 object applied; the cluster is not ready yet.',
  );
  expect(jobSentence({ ...job, action: 'rollback', status: 'stopped' })).toBe(
    'Stopped: 1 object taken back.',
  );
});

test('the command is quoted as a shell needs it', () => {
  expect(applyCommand('/srv/my config', { kubeconfig: '', context: 'a/b' })).toBe(
    "airlock cluster-config apply '/srv/my config' --context a/b",
  );
});

test('a dry run says what would become of objects, and what is left alone as it is', () => {
  expect(outcomeWords('created', true)).toBe('Would be created');
  expect(outcomeWords('restored', true)).toBe('Would be as it was before');
  expect(outcomeWords('conflict', true)).toBe('Conflict, left as it is');
  expect(outcomeWords('created', false)).toBe('Created');
});

test('what to do about a problem is done here, not by an option of a command', () => {
  const problem = {
    code: 'cluster-restart',
    level: 'info' as const,
    message: 'm',
    remedy: 'r --allow-restart',
  };
  const other = { ...problem, code: 'cluster-version' };
  expect(problemsHere([problem, other])).toEqual([
    { ...problem, remedy: 'Choose the time. Before nodes restart you are asked.' },
    other,
  ]);
});
