import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ContractError } from './contract-error.ts';
import type { AirlockClient } from './envelope.ts';
import type { EventPosition, SequencedEvent } from './events.ts';
import { topicOf } from './events.ts';
import type { RequestJob } from './topics/job.ts';
import type { ContractFailure } from './topics/vocabulary.ts';

/** The world behind the carrier (core/app/engine-link/conformance-world.fixture.ts). */
export interface ConformanceWorld {
  /** A folder to work in. */
  directory: string;
  /** An empty workspace. */
  workspace: string;
  /** A configuration with a wrong line. */
  wrongConfiguration: string;
  /** `host:port` of a server that accepts connections but doesn't respond. */
  silentRegistry: string;
  silentConnections(): number;
  /** Of the current engine process. */
  enginePid(): number | undefined;
}

export interface OpenCarrier {
  client: AirlockClient;
  world: ConformanceWorld;
  close(): Promise<void>;
}

const FLOOD = 10_000;
const NEEDLE = 'needle-7f3a';

/** The requirements for every carrier of the contract, with a real engine process behind it. */
export function describeCarrier(name: string, open: () => Promise<OpenCarrier>): void {
  describe(`carrier: ${name}`, () => {
    let carrier: OpenCarrier;
    let listening = new AbortController();
    const on: Carrier = {
      get client() {
        return carrier.client;
      },
      get world() {
        return carrier.world;
      },
      listen(after) {
        const heard: SequencedEvent[] = [];
        on.client.events((event) => heard.push(event), { signal: listening.signal, after });
        return heard;
      },
      endListening() {
        listening.abort();
        listening = new AbortController();
      },
      sendWrongRequest: (request, input) => on.client.request(request as never, input as never),
      flood: (count) => on.sendWrongRequest('plans.make', { ticket: `flood ${count}` }),
    };
    beforeAll(async () => {
      carrier = await open();
    });
    afterEach(on.endListening);
    afterAll(() => carrier.close());
    describeRequests(on);
    describeEvents(on);
    describeRestart(on);
  });
}

/** A carrier that is open while tests run. */
interface Carrier {
  readonly client: AirlockClient;
  readonly world: ConformanceWorld;
  /** Receives events until the end of the test. */
  listen(after?: EventPosition): SequencedEvent[];
  endListening(): void;
  /** Sends a request that the type of a client forbids. */
  sendWrongRequest(request: string, input: unknown): Promise<unknown>;
  flood(count: number): Promise<unknown>;
}

function describeRequests(on: Carrier): void {
  test('a request is answered as the contract specifies', async () => {
    const { version, carrier: kind } = await on.client.request('host.describe', {});
    expect(version).toMatch(/^\d+\.\d+/);
    expect(['desktop', 'browser']).toContain(kind);
  });

  test('an unknown name and a wrong input are usage errors that name the field but not its value', async () => {
    expect(await failureFrom(on.sendWrongRequest('no.such', {}))).toMatchObject({ code: 'usage' });
    expect(await failureFrom(on.sendWrongRequest('constructor', {}))).toMatchObject({ code: 'usage' });
    const wrong = { registry: 'reg.example', username: 'u', password: { NEEDLE }, keep: 'session' };
    const failure = await failureFrom(on.sendWrongRequest('credentials.set', wrong));
    expect(failure.code).toBe('usage');
    expect(failure.problems.map(({ path }) => path)).toEqual(['password']);
    expect(JSON.stringify(failure)).not.toContain(NEEDLE);
    expect((await failureFrom(on.sendWrongRequest('workspaces.open', null))).problems[0]?.path).toBe(
      'directory',
    );
  });

  test("an engine's error arrives with its code, remedy and located problems", async () => {
    const failure = await failureFrom(
      on.client.request('plans.make', {
        settings: {
          workflow: 'mirrorToDisk',
          directory: `${on.world.directory}/workspace`,
          configFile: on.world.wrongConfiguration,
        },
        ticket: 'wrong',
      }),
    );
    expect(failure).toMatchObject({ code: 'config-invalid', level: 'error' });
    expect(failure.remedy).not.toBe('');
    expect(failure.problems).toContainEqual(
      expect.objectContaining({ file: on.world.wrongConfiguration, line: 4 }),
    );
  });

  test('creates a key pair, then finds, trusts and removes its public key', async () => {
    const { workspace } = on.world;
    const directory = `${on.world.directory}/receiving`;
    const { fingerprint, publicKey } = await on.client.request('keys.create', { workspace, name: 'Team' });
    expect((await on.client.request('keys.signing', { workspace })).keys).toMatchObject([{ fingerprint }]);
    const found = await on.client.request('keys.find', { directory, paths: [publicKey] });
    expect(found.keys).toMatchObject([{ fingerprint, trusted: false }]);
    const trust = { directory, file: publicKey, fingerprint };
    const wrong = on.client.request('keys.trust', { ...trust, fingerprint: '0'.repeat(40) });
    expect(await failureFrom(wrong)).toMatchObject({ code: 'usage', found: fingerprint });
    expect(await on.client.request('keys.trust', trust)).toMatchObject({ key: { directory }, unsigned: [] });
    expect((await on.client.request('keys.trusted', { directory })).keys).toMatchObject([{ fingerprint }]);
    await on.client.request('keys.distrust', { fingerprint, directory });
    await on.client.request('keys.retire', { fingerprint, workspace });
    expect((await on.client.request('keys.trusted', { directory })).keys).toEqual([]);
    expect((await on.client.request('keys.signing', { workspace })).keys).toEqual([]);
  });

  test('canceling reaches the work of the request', async () => {
    const stop = new AbortController();
    const { silentRegistry, silentConnections, enginePid } = on.world;
    const pid = enginePid();
    const testing = failureFrom(
      on.client.request(
        'registries.test',
        { name: silentRegistry, tlsVerify: false },
        { signal: stop.signal },
      ),
    );
    await until(() => silentConnections() > 0);
    const aborted = performance.now();
    stop.abort();
    expect((await testing).code).toBe('interrupted');
    await until(() => silentConnections() === 0);
    expect(performance.now() - aborted).toBeLessThan(3_000);
    await on.client.request('host.describe', {});
    expect(enginePid()).toBe(pid);
    expect(await failureFrom(on.client.request('host.describe', {}, { signal: stop.signal }))).toMatchObject({
      code: 'interrupted',
    });
  });
}

