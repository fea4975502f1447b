import { expect, test } from 'vitest';
import { engineNotice } from './engine-notice.ts';
import { t } from './messages.ts';

const ready = {
  type: 'engine',
  state: 'ready',
  restarts: 0,
  at: '2026-03-01T00:47:12',
  resumed: [],
} as const;
const run = { root: '/w', sequence: 8 };

test('a first start needs no notice', () => {
  expect(engineNotice({ ...ready, resumed: [] }, () => undefined)).toBeUndefined();
  expect(engineNotice(undefined, () => undefined)).toBeUndefined();
});

test('after a restart, the time and the resumed runs', () => {
  const notice = engineNotice({ ...ready, restarts: 1, resumed: [run] }, () => 'fleet-0008');
  expect(notice?.sentence).toBe(
    'The engine stopped unexpectedly and was restarted at 00:47. 1 run resumed without repeating completed work: fleet-0008.',
  );
  expect(notice?.dismissable).toBe(true);
  expect(engineNotice({ ...ready, restarts: 1, resumed: [run, run] }, () => undefined)?.sentence).toContain(
    '2 runs resumed without repeating completed work: run 8 and run 8',
  );
  expect(engineNotice({ ...ready, restarts: 1, resumed: [] }, () => undefined)?.sentence).toBe(
    t('engineRestarted', { time: '00:47' }),
  );
});

test('while the engine restarts, and when it ended for good', () => {
  const restarting = engineNotice(
    { ...ready, state: 'restarting', restarts: 1, resumed: [] },
    () => undefined,
  );
  expect(restarting).toMatchObject({ variant: 'warning', dismissable: false });
  const stopped = engineNotice(
    { ...ready, state: 'stopped', restarts: 3, detail: 'out of memory', resumed: [] },
    () => undefined,
  );
  expect(stopped?.sentence).toBe("The engine stopped 4 times and won't be restarted: out of memory.");
  expect(stopped?.variant).toBe('danger');
});
