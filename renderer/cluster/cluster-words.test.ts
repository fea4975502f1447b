import { expect, test } from 'vitest';
import type { ClusterJob, ComparedObjectLine } from '../../core/contract/topics/clusters.ts';
import {
  applyCommand,
  chosenAtFirst,
  comparisonSentence,
  currentProblems,
  differenceWords,
  jobSentence,
  objectKey,
  outcomeWords,
} from './cluster-words.ts';
import { t } from './messages.ts';

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

test('the title counts the selected objects and the nodes that restart', () => {
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
  expect(say(first)).toBe('Apply 2 objects and restart up to 12 nodes one at a time');
  expect(say([objectKey(objects[1]!)])).toBe('Apply 1 object without restarting nodes');
  const paused = (...names: string[]) =>
    POOLS.map((pool) => (names.includes(pool.name) ? { ...pool, state: 'paused' as const } : pool));
  expect(comparisonSentence({ objects, pools: paused('worker') }, first)).toBe(
    'Apply 2 objects and restart up to 3 nodes one at a time',
  );
  expect(comparisonSentence({ objects, pools: paused('master', 'worker') }, first)).toBe(
    t('noRestartTitle', { objects: 2 }),
  );
  expect(say([])).toBe(t('noneSelectedTitle', { objects: 5 }));
  expect(comparisonSentence({ objects: [objects[2]!], pools: POOLS }, first)).toBe(t('sameTitle'));
  expect(comparisonSentence({ objects: [object('x', { action: 'rejected' })], pools: [] }, first)).toBe(
    t('noneApplicableTitle'),
  );
  const rejected = [objects[2]!, object('x', { action: 'rejected' })];
  expect(comparisonSentence({ objects: rejected, pools: [] }, first)).toBe(
    t('someNotApplicableTitle', { objects: 1 }),
  );
});

test('differences in a few words', () => {
  const change = { path: 'spec.image', removed: ['a'], added: ['b'] };
  expect(differenceWords(object('a', { changes: [change] }))).toBe('spec.image');
  expect(differenceWords(object('a', { changes: [change, change] }))).toBe('2 fields differ');
  const conflict = { field: '.spec', owner: 'kubectl', theirs: '1', ours: '2' };
  expect(differenceWords(object('a', { action: 'conflict', conflicts: [conflict] }))).toBe(
    '1 field conflict',
  );
});

test('the title of a job shows its progress and how it ended', () => {
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
  expect(jobSentence(job)).toBe('1 of 3 objects processed');
  const readiness = { for: 'pools', done: 3, total: 5, detail: '' } as const;
  expect(jobSentence({ ...job, readiness })).toBe('1 of 3 objects processed. Nodes ready: 3 of 5.');
  expect(jobSentence({ ...job, status: 'done', ok: true })).toBe('1 object applied');
  const waits = { ...job.objects[0]!, result: 'waiting' as const };
  expect(jobSentence({ ...job, status: 'done', ok: false, objects: [...job.objects, waits] })).toBe(
    '1 object applied, 1 not applied',
  );
  expect(jobSentence({ ...job, status: 'done', ok: false })).toBe(t('appliedNotReadyTitle', { count: 1 }));
  expect(jobSentence({ ...job, action: 'rollback', status: 'stopped' })).toBe(
    t('rollbackStoppedTitle', { count: 1 }),
  );
});

test('the command is quoted as a shell needs it', () => {
  expect(applyCommand('/srv/my config', { kubeconfig: '', context: 'a/b' })).toBe(
    "airlock cluster-config apply '/srv/my config' --context a/b",
  );
});

test('a dry run reports what would happen to objects', () => {
  expect(outcomeWords('created', true)).toBe(t('wouldBeCreated'));
  expect(outcomeWords('restored', true)).toBe(t('wouldBeRestored'));
  expect(outcomeWords('conflict', true)).toBe(t('resultConflict'));
  expect(outcomeWords('created', false)).toBe(t('resultCreated'));
});

test('remedies name actions of the app, not options of commands', () => {
  const problem = {
    code: 'cluster-restart',
    level: 'info' as const,
    message: 'm',
    remedy: 'r --allow-restart',
  };
  const other = { ...problem, code: 'cluster-version' };
  expect(currentProblems([problem, other])).toEqual([{ ...problem, remedy: t('restartRemedy') }, other]);
});
