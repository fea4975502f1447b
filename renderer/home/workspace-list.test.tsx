import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type WorkspaceLine, workspaceLine } from '../../core/contract/topics/workspace.ts';
import { completed, type Part } from '../engine/completed.fixture.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../engine/screen.fixture.tsx';
import { READER } from '../history/runs.fixture.ts';
import { WorkspaceList } from './workspace-list.tsx';

const line = (name: string, part: Part<WorkspaceLine> = {}) =>
  completed(workspaceLine, { directory: `/home/op/${name}`, name, bytes: 1536, ...part });

function openList(lines: WorkspaceLine[], answers: Answers = {}) {
  const onLookAgain = vi.fn();
  const page = openScreen(<WorkspaceList workspaces={lines} onLookAgain={onLookAgain} />, answers);
  return { ...page, onLookAgain };
}

const row = (name: string) => within(screen.getByText(name).closest('tr')!);

test('a workspace shows its folder, size and free space', async () => {
  openList([line('a', { freeBytes: 1024 ** 3 })]);
  await screen.findByText('~/a');
  row('a').getByText('Ready');
  row('a').getByText('1.0 GiB');
  expect(row('a').getByRole('link', { name: '1.5 KiB' }).getAttribute('href')).toBe(
    '/storage?workspace=%2Fhome%2Fop%2Fa',
  );
  row('a').getByText('in use');
  row('a').getByText('none');
});

test('Use makes another workspace the current one', async () => {
  const { user, asked } = openList([line('a'), line('b')]);
  expect(row('a').queryByRole('button', { name: 'Use a' })).toBeNull();
  await user.click(await buttonThatIs('on', 'Use b'));
  await expect.poll(() => asked('workspaces.open')).toEqual([{ directory: '/home/op/b' }]);
});

test('Forget takes a workspace off the list; the practice workspace stays', async () => {
  const { user, asked } = openList([line('a'), line('p', { practice: true })]);
  expect((await buttonThatIs('on', 'Forget a')).title).toBe('Takes it off this list; its files stay');
  expect(row('Practice').queryByRole('button', { name: /^Forget/ })).toBeNull();
  await user.click(await buttonThatIs('on', 'Forget a'));
  await expect.poll(() => asked('workspaces.forget')).toEqual([{ directory: '/home/op/a' }]);
});

test.each([
  ['absent' as const, 'Not there now'],
  ['unreadable' as const, 'Cannot be read'],
])('a workspace that is %s has no size and can be looked for', async (state, word) => {
  const { user, onLookAgain } = openList([line('a'), line('b', { state })]);
  row('b').getByText(word);
  expect(row('b').queryByRole('link')).toBeNull();
  expect(row('b').queryByRole('button', { name: 'Use b' })).toBeNull();
  await user.click(await buttonThatIs('on', 'Look for b again'));
  expect(onLookAgain).toHaveBeenCalledOnce();
});

test.each([
  ['workspaces.open' as const, 'Use b'],
  ['workspaces.forget' as const, 'Forget b'],
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
  await buttonThatIs('off', 'Use b');
  await buttonThatIs('off', 'Forget b');
});
