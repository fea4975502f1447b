import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { httpClient, type Visibility } from './http.ts';

const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });
const failure = { code: 'not-found', level: 'error', message: 'gone', remedy: 'none', problems: [] };

describe('requests', () => {
  const client = (answer: () => Promise<Response>) =>
    httpClient({ base: 'http://host', fetch: vi.fn(answer) as never });

  it('are posted by their name, and give the value of the answer', async () => {
    const fetch = vi.fn(async (_url: string, _init: RequestInit) =>
      json({ ok: true, value: { side: 'both' } }),
    );
    const answer = await httpClient({ base: 'http://host', fetch: fetch as never }).request(
      'settings.read',
      {},
    );
    expect(answer).toEqual({ side: 'both' });
    expect(fetch.mock.calls[0]).toMatchObject([
      'http://host/api/settings.read',
      { method: 'POST', body: '{}' },
    ]);
  });

  it('fail with what the engine said', async () => {
    const answer = client(async () => json({ ok: false, error: failure }, 404)).request('settings.read', {});
    await expect(answer).rejects.toMatchObject({ failure: { code: 'not-found' } });
  });

  it('say that nothing answers, or something else than Airlock', async () => {
    const silent = client(() => Promise.reject(new TypeError('refused'))).request('settings.read', {});
    await expect(silent).rejects.toMatchObject({
      failure: { code: 'connection', message: 'Airlock does not answer' },
    });
    const other = client(async () => new Response('<html>', { status: 502 })).request('settings.read', {});
    await expect(other).rejects.toMatchObject({ failure: { message: 'what answered is not Airlock (502)' } });
  });

  it('that were given up say so, before and while they are asked', async () => {
    const stop = new AbortController();
    const asked = client(() => {
      stop.abort();
      return Promise.reject(new DOMException('aborted', 'AbortError'));
    });
    const interrupted = { failure: { code: 'interrupted' } };
    await expect(asked.request('settings.read', {}, { signal: stop.signal })).rejects.toMatchObject(
      interrupted,
    );
    await expect(asked.request('settings.read', {}, { signal: stop.signal })).rejects.toMatchObject(
      interrupted,
    );
  });
});

describe('events', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const event = (seq: number) =>
    `data: ${JSON.stringify({ epoch: 'e', seq, at: '2026-01-31T10:00:00Z', event: { type: 'workspaces' } })}\n\n`;
  /** A host that gives these streams, one after the other, then none. */
  function host(...streams: (string | Response | 'open')[]) {
    const urls: string[] = [];
    const fetch = vi.fn(async (url: string, { signal }: RequestInit) => {
      urls.push(url.replace('http://host/api/events', ''));
      const next = streams.shift();
      if (next === undefined) throw new TypeError('refused');
      if (next instanceof Response) return next;
      if (next !== 'open') return new Response(next);
      return new Response(
        new ReadableStream({
          start: (controller) =>
            signal?.addEventListener('abort', () =>
              controller.error(new DOMException('aborted', 'AbortError')),
            ),
        }),
      );
    });
    return { urls, fetch: fetch as never };
  }
  function follow(of: ReturnType<typeof host>, visibility?: Visibility) {
    const stop = new AbortController();
    const seqs: number[] = [];
    const connection: (boolean | string)[] = [];
    httpClient({ base: 'http://host', fetch: of.fetch, visibility }).events(({ seq }) => seqs.push(seq), {
      signal: stop.signal,
      onConnection: (connected, reason) => connection.push(connected || (reason?.message ?? '')),
    });
    return { stop, seqs, connection };
  }

  it('resume after a break from where they were', async () => {
    const of = host(event(1) + event(2), event(3), 'open');
    const { stop, seqs, connection } = follow(of);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seqs).toEqual([1, 2, 3]);
    expect(of.urls).toEqual(['', '?after=e.2', '?after=e.3']);
    expect(connection).toEqual([
      true,
      'the connection to Airlock ended',
      true,
      'the connection to Airlock ended',
      true,
    ]);
    stop.abort();
  });

  it('are asked for ever more rarely while nothing answers', async () => {
    const of = host();
    const { stop, connection } = follow(of);
    await vi.advanceTimersByTimeAsync(0);
    expect(of.urls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(250);
    expect(of.urls).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(499);
    expect(of.urls).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(60_000);
    // 0.5, 1, 2, 4 s, then every 5 s.
    expect(of.urls.length).toBeGreaterThan(12);
    expect(of.urls.length).toBeLessThan(18);
    expect(connection.every((each) => each === 'Airlock does not answer')).toBe(true);
    stop.abort();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(of.urls.length).toBeLessThan(18);
  });

  it('of a host that says nothing for 40 s are asked for again', async () => {
    const of = host('open', 'open');
    const { stop } = follow(of);
    await vi.advanceTimersByTimeAsync(39_000);
    expect(of.urls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(of.urls).toHaveLength(2);
    stop.abort();
  });

  it('say why the host refuses them', async () => {
    const refused = { ...failure, code: 'denied', message: 'This token is not valid' };
    const { stop, connection } = follow(host(json({ ok: false, error: refused }, 401)));
    await vi.advanceTimersByTimeAsync(0);
    expect(connection).toEqual(['This token is not valid']);
    stop.abort();
  });

  it('are given back by a page that is hidden, and taken up when it is seen', async () => {
    let hidden = false;
    const listeners = new Set<() => void>();
    const visibility: Visibility = {
      isHidden: () => hidden,
      onChange: (listener, signal) => {
        listeners.add(listener);
        signal.addEventListener('abort', () => listeners.delete(listener));
      },
      leaveAfterMs: 5_000,
    };
    const show = (shown: boolean) => {
      hidden = !shown;
      for (const listener of [...listeners]) listener();
    };
    const of = host('open', 'open');
    const { stop, connection } = follow(of, visibility);
    await vi.advanceTimersByTimeAsync(0);
    show(false);
    await vi.advanceTimersByTimeAsync(4_000);
    show(true);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(of.urls, 'hidden for less than 5 s').toHaveLength(1);
    show(false);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(of.urls).toHaveLength(1);
    show(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(of.urls).toHaveLength(2);
    // No event: the host was there all the time.
    expect(connection).toEqual([true, true]);
    stop.abort();
  });
});
