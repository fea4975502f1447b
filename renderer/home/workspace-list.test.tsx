import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type WorkspaceLine, workspaceLine } from '../../core/contract/topics/workspace.ts';
import { completed, type Part } from '../engine/completed.fixture.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../engine/screen.fixture.tsx';
import { READER } from '../history/runs.fixture.ts';
import { t } from './messages.ts';
import { WorkspaceList } from './workspace-list.tsx';

const line = (name: string, part: Part<WorkspaceLine> = {}) =>
  completed(workspaceLine, { directory: `/home/op/${name}`, name, bytes: 1536, ...part });

function openList(lines: WorkspaceLine[], answers: Answers = {}) {
  const onCheckAgain = vi.fn();
  const page = openScreen(<WorkspaceList workspaces={lines} onCheckAgain={onCheckAgain} />, answers);
  return { ...page, onCheckAgain };
}

const row = (name: string) => within(screen.getByText(name).closest('tr')!);

test('a workspace shows its folder, size and free space', async () => {
  openList([line('a', { freeBytes: 1024 ** 3 })]);
  await screen.findByText('~/a');
  row('a').getByText(t('readyState'));
  row('a').getByText('1.0 GiB');
  expect(row('a').getByRole('link', { name: '1.5 KiB' }).getAttribute('href')).toBe(
    '/storage?workspace=%2Fhome%2Fop%2Fa',
  );
  row('a').getByText(t('currentState'));
  row('a').getByText(t('noRuns'));
});

test('another workspace can be made the current one', async () => {
  const { user, requested } = openList([line('a'), line('b')]);
  expect(row('a').queryByRole('button', { name: t('useTip', { workspace: 'a' }) })).toBeNull();
  await user.click(await buttonThatIs('on', t('useTip', { workspace: 'b' })));
  await expect.poll(() => requested('workspaces.open')).toEqual([{ directory: '/home/op/b' }]);
});

test('a workspace can be removed from the list, but the practice workspace stays', async () => {
  const { user, requested } = openList([line('a'), line('p', { practice: true })]);
  expect((await buttonThatIs('on', t('forgetTip', { workspace: 'a' }))).title).toBe(t('forgetHelp'));
  expect(
    row(t('practiceName')).queryByRole('button', { name: t('forgetTip', { workspace: t('practiceName') }) }),
  ).toBeNull();
  await user.click(await buttonThatIs('on', t('forgetTip', { workspace: 'a' })));
  await expect.poll(() => requested('workspaces.forget')).toEqual([{ directory: '/home/op/a' }]);
});

test.each([
  ['absent' as const, t('absentState')],
  ['unreadable' as const, t('unreadableState')],
])('a workspace that is %s has no size and can be checked again', async (state, word) => {
  const { user, onCheckAgain } = openList([line('a'), line('b', { state })]);
  row('b').getByText(word);
  expect(row('b').queryByRole('link')).toBeNull();
  expect(row('b').queryByRole('button', { name: t('useTip', { workspace: 'b' }) })).toBeNull();
  await user.click(await buttonThatIs('on', t('checkTip', { workspace: 'b' })));
  expect(onCheckAgain).toHaveBeenCalledOnce();
});

test.each([
  ['workspaces.open' as const, t('useTip', { workspace: 'b' })],
  ['workspaces.forget' as const, t('forgetTip', { workspace: 'b' })],
])('a failure of %s is shown with its remedy', async (request, button) => {
  const { user } = openList([line('a'), line('b')], {
    [request]: failing('the list is locked', { remedy: 'Close it.' }),
  });
  await user.click(await buttonThatIs('on', button));
  await screen.findByText('The list is locked');
  screen.getByText('Close it.');
});

test('a reader changes nothing on the list', async () => {
  openList([line('a'), line('b')], READER);
  await buttonThatIs('off', t('useTip', { workspace: 'b' }));
  await buttonThatIs('off', t('forgetTip', { workspace: 'b' }));
});
