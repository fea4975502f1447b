import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { ContractError } from '../../core/contract/contract-error.ts';
import { useKeyboard } from '../app-state/keys.ts';
import { t as drafts } from '../editor/messages.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { READER, READER_REJECTION } from '../engine/session.fixture.ts';
import { ConfigScreen } from './config-screen.tsx';
import { t as day2 } from './day2/messages.ts';
import type { Tab } from './form/form-place.ts';
import { t as form } from './form/messages.ts';
import InstallConfigScreen from './install-config-screen.tsx';
import { t } from './messages.ts';
import { draftWith, fill, openConfig, STORED, VSPHERE } from './open-config.fixture.tsx';

/** The title of a configuration without errors, with or without warnings. */
const VALID = new RegExp(`^${form('validTitle')}`);
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
  test('shows the cluster, its platform and its problems', async () => {
    const { user } = openForm();
    await expectHeading(form('validWarningsTitle', { warnings: 3 }));
    expect(screen.getByText('cluster', { selector: 'strong' })).toBeDefined();
    expect(
      screen.getByText(t('platformVersion', { platform: form('platformVsphere'), version: '4.18' })),
    ).toBeDefined();
    await fill(user, screen.getByRole('textbox', { name: form('baseDomainLabel') }), 'not a domain');
    await expectHeading(form('invalidWarningsTitle', { errors: 1, warnings: 3 }));
  });

  test('counts the problems of each section in the navigation', () => {
    openForm(VSPHERE.replace('datacenter: dc-b', 'datacenter: dc-x'), {}, 'networking');
    const nav = within(screen.getByRole('navigation', { name: form('navLabel') }));
    expect(
      nav.getByRole('link', {
        name: new RegExp(`^${form('domainsSection')}.*${form('errorsToFix', { errors: 1 })}$`),
      }),
    ).toBeDefined();
    expect(
      nav
        .getByRole('link', {
          name: new RegExp(`^${form('networkingSection')}.*${form('warningsToReview', { warnings: 1 })}$`),
        })
        .getAttribute('aria-current'),
    ).toBe('page');
    expect(nav.getByRole('link', { name: form('secretsSection') }).getAttribute('href')).toBe(
      '/install-config/secrets?draft=d1',
    );
  });

  test('shows the placement as one line in sections that are not about placement', async () => {
    const { user } = openForm(VSPHERE, {}, 'networking');
    expect(screen.queryByRole('region', { name: form('placementTitle') })).toBeNull();
    const strip = within(screen.getByRole('region', { name: form('placementStripLabel') }));
    expect(strip.getAllByRole('listitem').map((item) => item.querySelector('strong')?.textContent)).toEqual([
      'vcenter-a',
      'vcenter-b',
      'vcenter-c',
    ]);
    await user.click(strip.getByRole('button', { name: form('showPlacementButton') }));
    await user.click(
      within(screen.getByRole('region', { name: form('placementTitle') })).getByRole('button', {
        name: form('hidePlacementButton'),
      }),
    );
    expect(screen.queryByRole('region', { name: form('placementTitle') })).toBeNull();
  });

  test('has the list of problems as its primary action while there are errors', async () => {
    const { user } = openForm(VSPHERE.replace('baseDomain: example.com', 'baseDomain: x y'));
    const isPrimary = (name: string) =>
      screen.getByRole('button', { name }).classList.contains('pf-m-primary');
    await screen.findByRole('button', { name: form('showErrorsButton', { errors: 1 }) });
    expect(isPrimary(form('showErrorsButton', { errors: 1 }))).toBe(true);
    expect(isPrimary(t('saveFileButton'))).toBe(false);
    await fill(user, screen.getByRole('textbox', { name: form('baseDomainLabel') }), 'example.com');
    await expect.poll(() => isPrimary(t('saveFileButton'))).toBe(true);
    expect(isPrimary(form('showWarningsButton', { warnings: 3 }))).toBe(false);
  });

  test('shows the key in the file next to each field', () => {
    openForm();
    expect(screen.getByRole('textbox', { name: form('clusterNameLabel') })).toBeDefined();
    expect(document.getElementById('al-ic-metadata-name-key')?.textContent).toBe('metadata.name');
  });

  test.each(['vcenters', 'failure-domains'] as const)(
    'has one button for a fourth vCenter, which is disabled with the reason (%s)',
    async (section) => {
      openForm(VSPHERE, {}, section);
      const button = await screen.findByRole('button', { name: form('addVCenterButton') });
      expect(button).toHaveProperty('disabled', true);
      expect(screen.getByText(form('vcentersFullTip', { most: 3 }))).toBeDefined();
    },
  );

  test('shows public SSH keys, and masks a private one', async () => {
    const { user, now } = openForm(
      VSPHERE,
      {
        'installConfig.save': ({ text }) => ({
          text: text.replace(/^sshKey: .*PRIVATE KEY.*$/ms, `sshKey: ${STORED}\n`),
        }),
      },
      'secrets',
    );
    const keys = screen.getByRole('textbox', { name: form('sshKeyLabel') });
    expect(keys).toHaveProperty('value', now().readable.text.match(/^sshKey: (.*)$/m)?.[1]);
    await user.clear(keys);
    await user.paste('-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n');
    await user.tab();
    await expect.poll(() => now().text).toContain(`sshKey: ${STORED}`);
    expect(screen.queryByDisplayValue(/PRIVATE KEY/)).toBeNull();
    await user.click(screen.getByRole('button', { name: /Remove SSH public keys/ }));
    expect(screen.getByRole('textbox', { name: form('sshKeyLabel') })).toHaveProperty('value', '');
  });

  test('opens the failure domain that is selected in the diagram', async () => {
    const { user, address } = openForm();
    await user.click(screen.getByRole('button', { name: 'fd-3' }));
    expect(address()).toBe('/install-config/failure-domains?draft=d1');
  });

  test('undoes and redoes changes of the form', async () => {
    const { user, now } = openForm();
    await fill(user, screen.getByRole('textbox', { name: form('clusterNameLabel') }), 'bergen');
    await user.click(await buttonThatIs('on', drafts('undoButton')));
    expect(now().text).toBe(VSPHERE);
    await user.click(await buttonThatIs('on', drafts('redoButton')));
    expect(now().text).toContain('name: bergen');
  });

  test('shows its YAML by a button and by Y', async () => {
    const { user } = openForm();
    const yaml = screen.getByRole('button', { name: t('yamlButton') });
    expect(yaml.getAttribute('aria-expanded')).toBe('false');
    await user.click(yaml);
    expect(screen.getByRole('region', { name: 'YAML' })).toBeDefined();
    yaml.blur();
    await user.keyboard('y');
    expect(screen.queryByRole('region', { name: 'YAML' })).toBeNull();
  });

  test('that cannot be parsed leaves its form unchanged, and undo restores it', async () => {
    const { user, now } = openForm();
    now().type(BROKEN);
    await expectHeading(form('unreadableTitle'));
    expect(screen.getByRole('textbox', { name: form('clusterNameLabel'), hidden: true })).toHaveProperty(
      'value',
      'cluster',
    );
    expect(
      screen.getByRole('textbox', { name: form('clusterNameLabel'), hidden: true }).closest('[inert]'),
    ).not.toBeNull();
    await user.click(screen.getByRole('button', { name: drafts('undoLastButton') }));
    await expectHeading(VALID);
    expect(now().text).toBe(VSPHERE);
  });
});

