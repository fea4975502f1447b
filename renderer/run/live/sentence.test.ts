import { expect, test } from 'vitest';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { liveRunOf } from './live-run.fixture.ts';
import { t } from './messages.ts';
import { moment, runSentence } from './sentence.ts';

const now = new Date(2026, 4, 9, 0, 47);
const progress = liveRunOf().progress!;
const REACHED = '32.0 of 48.2 GiB';

test('a run under way shows when it finishes', () => {
  expect(runSentence(liveRunOf(), now)).toBe(t('finishTodayTitle', { time: '03:12' }));
  const remaining = (remainingMs: number) => liveRunOf({ progress: { ...progress, remainingMs } });
  expect(runSentence(remaining(86_400_000), now)).toBe(t('finishTomorrowTitle', { time: '00:47' }));
  expect(runSentence(remaining(3 * 86_400_000), now)).toBe(t('finishLaterTitle', { duration: '3 days' }));
  expect(runSentence(remaining(20_000), now)).toBe(t('lastMinuteTitle'));
  expect(runSentence(liveRunOf({ progress: { ...progress, totalKnown: false } }), now)).toBe(
    t('growingTitle', { duration: '2 h 25 min' }),
  );
});

test('a moment is given by day', () => {
  expect(moment(new Date(2026, 4, 9, 3, 12), now)).toBe('at 03:12');
  expect(moment(new Date(2026, 4, 10, 3, 12), now)).toBe('tomorrow at 03:12');
  expect(moment(new Date(2026, 4, 12, 3, 12), now)).toBe('in about 3 days');
});

test('before bytes are known, and in other phases', () => {
  const { progress: _, ...unknown } = liveRunOf({ phases: [] });
  expect(runSentence(unknown, now)).toBe(t('collectingTitle'));
  expect(runSentence(liveRunOf({ progress: { ...progress, remainingMs: undefined } }), now)).toBe(
    t('copyTitle'),
  );
  const nothing = { ...progress, total: 0, done: 0, remainingMs: undefined };
  const copying = (changes: Partial<LiveRun>) =>
    runSentence(liveRunOf({ progress: nothing, ...changes }), now);
  expect(copying({})).toBe(t('copyTitle'));
  expect(copying({ phases: [{ phase: 'collect', startedAt: '' }] })).toBe(t('collectingTitle'));
  const until = new Date(now.getTime() + 300_000).toISOString();
  expect(copying({ waits: [{ host: 'quay.io', until, code: 'rate-limited', status: 429 }] })).toBe(
    t('waitTitle', { host: 'quay.io', time: '00:52:00' }),
  );
  const titleOf = (phase: 'finish' | 'verify' | 'replay', workflow: 'mirrorToDisk' | 'delete' | 'replay') =>
    runSentence(liveRunOf({ workflow, phases: [{ phase, startedAt: '' }] }), now);
  expect(titleOf('finish', 'mirrorToDisk')).toBe(t('closeSetTitle'));
  expect(titleOf('finish', 'delete')).toBe(t('finishTitle'));
  expect(titleOf('verify', 'delete')).toBe(t('verifyDeletionTitle'));
  expect(titleOf('replay', 'replay')).toBe(t('repairTimeTitle', { duration: '2 h 25 min' }));
});

test('a partial run shows the failed images and their consequence', () => {
  const images = { total: 51, copied: 49, present: 0, failed: 2 };
  const partial = { status: 'partial' as const, images };
  const failed = t('fetchedPartlyTitle', { fetched: 49, images: 51, failed: 2 });
  expect(runSentence(liveRunOf(partial), now)).toBe(failed);
  expect(runSentence(liveRunOf({ ...partial, incompleteTotal: 1 }), now)).toBe(
    `${failed}. ${t('notInstallableTitle', { versions: 1 })}.`,
  );
});

