import { describe, expect, test } from 'vitest';
import type { WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { driveLine, exportJob, exportLine, startedExport } from '../media.fixture.ts';
import { t } from './messages.ts';
import {
  carryStep,
  drivesToFill,
  nextDrive,
  projectedDrives,
  type carryStep as Step,
  transfersToCarry,
} from './step.ts';

type State = Parameters<typeof Step>[0];
const step = (state: Partial<State>) =>
  carryStep({
    job: undefined,
    plan: exportLine(),
    chosen: [],
    format: 'airlock',
    only: undefined,
    isRemoved: () => false,
    ...state,
  });

test('only drives that exist are offered to resume on', () => {
  const plan = startedExport(1);
  const job = exportJob({ status: 'paused' }, { to: ['/mnt/a', '/mnt/b'] });
  const missing = (...paths: string[]) => step({ plan, job, isRemoved: (path) => paths.includes(path) });
  expect(missing('/mnt/a')).toEqual({ kind: 'resume', to: ['/mnt/b'] });
  expect(missing('/mnt/a', '/mnt/b')).toMatchObject({ kind: 'write' });
});

describe('the next step', () => {
  test('is the running export, whatever is chosen', () => {
    const plan = startedExport(3);
    expect(step({ plan, job: exportJob() })).toEqual({ kind: 'under-way', waits: false });
    expect(step({ plan, job: exportJob({ status: 'waiting' }), chosen: ['/mnt/b'] })).toEqual({
      kind: 'under-way',
      waits: true,
    });
    expect(step({ job: exportJob({ status: 'pausing' }) })).toMatchObject({ kind: 'under-way' });
  });

  test('is done for a complete transfer, unless more is requested', () => {
    const plan = startedExport(3);
    expect(step({ plan, job: exportJob({ status: 'done' }) })).toEqual({ kind: 'carried' });
    expect(step({ plan, only: [2] })).toEqual({ kind: 'write', label: 'Write volume 2' });
    expect(step({ plan, format: 'oc' })).toEqual({
      kind: 'write',
      label: t('writeFormatButton', { format: 'oc' }),
    });
  });

  test('resumes a stopped export, until another drive is chosen', () => {
    for (const status of ['paused', 'failed'] as const) {
      const job = exportJob({ status });
      expect(step({ job })).toEqual({ kind: 'resume', to: ['/mnt/a'] });
      expect(step({ job, chosen: ['/mnt/b'] })).toMatchObject({ kind: 'write' });
    }
    expect(step({ job: exportJob({ status: 'done' }) })).toMatchObject({ kind: 'write' });
  });

  test('names the volumes on the button', () => {
    const label = (state: Partial<State>) => {
      const found = step(state);
      return found.kind === 'write' ? found.label : found.kind;
    };
    expect(label({})).toBe('Write 3 volumes');
    expect(label({ plan: startedExport(2) })).toBe('Write 1 remaining volume');
    expect(label({ only: [1, 2, 3] })).toBe('Write volumes 1 to 3');
    expect(label({ format: 'oc-mirror', only: [1] })).toBe(t('writeFormatButton', { format: 'oc-mirror' }));
    expect(label({ plan: undefined })).toBe('Write 0 volumes');
  });
});

test('transfers to carry are available ones, those that were not carried first, newest first', () => {
  const transfer = (name: string, step: string, createdAt: string, state = 'complete') => ({
    name,
    state,
    step,
    createdAt,
  });
  const enclaves = [
    {
      transfers: [
        transfer('fleet-0001', 'delivered', '2026-03-01T00:00:00Z'),
        transfer('fleet-0002', 'fetched', '2026-01-01T00:00:00Z'),
        transfer('fleet-0003', 'fetched', '2026-02-01T00:00:00Z', 'expired'),
      ],
    },
    { transfers: [transfer('lab-0001', 'approved', '2026-02-01T00:00:00Z', 'partial')] },
  ] as unknown as WorkspaceLine['enclaves'];
  expect(transfersToCarry({ enclaves }).map(({ name }) => name)).toEqual([
    'lab-0001',
    'fleet-0002',
    'fleet-0001',
  ]);
  expect(transfersToCarry(undefined)).toEqual([]);
});

describe('chosen drives without volumes', () => {
  const to = (path: string, ...volumes: number[]) => ({ path, volumes, bytes: volumes.length });
  const plan = (left: number) => ({
    ...exportLine(),
    projected: [to('/mnt/a', 1), to('/mnt/b')],
    left: { volumes: left, bytes: left },
  });
  const none = () => false;

  test("aren't needed if everything fits on others, and are too small otherwise", () => {
    expect(projectedDrives(plan(0), none)).toEqual([
      { ...to('/mnt/a', 1), isNeeded: false },
      { ...to('/mnt/b'), isNeeded: false },
    ]);
    expect(projectedDrives(plan(2), none)[1]).toEqual({ ...to('/mnt/b'), isNeeded: true });
  });

  test('are only safe to remove if they are complete', () => {
    expect(projectedDrives(plan(2), (path) => path === '/mnt/b').map(({ path }) => path)).toEqual(['/mnt/a']);
  });

  test("aren't in the title, unless no drive gets a volume", () => {
    expect(drivesToFill(plan(0), ['/mnt/a', '/mnt/b'])).toEqual(['/mnt/a']);
    expect(drivesToFill(plan(2), ['/mnt/b'])).toEqual(['/mnt/b']);
    // Nothing is known of a drive that was chosen just now.
    expect(drivesToFill(plan(0), ['/mnt/b', '/mnt/c'])).toEqual(['/mnt/c']);
    expect(drivesToFill(undefined, ['/mnt/a'])).toEqual(['/mnt/a']);
  });
});

test('a full drive is never the next one because of free space that was listed before it was filled', () => {
  const job = exportJob({
    status: 'waiting',
    need: { reason: 'next', message: '', volume: 2, volumeBytes: 1, volumes: 1, bytes: 1 },
    safe: [{ drive: 'FLEET-A', path: '/mnt/a', volumes: [1] }],
  });
  const drives = { found: [driveLine({ mountPoint: '/mnt/a', free: 9e9 })], nameOf: () => 'FLEET-A' };
  expect(nextDrive(job, ['/mnt/a'], { ...drives, isCurrent: false })).toBeUndefined();
  expect(nextDrive(job, ['/mnt/a'], { ...drives, isCurrent: true })).toBe('/mnt/a');
});
