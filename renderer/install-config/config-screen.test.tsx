import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { ContractError } from '../../core/contract/contract-error.ts';
import { useKeyboard } from '../app-state/keys.ts';
import { t as drafts } from '../editor/messages.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { ConfigScreen } from './config-screen.tsx';
import type { Tab } from './form/addresses.ts';
import InstallConfigScreen from './install-config-screen.tsx';
import { draftWith, fill, HELD, openConfig, READER, VSPHERE } from './open-config.fixture.tsx';

const FAILURE = new ContractError({
  code: 'file-changed',
  level: 'error',
  message: 'The file has changed',
  remedy: 'Open it again.',
  problems: [],
});

function Keyboard() {
  useKeyboard(() => false, []);
  return null;
}

const openForm = (text = VSPHERE, answers: Answers = {}, tab?: Tab, fields = {}) =>
  openConfig(
    draftWith(text, fields),
    <>
      <Keyboard />
      <ConfigScreen tab={tab} />
    </>,
    {
      'installConfig.saveFile': ({ file }) => ({ file, digest: 'sha256:2' }),
      'paths.complete': { entries: [] },
      ...answers,
    },
  );
const BROKEN = 'metadata:\n  name: [\n';

describe('an open configuration', () => {
  test('names the cluster, its platform and what is to do', async () => {
    const { user } = openForm();
    await expectHeading('The installer takes it; 3 warnings to decide');
    expect(screen.getByText('cluster', { selector: 'strong' })).toBeDefined();
    expect(screen.getByText(/vSphere, for OpenShift 4\.18/)).toBeDefined();
    await fill(user, screen.getByRole('textbox', { name: 'Base domain' }), 'not a domain');
    await expectHeading('1 error to mend, 3 warnings to decide');
  });

  test('counts the problems of each section in the navigation', () => {
    openForm(VSPHERE.replace('datacenter: dc-b', 'datacenter: dc-x'), {}, 'networking');
    const nav = within(screen.getByRole('navigation', { name: 'Install config' }));
    expect(nav.getByRole('link', { name: /^Failure domains.*1 to mend$/ })).toBeDefined();
    expect(nav.getByRole('link', { name: /^Networking.*1 to decide$/ }).getAttribute('aria-current')).toBe(
      'page',
    );
    expect(nav.getByRole('link', { name: /Secrets$/ }).getAttribute('href')).toBe(
      '/install-config/secrets?draft=d1',
    );
  });

  test('shows the picture in the sections about places only', () => {
    openForm(VSPHERE, {}, 'networking');
    expect(screen.queryByRole('region', { name: 'Where everything lands' })).toBeNull();
  });

  test('opens the failure domain that is chosen in the picture', async () => {
    const { user, address } = openForm();
    await user.click(screen.getByRole('button', { name: 'fd-3' }));
    expect(address()).toBe('/install-config/failure-domains?draft=d1');
  });

  test('undoes and redoes changes of the form', async () => {
    const { user, now } = openForm();
    await fill(user, screen.getByRole('textbox', { name: 'Cluster name' }), 'bergen');
    await user.click(await buttonThatIs('on', drafts('undoButton')));
    expect(now().text).toBe(VSPHERE);
    await user.click(await buttonThatIs('on', drafts('redoButton')));
    expect(now().text).toContain('name: bergen');
  });

  test('shows its YAML by a button and by Y', async () => {
    const { user } = openForm();
    const yaml = screen.getByRole('button', { name: 'YAML' });
    expect(yaml.getAttribute('aria-expanded')).toBe('false');
    await user.click(yaml);
    expect(screen.getByRole('region', { name: 'YAML' })).toBeDefined();
    yaml.blur();
    await user.keyboard('y');
    expect(screen.queryByRole('region', { name: 'YAML' })).toBeNull();
  });

  test('that cannot be read leaves its form as it was, and undo restores it', async () => {
    const { user, now } = openForm();
    now().type(BROKEN);
    await expectHeading('The YAML cannot be read: mend it, and the form goes on');
    expect(screen.getByRole('textbox', { name: 'Cluster name', hidden: true })).toHaveProperty(
      'value',
      'cluster',
    );
    expect(
      screen.getByRole('textbox', { name: 'Cluster name', hidden: true }).closest('[inert]'),
    ).not.toBeNull();
    await user.click(screen.getByRole('button', { name: drafts('undoLastButton') }));
    await expectHeading(/^The installer takes it/);
    expect(now().text).toBe(VSPHERE);
  });
});

