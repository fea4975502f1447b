import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ContractError } from '../../../core/contract/contract-error.ts';
import type { ManifestFile } from '../../../core/contract/topics/install-config-requests.ts';
import { type Answers, buttonThatIs } from '../../engine/screen.fixture.tsx';
import { draftWith, openConfig, VSPHERE } from '../open-config.fixture.tsx';
import ManifestsView from './manifests-view.tsx';
import { t } from './messages.ts';

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
const GENERATED = { infraId: 'bergen-x7k2p', files: FILES, checklist: [], notes: [], steps: [] };
const FAILURE = new ContractError({
  code: 'install-config-invalid',
  level: 'error',
  message: 'No vCenter is listed',
  remedy: 'Add a vCenter.',
  problems: [],
});

const openManifests = (answers: Answers = {}, text = VSPHERE) =>
  openConfig(draftWith(text), <ManifestsView />, {
    'installConfig.manifests': GENERATED,
    'installConfig.saveManifests': { files: ['a', 'b'], omitted: [], others: [] },
    'paths.complete': { entries: [] },
    ...answers,
  });
const tree = () => within(screen.getByRole('region', { name: t('filesTitle') }));

describe('the files', () => {
  test('are created from the draft, and again after each change of it', async () => {
    const { requested, now } = openManifests();
    await screen.findByText(t('filesNote', { count: 4 }));
    expect(requested('installConfig.manifests')).toEqual([{ draft: draftWith(VSPHERE) }]);
    now().change({ openShiftVersion: '4.19' });
    await expect.poll(() => requested('installConfig.manifests').length).toBe(2);
    expect(requested('installConfig.manifests')[1]?.draft.openShiftVersion).toBe('4.19');
    now().change({ acceptedWarnings: ['x'] });
    await screen.findByText(t('filesNote', { count: 4 }));
    expect(requested('installConfig.manifests')).toHaveLength(2);
  });

  test('show a busy state until they are created', () => {
    openManifests({ 'installConfig.manifests': () => new Promise<never>(() => {}) });
    expect(document.querySelector('[aria-busy="true"]')).not.toBeNull();
    expect(screen.queryByRole('region', { name: t('filesTitle') })).toBeNull();
  });

  test('of an incomplete configuration are missing, with the reason', async () => {
    openManifests({ 'installConfig.manifests': FAILURE });
    await screen.findByText(t('createFailedTitle'));
    expect(screen.getByText('Add a vCenter.')).toBeDefined();
  });

  test('are grouped by folder, with the first one open', async () => {
    openManifests();
    await screen.findByText(t('filesNote', { count: 4 }));
    const folders = tree()
      .getAllByRole('region')
      .map((folder) => folder.getAttribute('aria-label'));
    expect(folders).toEqual(['manifests', 'openshift', t('topLevelLabel')]);
    expect(tree().getByRole('button', { pressed: true }).textContent).toBe('cluster-config.yaml');
    expect(screen.getByText('The purpose of manifests/cluster-config.yaml.')).toBeDefined();
  });

  test('are opened by the mouse; secrets are masked', async () => {
    const { user } = openManifests();
    await screen.findByText(t('filesNote', { count: 4 }));
    await user.click(tree().getByRole('button', { name: /^secret\.yaml/ }));
    const shown = within(
      screen.getByRole('region', { name: t('fileLabel', { path: 'openshift/secret.yaml' }) }),
    );
    expect(shown.getByText(t('maskedText'))).toBeDefined();
    await user.click(tree().getByRole('button', { name: 'worker.yaml' }));
    expect(screen.queryByText(t('maskedText'))).toBeNull();
  });

  test('are one stop for Tab, and follow the arrows to either end', async () => {
    const { user } = openManifests();
    await screen.findByText(t('filesNote', { count: 4 }));
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
    const folder = await screen.findByRole('combobox', { name: t('directoryLabel') });
    return { ...opened, folder };
  };

  test('writes files without secrets to a new folder', async () => {
    const { user, requested, folder } = await openSave();
    expect(folder).toHaveProperty('value', '/data/manifests-bergen-x7k2p');
    await user.click(await buttonThatIs('on', t('writeButton', { count: 3 })));
    await screen.findByText(t('writtenText', { count: 2 }));
    expect(requested('installConfig.saveManifests')).toEqual([
      { draft: draftWith(VSPHERE), directory: '/data/manifests-bergen-x7k2p', withSecrets: false },
    ]);
  });

  test('writes secrets when that is chosen', async () => {
    const { user, requested } = await openSave();
    await user.click(screen.getByRole('checkbox', { name: t('secretsLabel', { count: 1 }) }));
    await user.click(await buttonThatIs('on', t('writeButton', { count: 4 })));
    await expect.poll(() => requested('installConfig.saveManifests')).toMatchObject([{ withSecrets: true }]);
  });

  test('clears the result when secrets are included afterwards', async () => {
    const { user } = await openSave();
    await user.click(await buttonThatIs('on', t('writeButton', { count: 3 })));
    await screen.findByText(t('writtenText', { count: 2 }));
    await user.click(screen.getByRole('checkbox', { name: t('secretsLabel', { count: 1 }) }));
    expect(screen.queryByText(t('writtenText', { count: 2 }))).toBeNull();
  });

  test('needs an absolute folder', async () => {
    const { user, folder } = await openSave();
    await user.clear(folder);
    await user.paste('manifests');
    await buttonThatIs('off', t('writeButton', { count: 3 }));
  });

  test('lists files that were left out, and other files in the folder', async () => {
    const { user } = await openSave({
      'installConfig.saveManifests': {
        files: ['a'],
        omitted: ['openshift/secret.yaml'],
        others: ['old.yaml'],
      },
    });
    await user.click(await buttonThatIs('on', t('writeButton', { count: 3 })));
    await screen.findByText(t('writtenPartlyText', { count: 1, files: 'openshift/secret.yaml' }));
    expect(screen.getByText(t('othersText', { files: 'old.yaml' }))).toBeDefined();
  });

  test('shows why it failed', async () => {
    const { user } = await openSave({ 'installConfig.saveManifests': FAILURE });
    await user.click(await buttonThatIs('on', t('writeButton', { count: 3 })));
    await screen.findByText(t('writeFailedTitle'));
  });

  test('shows that the draft could not be saved before it', async () => {
    const { user, requested } = await openSave({ 'installConfig.save': FAILURE });
    await user.click(await buttonThatIs('on', t('writeButton', { count: 3 })));
    await screen.findByText(t('writeFailedTitle'));
    expect(requested('installConfig.saveManifests')).toEqual([]);
  });

  test('warns of errors, and shows the assumptions', async () => {
    await openSave(
      { 'installConfig.manifests': { ...GENERATED, notes: ['three workers', 'the default MTU'] } },
      VSPHERE.replace('baseDomain: example.com', 'baseDomain: not a domain'),
    );
    expect(screen.getByText(t('invalidText', { errors: 1 }))).toBeDefined();
    expect(screen.getByText('Three workers. The default MTU.')).toBeDefined();
  });
});

test('the checklist has the requirements of each vCenter, and who creates them', async () => {
  const items = [
    { kind: 'datacenter', name: 'dc-a', by: 'you', why: 'Machines go there.' },
    { kind: 'folder', name: '/dc-a/vm/bergen', by: 'installer', why: 'Machines are in it.' },
    { kind: 'privilege', name: 'Datacenter', by: 'you', why: 'For disks.', privileges: ['Folder.Create'] },
  ] as const;
  const checklist = [
    { server: 'vc-a', failureDomains: ['fd-1'], items },
    { server: 'vc-b', failureDomains: [], items: [] },
  ];
  openManifests({ 'installConfig.manifests': { ...GENERATED, checklist } });
  const card = within(await screen.findByRole('region', { name: t('checklistTitle') }));
  expect(card.getByText(t('vcenterSummary', { domains: 'fd-1', items: 3 }))).toBeDefined();
  expect(card.getByText(t('unusedVCenterSummary', { items: 0 }))).toBeDefined();
  expect(card.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/Datacenter dc-aMachines go there\.$/),
    expect.stringMatching(/Folder \/dc-a\/vm\/bergen · created by the installerMachines are in it\.$/),
    expect.stringMatching(/Privileges on DatacenterFor disks\.Folder\.Create$/),
  ]);
});

