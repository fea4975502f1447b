import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ContractError } from '../../../core/contract/contract-error.ts';
import { type Answers, buttonThatIs, expectHeading } from '../../engine/screen.fixture.tsx';
import { fleet } from '../fleet.fixture.ts';
import { edited, openHosts, READER } from '../hosts-screen.fixture.tsx';
import { t as common } from '../messages.ts';
import { t } from './messages.ts';
import { OutputsView } from './outputs-screen.tsx';

const FILES = [
  { file: 'README.md', about: 'what to do', text: 'read me', secret: false },
  { file: '10-br-ex-master.yaml', about: 'for 3 masters', text: 'kind: MachineConfig\n', secret: false },
  { file: 'bmc.yaml', about: 'for BMCs', text: 'password: ********\n', secret: true },
];
const failure = (code: string) =>
  new ContractError({
    code,
    level: 'error',
    message: 'Other files are there',
    remedy: 'Replace them.',
    problems: [],
  });

const openOutputs = (answers: Answers = {}, set = fleet(5)) =>
  openHosts(set, <OutputsView />, {
    'hosts.outputs': { files: FILES.slice(0, 2), problems: [], steps: [] },
    'hosts.saveOutputs': ({ directory }) => ({ directory, files: [] }),
    'paths.complete': { entries: [] },
    ...answers,
  });
const kind = (label: string) => screen.getByRole('button', { name: (name) => name.startsWith(label) });
const option = (label: string) => screen.getByRole('checkbox', { name: (name) => name.startsWith(label) });
const MACHINE_CONFIGS = t('machineConfigsTitle', {
  files: 2,
  roles: '3 control plane nodes and 2 workers',
});

describe('the files', () => {
  test('are MachineConfigs at first, and show the first YAML file', async () => {
    const { requested, now } = openOutputs();
    await expectHeading(MACHINE_CONFIGS);
    expect(requested('hosts.outputs')).toEqual([{ set: now().set, output: { kind: 'machine-configs' } }]);
    expect(screen.getByRole('heading', { name: '10-br-ex-master.yaml' })).toBeDefined();
    expect(screen.getByText('20 B')).toBeDefined();
  });

  test('are shown when selected, and can be copied', async () => {
    const { user } = openOutputs();
    await user.click(await screen.findByRole('button', { name: /^README\.md/ }));
    expect(screen.getByRole('heading', { name: 'README.md' })).toBeDefined();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(
      within(screen.getByRole('region', { name: t('previewTitle') })).getByRole('button', {
        name: t('copyFileButton'),
      }),
    );
    expect(write.mock.calls).toEqual([['read me']]);
    write.mockRestore();
  });

  test.each([
    [t('agentConfigLabel'), { kind: 'agent-config' }, t('agentConfigTitle')],
    [t('installConfigLabel'), { kind: 'install-config' }, t('installConfigTitle')],
    [t('documentsLabel'), { kind: 'documents' }, t('documentsTitle', { files: 2 })],
    [t('policiesLabel'), { kind: 'policies' }, t('policiesTitle', { files: 2 })],
  ])('are created again for another output: %s', async (name, output, heading) => {
    const { user, requested } = openOutputs();
    await user.click(kind(name));
    await expectHeading(heading);
    expect(requested('hosts.outputs').at(-1)?.output).toEqual(output);
    expect(kind(name).getAttribute('aria-pressed')).toBe('true');
  });

  test('of another output are not shown', async () => {
    const { user } = openOutputs({
      'hosts.outputs': ({ output }) =>
        output.kind === 'documents'
          ? new Promise<never>(() => {})
          : Promise.resolve({ files: FILES.slice(0, 2), problems: [], steps: [] }),
    });
    await expectHeading(MACHINE_CONFIGS);
    await user.click(kind(t('documentsLabel')));
    await expectHeading(t('preparingTitle'));
    await buttonThatIs('off', t('saveButton'));
    expect(screen.getByText(t('filesTitle', { files: 0 }))).toBeDefined();
  });

  test('follow the options of MachineConfigs', async () => {
    const { user, requested } = openOutputs();
    await user.click(option(t('gzipLabel')));
    await user.click(option(t('extensionLabel')));
    await expect
      .poll(() => requested('hosts.outputs').at(-1)?.output)
      .toEqual({
        kind: 'machine-configs',
        gzip: true,
        extension: 'yaml',
      });
    await user.click(kind(t('documentsLabel')));
    await user.click(kind(t('machineConfigsLabel')));
    expect(option(t('gzipLabel'))).toHaveProperty('checked', true);
  });

  test('of a table with errors are not saved, as in the table, and lead to the cell', async () => {
    const { user, now } = openOutputs({}, edited({ mac2: 'zz:zz' }));
    await expectHeading(/: 1 error in the host table$/);
    const save = await buttonThatIs('off', t('saveButton'));
    expect(save.title).toBe(t('tableErrorsTip', { errors: 1 }));
    const list = within(screen.getByRole('list', { name: common('problemsLabel') }));
    expect(list.getByText(/zz:zz/)).toBeDefined();
    await user.click(list.getByRole('button', { name: common('goToHostButton', { host: 'worker-1' }) }));
    expect(now().set.hosts).toHaveLength(4);
  });

  test('that could not be created show the reason', async () => {
    openOutputs({ 'hosts.outputs': failure('nmstate-invalid') });
    await screen.findByText(t('createFailedTitle'));
    expect(screen.getByText('Replace them.')).toBeDefined();
    await buttonThatIs('off', t('saveButton'));
  });

  test("with an error aren't saved, and their steps can be copied", async () => {
    const problems = [{ code: 'x', level: 'error', message: 'No role', remedy: 'Write one.' }] as const;
    const steps = [{ text: 'Apply them', command: 'oc apply -f .' }, { text: 'Wait' }];
    openOutputs({ 'hosts.outputs': { files: FILES, problems, steps } });
    await expectHeading(/^3 MachineConfigs .*: 1 problem to fix$/);
    await buttonThatIs('off', t('saveButton'));
    expect(screen.getByText('Write one.')).toBeDefined();
    expect(screen.getByText('oc apply -f .')).toBeDefined();
    expect(screen.getAllByRole('button', { name: t('copyCommandButton') })).toHaveLength(1);
  });
});

