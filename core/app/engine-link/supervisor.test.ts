import { getPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import type { Answer } from '../../contract/envelope.ts';
import type { SequencedEvent } from '../../contract/events.ts';
import { forkEngine } from './fork-engine.ts';
import { runEvent } from './sample-run.fixture.ts';
import { type EngineSupervisor, superviseEngine } from './supervisor.ts';
import type { CredentialRequest } from './wire-messages.ts';

const SCRIPTED = fileURLToPath(new URL('./scripted-engine.fixture.ts', import.meta.url));
const SECRET = { registry: 'reg.example', username: 'u', password: 'needle', keep: 'session' };
let engine: EngineSupervisor;
let events: SequencedEvent[];
let faults: string[];

function open(env: Record<string, string> = {}, credentials: CredentialRequest[] = []): void {
  events = [];
  faults = [];
  engine = superviseEngine({
    fork: () => forkEngine(SCRIPTED),
    engine: {
      host: { env, home: '/home/u', tool: 'airlock 0.0.0' },
      carrier: 'browser',
      configDirectory: '/home/u/.config/airlock',
      keyStore: { available: false },
      nativeDialogs: false,
    },
    credentials,
    onFault: (text) => faults.push(text),
  });
  engine.hub.subscribe((event) => events.push(event));
}
afterEach(() => engine.close());

interface Reported {
  pid: number;
  given: string[];
  canceled: number;
  resumed: unknown[];
}

async function query(name: string, input: unknown = {}): Promise<Reported> {
  const given = await engine.request(name, input);
  if (!given.ok) throw new Error(given.error.message);
  return given.value as Reported;
}

async function until(matches: () => boolean): Promise<void> {
  while (!matches()) await pause(10);
}

/** kill -9 from outside. */
function kill(): void {
  process.kill(engine.pid()!, 'SIGKILL');
}

const engineStates = () => events.flatMap(({ event }) => (event.type === 'engine' ? [event.state] : []));

test('another process answers requests, including those sent before it is ready', async () => {
  open();
  const { pid } = await query('test.echo');
  expect(pid).toBe(engine.pid());
  expect(pid).not.toBe(process.pid);
  expect(engineStates()).toEqual(['ready']);
});

test('canceling reaches the handler, and the request is answered at once', async () => {
  open();
  await query('test.echo');
  const stop = new AbortController();
  const waiting = engine.request('test.wait', {}, { signal: stop.signal });
  await query('test.echo');
  stop.abort();
  expect(await waiting).toMatchObject({ ok: false, error: { code: 'interrupted' } });
  await expect.poll(async () => (await query('test.echo')).canceled).toBe(1);
  expect(await engine.request('test.wait', {}, { signal: stop.signal })).toMatchObject({
    error: { code: 'interrupted' },
  });
});

test('after an engine dies, its requests fail, clients are notified, and the next engine has the credentials and runs', async () => {
  open();
  const { pid } = await query('test.echo');
  await query('credentials.set', { ...SECRET, password: 'old' });
  await query('credentials.set', SECRET);
  await query('credentials.set', { ...SECRET, registry: 'file.example', keep: 'auth-file' });
  await query('test.emit', runEvent(7));
  await query('test.emit', runEvent(8, { status: 'pausing' }));
  await query('test.emit', runEvent(9, { own: false }));
  expect(engine.ownRuns().map(({ sequence }) => sequence)).toEqual([7, 8]);
  const waiting = engine.request('test.wait', {});
  await query('test.echo');
  kill();
  const failure = await waiting;
  expect(failure).toMatchObject({ ok: false, error: { code: 'engine-lost' } });
  expect((failure as Extract<Answer, { ok: false }>).error.message).toContain('SIGKILL');

  const after = await query('test.echo');
  expect(after.pid).not.toBe(pid);
  expect(after.given).toEqual([`credentials.set ${JSON.stringify(SECRET)}`]);
  await until(() => events.some(({ event }) => event.type === 'engine' && event.resumed.length > 0));
  expect((await query('test.echo')).resumed).toEqual([{ root: '/srv/mirror', sequence: 7 }]);
  expect(engineStates()).toContain('restarting');
  const last = events.findLast(({ event }) => event.type === 'engine')!.event;
  expect(last).toMatchObject({
    state: 'ready',
    restarts: 1,
    resumed: [{ root: '/srv/mirror', sequence: 8 }],
  });
  // The end of both is reported, or pages would show them as running forever.
  const status = (sequence: number) => {
    const found = engine.hub
      .since()
      .find(
        ({ event }) =>
          event.type === 'job' && event.job.kind === 'run' && event.job.run.sequence === sequence,
      );
    return found?.event.type === 'job' && found.event.job.status;
  };
  await until(() => status(7) === 'interrupted' && status(8) === 'interrupted');
  expect(status(9)).toBe('running');
  expect(JSON.stringify(events)).not.toContain('needle');
});

test('forgotten credentials are forgotten for the next engine too', async () => {
  open({}, [{ name: 'credentials.set', input: { ...SECRET, registry: 'kept.example', keep: 'key-store' } }]);
  expect((await query('test.echo')).given).toHaveLength(1);
  const secret = JSON.stringify({ auths: { 'a.example': { auth: 'dTpw' } } });
  await query('credentials.importPullSecret', { text: secret, keep: 'session' });
  await query('credentials.forget', { registry: 'kept.example' });
  kill();
  await until(() => engineStates().includes('restarting'));
  const names = (await query('test.echo')).given.map((line) => line.split(' ')[0]);
  expect(names).toEqual(['credentials.importPullSecret', 'credentials.forget']);
});

test("an engine that dies again and again isn't restarted, and this is reported", async () => {
  open({ AIRLOCK_TEST: 'dies at once' });
  expect(await engine.request('test.echo', {})).toMatchObject({ ok: false, error: { code: 'engine-lost' } });
  await until(() => engineStates().includes('stopped'));
  const { event } = events.at(-1)!;
  expect(event).toMatchObject({ type: 'engine', state: 'stopped', restarts: 3 });
  expect(event.type === 'engine' && event.detail).toContain('exited with code 9');
  expect(await engine.request('test.echo', {})).toMatchObject({ error: { code: 'engine-lost' } });
});

test('invalid messages of an engine have no other effect', async () => {
  open();
  await query('test.emit', { type: 'job', job: { kind: 'run', status: 'no run' } });
  expect(faults[0]).toContain('ignored an invalid event: job.');
  expect(await engine.request('test.wrong', {})).toMatchObject({ ok: false, error: { code: 'internal' } });
  expect((await query('test.echo')).pid).toBe(engine.pid());
});

test('the engine has a lower priority than its host', async () => {
  open();
  const { pid } = await query('test.echo');
  await expect.poll(() => getPriority(pid)).toBe(Math.max(5, getPriority()));
});

test('closing ends the engine process and answers open requests', async () => {
  open();
  const { pid } = await query('test.echo');
  const waiting = engine.request('test.wait', {});
  await engine.close();
  await waiting;
  expect(() => process.kill(pid, 0)).toThrow();
  expect(engineStates()).toEqual(['ready']);
});
