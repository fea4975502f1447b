import { describe, expect, test } from 'vitest';
import type { WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { begunExport, exportJob, exportLine } from '../media.fixture.ts';
import { carryStep, type carryStep as Step, transfersToCarry } from './step.ts';

type State = Parameters<typeof Step>[0];
const step = (state: Partial<State>) =>
  carryStep({
    job: undefined,
    plan: exportLine(),
    chosen: [],
    format: 'airlock',
    only: undefined,
    ...state,
  });

describe('what is to be done next', () => {
  test('what is under way comes first, whatever is chosen', () => {
    const plan = begunExport(3);
    expect(step({ plan, job: exportJob() })).toEqual({ kind: 'under-way', waits: false });
    expect(step({ plan, job: exportJob({ status: 'waiting' }), chosen: ['/mnt/b'] })).toEqual({
      kind: 'under-way',
      waits: true,
    });
    expect(step({ job: exportJob({ status: 'pausing' }) })).toMatchObject({ kind: 'under-way' });
  });

  test('a transfer that is whole on media is carried, unless more is asked for', () => {
    const plan = begunExport(3);
    expect(step({ plan, job: exportJob({ status: 'done' }) })).toEqual({ kind: 'carried' });
    expect(step({ plan, only: [2] })).toEqual({ kind: 'write', words: 'Write piece 2' });
    expect(step({ plan, format: 'oc' })).toEqual({ kind: 'write', words: 'Write for oc' });
  });

  test('an export that stopped resumes where it was, until another medium is chosen', () => {
    for (const status of ['paused', 'failed'] as const) {
      const job = exportJob({ status });
      expect(step({ job })).toEqual({ kind: 'resume', to: ['/mnt/a'] });
      expect(step({ job, chosen: ['/mnt/b'] })).toMatchObject({ kind: 'write' });
    }
    expect(step({ job: exportJob({ status: 'done' }) })).toMatchObject({ kind: 'write' });
  });

  test('what is written, in words', () => {
    const words = (state: Partial<State>) => {
      const found = step(state);
      return found.kind === 'write' ? found.words : found.kind;
    };
    expect(words({})).toBe('Write 3 pieces');
    expect(words({ plan: begunExport(2) })).toBe('Write the other 1 piece');
    expect(words({ only: [1, 2, 3] })).toBe('Write pieces 1 to 3');
    expect(words({ format: 'oc-mirror', only: [1] })).toBe('Write for oc-mirror');
    expect(words({ plan: undefined })).toBe('Write 0 pieces');
  });
});

test('transfers to carry: those whose set is here, not left before left, newest first', () => {
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
