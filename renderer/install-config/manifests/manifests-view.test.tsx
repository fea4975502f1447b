import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ContractError } from '../../../core/contract/contract-error.ts';
import type { ManifestFile } from '../../../core/contract/topics/install-config-requests.ts';
import { type Answers, buttonThatIs } from '../../engine/screen.fixture.tsx';
import { draftWith, openConfig, VSPHERE } from '../open-config.fixture.tsx';
import ManifestsView from './manifests-view.tsx';

const file = (path: string, more: Partial<ManifestFile> = {}): ManifestFile => ({
  path,
  kind: 'ConfigMap',
  name: path,
  purpose: `The purpose of ${path}.`,
  secret: false,
  text: `# ${path}\n`,
  ...more,
});
const FILES = [
  file('vcenter-checklist.md'),
  file('manifests/cluster-config.yaml'),
  file('openshift/secret.yaml', { secret: true }),
  file('openshift/worker.yaml'),
];
const MADE = { infraId: 'bergen-x7k2p', files: FILES, checklist: [], notes: [] };
const FAILURE = new ContractError({
  code: 'install-config-invalid',
  level: 'error',
  message: 'No vCenter is listed',
  remedy: 'Add a vCenter.',
  problems: [],
});

const openManifests = (answers: Answers = {}, text = VSPHERE) =>
  openConfig(draftWith(text), <ManifestsView />, {
    'installConfig.manifests': MADE,
    'installConfig.saveManifests': { files: ['a', 'b'], leftOut: [], others: [] },
    'paths.complete': { entries: [] },
    ...answers,
  });
const tree = () => within(screen.getByRole('region', { name: 'Files' }));

describe('the files', () => {
  test('are made of the draft as it is, and again after each change of it', async () => {
    const { asked, now } = openManifests();
    await screen.findByText('4 files');
    expect(asked('installConfig.manifests')).toEqual([{ draft: draftWith(VSPHERE) }]);
    now().change({ openShiftVersion: '4.19' });
    await expect.poll(() => asked('installConfig.manifests').length).toBe(2);
    expect(asked('installConfig.manifests')[1]?.draft.openShiftVersion).toBe('4.19');
    now().change({ kept: ['x'] });
    await screen.findByText('4 files');
    expect(asked('installConfig.manifests')).toHaveLength(2);
  });

  test('are waited for', () => {
    openManifests({ 'installConfig.manifests': () => new Promise<never>(() => {}) });
    expect(document.querySelector('[aria-busy="true"]')).not.toBeNull();
    expect(screen.queryByRole('region', { name: 'Files' })).toBeNull();
  });

  test('of a configuration that is not complete are none', async () => {
    openManifests({ 'installConfig.manifests': FAILURE });
    await screen.findByText('The manifests cannot be made of this configuration yet');
    expect(screen.getByText('Add a vCenter.')).toBeDefined();
  });

  test('stand in their folders, the first one open', async () => {
    openManifests();
    await screen.findByText('4 files');
    const folders = tree()
      .getAllByRole('region')
      .map((folder) => folder.getAttribute('aria-label'));
    expect(folders).toEqual(['manifests', 'openshift', 'At the top']);
    expect(tree().getByRole('button', { pressed: true }).textContent).toBe('cluster-config.yaml');
    expect(screen.getByText('The purpose of manifests/cluster-config.yaml.')).toBeDefined();
  });

  test('are opened by the mouse; secrets are masked', async () => {
    const { user } = openManifests();
    await screen.findByText('4 files');
    await user.click(tree().getByRole('button', { name: /^secret\.yaml/ }));
    const shown = within(screen.getByRole('region', { name: 'File openshift/secret.yaml' }));
    expect(shown.getByText('Secrets are masked here.')).toBeDefined();
    await user.click(tree().getByRole('button', { name: 'worker.yaml' }));
    expect(screen.queryByText('Secrets are masked here.')).toBeNull();
  });

  test('are one stop for Tab, and follow the arrows to either end', async () => {
    const { user } = openManifests();
    await screen.findByText('4 files');
    const buttons = tree().getAllByRole('button');
    expect(buttons.map((button) => button.tabIndex)).toEqual([0, -1, -1, -1]);
    buttons[0]!.focus();
    await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('worker.yaml');
    expect(tree().getByRole('button', { pressed: true }).textContent).toBe('worker.yaml');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('vcenter-checklist.md');
  });
});

