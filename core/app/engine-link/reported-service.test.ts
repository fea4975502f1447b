import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storedCrashes } from '../log/stored-crashes.ts';
import { forkEngine } from './fork-engine.ts';
import { engineMessage, type HostMessage } from './wire-messages.ts';

/** Loaded by Node before the engine: throws outside of all its code when the signal arrives. */
const CRASH = "process.on('SIGUSR2', () => { throw new Error('crash of this test'); })";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'airlock-reported-'));
  vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(CRASH)}`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true, force: true, maxRetries: 3 });
});

test('an engine process that crashes leaves a report, and ends', async () => {
  const host = { env: {}, home, tool: 'airlock 1.2.3' };
  const engine = forkEngine();
  const start: HostMessage = {
    type: 'start',
    options: {
      ...{ host, carrier: 'browser' as const, configDirectory: join(home, 'config') },
      ...{ keyStore: { available: false }, nativeDialogs: false },
    },
    ...{ credentials: [], resume: [] },
  };
  const ready = Promise.withResolvers<void>();
  const ended = new Promise<string>((resolve) => engine.onExit(resolve));
  engine.onMessage((message) => engineMessage.parse(message).type === 'ready' && ready.resolve());
  engine.post(start);
  await ready.promise;
  expect(storedCrashes(host)).toEqual([]);
  process.kill(engine.pid!, 'SIGUSR2');
  expect(await ended).toContain('1');
  expect(storedCrashes(host)).toMatchObject([{ source: 'engine', message: 'crash of this test' }]);
});