describe('scaling out', () => {
  test('waits for the hosts to add', async () => {
    const { user, requested } = openOutputs();
    await user.click(kind(t('scaleOutLabel')));
    await expectHeading(t('chooseHostsTitle'));
    expect(screen.getByText(t('chooseHostsText'))).toBeDefined();
    await buttonThatIs('off', t('saveButton'));
    await user.click(screen.getByRole('checkbox', { name: 'worker-2' }));
    await expectHeading(t('scaleOutTitle', { files: 2, hosts: 'worker-2' }));
    await user.click(screen.getByRole('checkbox', { name: 'worker-1' }));
    await user.click(screen.getByRole('checkbox', { name: 'worker-2' }));
    await expect
      .poll(() => requested('hosts.outputs').at(-1)?.output)
      .toEqual({
        kind: 'scale-out',
        hosts: ['worker-1'],
      });
  });

  test.each([t('scaleOutLabel'), t('installConfigLabel')])(
    '%s verifies the certificates of BMCs unless the user says otherwise',
    async (name) => {
      const { user, requested } = openOutputs();
      await user.click(kind(name));
      const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: t('bmcTlsLabel') });
      expect(box.checked).toBe(true);
      await user.click(box);
      const last = () => requested('hosts.outputs').at(-1)?.output;
      await expect.poll(last).toMatchObject({ bmcTlsVerify: false });
    },
  );

  test('uses the current MachineConfig, and none if the text is blank', async () => {
    const { user, requested } = openOutputs();
    await user.click(kind(t('scaleOutLabel')));
    await user.click(screen.getByRole('textbox', { name: t('machineConfigLabel') }));
    await user.paste('kind: MachineConfig');
    const last = () => requested('hosts.outputs').at(-1)?.output;
    await expect.poll(last).toEqual({ kind: 'scale-out', hosts: [], machineConfig: 'kind: MachineConfig' });
    await user.clear(screen.getByRole('textbox', { name: t('machineConfigLabel') }));
    await expect.poll(last).toEqual({ kind: 'scale-out', hosts: [] });
  });
});