describe('drafts', () => {
  test('are saved once they are open, and after a change', async () => {
    const { user, requested } = openForm();
    await expect.poll(() => requested('installConfig.save')).toEqual([draftWith(VSPHERE)]);
    await fill(user, screen.getByRole('textbox', { name: form('clusterNameLabel') }), 'bergen');
    await expect.poll(() => requested('installConfig.save').at(-1)?.text).toContain('name: bergen');
  });

  test('get placeholders for the secrets that the engine stored', async () => {
    const typed = VSPHERE.replace(`password: ${STORED}`, 'password: hunter2');
    const { now } = openForm(typed, {
      'installConfig.save': ({ text }) => ({ text: text.replace('hunter2', STORED) }),
    });
    await expect.poll(() => now().text).toBe(VSPHERE);
    expect(now().canUndo).toBe(false);
  });

  test('show the problems of their secrets', async () => {
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
    await expectHeading(form('invalidWarningsTitle', { errors: 1, warnings: 3 }));
    expect(screen.getByText('Paste it.')).toBeDefined();
  });

  test('are not saved in a read-only session, which shows the reason once', async () => {
    const { requested } = openForm(VSPHERE, READER);
    await buttonThatIs('off', t('saveFileButton'));
    expect(screen.getAllByText(READER_REJECTION)).toHaveLength(1);
    expect(requested('installConfig.save').length).toBeLessThanOrEqual(1);
  });
});

