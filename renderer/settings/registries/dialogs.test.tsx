import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs } from '../../engine/screen.fixture.tsx';
import { DESCRIBED, openSettings, registry, tested } from '../settings.fixture.tsx';

/** Opens a dialog over a list to which the engine adds. */
async function openDialog(button: string, answers: Answers = {}) {
  let registries = [registry('quay.io')];
  const opened = openSettings('registries', {
    'registries.list': () => ({ registries }),
    'registries.add': ({ name, tlsVerify }) => {
      registries = [...registries, registry(name, { tlsVerify })];
      return { registries };
    },
    'registries.test': ({ name }) => tested(name),
    ...answers,
  });
  await opened.user.click(await buttonThatIs('on', button));
  const dialog = await screen.findByRole('dialog');
  return { ...opened, dialog, inside: within(dialog) };
}

describe('adding a registry', () => {
  test('tests it and shows its result', async () => {
    const { user, asked, address, inside } = await openDialog('Add registry');
    await user.click(inside.getByRole('textbox', { name: 'Registry' }));
    await user.paste('https://registry.lab:5000/mirror/');
    await user.click(inside.getByRole('button', { name: 'Add and test registry' }));
    await screen.findByText('Passed, 0.5 s');
    expect(asked('registries.add')).toEqual([{ name: 'registry.lab:5000/mirror', tlsVerify: true }]);
    expect(asked('registries.test')).toEqual([{ name: 'registry.lab:5000/mirror', tlsVerify: true }]);
    await waitFor(() => expect(address()).toBe('/settings/registries?registry=registry.lab%3A5000%2Fmirror'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('without a check of its certificate tests it so', async () => {
    const { user, asked, inside } = await openDialog('Add registry');
    await user.click(inside.getByRole('textbox', { name: 'Registry' }));
    await user.paste('registry.lab');
    await user.click(inside.getByRole('checkbox', { name: 'Check its certificate' }));
    await user.keyboard('{Enter}');
    await user.click(inside.getByRole('button', { name: 'Add and test registry' }));
    await waitFor(() =>
      expect(asked('registries.test')).toEqual([{ name: 'registry.lab', tlsVerify: false }]),
    );
  });

  test.each([
    { typed: '', problem: 'Type a host, with its port unless it is 443.' },
    { typed: 'op:secret@registry.lab', problem: /^Leave user and password out/ },
    { typed: 'registry.lab/Mirror', problem: /^A path has lower-case letters/ },
  ])('rejects "$typed" when it is sent, not while it is typed', async ({ typed, problem }) => {
    const { user, asked, inside } = await openDialog('Add registry');
    await user.click(inside.getByRole('textbox', { name: 'Registry' }));
    if (typed) await user.paste(typed);
    expect(inside.queryByText(problem)).toBeNull();
    await user.click(inside.getByRole('button', { name: 'Add and test registry' }));
    expect(inside.getByText(problem)).toBeDefined();
    expect(asked('registries.add')).toEqual([]);
  });

  test('that fails leaves the dialog open', async () => {
    const { user, asked, inside } = await openDialog('Add registry', {
      'registries.add': failing('settings.json is read-only'),
    });
    await user.click(inside.getByRole('textbox', { name: 'Registry' }));
    await user.paste('registry.lab');
    await user.click(inside.getByRole('button', { name: 'Add and test registry' }));
    await inside.findByText('Settings.json is read-only', { exact: false });
    expect(asked('registries.test')).toEqual([]);
    await user.click(inside.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('importing a pull secret', () => {
  const SECRET = JSON.stringify({ auths: { 'quay.io': { auth: 'aGlkZGVu' }, 'registry.redhat.io': {} } });
  const imported: Answers = {
    'credentials.importPullSecret': { registries: ['quay.io', 'registry.redhat.io'], where: 'memory' },
  };

  test('names the registries of a pasted text and keeps its logins in memory', async () => {
    const { user, asked, inside, dialog } = await openDialog('Import pull secret', imported);
    expect(inside.getByRole<HTMLButtonElement>('button', { name: 'Import pull secret' }).disabled).toBe(true);
    await user.click(inside.getByRole('textbox', { name: 'Pull secret' }));
    await user.paste(SECRET);
    expect(dialog.textContent).toContain('Holds 2 logins: quay.io, registry.redhat.io');
    expect(asked('credentials.importPullSecret')).toEqual([]);
    await user.click(inside.getByRole('button', { name: 'Import pull secret' }));
    await screen.findByText('2 logins kept in Airlock, until it ends: quay.io, registry.redhat.io', {
      exact: false,
    });
    expect(asked('credentials.importPullSecret')).toEqual([{ text: SECRET, keep: 'session' }]);
    await waitFor(() => expect(asked('registries.list')).toHaveLength(2));
    expect(document.body.textContent).not.toContain('aGlkZGVu');
  });

  test('reads a file and drops the pasted text', async () => {
    const { user, asked, inside } = await openDialog('Import pull secret', imported);
    await user.click(inside.getByRole('textbox', { name: 'Pull secret' }));
    await user.paste(SECRET);
    await user.click(inside.getByRole('button', { name: 'Read a file' }));
    expect(inside.getByRole<HTMLButtonElement>('button', { name: 'Import pull secret' }).disabled).toBe(true);
    await user.click(inside.getByRole('combobox', { name: 'File' }));
    await user.paste('/home/op/pull-secret.json');
    await user.click(inside.getByRole('radio', { name: '~/.config/containers/auth.json' }));
    await user.click(inside.getByRole('button', { name: 'Import pull secret' }));
    await screen.findByText(/^2 logins kept in ~\/\.config\/containers\/auth\.json/);
    expect(asked('credentials.importPullSecret')).toEqual([
      { file: '/home/op/pull-secret.json', keep: 'auth-file' },
    ]);
  });

  test('offers the key store first where there is one', async () => {
    const { user, asked, inside } = await openDialog('Import pull secret', {
      ...imported,
      'host.describe': { ...DESCRIBED, keyStore: { available: true } },
    });
    await user.click(inside.getByRole('textbox', { name: 'Pull secret' }));
    await user.paste(SECRET);
    await user.click(inside.getByRole('button', { name: 'Import pull secret' }));
    await screen.findByText(/^2 logins kept in this system’s key store/);
    expect(asked('credentials.importPullSecret')[0]?.keep).toBe('key-store');
  });

  test('rejects text that is not a pull secret', async () => {
    const { user, inside } = await openDialog('Import pull secret');
    await user.click(inside.getByRole('textbox', { name: 'Pull secret' }));
    await user.paste('{"auth": 1}');
    expect(inside.getByText('There is no "auths" in it, so it is no pull secret.')).toBeDefined();
    expect(inside.getByRole<HTMLButtonElement>('button', { name: 'Import pull secret' }).disabled).toBe(true);
  });

  test('that fails keeps the text to be sent again', async () => {
    const { user, inside } = await openDialog('Import pull secret', {
      'credentials.importPullSecret': failing('the key store is locked'),
    });
    await user.click(inside.getByRole('textbox', { name: 'Pull secret' }));
    await user.paste(SECRET);
    await user.click(inside.getByRole('button', { name: 'Import pull secret' }));
    await inside.findByText('The key store is locked', { exact: false });
    expect(inside.getByRole<HTMLButtonElement>('button', { name: 'Import pull secret' }).disabled).toBe(
      false,
    );
  });
});
