import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { readRun } from '../../runs/audit/read-runs.ts';
import { control } from '../mirror.fixture.ts';
import type { RecordedRun } from './recorded-run.ts';
import type { RunControl } from './request.ts';
import { inWorkspace, runStages, type Stages, steeredSession } from './run-stages.ts';

const NETWORK = {
  ...{ sourceTlsVerify: true, destinationTlsVerify: true, retryTimes: 0, retryDelayMs: 1 },
  ...{ parallelImages: 1, parallelLayers: 1 },
};
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-stages-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

function run<Result>(
  work: (run: RecordedRun) => Promise<Result>,
  { own = control(), ...more }: Partial<Stages<Result>> & { own?: RunControl } = {},
): Promise<Result> {
  const host = { env: {}, home: directory, tool: 'airlock 0.0.0' };
  const limits = { parallelImages: 1, parallelLayers: 1, rate: null };
  return inWorkspace(
    directory,
    own,
    (workspace) =>
      runStages(
        {
          ...{ workflow: 'test', request: {}, limits, arguments: [], overrides: [], configurations: [] },
          ...{ host, control: own, workspace },
        },
        { session: (opened) => steeredSession(NETWORK, opened), work, ...more },
      ),
    { create: true },
  );
}
const record = async () => (await readRun(join(directory, '.airlock/runs'), 1)).run;

test('an error of a stage ends the record in the words of the workflow, and is thrown', async () => {
  const failing = run(
    async () => {
      throw new AirlockError('disk-full', 'no space');
    },
    { ending: async ({ code, message }) => new AirlockError(code, `${message}; 12 bytes needed`) },
  );
  await expect(failing).rejects.toMatchObject({ code: 'disk-full', message: 'no space; 12 bytes needed' });
  expect(await record()).toMatchObject({
    status: 'failed',
    problem: { message: 'no space; 12 bytes needed' },
  });
});

test('the cause of the end comes before its consequences', async () => {
  const failing = run(async ({ stops }) => {
    stops.fatal(new AirlockError('connection', 'the registry is gone'));
    throw new AirlockError('interrupted', 'cut');
  });
  await expect(failing).rejects.toMatchObject({ code: 'connection' });
  expect(await record()).toMatchObject({ status: 'failed', problem: { code: 'connection' } });
});

test('a session that cannot be opened ends the record', async () => {
  const failing = run(async () => {}, {
    session: async () => {
      throw new AirlockError('config-unreadable', 'broken auth file');
    },
  });
  await expect(failing).rejects.toMatchObject({ code: 'config-unreadable' });
  expect(await record()).toMatchObject({ status: 'failed' });
});

test.each([true, false])('a pause, with its own result: %s', async (own) => {
  const pause = new AbortController();
  const paused = run<string>(
    async () => {
      pause.abort();
      throw new AirlockError('interrupted', 'stopped on request');
    },
    { own: control({ pause: pause.signal }), paused: own ? async () => 'paused' : undefined },
  );
  if (own) expect(await paused).toBe('paused');
  else {
    await expect(paused).rejects.toMatchObject({ code: 'interrupted' });
    expect(await record()).toMatchObject({ status: 'paused' });
  }
});