function describeEvents(on: Carrier): void {
  test('few of 10,000 events are sent, in order, none of them wrong, with the last state of each topic', async () => {
    const heard = on.listen();
    await until(() => heard.length > 0);
    const before = heard.length;
    const began = performance.now();
    await on.flood(FLOOD);
    const ticket = (part: number) => `flood ${FLOOD}, part ${part}`;
    const last = (part: number) => heard.map(workOf).findLast((work) => work?.id === ticket(part));
    await until(() =>
      [0, 1, 2, 3, 4].every((part) => last(part)?.progress.done === FLOOD - ((5 - part) % 5)),
    );
    const seconds = (performance.now() - began) / 1000;
    expect(heard.length - before).toBeGreaterThan(5);
    expect(heard.length - before).toBeLessThanOrEqual(5 + seconds * 11);
    expectGrowing(heard.map(({ seq }) => seq));
    for (const part of [0, 1, 2, 3, 4]) {
      const done = heard.flatMap((event) => {
        const work = workOf(event);
        return work?.id === ticket(part) ? [work.progress.done] : [];
      });
      expectGrowing(done);
      expect(done.every((value) => value % 5 === part && value <= FLOOD)).toBe(true);
    }
  });

  test('a page that reconnects receives changes since then, once for each topic, and nothing older', async () => {
    const heard = on.listen();
    await on.flood(10);
    const reported = (done: number) =>
      heard.map(workOf).some((work) => work?.id.startsWith('flood 10,') && work.progress.done === done);
    await until(() => [6, 7, 8, 9, 10].every(reported));
    on.endListening();
    const { epoch, seq } = heard.at(-1)!;
    await on.flood(20);
    const again = on.listen({ epoch, seq });
    await until(() =>
      [16, 17, 18, 19, 20].every((done) => again.some((event) => workOf(event)?.progress.done === done)),
    );
    expect(again.every((event) => event.epoch === epoch && event.seq > seq)).toBe(true);
    expect(new Set(again.map(({ event }) => topicOf(event)))).toEqual(
      new Set([0, 1, 2, 3, 4].map((part) => `request flood 20, part ${part}`)),
    );
    expectGrowing(again.map((event) => event.seq));
  });

  test('after a restart of the host, or without a position, everything is sent', async () => {
    const all = on.listen();
    await until(() => all.some(({ event }) => event.type === 'engine'));
    const restarted = on.listen({ epoch: '00000000-of-a-host-before', seq: 1_000_000 });
    await until(() => restarted.length >= all.length);
    expect(restarted.map(({ event }) => topicOf(event))).toEqual(all.map(({ event }) => topicOf(event)));
  });
}

function describeRestart(on: Carrier): void {
  test('a killed engine: pages are notified, open requests fail, and the next request is answered', async () => {
    const heard = on.listen();
    const { silentRegistry, silentConnections, enginePid } = on.world;
    await on.client.request('credentials.set', {
      registry: 'reg.example',
      username: 'user',
      password: NEEDLE,
      keep: 'session',
    });
    const requested = failureFrom(
      on.client.request('registries.test', { name: silentRegistry, tlsVerify: false }),
    );
    await until(() => silentConnections() > 0);
    const pid = enginePid()!;
    process.kill(pid, 'SIGKILL');
    expect((await requested).code).toBe('engine-lost');
    const { registries } = await on.client.request('registries.list', {});
    expect(enginePid()).not.toBe(pid);
    const states = () => heard.flatMap(({ event }) => (event.type === 'engine' ? [event.state] : []));
    await until(() => states().at(-1) === 'ready' && states().includes('restarting'));
    expect(heard.findLast(({ event }) => event.type === 'engine')?.event).toMatchObject({ restarts: 1 });
    // Typed values are still known, and still sent to nobody.
    expect(registries.find(({ name }) => name === 'reg.example')?.credentials).toMatchObject({
      from: 'session',
      user: 'user',
    });
    expect(JSON.stringify([registries, heard])).not.toContain(NEEDLE);
  });
}

async function failureFrom(requested: Promise<unknown>): Promise<ContractFailure> {
  const given = await requested.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(given instanceof ContractError)) throw new Error(`no ContractError: ${String(given)}`);
  return given.failure;
}

function workOf({ event }: SequencedEvent): RequestJob | undefined {
  return event.type === 'job' && event.job.kind === 'request' ? event.job : undefined;
}

function expectGrowing(numbers: number[]): void {
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
}

async function until(matches: () => boolean): Promise<void> {
  while (!matches()) await new Promise((resolve) => setTimeout(resolve, 10));
}
