import { beforeEach, describe, expect, it } from 'vitest';
import { ContractError } from '../../../core/contract/contract-error.ts';
import type { AirlockClient } from '../../../core/contract/envelope.ts';
import { forgetTest, testRegistries, testRegistry, useRegistryTests } from './tests.ts';

const known = () => useRegistryTests.getState().tests;
beforeEach(() => useRegistryTests.setState({ tests: {} }));

/** An engine that finishes tests on request. */
function engine() {
  const waiting = new Map<string, { answer: () => void; fail: (error: unknown) => void }>();
  const request = (_name: string, { name }: { name: string }, options?: { signal?: AbortSignal }) =>
    new Promise((resolve, reject) => {
      waiting.set(name, { answer: () => resolve({ name, stages: [] }), fail: reject });
      options?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  return { client: { request } as unknown as AirlockClient, waiting };
}

const input = (name: string) => ({ name, tlsVerify: true });
const failure = { code: 'denied', level: 'error' as const, message: 'no', remedy: '', problems: [] };

describe('the test of a registry', () => {
  it('is stored while it runs, and when it is done', async () => {
    const { client, waiting } = engine();
    const testing = testRegistry(client, input('a'));
    expect(known().a).toEqual({ state: 'testing' });
    waiting.get('a')!.answer();
    expect(await testing).toMatchObject({ state: 'done', test: { name: 'a' } });
    expect(known().a).toMatchObject({ state: 'done' });
  });

  it("that couldn't run is stored with its failure", async () => {
    const { client, waiting } = engine();
    const testing = testRegistry(client, input('a'));
    waiting.get('a')!.fail(new ContractError(failure));
    expect(await testing).toMatchObject({ state: 'untestable', failure: { code: 'denied' } });
  });

  it('that was canceled leaves the previous result', async () => {
    const { client, waiting } = engine();
    const first = testRegistry(client, input('a'));
    waiting.get('a')!.answer();
    await first;
    const stop = new AbortController();
    const second = testRegistry(client, input('a'), stop.signal);
    expect(known().a).toEqual({ state: 'testing' });
    stop.abort();
    expect(await second).toBeUndefined();
    expect(known().a).toMatchObject({ state: 'done' });
  });

  it('that was canceled leaves no running test', async () => {
    const { client } = engine();
    const stop = new AbortController();
    const first = testRegistry(client, input('a'), stop.signal);
    const second = testRegistry(client, input('a'), stop.signal);
    stop.abort();
    await Promise.all([first, second]);
    expect(known().a).toBeUndefined();
  });

  it('is removed when the registry changes', async () => {
    const { client, waiting } = engine();
    const testing = testRegistry(client, input('a'));
    waiting.get('a')!.answer();
    await testing;
    forgetTest('a');
    expect(known().a).toBeUndefined();
  });
});

it('all registries are tested, four at once', async () => {
  const { client, waiting } = engine();
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const all = testRegistries(client, names.map(input), new AbortController().signal);
  expect([...waiting.keys()]).toEqual(['a', 'b', 'c', 'd']);
  waiting.get('b')!.fail(new ContractError(failure));
  await new Promise(setImmediate);
  // After a failed test the next one starts.
  expect([...waiting.keys()]).toEqual(['a', 'b', 'c', 'd', 'e']);
  for (const name of ['a', 'c', 'd', 'e']) waiting.get(name)!.answer();
  await new Promise(setImmediate);
  waiting.get('f')!.answer();
  await all;
  expect(names.map((name) => known()[name]?.state)).toEqual([
    'done',
    'untestable',
    'done',
    'done',
    'done',
    'done',
  ]);
});
