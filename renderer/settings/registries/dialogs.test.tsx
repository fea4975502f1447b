import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs } from '../../engine/screen.fixture.tsx';
import { t as parts } from '../parts/messages.ts';
import { DESCRIBED, openSettings, registry, tested } from '../settings.fixture.tsx';
import { t } from './messages.ts';

const PASSED = parts('passedOutcome', { time: '0.5 s' });

/** Opens a dialog over a list that the engine extends. */
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
    const { user, requested, address, inside } = await openDialog(t('addButton'));
    await user.click(inside.getByRole('textbox', { name: t('registryField') }));
    await user.paste('https://registry.lab:5000/mirror/');
    await user.click(inside.getByRole('button', { name: t('addAndTestButton') }));
    await screen.findByText(PASSED);
    expect(requested('registries.add')).toEqual([{ name: 'registry.lab:5000/mirror', tlsVerify: true }]);
    expect(requested('registries.test')).toEqual([{ name: 'registry.lab:5000/mirror', tlsVerify: true }]);
    await waitFor(() => expect(address()).toBe('/settings/registries?registry=registry.lab%3A5000%2Fmirror'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('without verification of its certificate tests it the same way', async () => {
    const { user, requested, inside } = await openDialog(t('addButton'));
    await user.click(inside.getByRole('textbox', { name: t('registryField') }));
    await user.paste('registry.lab');
    await user.click(inside.getByRole('checkbox', { name: t('verifyLabel') }));
    await user.keyboard('{Enter}');
    await user.click(inside.getByRole('button', { name: t('addAndTestButton') }));
    await waitFor(() =>
      expect(requested('registries.test')).toEqual([{ name: 'registry.lab', tlsVerify: false }]),
    );
  });

  test.each([
    { typed: '', problem: parts('hostMissingError') },
    { typed: 'op:secret@registry.lab', problem: parts('userError') },
    { typed: 'registry.lab/Mirror', problem: parts('pathError') },
  ])('rejects "$typed" when it is sent, not while it is typed', async ({ typed, problem }) => {
    const { user, requested, inside } = await openDialog(t('addButton'));
    await user.click(inside.getByRole('textbox', { name: t('registryField') }));
    if (typed) await user.paste(typed);
    expect(inside.queryByText(problem)).toBeNull();
    await user.click(inside.getByRole('button', { name: t('addAndTestButton') }));
    expect(inside.getByText(problem)).toBeDefined();
    expect(requested('registries.add')).toEqual([]);
  });

  test('that fails leaves the dialog open', async () => {
    const { user, requested, inside } = await openDialog(t('addButton'), {
      'registries.add': failing('settings.json is read-only'),
    });
    await user.click(inside.getByRole('textbox', { name: t('registryField') }));
    await user.paste('registry.lab');
    await user.click(inside.getByRole('button', { name: t('addAndTestButton') }));
    await inside.findByText('Settings.json is read-only', { exact: false });
    expect(requested('registries.test')).toEqual([]);
    await user.click(inside.getByRole('button', { name: t('cancelButton') }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('importing a pull secret', () => {
  const SECRET = JSON.stringify({ auths: { 'quay.io': { auth: 'aGlkZGVu' }, 'registry.redhat.io': {} } });
  const IMPORTED = { count: 2, registries: 'quay.io, registry.redhat.io' };
  const imported: Answers = {
    'credentials.importPullSecret': { registries: ['quay.io', 'registry.redhat.io'], where: 'memory' },
  };

  test('names the registries of a pasted text and saves its credentials in memory', async () => {
    const { user, requested, inside, dialog } = await openDialog(t('importButton'), imported);
    expect(inside.getByRole<HTMLButtonElement>('button', { name: t('importButton') }).disabled).toBe(true);
    await user.click(inside.getByRole('textbox', { name: t('pullSecretField') }));
    await user.paste(SECRET);
    expect(dialog.textContent).toContain(
      t('pullSecretNote', { count: 2, registries: 'quay.io, registry.redhat.io' }),
    );
    expect(requested('credentials.importPullSecret')).toEqual([]);
    await user.click(inside.getByRole('button', { name: t('importButton') }));
    await screen.findByText(t('importedSessionTitle', IMPORTED), {
      exact: false,
    });
    expect(requested('credentials.importPullSecret')).toEqual([{ text: SECRET, keep: 'session' }]);
    await waitFor(() => expect(requested('registries.list')).toHaveLength(2));
    expect(document.body.textContent).not.toContain('aGlkZGVu');
  });

  test('reads a file and drops the pasted text', async () => {
    const { user, requested, inside } = await openDialog(t('importButton'), imported);
    await user.click(inside.getByRole('textbox', { name: t('pullSecretField') }));
    await user.paste(SECRET);
    await user.click(inside.getByRole('button', { name: t('fileButton') }));
    expect(inside.getByRole<HTMLButtonElement>('button', { name: t('importButton') }).disabled).toBe(true);
    await user.click(inside.getByRole('combobox', { name: t('fileField') }));
    await user.paste('/home/op/pull-secret.json');
    await user.click(inside.getByRole('radio', { name: '~/.config/containers/auth.json' }));
    await user.click(inside.getByRole('button', { name: t('importButton') }));
    await screen.findByText(t('importedFileTitle', { ...IMPORTED, file: '~/.config/containers/auth.json' }), {
      exact: false,
    });
    expect(requested('credentials.importPullSecret')).toEqual([
      { file: '/home/op/pull-secret.json', keep: 'auth-file' },
    ]);
  });

  test('offers the key store first where there is one', async () => {
    const { user, requested, inside } = await openDialog(t('importButton'), {
      ...imported,
      'host.describe': { ...DESCRIBED, keyStore: { available: true } },
    });
    await user.click(inside.getByRole('textbox', { name: t('pullSecretField') }));
    await user.paste(SECRET);
    await user.click(inside.getByRole('button', { name: t('importButton') }));
    await screen.findByText(t('importedKeyStoreTitle', IMPORTED), { exact: false });
    expect(requested('credentials.importPullSecret')[0]?.keep).toBe('key-store');
  });

  test('rejects text that is not a pull secret', async () => {
    const { user, inside } = await openDialog(t('importButton'));
    await user.click(inside.getByRole('textbox', { name: t('pullSecretField') }));
    await user.paste('{"auth": 1}');
    expect(inside.getByText(t('authsError'))).toBeDefined();
    expect(inside.getByRole<HTMLButtonElement>('button', { name: t('importButton') }).disabled).toBe(true);
  });

  test('that fails leaves the text in the field', async () => {
    const { user, inside } = await openDialog(t('importButton'), {
      'credentials.importPullSecret': failing('the key store is locked'),
    });
    await user.click(inside.getByRole('textbox', { name: t('pullSecretField') }));
    await user.paste(SECRET);
    await user.click(inside.getByRole('button', { name: t('importButton') }));
    await inside.findByText('The key store is locked', { exact: false });
    expect(inside.getByRole<HTMLButtonElement>('button', { name: t('importButton') }).disabled).toBe(false);
  });
});
