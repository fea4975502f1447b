import { afterEach, expect, test, vi } from 'vitest';
import { RunTracker } from '../progress/run-tracker.ts';
import { parseLiveFile } from './live-file.ts';
import { createLiveState } from './live-state.ts';

test('live.json contains the last current wait of each host', () => {
  const state = createLiveState(undefined);
  const until = (ms: number) => new Date(Date.now() + ms).toISOString();
  const wait = { host: 'quay.io', code: 'rate-limited' as const, status: 429, retryAfterMs: 300_000 };
  const last = { ...wait, until: until(300_000) };
  state.take({ type: 'wait', ...wait, until: until(60_000) });
  state.take({ type: 'wait', ...last });
  state.take({ type: 'wait', host: 'registry.lab:5000', code: 'connection', until: until(-1) });
  expect(parseLiveFile(JSON.stringify(state.now()))?.waits).toEqual([last]);
});

afterEach(() => vi.useRealTimers());

/** A run that copied 4,000 of 14,240 bytes in 4 s. */
function measured(): RunTracker {
  vi.useFakeTimers({ toFake: ['performance'] });
  const tracker = new RunTracker(
    () => {},
    () => ({ fetched: 0, sent: 0, written: 0 }),
  );
  const image = {
    ...{ origin: 'q.io/a:1', digest: 'sha256:a', deliverable: 'a' },
    destination: { repository: 'a', tag: '1' },
  };
  tracker.expectImages([image]);
  tracker.want('content', 14_240, image);
  tracker.assign(image, 14_240);
  const moving = tracker.begin(image, 'content');
  for (const bytes of [0, 1000, 1000, 1000, 1000]) {
    moving.advance(bytes);
    vi.advanceTimersByTime(1000);
  }
  moving.advance(0);
  return tracker;
}

test('the rate and the remaining time are within the lowest limit in force', () => {
  const state = createLiveState({ parallelImages: 4, parallelLayers: 5, rate: null });
  state.track(measured(), () => '');
  const { rate, remainingMs } = state.now().progress!;
  expect(rate).toBeGreaterThan(512);
  expect(remainingMs).toBeLessThan(15_000);
  state.take({ type: 'control', by: 'x', action: 'adjust', rate: 512 });
  expect(state.now().progress).toMatchObject({ rate: 512, remainingMs: 20_000 });
  state.schedule(() => ({ rate: 256 }) as ReturnType<Parameters<typeof state.schedule>[0]>);
  expect(state.now().progress).toMatchObject({ rate: 256, remainingMs: 40_000 });
});
