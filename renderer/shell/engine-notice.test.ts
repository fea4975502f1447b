import { expect, test } from 'vitest';
import { engineNotice } from './engine-notice.ts';

const ready = {
  type: 'engine',
  state: 'ready',
  restarts: 0,
  at: '2026-03-01T00:47:12',
  resumed: [],
} as const;
const run = { root: '/w', sequence: 8 };

test('a first start is no news', () => {
  expect(engineNotice({ ...ready, resumed: [] }, () => undefined)).toBeUndefined();
  expect(engineNotice(undefined, () => undefined)).toBeUndefined();
});

test('after a restart: when, and what goes on', () => {
  const notice = engineNotice({ ...ready, restarts: 1, resumed: [run] }, () => 'fleet-0008');
  expect(notice?.sentence).toBe(
    'The engine ended unexpectedly and was started again at 00:47. fleet-0008 goes on; nothing whole is moved again.',
  );
  expect(notice?.dismissable).toBe(true);
  expect(engineNotice({ ...ready, restarts: 1, resumed: [run, run] }, () => undefined)?.sentence).toContain(
    'Run 8 and Run 8 go on',
  );
  expect(engineNotice({ ...ready, restarts: 1, resumed: [] }, () => undefined)?.sentence).not.toContain('go');
});

test('while it is away, and when it stays away', () => {
  const restarting = engineNotice(
    { ...ready, state: 'restarting', restarts: 1, resumed: [] },
    () => undefined,
  );
  expect(restarting).toMatchObject({ variant: 'warning', dismissable: false });
  const gone = engineNotice(
    { ...ready, state: 'gone', restarts: 3, detail: 'out of memory', resumed: [] },
    () => undefined,
  );
  expect(gone?.sentence).toBe('The engine ended 4 times and is not started again: out of memory.');
  expect(gone?.variant).toBe('danger');
});