describe('saving', () => {
  const openSave = async (answers: Answers = {}, text = VSPHERE) => {
    const opened = openManifests(answers, text);
    const folder = await screen.findByRole('combobox', { name: 'Folder' });
    return { ...opened, folder };
  };

  test('writes what has no secret into a folder of its own', async () => {
    const { user, asked, folder } = await openSave();
    expect(folder).toHaveProperty('value', '/data/manifests-bergen-x7k2p');
    await user.click(await buttonThatIs('on', 'Write 3 manifests'));
    await screen.findByText('2 files written');
    expect(asked('installConfig.saveManifests')).toEqual([
      { draft: draftWith(VSPHERE), directory: '/data/manifests-bergen-x7k2p', withSecrets: false },
    ]);
  });

  test('writes secrets when that is chosen', async () => {
    const { user, asked } = await openSave();
    await user.click(screen.getByRole('checkbox', { name: /^With secrets: 1 file more/ }));
    await user.click(await buttonThatIs('on', 'Write 4 manifests'));
    await expect.poll(() => asked('installConfig.saveManifests')).toMatchObject([{ withSecrets: true }]);
  });

  test('forgets what was written when secrets are chosen afterwards', async () => {
    const { user } = await openSave();
    await user.click(await buttonThatIs('on', 'Write 3 manifests'));
    await screen.findByText('2 files written');
    await user.click(screen.getByRole('checkbox', { name: /^With secrets/ }));
    expect(screen.queryByText('2 files written')).toBeNull();
  });

  test('needs an absolute folder', async () => {
    const { user, folder } = await openSave();
    await user.clear(folder);
    await user.paste('manifests');
    await buttonThatIs('off', 'Write 3 manifests');
  });

  test('names what was left out, and what was in the folder before', async () => {
    const { user } = await openSave({
      'installConfig.saveManifests': {
        files: ['a'],
        leftOut: ['openshift/secret.yaml'],
        others: ['old.yaml'],
      },
    });
    await user.click(await buttonThatIs('on', 'Write 3 manifests'));
    await screen.findByText('1 file written; left out: openshift/secret.yaml');
    expect(
      screen.getByText('The folder has others, which the installer would read too: old.yaml'),
    ).toBeDefined();
  });

  test('shows why it failed', async () => {
    const { user } = await openSave({ 'installConfig.saveManifests': FAILURE });
    await user.click(await buttonThatIs('on', 'Write 3 manifests'));
    await screen.findByText('The manifests were not written');
  });

  test('shows that the draft could not be saved before it', async () => {
    const { user, asked } = await openSave({ 'installConfig.save': FAILURE });
    await user.click(await buttonThatIs('on', 'Write 3 manifests'));
    await screen.findByText('The manifests were not written');
    expect(asked('installConfig.saveManifests')).toEqual([]);
  });

  test('warns of errors, and states what was taken for granted', async () => {
    await openSave(
      { 'installConfig.manifests': { ...MADE, notes: ['three workers', 'the default MTU'] } },
      VSPHERE.replace('baseDomain: example.com', 'baseDomain: not a domain'),
    );
    expect(screen.getByText(/The installer would refuse this configuration: 1 error/)).toBeDefined();
    expect(screen.getByText('Three workers. The default MTU.')).toBeDefined();
  });
});

test('the checklist has what each vCenter needs, and who makes it', async () => {
  const items = [
    { kind: 'datacenter', name: 'dc-a', by: 'you', why: 'Machines go there.' },
    { kind: 'folder', name: '/dc-a/vm/bergen', by: 'installer', why: 'Machines are in it.' },
    { kind: 'privilege', name: 'Datacenter', by: 'you', why: 'For disks.', privileges: ['Folder.Create'] },
  ] as const;
  const checklist = [
    { server: 'vc-a', failureDomains: ['fd-1'], items },
    { server: 'vc-b', failureDomains: [], items: [] },
  ];
  openManifests({ 'installConfig.manifests': { ...MADE, checklist } });
  const card = within(await screen.findByRole('region', { name: 'Before installing' }));
  expect(card.getByText('fd-1 · 3 things to see to')).toBeDefined();
  expect(card.getByText('no failure domain · 0 things to see to')).toBeDefined();
  expect(card.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/Datacenter dc-aMachines go there\.$/),
    expect.stringMatching(/Folder \/dc-a\/vm\/bergen · the installer makes itMachines are in it\.$/),
    expect.stringMatching(/Privileges on DatacenterFor disks\.Folder\.Create$/),
  ]);
});
