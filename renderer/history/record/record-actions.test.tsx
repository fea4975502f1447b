import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import type { Part } from '../../engine/completed.fixture.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../../engine/screen.fixture.tsx';
import { t as history } from '../messages.ts';
import { listed, liveOf, READER, runOf } from '../runs.fixture.ts';
import { RecordActions } from './actions.tsx';
import { t } from './messages.ts';

const REPLAY = t('replayButton');
const RESUME = t('resumeButton');
const EXPORT = history('exportButton');
const ROLL_BACK = history('rollbackButton');
const NEXT = { run: { root: '/w', sequence: 9 } };

const actions = (part: Part<LiveRun>, answers: Answers = {}) =>
  openScreen(
    <RecordActions run={liveOf(2, part)} />,
    { 'runs.list': listed([]), ...answers },
    '/history/2?root=/w',
  );

const buttons = async () => {
  await screen.findAllByRole('button');
  return screen.getAllByRole('button').map(({ textContent }) => textContent);
};

test.each<[string, Part<LiveRun>, string[]]>([
  ['a complete fetch', { workflow: 'mirrorToDisk' }, [REPLAY, EXPORT]],
  ['a partial fetch', { workflow: 'mirrorToDisk', status: 'partial' }, [REPLAY, EXPORT]],
  ['a failed fetch', { workflow: 'mirrorToDisk', status: 'failed' }, [EXPORT]],
  ['a push without copies', { images: { total: 1, present: 1 } }, [EXPORT]],
  ['a push', { images: { total: 1, copied: 1 } }, [ROLL_BACK, EXPORT]],
  ['a paused push', { status: 'paused', resumable: true }, [EXPORT, RESUME]],
  ['a partial push', { status: 'partial', resumable: true }, [EXPORT, t('retryFailedButton')]],
  ['a complete run that is resumable', { resumable: true }, [EXPORT]],
  ['a damaged record', { status: 'damaged', resumable: true }, [EXPORT]],
  ['a paused push from elsewhere', { status: 'paused', resumable: false }, [EXPORT]],
])('%s offers its actions', async (_name, part, expected) => {
  actions(part);
  expect(await buttons()).toEqual(expected);
});

test('a run in progress only has a link to its page', async () => {
  actions({ status: 'running' });
  const link = await screen.findByRole('link', { name: t('viewRunButton') });
  expect(link.getAttribute('href')).toBe('/run/2?root=%2Fw');
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('the previous run is the latest of the same kind and folder', async () => {
  const other = runOf(1, { run: { root: '/other', sequence: 1 } });
  actions({}, { 'runs.list': listed([other, runOf(1)]) });
  const link = await screen.findByRole('link', { name: t('compareButton', { sequence: 1 }) });
  expect(link.getAttribute('href')).toBe('/history/compare?a=1%40%2Fw&b=2%40%2Fw');
});

test('a run can be resumed, which leads to the new run', async () => {
  const { user, requested, address } = actions(
    { status: 'interrupted', resumable: true },
    { 'runs.resume': NEXT },
  );
  await user.click(await buttonThatIs('on', RESUME));
  await expect.poll(address).toBe('/run/9?root=%2Fw');
  expect(requested('runs.resume')).toEqual([{ run: { root: '/w', sequence: 2 } }]);
});

test('a run that could not be resumed shows the reason, until the dialog is closed', async () => {
  const { user, address } = actions(
    { status: 'paused', resumable: true },
    { 'runs.resume': failing('another run is under way', { remedy: 'Wait for it.' }) },
  );
  await user.click(await buttonThatIs('on', RESUME));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('Another run is under way');
  dialog.getByText('Wait for it.');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(address()).toBe('/history/2?root=/w');
});

test('a replay starts only after its question', async () => {
  const { user, requested, address } = actions({ workflow: 'mirrorToDisk' }, { 'runs.replay': NEXT });
  await user.click(await buttonThatIs('on', REPLAY));
  const dialog = within(await screen.findByRole('dialog', { name: t('replayTitle', { run: 'Fetch 2' }) }));
  expect(requested('runs.replay')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: t('startReplayButton') }));
  await expect.poll(address).toBe('/run/9?root=%2Fw');
  expect(requested('runs.replay')).toEqual([{ run: { root: '/w', sequence: 2 } }]);
});

test('Cancel starts no replay', async () => {
  const { user, requested } = actions({ workflow: 'mirrorToDisk' });
  await user.click(await buttonThatIs('on', REPLAY));
  await user.click(await screen.findByRole('button', { name: t('cancelButton') }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(requested('runs.replay')).toEqual([]);
});

test('a replay that failed to start shows the reason in its dialog', async () => {
  const { user } = actions({ workflow: 'mirrorToDisk' }, { 'runs.replay': failing('the set is gone') });
  await user.click(await buttonThatIs('on', REPLAY));
  await user.click(await screen.findByRole('button', { name: t('startReplayButton') }));
  within(await screen.findByRole('dialog')).getByText('The set is gone');
});

test.each<[string, Part<LiveRun>]>([
  [REPLAY, { workflow: 'mirrorToDisk' }],
  [ROLL_BACK, { images: { total: 1, copied: 1 } }],
  [RESUME, { status: 'paused', resumable: true }],
  [EXPORT, {}],
])('%s is off for a reader, with the reason', async (name, part) => {
  actions(part, READER);
  expect((await buttonThatIs('off', name)).title).toBe('This session is read-only.');
});
