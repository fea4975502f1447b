import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openDialog, useShell } from '../app-state/shell-state.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../engine/screen.fixture.tsx';
import { t } from './messages.ts';
import { WorkspaceDialog } from './workspace-dialog.tsx';

afterEach(() => useShell.setState(useShell.getInitialState(), true));

function dialog(mode: 'create' | 'open', answers: Answers = {}) {
  openDialog(`${mode}-workspace`);
  return openScreen(<WorkspaceDialog mode={mode} />, answers, '/fetch');
}

test('a new workspace has a folder in the home folder, which is created', async () => {
  const { user, requested, address } = dialog('create', { 'workspaces.open': { directory: '/home/op/a' } });
  await user.click(await buttonThatIs('on', t('createButton')));
  expect(requested('workspaces.open')).toEqual([{ directory: '/home/op/airlock-workspace', create: true }]);
  await expect.poll(address).toBe('/');
  expect(useShell.getState().dialog).toBeUndefined();
});

test('a workspace that exists is opened without creating it, by Enter, without its last slash', async () => {
  const { user, requested } = dialog('open');
  await buttonThatIs('off', t('openButton'));
  const field = screen.getByRole('combobox', { name: t('directoryLabel') });
  await expect.poll(() => document.activeElement).toBe(field);
  await user.paste('/srv/mirror/ ');
  await user.keyboard('{Enter}');
  expect(requested('workspaces.open')).toEqual([{ directory: '/srv/mirror', create: false }]);
});

test('an empty field creates nothing', async () => {
  const { user, requested } = dialog('create');
  await buttonThatIs('on', t('createButton'));
  await user.clear(screen.getByRole('combobox', { name: t('directoryLabel') }));
  await buttonThatIs('off', t('createButton'));
  await user.keyboard('{Enter}');
  expect(requested('workspaces.open')).toEqual([]);
});

test("a folder that can't be opened leaves the dialog open with the reason", async () => {
  const { user, address } = dialog('open', {
    'workspaces.open': failing('no workspace', { remedy: 'Choose another folder.' }),
  });
  await user.click(await screen.findByRole('combobox', { name: t('directoryLabel') }));
  await user.paste('/srv');
  await user.click(await buttonThatIs('on', t('openButton')));
  expect(await screen.findByText('Choose another folder.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: new RegExp(t('openFailedTitle')) })).toBeTruthy();
  expect(useShell.getState().dialog).toBe('open-workspace');
  expect(address()).toBe('/fetch');
});

test('Cancel closes the dialog and opens nothing', async () => {
  const { user, requested } = dialog('create');
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(useShell.getState().dialog).toBeUndefined();
  expect(requested('workspaces.open')).toEqual([]);
});
