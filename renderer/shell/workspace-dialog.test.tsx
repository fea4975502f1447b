import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openDialog, useShell } from '../app-state/shell-state.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../engine/screen.fixture.tsx';
import { WorkspaceDialog } from './workspace-dialog.tsx';

afterEach(() => useShell.setState(useShell.getInitialState(), true));

function dialog(mode: 'create' | 'open', answers: Answers = {}) {
  openDialog(`${mode}-workspace`);
  return openScreen(<WorkspaceDialog mode={mode} />, answers, '/fetch');
}

test('a new workspace has a folder in the home folder, which is created', async () => {
  const { user, asked, address } = dialog('create', { 'workspaces.open': { directory: '/home/op/a' } });
  await user.click(await buttonThatIs('on', 'Create workspace'));
  expect(asked('workspaces.open')).toEqual([{ directory: '/home/op/airlock-workspace', create: true }]);
  await expect.poll(address).toBe('/');
  expect(useShell.getState().dialog).toBeUndefined();
});

test('a workspace that exists is opened without creating it, by Enter, without its last slash', async () => {
  const { user, asked } = dialog('open');
  await buttonThatIs('off', 'Open workspace');
  const field = screen.getByRole('combobox', { name: 'Folder' });
  await expect.poll(() => document.activeElement).toBe(field);
  await user.paste('/srv/mirror/ ');
  await user.keyboard('{Enter}');
  expect(asked('workspaces.open')).toEqual([{ directory: '/srv/mirror', create: false }]);
});

test('an emptied field creates nothing', async () => {
  const { user, asked } = dialog('create');
  await buttonThatIs('on', 'Create workspace');
  await user.clear(screen.getByRole('combobox', { name: 'Folder' }));
  await buttonThatIs('off', 'Create workspace');
  await user.keyboard('{Enter}');
  expect(asked('workspaces.open')).toEqual([]);
});

test('a folder that cannot be opened keeps the dialog and shows why', async () => {
  const { user, address } = dialog('open', {
    'workspaces.open': failing('no workspace', { remedy: 'Choose another folder.' }),
  });
  await user.click(await screen.findByRole('combobox', { name: 'Folder' }));
  await user.paste('/srv');
  await user.click(await buttonThatIs('on', 'Open workspace'));
  expect(await screen.findByText('Choose another folder.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: /The workspace was not opened/ })).toBeTruthy();
  expect(useShell.getState().dialog).toBe('open-workspace');
  expect(address()).toBe('/fetch');
});

test('Cancel closes the dialog and opens nothing', async () => {
  const { user, asked } = dialog('create');
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(useShell.getState().dialog).toBeUndefined();
  expect(asked('workspaces.open')).toEqual([]);
});