describe('drafts', () => {
  test('are saved once they are open, and after a change', async () => {
    const { user, asked } = openForm();
    await expect.poll(() => asked('installConfig.save')).toEqual([draftWith(VSPHERE)]);
    await fill(user, screen.getByRole('textbox', { name: 'Cluster name' }), 'bergen');
    await expect.poll(() => asked('installConfig.save').at(-1)?.text).toContain('name: bergen');
  });

  test('get names for the secrets that the engine took', async () => {
    const typed = VSPHERE.replace(`password: ${HELD}`, 'password: hunter2');
    const { now } = openForm(typed, {
      'installConfig.save': ({ text }) => ({ text: text.replace('hunter2', HELD) }),
    });
    await expect.poll(() => now().text).toBe(VSPHERE);
    expect(now().canUndo).toBe(false);
  });

  test('say what the rules find in their secrets', async () => {
    const problems = [
      {
        code: 'install-config-invalid',
        level: 'error',
        message: 'pullSecret: no auths',
        path: 'pullSecret',
        remedy: 'Paste it.',
      },
    ] as const;
    openForm(VSPHERE, { 'installConfig.save': ({ text }) => ({ text, problems }) }, 'secrets');
    await expectHeading('1 error to mend, 3 warnings to decide');
    expect(screen.getByText('Paste it.')).toBeDefined();
  });

  test('are not saved in a read-only session, which says so once', async () => {
    const { asked } = openForm(VSPHERE, READER);
    await buttonThatIs('off', 'Save file');
    expect(screen.getAllByText('This session is read-only.')).toHaveLength(1);
    expect(asked('installConfig.save').length).toBeLessThanOrEqual(1);
  });
});

describe('saving the file', () => {
  const openSave = async (answers: Answers = {}, fields = {}, text = VSPHERE) => {
    const opened = openForm(text, answers, undefined, fields);
    await opened.user.click(await buttonThatIs('on', 'Save file'));
    const dialog = within(await screen.findByRole('dialog', { name: /Save install-config\.yaml/ }));
    return { ...opened, dialog, save: () => dialog.getByRole('button', { name: 'Save file' }) };
  };

  test('leaves secrets out unless they are wanted', async () => {
    const { user, asked, now, dialog, save } = await openSave();
    expect(dialog.getByRole('radio', { name: 'Leave them out' })).toHaveProperty('checked', true);
    expect(asked('installConfig.saveFile')).toEqual([]);
    await user.click(save());
    await dialog.findByText('/data/install-config.yaml', { selector: '[role="status"] *' });
    expect(asked('installConfig.saveFile')).toEqual([
      { draft: draftWith(VSPHERE), file: '/data/install-config.yaml', withSecrets: false },
    ]);
    expect(now().fields).toMatchObject({ digest: 'sha256:2', file: '/data/install-config.yaml' });
    await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1)!);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('writes secrets to a file that has some', async () => {
    const { user, asked, dialog, save } = await openSave({}, { digest: 'sha256:1' });
    expect(dialog.getByRole('radio', { name: 'Write them into the file' })).toHaveProperty('checked', true);
    expect(dialog.getByText('The file loses those that it has now.')).toBeDefined();
    await user.click(save());
    await expect.poll(() => asked('installConfig.saveFile')).toMatchObject([{ withSecrets: true }]);
  });

  test('needs an absolute path', async () => {
    const { user, asked, dialog, save } = await openSave();
    const file = dialog.getByRole('combobox', { name: 'File' });
    await user.clear(file);
    await user.paste('install-config.yaml');
    expect(save()).toHaveProperty('disabled', true);
    await user.clear(file);
    await user.paste('/srv/install-config.yaml');
    await user.click(save());
    await expect
      .poll(() => asked('installConfig.saveFile'))
      .toMatchObject([{ file: '/srv/install-config.yaml' }]);
  });

  test('shows why it failed, and stays open', async () => {
    const { user, now, dialog, save } = await openSave({ 'installConfig.saveFile': FAILURE });
    await user.click(save());
    await dialog.findByText('The file was not saved');
    expect(dialog.getByText('Open it again.')).toBeDefined();
    expect(now().fields.digest).toBeUndefined();
  });

  test('shows that the draft could not be saved before it', async () => {
    const { user, asked, dialog, save } = await openSave({ 'installConfig.save': FAILURE });
    await user.click(save());
    await dialog.findByText('The file was not saved');
    expect(asked('installConfig.saveFile')).toEqual([]);
  });

  test('warns of errors', async () => {
    const { dialog } = await openSave({}, {}, VSPHERE.replace('baseDomain: example.com', 'baseDomain: x y'));
    expect(dialog.getByText('The installer would refuse it: 1 error to mend.')).toBeDefined();
  });

  test('is left by Cancel', async () => {
    const { user, asked, dialog } = await openSave();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked('installConfig.saveFile')).toEqual([]);
  });

  test('begins with S', async () => {
    const { user } = openForm();
    await expectHeading(/^The installer takes it/);
    await user.keyboard('s');
    expect(await screen.findByRole('dialog')).toBeDefined();
  });
});