test('a run that ended early shows its progress', () => {
  expect(runSentence(liveRunOf({ status: 'paused' }), now)).toBe(
    t('pausedFetchAtTitle', { progress: REACHED }),
  );
  expect(runSentence(liveRunOf({ status: 'paused', workflow: 'diskToMirror' }), now)).toBe(
    t('pausedPushAtTitle', { progress: REACHED }),
  );
  expect(runSentence(liveRunOf({ status: 'paused', progress: undefined }), now)).toBe(t('pausedFetchTitle'));
  const login = { registry: 'registry.lab:5000', since: new Date(2026, 4, 9, 3, 2).toISOString() };
  expect(runSentence(liveRunOf({ status: 'paused', login }), now)).toBe(
    t('pausedCredentialsAtTitle', { progress: REACHED, registry: login.registry, time: '03:02' }),
  );
  expect(runSentence(liveRunOf({ status: 'interrupted' }), now)).toBe(
    t('interruptedAtTitle', { progress: REACHED }),
  );
});

test('a failed run shows the reason without the period of a single sentence', () => {
  const reasonOf = (message: string) => {
    const error = { code: 'disk-full', level: 'error' as const, message, remedy: '', problems: [] };
    return runSentence(liveRunOf({ status: 'failed', error }), now);
  };
  const expected = (reason: string) => t('failedReasonAtTitle', { progress: REACHED, reason });
  expect(reasonOf('the disk is full.')).toBe(expected('the disk is full'));
  expect(reasonOf('The disk is full. It is read-only.')).toBe(expected('The disk is full. It is read-only.'));
  expect(runSentence(liveRunOf({ status: 'failed' }), now)).toBe(t('failedAtTitle', { progress: REACHED }));
});

test('a complete run shows its result', () => {
  const ended = { status: 'complete' as const, endedAt: '2026-05-09T02:10:00Z' };
  const bytes = { fetched: 0, sent: 0, written: 48.2 * 1024 ** 3, present: 0 };
  expect(runSentence(liveRunOf({ ...ended, transfer: 'fleet-0008', bytes }), now)).toBe(
    t('transferTitle', { transfer: 'fleet-0008', images: 546, size: '48.2 GiB', duration: '2 h 10 min' }),
  );
  expect(runSentence(liveRunOf({ ...ended, transfer: 'fleet-0008', bytes }), now, 60 * 1024 ** 3)).toBe(
    t('resumedTransferTitle', {
      ...{ transfer: 'fleet-0008', images: 546, size: '60.0 GiB', fetched: '0 B', duration: '2 h 10 min' },
    }),
  );
  expect(runSentence(liveRunOf(ended), now)).toBe(t('nothingNewEnclaveTitle', { enclave: 'fleet' }));
  expect(runSentence(liveRunOf({ ...ended, enclave: 'default' }), now)).toBe(t('nothingNewTitle'));
  const registry = 'registry.lab:5000/mirror';
  const push = { ...ended, workflow: 'diskToMirror' as const, target: registry };
  expect(runSentence(liveRunOf({ ...push, bytes: { ...bytes, sent: 1024 ** 3 } }), now)).toBe(
    t('pushedTitle', { images: 546, registry, size: '1.0 GiB', duration: '2 h 10 min' }),
  );
  const replay = { ...ended, workflow: 'replay' as const, target: '/srv/north/transfers/fleet-0008' };
  expect(runSentence(liveRunOf(replay), now)).toBe(t('repairedTitle', { archives: 'fleet-0008' }));
  const images = { total: 546, copied: 0, present: 546, failed: 0 };
  expect(runSentence(liveRunOf({ ...push, images }), now)).toBe(t('presentTitle', { images: 546, registry }));
});

test('a partial run shows rejected releases', () => {
  const images = { total: 546, copied: 546, present: 0, failed: 0 };
  const release = { state: 'rejected' as const, images: 0, done: 0, failed: 0, bytes: 0 };
  const deliverables = [{ ...release, name: 'release 4.18.9-x86_64' }];
  expect(runSentence(liveRunOf({ status: 'partial', images, deliverables }), now)).toBe(
    t('rejectedTitle', { content: 'Release 4.18.9-x86_64' }),
  );
  expect(runSentence(liveRunOf({ status: 'partial', images }), now)).toBe(t('partialTitle'));
});

test('a paused deletion shows how many images are deleted', () => {
  const images = { total: 5, copied: 2, present: 0, failed: 0 };
  expect(runSentence(liveRunOf({ workflow: 'delete', status: 'paused', images }), now)).toBe(
    'Paused: 2 of 5 images deleted',
  );
});