test('the steps of user-provisioned machines have commands to copy', async () => {
  const steps = [
    { title: 'Set up DNS', text: 'Create the records.', commands: [] },
    { title: 'Create the files', text: 'Within 12 hours.', commands: ['cd a', 'openshift-install b'] },
  ];
  const { user, requested, now } = openManifests({
    'installConfig.manifests': ({ draft }) => ({
      ...GENERATED,
      steps: draft.method === 'user-provisioned' ? steps : [],
    }),
  });
  await screen.findByText(t('filesNote', { count: 4 }));
  expect(screen.queryByRole('region', { name: t('stepsTitle') })).toBeNull();
  now().change({ method: 'user-provisioned' });
  const card = within(await screen.findByRole('region', { name: t('stepsTitle') }));
  expect(requested('installConfig.manifests').at(-1)?.draft.method).toBe('user-provisioned');
  expect(card.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Set up DNSCreate the records.',
    'Create the filesWithin 12 hours.cd a\nopenshift-install b',
  ]);
  const [copy, ...others] = card.getAllByRole('button');
  expect([copy!.getAttribute('aria-label'), others]).toEqual([
    t('copyCommandsButton', { step: 'Create the files' }),
    [],
  ]);
  await user.click(copy!);
  expect(await navigator.clipboard.readText()).toBe('cd a\nopenshift-install b');
});
