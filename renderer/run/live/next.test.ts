import { expect, test } from 'vitest';
import type { WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { journeySteps } from '../../practice/practice-journey.ts';
import { world } from '../../practice/world.fixture.ts';
import { liveRunOf } from './live-run.fixture.ts';
import { t } from './messages.ts';
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
          volumes: 13,
          step: 'fetched',
          arrived: 'unknown',
          missing: 0,
          protected: false,
          received: false,
          directory: '/srv/north-mirror/transfers/fleet-0008',
        },
      ],
    },
  ],
};

test('after a fetch: write the transfer to drives. A host with both sides can also push it', () => {
  const complete = liveRunOf({ status: 'complete', transfer: 'fleet-0008' });
  const carry = {
    kind: 'go',
    label: t('carryButton', { transfer: 'fleet-0008' }),
    to: '/carry?workspace=%2Fsrv%2Fnorth-mirror&transfer=fleet-0008',
  };
  expect(runNext(complete, 'connected', [workspace])).toEqual(carry);
  expect(runNext(complete, 'both', [workspace])).toEqual({
    ...carry,
    also: {
      label: t('pushTransferButton', { transfer: 'fleet-0008' }),
      to: '/push?from=%2Fsrv%2Fnorth-mirror',
    },
  });
  const drives = [{ label: 'DRIVE-A', path: '/p/DRIVE-A', bytes: 1 }];
  const inPractice = (directory: string) =>
    runNext(complete, 'both', [workspace], { workspace: directory, drives, steps: [] });
  expect(inPractice('/srv/north-mirror')).toMatchObject({ to: `${carry.to}&to=%2Fp%2FDRIVE-A` });
  expect(inPractice('/p/workspace')).toMatchObject({ to: carry.to });
  expect(runNext(liveRunOf({ status: 'complete' }), 'connected', [workspace])).toMatchObject({
    kind: 'nothing',
  });
});

test('after the fetch of the update in practice: push it with the fields of its step', () => {
  const complete = liveRunOf({ status: 'complete', transfer: 'fleet-0008' });
  const { directory } = workspace;
  const update = world(6, { workspace: directory }, { upgrade: 'push' });
  expect(runNext(complete, 'both', [workspace], update)).toMatchObject({
    label: t('pushTransferButton', { transfer: 'fleet-0008' }),
    to: journeySteps(update).find(({ id }) => id === 'upgrade')!.action.to,
    also: { label: t('carryButton', { transfer: 'fleet-0008' }) },
  });
  for (const other of [world(1, { workspace: directory }), { ...update, workspace: '/p/workspace' }])
    expect(runNext(complete, 'both', [workspace], other)).toMatchObject({
      label: t('carryButton', { transfer: 'fleet-0008' }),
    });
});

test('after a push: the resources, after an incomplete run: retry', () => {
  const push = liveRunOf({ status: 'complete', workflow: 'diskToMirror', resources: '/state/resources' });
  expect(runNext(push, 'disconnected', [])?.kind).toBe('resources');
  expect(runNext({ ...push, config: '/state/config' }, 'disconnected', [])).toEqual({
    ...{ kind: 'go', label: t('applyButton') },
    to: '/cluster?directory=%2Fstate%2Fconfig',
  });
  const images = { total: 546, copied: 544, present: 0, failed: 2 };
  expect(runNext(liveRunOf({ status: 'partial', images }), 'connected', [])).toEqual({
    kind: 'resume',
    label: t('retryFailedButton', { images: 2 }),
  });
  expect(runNext(liveRunOf({ status: 'paused', resumable: false }), 'connected', [])).toBeUndefined();
  expect(runNext(liveRunOf(), 'connected', [])).toBeUndefined();
});