describe('taking what was pushed', () => {
  const openMirror = async (answers: Answers) => {
    const opened = openForm(VSPHERE, answers, 'mirror');
    const folder = screen.getByRole('combobox', { name: 'Workspace or state folder' });
    await opened.user.clear(folder);
    await opened.user.paste('/mirror');
    await opened.user.click(await buttonThatIs('on', 'Put the mirror in'));
    return opened;
  };

  test('puts it into the text, in one step of undo', async () => {
    const { asked, now } = await openMirror({
      'installConfig.fromMirror': ({ text }) => ({
        text: `${text}additionalTrustBundlePolicy: Always\n`,
        changes: ['2 sources'],
      }),
    });
    await screen.findByText('2 sources');
    expect(asked('installConfig.fromMirror')).toEqual([{ text: VSPHERE, directory: '/mirror' }]);
    expect(now().text).toContain('additionalTrustBundlePolicy: Always');
    now().undo();
    await expect.poll(() => now().text).toBe(VSPHERE);
  });

  test('changes nothing when it fails', async () => {
    const { now } = await openMirror({ 'installConfig.fromMirror': FAILURE });
    await screen.findByText('The mirror was not put in');
    expect(now().text).toBe(VSPHERE);
  });
});

describe('the address', () => {
  const openAddress = (address: string, answers: Answers = {}) =>
    openScreen(
      <Routes>
        <Route path="/install-config/:tab?" element={<InstallConfigScreen />} />
      </Routes>,
      {
        'installConfig.read': draftWith(VSPHERE),
        'installConfig.save': ({ text }) => ({ text }),
        'installConfig.list': { drafts: [] },
        ...answers,
      },
      address,
    );

  test.each([
    ['/install-config', 'What should be installed?'],
    ['/install-config/cloud-config?draft=d1', 'Convert the cloud configuration to YAML'],
    ['/install-config/day-2', 'Plan a change of an installed cluster'],
    ['/install-config/nodes?draft=d1', /^The installer takes it/],
  ])('%s opens its screen', async (address, heading) => {
    const { asked } = openAddress(address);
    await expectHeading(heading);
    expect(asked('installConfig.read')).toEqual(String(heading).includes('takes') ? [{ id: 'd1' }] : []);
  });

  test('of manifests makes them of the draft', async () => {
    const { asked } = openAddress('/install-config/manifests?draft=d1');
    await expect.poll(() => asked('installConfig.manifests')).toEqual([{ draft: draftWith(VSPHERE) }]);
    expect(screen.queryByRole('region', { name: 'Where everything lands' })).toBeNull();
  });

  test('of a draft that is gone says so', async () => {
    openAddress('/install-config/nodes?draft=d9', { 'installConfig.read': FAILURE });
    await expectHeading('This configuration cannot be opened');
    expect(screen.getByRole('link', { name: drafts('allDraftsButton') }).getAttribute('href')).toBe(
      '/install-config',
    );
  });
});
