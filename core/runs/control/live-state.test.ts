import { expect, test } from 'vitest';
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

test('after the rate limit is lowered, the rate and the remaining time are within it', () => {
  const state = createLiveState({ parallelImages: 4, parallelLayers: 5, rate: null });
  const progress = { done: 3_000, total: 13_240, rate: 1_000_000, remainingMs: 10 };
  state.track({ progress: () => progress, deliverableStates: () => [], active: () => [] } as never, () => '');
  expect(state.now().progress).toMatchObject({ rate: 1_000_000, remainingMs: 10 });
  state.take({ type: 'control', by: 'x', action: 'adjust', rate: 1024 });
  expect(state.now().progress).toMatchObject({ rate: 1024, remainingMs: 10_000 });
});