describe('saving', () => {
  const openSave = async (answers: Answers = {}, folder = '/data/out') => {
    const opened = openOutputs(answers);
    await opened.user.click(await buttonThatIs('on', t('saveButton')));
    const dialog = within(await screen.findByRole('dialog'));
    await opened.user.click(dialog.getByRole('combobox', { name: t('directoryLabel') }));
    if (folder !== '') await opened.user.paste(folder);
    return { ...opened, dialog };
  };
  const SECRET: Answers = { 'hosts.outputs': { files: FILES, problems: [], steps: [] } };

  test('writes the files to a folder, which is shown until the choice changes', async () => {
    const { user, requested, now, dialog } = await openSave();
    expect(dialog.queryByRole('combobox', { name: t('passwordsLabel') })).toBeNull();
    expect(requested('hosts.saveOutputs')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: t('saveFilesButton', { files: 2 }) }));
    await screen.findByText('/data/out', { selector: '[role="status"] *' });
    expect(requested('hosts.saveOutputs')).toMatchObject([
      {
        set: { id: now().set.id },
        output: { kind: 'machine-configs' },
        directory: '/data/out',
        overwrite: false,
      },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(option(t('gzipLabel')));
    expect(screen.queryByText('/data/out')).toBeNull();
  });

  test('needs a folder', async () => {
    const { dialog } = await openSave({}, '');
    expect(dialog.getByRole('button', { name: t('saveFilesButton', { files: 2 }) })).toHaveProperty(
      'disabled',
      true,
    );
  });

  test('replaces existing files only if the user chooses it', async () => {
    const { user, requested, dialog } = await openSave({
      'hosts.saveOutputs': ({ overwrite, directory }) =>
        overwrite ? { directory, files: [] } : failure('file-changed'),
    });
    expect(dialog.queryByRole('checkbox')).toBeNull();
    await user.click(dialog.getByRole('button', { name: t('saveFilesButton', { files: 2 }) }));
    await dialog.findByText(t('saveFailedTitle'));
    await user.click(dialog.getByRole('checkbox', { name: t('overwriteLabel') }));
    await user.click(await buttonThatIs('on', t('saveFilesButton', { files: 2 })));
    await screen.findByText('/data/out', { selector: '[role="status"] *' });
    expect(requested('hosts.saveOutputs').map(({ overwrite }) => overwrite)).toEqual([false, true]);
  });

  test('offers no replacement after another failure', async () => {
    const { user, dialog } = await openSave({ 'hosts.saveOutputs': failure('disk-full') });
    await user.click(dialog.getByRole('button', { name: t('saveFilesButton', { files: 2 }) }));
    await dialog.findByText(t('saveFailedTitle'));
    expect(dialog.queryByRole('checkbox')).toBeNull();
  });

  test('needs BMC passwords for files that contain them', async () => {
    const { user, requested, dialog } = await openSave(SECRET);
    await user.selectOptions(dialog.getByRole('combobox', { name: t('passwordsLabel') }), 'same');
    expect(dialog.getByRole('button', { name: t('saveFilesButton', { files: 3 }) })).toHaveProperty(
      'disabled',
      true,
    );
    const password = dialog.getByLabelText<HTMLInputElement>(t('passwordLabel'));
    expect(password.type).toBe('password');
    await user.type(password, 'calvin');
    await user.type(dialog.getByRole('textbox', { name: t('usernameLabel') }), 'root');
    await user.click(dialog.getByRole('button', { name: t('saveFilesButton', { files: 3 }) }));
    await expect
      .poll(() => requested('hosts.saveOutputs'))
      .toMatchObject([{ password: 'calvin', username: 'root' }]);
  });

  test('discards the password when it is canceled', async () => {
    const { user, requested, dialog } = await openSave(SECRET);
    await user.selectOptions(dialog.getByRole('combobox', { name: t('passwordsLabel') }), 'same');
    await user.type(dialog.getByLabelText(t('passwordLabel')), 'calvin');
    await user.click(dialog.getByRole('button', { name: common('cancelButton') }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(await buttonThatIs('on', t('saveButton')));
    expect(screen.getByRole('combobox', { name: t('passwordsLabel') })).toHaveProperty('value', 'none');
    expect(requested('hosts.saveOutputs')).toEqual([]);
  });

  test('is disabled in a read-only session, which shows the files', async () => {
    openOutputs(READER);
    await expectHeading(MACHINE_CONFIGS);
    const button = await buttonThatIs('off', t('saveButton'));
    await expect.poll(() => button.title).toBe('This session is read-only.');
  });
});
