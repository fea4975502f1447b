import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type Answers, openScreen } from '../engine/screen.fixture.tsx';
import { READER, READER_REJECTION } from '../engine/session.fixture.ts';
import { t } from './messages.ts';
import { useShell } from './shell-state.ts';
import { WorkspaceMenu } from './workspace-menu.tsx';

afterEach(() => useShell.setState(useShell.getInitialState(), true));

const menu = (answers: Answers = {}) =>
  openScreen(<WorkspaceMenu />, {
    'settings.read': { side: 'connected', workspaces: ['/home/op/north', '/srv/practice'] },
    'workspaces.list': { workspaces: [{ directory: '/srv/practice', practice: true }] },
    ...answers,
  });
const openMenu = async (user: ReturnType<typeof menu>['user']) =>
  user.click(await screen.findByTitle(t('workspaceTip', { name: 'north' })));

test('lists workspaces by name and folder, and opens the chosen one', async () => {
  const { user, requested } = menu();
  await openMenu(user);
  expect(await screen.findByText('~/north')).toBeTruthy();
  await user.click(await screen.findByText(t('practiceWorkspace')));
  expect(requested('workspaces.open')).toEqual([{ directory: '/srv/practice' }]);
});

test.each([
  [t('openButton'), 'open-workspace'],
  [t('createButton'), 'create-workspace'],
])('"%s" opens its dialog and sends no request', async (item, dialog) => {
  const { user, requested } = menu();
  await openMenu(user);
  await user.click(await screen.findByText(item));
  expect(useShell.getState().dialog).toBe(dialog);
  expect(requested('workspaces.open')).toEqual([]);
});

test('forgets only the current workspace', async () => {
  const { user, requested } = menu();
  await openMenu(user);
  await user.click(await screen.findByText(t('forgetButton', { name: 'north' })));
  expect(requested('workspaces.forget')).toEqual([{ directory: '/home/op/north' }]);
});

test('without a workspace, none can be forgotten', async () => {
  const { user } = menu({ 'settings.read': { side: 'connected', workspaces: [] } });
  await user.click(await screen.findByTitle(t('noWorkspaceTip')));
  expect(await screen.findByText(t('createButton'))).toBeTruthy();
  expect(screen.queryByText(t('forgetNote'))).toBeNull();
});

test('a read-only session changes nothing and gives the reason', async () => {
  const { user, requested } = menu(READER);
  await openMenu(user);
  expect((await screen.findAllByText(READER_REJECTION)).length).toBeGreaterThan(3);
  await user.click(screen.getByText(t('forgetButton', { name: 'north' })));
  expect(requested('workspaces.forget')).toEqual([]);
});
