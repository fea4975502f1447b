import { describe, expect, it, vi } from 'vitest';
import type { DesktopDoor } from '../../core/contract/desktop-door.ts';
import type { Answer } from '../../core/contract/envelope.ts';
import { ipcClient } from './ipc.ts';

/** A desktop host that answers when the test does. */
function host() {
  const requested: { id: string; name: string; answer: (given: Answer) => void; fail: () => void }[] = [];
  const canceled: string[] = [];
  const ended = vi.fn();
  let send: (event: never) => void = () => {};
  const door = {
    request: (id: string, name: string) =>
      new Promise((resolve, reject) =>
        requested.push({ id, name, answer: resolve, fail: () => reject(new Error('gone')) }),
      ),
    cancel: (id: string) => canceled.push(id),
    subscribe: (_after: unknown, listener: (event: never) => void) => {
      send = listener;
      return ended;
    },
  } as unknown as DesktopDoor;
  return {
    client: ipcClient(door),
    requested,
    canceled,
    ended,
    send: (event: unknown) => send(event as never),
  };
}

const failure = {
  code: 'not-found',
  level: 'error' as const,
  message: 'gone',
  remedy: 'none',
  problems: [],
};

describe('requests to the desktop host', () => {
  it('return the value of the answer', async () => {
    const { client, requested } = host();
    const answer = client.request('settings.read', {});
    requested[0]!.answer({ ok: true, value: { theme: 'dark' } });
    await expect(answer).resolves.toEqual({ theme: 'dark' });
  });

  it('fail with the failure of the engine', async () => {
    const { client, requested } = host();
    const answer = client.request('settings.read', {});
    requested[0]!.answer({ ok: false, error: failure });
    await expect(answer).rejects.toMatchObject({ failure: { code: 'not-found', message: 'gone' } });
  });

  it("report a host that doesn't respond", async () => {
    const { client, requested } = host();
    const answer = client.request('settings.read', {});
    requested[0]!.fail();
    await expect(answer).rejects.toMatchObject({ failure: { code: 'connection' } });
  });

  it('are canceled at the host, each by its own ID', async () => {
    const { client, requested, canceled } = host();
    const stop = new AbortController();
    const first = client.request('settings.read', {}, { signal: stop.signal });
    void client.request('settings.read', {});
    stop.abort();
    await expect(first).rejects.toMatchObject({ failure: { code: 'interrupted' } });
    expect(canceled).toEqual([requested[0]!.id]);
    expect(requested[0]!.id).not.toBe(requested[1]!.id);
  });

  it("aren't sent when they were canceled before", async () => {
    const { client, requested } = host();
    const answer = client.request('settings.read', {}, { signal: AbortSignal.abort() });
    await expect(answer).rejects.toMatchObject({ failure: { code: 'interrupted' } });
    expect(requested).toEqual([]);
  });
});

describe('events of the desktop host', () => {
  it('are received until the signal', () => {
    const { client, ended, send } = host();
    const stop = new AbortController();
    const events: unknown[] = [];
    const onConnection = vi.fn();
    client.events((event) => events.push(event), { signal: stop.signal, onConnection });
    expect(onConnection).toHaveBeenCalledWith(true);
    send('one');
    stop.abort();
    send('two');
    expect(events).toEqual(['one']);
    expect(ended).toHaveBeenCalledOnce();
  });
});
