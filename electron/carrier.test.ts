import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { DesktopDoor } from '../core/contract/desktop-door.ts';
import { type Answer, LARGEST_REQUEST } from '../core/contract/envelope.ts';
import type { EventPosition, SequencedEvent } from '../core/contract/events.ts';
import { exposed, ipcMain, page, WebContents } from './electron.fixture.ts';

vi.mock('electron', () => import('./electron.fixture.ts'));

const { openCarrier } = await import('./carrier.ts');
await import('./preload.ts');

const door = exposed.airlock as DesktopDoor;
const event: SequencedEvent = { epoch: 'e', seq: 1, at: '2026-01-31T10:00:00Z', event: { type: 'runs' } };

let requested: { name: string; input: unknown; signal: AbortSignal }[];
let answer: (name: string, signal: AbortSignal) => Promise<Answer>;
let listeners: Map<(event: SequencedEvent) => void, EventPosition | undefined>;
let carrier: ReturnType<typeof openCarrier>;

beforeEach(() => {
  ipcMain.removeAllListeners();
  page.contents = new WebContents();
  requested = [];
  listeners = new Map();
  answer = async (name) => ({ ok: true, value: name });
  carrier = openCarrier({
    request(name, input, { signal }) {
      requested.push({ name, input, signal });
      return answer(name, signal);
    },
    subscribe(after, listener) {
      listeners.set(listener, after);
      return () => void listeners.delete(listener);
    },
  });
});

const codeOf = (given: Answer) => (given.ok ? 'ok' : given.error.code);
/** Waits for the signal, like a long request. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<Answer>((resolve) =>
    signal.addEventListener('abort', () => resolve({ ok: true, value: 'ended' })),
  );

describe('the preload', () => {
  test('exposes only the functions of the contract', () => {
    expect(Object.keys(exposed)).toEqual(['airlock']);
    expect(Object.keys(door).sort()).toEqual(['cancel', 'onMenu', 'request', 'subscribe']);
  });

  test('passes only events of the contract to listeners, never an IPC event', async () => {
    const heard = vi.fn();
    const end = door.subscribe(undefined, heard);
    await vi.waitFor(() => expect(listeners.size).toBe(1));
    for (const listener of listeners.keys()) listener(event);
    await vi.waitFor(() => expect(heard.mock.calls).toEqual([[event]]));
    end();
    expect(listeners.size).toBe(0);
  });
});

describe('a request', () => {
  test('is passed on unchanged, and its answer is returned', async () => {
    expect(await door.request('1', 'host.describe', { a: [1] })).toEqual({
      ok: true,
      value: 'host.describe',
    });
    expect(requested).toMatchObject([{ name: 'host.describe', input: { a: [1] } }]);
  });

  test('is canceled by its ID, and no other', async () => {
    answer = (_name, signal) => untilAborted(signal);
    const [first, second] = [door.request('1', 'a', {}), door.request('2', 'b', {})];
    door.cancel('1');
    await first;
    expect(requested.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    door.cancel('2');
    await second;
  });

  test('with an ID in use is rejected', async () => {
    answer = (_name, signal) => untilAborted(signal);
    const first = door.request('1', 'a', {});
    expect(codeOf(await door.request('1', 'b', {}))).toBe('usage');
    door.cancel('1');
    await first;
  });

  test('has a size limit', async () => {
    const room = 'x'.repeat(LARGEST_REQUEST - 200);
    expect(codeOf(await door.request('1', 'a', room))).toBe('ok');
    expect(codeOf(await door.request('2', 'a', `${room}${room}`))).toBe('usage');
    expect(requested).toHaveLength(1);
  });

  test("fails without breaking the page if the host can't answer", async () => {
    answer = () => Promise.reject(new Error('oh'));
    expect(codeOf(await door.request('1', 'a', {}))).toBe('internal');
  });

  test.each([
    ['no content', undefined],
    ['another kind of message', { kind: 'cancel', id: '1' }],
    ['no name', { kind: 'request', id: '1', input: {} }],
    ["an input that isn't valid JSON", { kind: 'request', id: '1', name: 'a', input: 1n }],
  ])('with %s is rejected', async (_what, message) => {
    const sent = { sender: page.contents, senderFrame: page.contents.mainFrame };
    expect(codeOf((await ipcMain.handlers.get('airlock')!(sent, message)) as Answer)).toBe('usage');
    expect(requested).toEqual([]);
  });
});

describe('messages from outside the pages of the app', () => {
  const contents = new WebContents();
  test.each([
    ['another origin', { sender: contents, senderFrame: { origin: 'https://app' } }],
    ['a file', { sender: contents, senderFrame: { origin: 'file://' } }],
    ['an origin with the same prefix', { sender: contents, senderFrame: { origin: 'airlock://app.evil' } }],
    ['a removed frame', { sender: contents, senderFrame: null }],
    ['a frame within a page', { sender: contents, senderFrame: { origin: 'airlock://app' } }],
  ])('are ignored: %s', async (_what, from) => {
    const rejected = await ipcMain.handlers.get('airlock')!(from, {
      kind: 'request',
      id: '1',
      name: 'a',
      input: {},
    });
    expect(codeOf(rejected as Answer)).toBe('forbidden');
    ipcMain.emit('airlock', from, { kind: 'subscribe', id: '1' });
    expect([requested, listeners.size]).toEqual([[], 0]);
  });
});

describe('events', () => {
  test('begin at the position of the page', () => {
    door.subscribe({ epoch: 'e', seq: 7 }, () => {});
    expect([...listeners.values()]).toEqual([{ epoch: 'e', seq: 7 }]);
  });

  test('reach each subscription once', async () => {
    const [first, second] = [vi.fn(), vi.fn()];
    const end = door.subscribe(undefined, first);
    door.subscribe(undefined, second);
    end();
    for (const listener of listeners.keys()) listener(event);
    await vi.waitFor(() => expect(second).toHaveBeenCalledOnce());
    expect(first).not.toHaveBeenCalled();
  });
});

describe('requests and subscriptions of a page', () => {
  test.each([
    [
      'is loaded again',
      () => page.contents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false }),
    ],
    ['dies', () => page.contents.emit('render-process-gone', {}, { reason: 'crashed' })],
    ['is closed', () => page.contents.emit('destroyed')],
  ])('end when it %s', async (_how, end) => {
    answer = (_name, signal) => untilAborted(signal);
    const request = door.request('1', 'a', {});
    door.subscribe(undefined, () => {});
    end();
    await request;
    expect([requested[0]!.signal.aborted, listeners.size]).toEqual([true, 0]);
  });

  test('continue when it shows another screen', async () => {
    door.subscribe(undefined, () => {});
    page.contents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: true });
    expect(listeners.size).toBe(1);
  });
});

describe('a menu command', () => {
  test('reaches the page, and the last earlier one is delivered once it listens', async () => {
    carrier.menu('/history');
    carrier.menu('/settings');
    const heard = vi.fn();
    const end = door.onMenu(heard);
    carrier.menu('shortcuts');
    await vi.waitFor(() => expect(heard.mock.calls).toEqual([['/settings'], ['shortcuts']]));
    end();
    carrier.menu('/');
    expect(heard).toHaveBeenCalledTimes(2);
  });
});
