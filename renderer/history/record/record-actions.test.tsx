import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import type { Part } from '../../engine/completed.fixture.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../../engine/screen.fixture.tsx';
import { listed, liveOf, READER, runOf } from '../runs.fixture.ts';
import { RecordActions } from './actions.tsx';

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
  ['a whole fetch', { workflow: 'mirrorToDisk' }, ['Replay', 'Export record']],
  ['a partial fetch', { workflow: 'mirrorToDisk', status: 'partial' }, ['Replay', 'Export record']],
  ['a failed fetch', { workflow: 'mirrorToDisk', status: 'failed' }, ['Export record']],
  ['a push without copies', { images: { total: 1, present: 1 } }, ['Export record']],
  ['a push', { images: { total: 1, copied: 1 } }, ['Roll back', 'Export record']],
  ['a paused push', { status: 'paused', resumable: true }, ['Export record', 'Resume run']],
  ['a partial push', { status: 'partial', resumable: true }, ['Export record', 'Retry what failed']],
  ['a whole run that is resumable', { resumable: true }, ['Export record']],
  ['a damaged record', { status: 'damaged', resumable: true }, ['Export record']],
  ['a paused push from elsewhere', { status: 'paused', resumable: false }, ['Export record']],
])('%s offers its actions', async (_name, part, expected) => {
  actions(part);
  expect(await buttons()).toEqual(expected);
});

test('a run under way is only followed', async () => {
  actions({ status: 'running' });
  const link = await screen.findByRole('link', { name: 'Follow the run' });
  expect(link.getAttribute('href')).toBe('/run/2?root=%2Fw');
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('the run before is the last one of the same kind and folder', async () => {
  const other = runOf(1, { run: { root: '/other', sequence: 1 } });
  actions({}, { 'runs.list': listed([other, runOf(1)]) });
  const link = await screen.findByRole('link', { name: 'Compare with run 1' });
  expect(link.getAttribute('href')).toBe('/history/compare?a=1%40%2Fw&b=2%40%2Fw');
});

test('Resume run continues it and leads to the new run', async () => {
  const { user, asked, address } = actions(
    { status: 'interrupted', resumable: true },
    { 'runs.resume': NEXT },
  );
  await user.click(await buttonThatIs('on', 'Resume run'));
  await expect.poll(address).toBe('/run/9?root=%2Fw');
  expect(asked('runs.resume')).toEqual([{ run: { root: '/w', sequence: 2 } }]);
});

test('a run that could not be resumed shows why, until the dialog is closed', async () => {
  const { user, address } = actions(
    { status: 'paused', resumable: true },
    { 'runs.resume': failing('another run is under way', { remedy: 'Wait for it.' }) },
  );
  await user.click(await buttonThatIs('on', 'Resume run'));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('Another run is under way');
  dialog.getByText('Wait for it.');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(address()).toBe('/history/2?root=/w');
});

test('a replay starts only after its question', async () => {
  const { user, asked, address } = actions({ workflow: 'mirrorToDisk' }, { 'runs.replay': NEXT });
  await user.click(await buttonThatIs('on', 'Replay'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Replay Fetch 2?' }));
  expect(asked('runs.replay')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Start replay' }));
  await expect.poll(address).toBe('/run/9?root=%2Fw');
  expect(asked('runs.replay')).toEqual([{ run: { root: '/w', sequence: 2 } }]);
});

test('Cancel starts no replay', async () => {
  const { user, asked } = actions({ workflow: 'mirrorToDisk' });
  await user.click(await buttonThatIs('on', 'Replay'));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(asked('runs.replay')).toEqual([]);
});

test('a replay that failed to start shows why in its dialog', async () => {
  const { user } = actions({ workflow: 'mirrorToDisk' }, { 'runs.replay': failing('the set is gone') });
  await user.click(await buttonThatIs('on', 'Replay'));
  await user.click(await screen.findByRole('button', { name: 'Start replay' }));
  within(await screen.findByRole('dialog')).getByText('The set is gone');
});

test.each<[string, Part<LiveRun>]>([
  ['Replay', { workflow: 'mirrorToDisk' }],
  ['Roll back', { images: { total: 1, copied: 1 } }],
  ['Resume run', { status: 'paused', resumable: true }],
  ['Export record', {}],
])('%s is off for a reader, with the reason', async (name, part) => {
  actions(part, READER);
  expect((await buttonThatIs('off', name)).title).toBe('This session is read-only.');
});
