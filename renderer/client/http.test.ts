import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { httpClient, type Visibility } from './http.ts';
import { t } from './messages.ts';

const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });
const failure = { code: 'not-found', level: 'error', message: 'gone', remedy: 'none', problems: [] };

describe('requests', () => {
  const client = (answer: () => Promise<Response>) =>
    httpClient({ base: 'http://host', fetch: vi.fn(answer) as never });

  it('are posted by their name, and return the value of the answer', async () => {
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

  it('fail with the failure of the engine', async () => {
    const answer = client(async () => json({ ok: false, error: failure }, 404)).request('settings.read', {});
    await expect(answer).rejects.toMatchObject({ failure: { code: 'not-found' } });
  });

  it("report a host that doesn't respond, and other servers", async () => {
    const silent = client(() => Promise.reject(new TypeError('rejected'))).request('settings.read', {});
    await expect(silent).rejects.toMatchObject({
      failure: { code: 'connection', message: t('silentError') },
    });
    const other = client(async () => new Response('<html>', { status: 502 })).request('settings.read', {});
    await expect(other).rejects.toMatchObject({
      failure: { message: t('otherServerError', { status: 502 }) },
    });
  });

  it('that are canceled report it, before and after they are sent', async () => {
    const stop = new AbortController();
    const requests = client(() => {
      stop.abort();
      return Promise.reject(new DOMException('aborted', 'AbortError'));
    });
    const interrupted = { failure: { code: 'interrupted' } };
    await expect(requests.request('settings.read', {}, { signal: stop.signal })).rejects.toMatchObject(
      interrupted,
    );
    await expect(requests.request('settings.read', {}, { signal: stop.signal })).rejects.toMatchObject(
      interrupted,
    );
  });
});

describe('events', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const event = (seq: number) =>
    `data: ${JSON.stringify({ epoch: 'e', seq, at: '2026-01-31T10:00:00Z', event: { type: 'workspaces' } })}\n\n`;
  /** A host that answers with these streams, one after the other, then with none. */
  function host(...streams: (string | Response | 'open')[]) {
    const urls: string[] = [];
    const fetch = vi.fn(async (url: string, { signal }: RequestInit) => {
      urls.push(url.replace('http://host/api/events', ''));
      const next = streams.shift();
      if (next === undefined) throw new TypeError('rejected');
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

  it('resume after an interruption at the last event', async () => {
    const of = host(event(1) + event(2), event(3), 'open');
    const { stop, seqs, connection } = follow(of);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seqs).toEqual([1, 2, 3]);
    expect(of.urls).toEqual(['', '?after=e.2', '?after=e.3']);
    expect(connection).toEqual([true, t('closedError'), true, t('closedError'), true]);
    stop.abort();
  });

  it("are requested less and less often while the host doesn't respond", async () => {
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
    expect(connection.every((each) => each === t('silentError'))).toBe(true);
    stop.abort();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(of.urls.length).toBeLessThan(18);
  });

  it('are requested again after 40 s without bytes', async () => {
    const of = host('open', 'open');
    const { stop } = follow(of);
    await vi.advanceTimersByTimeAsync(39_000);
    expect(of.urls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(of.urls).toHaveLength(2);
    stop.abort();
  });

  it('report why the host rejects them', async () => {
    const denied = { ...failure, code: 'denied', message: 'This token is not valid' };
    const { stop, connection } = follow(host(json({ ok: false, error: denied }, 401)));
    await vi.advanceTimersByTimeAsync(0);
    expect(connection).toEqual(['This token is not valid']);
    stop.abort();
  });

  it("are closed by a hidden page, and resumed when it's visible", async () => {
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
    // The host was reachable all the time.
    expect(connection).toEqual([true, true]);
    stop.abort();
  });
});
