import { expect, test } from 'vitest';
import type { WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { failureCause, failureConsequence } from './failure-words.ts';
import { liveRunOf } from './live-run.fixture.ts';
import { runNext } from './next.ts';

const workspace: WorkspaceLine = {
  directory: '/srv/north-mirror',
  name: 'north-mirror',
  state: 'ready',
  bytes: 0,
  practice: false,
  arriving: [],
  enclaves: [
    {
      name: 'fleet',
      next: 'fetch',
      transfers: [
        {
          name: 'fleet-0008',
          number: 8,
          state: 'complete',
          images: 546,
          bytes: 48.2 * 1024 ** 3,
          pieces: 13,
          step: 'fetched',
          arrived: 'unknown',
          lacks: 0,
          protected: false,
          directory: '/srv/north-mirror/transfers/fleet-0008',
        },
      ],
    },
  ],
};

test('after a fetch: push where this host sees both sides, else carry the transfer', () => {
  const whole = liveRunOf({ status: 'complete', transfer: 'fleet-0008' });
  expect(runNext(whole, 'both', [workspace])).toEqual({
    kind: 'go',
    label: 'Push fleet-0008',
    to: '/push?from=%2Fsrv%2Fnorth-mirror',
  });
  expect(runNext(whole, 'connected', [workspace])).toEqual({
    kind: 'go',
    label: 'Carry fleet-0008',
    to: '/carry?workspace=%2Fsrv%2Fnorth-mirror&transfer=fleet-0008',
  });
  expect(runNext(liveRunOf({ status: 'complete' }), 'connected', [workspace])).toMatchObject({
    kind: 'nothing',
  });
});

test('after a push: the resources; after what did not end whole: go on', () => {
  const push = liveRunOf({ status: 'complete', workflow: 'diskToMirror', resources: '/state/resources' });
  expect(runNext(push, 'disconnected', [])?.kind).toBe('resources');
  const images = { total: 546, copied: 544, present: 0, failed: 2 };
  expect(runNext(liveRunOf({ status: 'partial', images }), 'connected', [])).toEqual({
    kind: 'resume',
    label: 'Retry 2 failed images',
  });
  expect(runNext(liveRunOf({ status: 'paused', resumable: false }), 'connected', [])).toBeUndefined();
  expect(runNext(liveRunOf(), 'connected', [])).toBeUndefined();
});

test('a failure is two sentences: side and cause; what retrying does and what hangs on it', () => {
  const failure = {
    origin: 'registry.redhat.io/odf4/mcg-core-rhel9@sha256:5b1e9c44d07f',
    destination: 'registry.lab/odf4/mcg-core-rhel9',
    digest: 'sha256:5b1e9c44d07f',
    deliverable: 'ODF 4.18',
    side: 'source' as const,
    code: 'connection',
    message: 'cdn01.quay.io closed the connection at 318 of 412 MiB',
    remedy: 'Check name, port, network and proxy settings.',
    attempts: 5,
  };
  expect(failureCause(failure)).toBe(
    'Source: cdn01.quay.io closed the connection at 318 of 412 MiB, 5 attempts.',
  );
  expect(failureConsequence(failure, { status: 'partial' })).toBe(
    'Retry goes on where it stopped. ODF 4.18 is not whole without it.',
  );
  expect(failureConsequence(failure, { status: 'running' })).toBe(
    'The rest goes on; it can be retried when the run ends. ODF 4.18 is not whole without it.',
  );
  const clock = { ...failure, code: 'clock-skew', remedy: 'Set the clock of this host.' };
  for (const status of ['running', 'partial'] as const)
    expect(failureConsequence(clock, { status })).toBe(
      'Set the clock of this host. ODF 4.18 is not whole without it.',
    );
});