describe('saving the file', () => {
  const openSave = async (answers: Answers = {}, fields = {}, text = VSPHERE) => {
    const opened = openForm(text, answers, undefined, fields);
    await opened.user.click(await buttonThatIs('on', t('saveFileButton')));
    const dialog = within(await screen.findByRole('dialog', { name: form('saveTitle') }));
    return { ...opened, dialog, save: () => dialog.getByRole('button', { name: t('saveFileButton') }) };
  };

  test('leaves secrets out by default', async () => {
    const { user, requested, now, dialog, save } = await openSave();
    expect(dialog.getByRole('radio', { name: form('withoutSecretsLabel') })).toHaveProperty('checked', true);
    expect(requested('installConfig.saveFile')).toEqual([]);
    await user.click(save());
    await dialog.findByText('/data/install-config.yaml', { selector: '[role="status"] *' });
    expect(requested('installConfig.saveFile')).toEqual([
      { draft: draftWith(VSPHERE), file: '/data/install-config.yaml', withSecrets: false },
    ]);
    expect(now().fields).toMatchObject({ digest: 'sha256:2', file: '/data/install-config.yaml' });
    await user.click(dialog.getAllByRole('button', { name: form('closeButton') }).at(-1)!);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('writes secrets to a file that has some', async () => {
    const { user, requested, dialog, save } = await openSave({}, { digest: 'sha256:1' });
    expect(dialog.getByRole('radio', { name: form('withSecretsLabel') })).toHaveProperty('checked', true);
    expect(dialog.getByText(form('loseSecretsHelp'))).toBeDefined();
    await user.click(save());
    await expect.poll(() => requested('installConfig.saveFile')).toMatchObject([{ withSecrets: true }]);
  });

  test('needs an absolute path', async () => {
    const { user, requested, dialog, save } = await openSave();
    const file = dialog.getByRole('combobox', { name: form('fileLabel') });
    await user.clear(file);
    await user.paste('install-config.yaml');
    expect(save()).toHaveProperty('disabled', true);
    await user.clear(file);
    await user.paste('/srv/install-config.yaml');
    await user.click(save());
    await expect
      .poll(() => requested('installConfig.saveFile'))
      .toMatchObject([{ file: '/srv/install-config.yaml' }]);
  });

  test('shows why it failed, and stays open', async () => {
    const { user, now, dialog, save } = await openSave({ 'installConfig.saveFile': FAILURE });
    await user.click(save());
    await dialog.findByText(form('saveFailedTitle'));
    expect(dialog.getByText('Open it again.')).toBeDefined();
    expect(now().fields.digest).toBeUndefined();
  });

  test('shows that the draft could not be saved before it', async () => {
    const { user, requested, dialog, save } = await openSave({ 'installConfig.save': FAILURE });
    await user.click(save());
    await dialog.findByText(form('saveFailedTitle'));
    expect(requested('installConfig.saveFile')).toEqual([]);
  });

  test('of a file with errors needs a confirmation', async () => {
    const { user, dialog, save, requested } = await openSave(
      {},
      {},
      VSPHERE.replace('baseDomain: example.com', 'baseDomain: x y'),
    );
    expect(dialog.getByText(form('saveInvalidText', { errors: 1 }))).toBeDefined();
    expect(save()).toHaveProperty('disabled', true);
    await user.click(dialog.getByRole('checkbox', { name: form('saveAnywayLabel', { errors: 1 }) }));
    await user.click(save());
    await expect.poll(() => requested('installConfig.saveFile')).toHaveLength(1);
  });

  test('is closed by Cancel', async () => {
    const { user, requested, dialog } = await openSave();
    await user.click(dialog.getByRole('button', { name: form('cancelButton') }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requested('installConfig.saveFile')).toEqual([]);
  });

  test('starts with S', async () => {
    const { user } = openForm();
    await expectHeading(VALID);
    await user.keyboard('s');
    expect(await screen.findByRole('dialog')).toBeDefined();
  });
});

describe('mirror settings', () => {
  const openMirror = async (answers: Answers) => {
    const opened = openForm(VSPHERE, answers, 'mirror');
    const folder = screen.getByRole('combobox', { name: form('workspaceLabel') });
    await opened.user.clear(folder);
    await opened.user.paste('/mirror');
    await opened.user.click(await buttonThatIs('on', form('addMirrorButton')));
    return opened;
  };

  test('are added to the text, in one step of undo', async () => {
    const { requested, now } = await openMirror({
      'installConfig.fromMirror': ({ text }) => ({
        text: `${text}additionalTrustBundlePolicy: Always\n`,
        changes: ['2 sources'],
      }),
    });
    await screen.findByText('2 sources');
    expect(requested('installConfig.fromMirror')).toEqual([{ text: VSPHERE, directory: '/mirror' }]);
    expect(now().text).toContain('additionalTrustBundlePolicy: Always');
    now().undo();
    await expect.poll(() => now().text).toBe(VSPHERE);
  });

  test('change nothing when they fail', async () => {
    const { now } = await openMirror({ 'installConfig.fromMirror': FAILURE });
    await screen.findByText(form('addMirrorFailedTitle'));
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
    ['/install-config', t('startTitle')],
    ['/install-config/cloud-config?draft=d1', t('convertTitle')],
    ['/install-config/day-2', day2('startTitle')],
    ['/install-config/nodes?draft=d1', VALID],
  ])('%s opens its screen', async (address, heading) => {
    const { requested } = openAddress(address);
    await expectHeading(heading);
    expect(requested('installConfig.read')).toEqual(heading === VALID ? [{ id: 'd1' }] : []);
  });

  test('of a draft with problems lists them with their keys, and goes to their fields', async () => {
    const text = VSPHERE.replace('datacenter: dc-b', 'datacenter: dc-x').replace(
      'baseDomain: example.com',
      'baseDomain: x y',
    );
    const { user, address } = openAddress('/install-config/cluster?draft=d1', {
      'installConfig.read': draftWith(text),
    });
    await user.click(await screen.findByRole('button', { name: form('showErrorsButton', { errors: 2 }) }));
    const list = within(screen.getByRole('list', { name: form('problemsLabel') }));
    // The button shows exactly the errors; the list has a button for the warnings.
    expect(list.getAllByRole('listitem')).toHaveLength(2);
    expect(list.queryByText('Warning')).toBeNull();
    const line = (key: string) =>
      list.getAllByRole('listitem').find((item) => item.querySelector('code.al-mono')?.textContent === key)!;
    expect(line('baseDomain').textContent).toContain('Error');
    expect(line('baseDomain').textContent).toContain('Invalid value: "x y"');
    await user.click(screen.getByRole('button', { name: /^Show all \d+ problems$/ }));
    expect(list.getAllByText('Warning').length).toBeGreaterThan(0);
    const key = 'platform.vsphere.failureDomains[1].topology.datacenter';
    await user.click(within(line(key)).getByRole('button', { name: drafts('goToFieldButton') }));
    expect(address()).toBe('/install-config/failure-domains?draft=d1');
    await expect.poll(() => document.activeElement?.id).toBe(`al-ic-${key.replaceAll(/[.[\]]+/g, '-')}`);
    expect(document.activeElement).toHaveProperty('value', 'dc-x');
    await user.click(within(line('baseDomain')).getByRole('button', { name: drafts('goToFieldButton') }));
    await expect.poll(() => document.activeElement?.id).toBe('al-ic-baseDomain');
  });

  test('of manifests creates them from the draft', async () => {
    const { requested } = openAddress('/install-config/manifests?draft=d1');
    await expect.poll(() => requested('installConfig.manifests')).toEqual([{ draft: draftWith(VSPHERE) }]);
    expect(screen.queryByRole('region', { name: form('placementTitle') })).toBeNull();
  });

  test('of a draft that was removed shows the reason', async () => {
    openAddress('/install-config/nodes?draft=d9', { 'installConfig.read': FAILURE });
    await expectHeading(t('openFailedTitle'));
    expect(screen.getByRole('link', { name: drafts('allDraftsButton') }).getAttribute('href')).toBe(
      '/install-config',
    );
  });
});
