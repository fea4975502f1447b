import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ContractError } from '../../../core/contract/contract-error.ts';
import { type Answers, buttonThatIs, expectHeading } from '../../engine/screen.fixture.tsx';
import { fleet } from '../fleet.fixture.ts';
import { openHosts, READER } from '../hosts-screen.fixture.tsx';
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
const kind = (name: RegExp) => screen.getByRole('button', { name });

describe('the files', () => {
  test('are MachineConfigs first, and the first YAML is shown', async () => {
    const { asked, now } = openOutputs();
    await expectHeading('2 MachineConfigs for 3 masters and 2 workers');
    expect(asked('hosts.outputs')).toEqual([{ set: now().set, output: { kind: 'machine-configs' } }]);
    expect(screen.getByRole('heading', { name: '10-br-ex-master.yaml' })).toBeDefined();
    expect(screen.getByText('20 B')).toBeDefined();
  });

  test('are shown when they are chosen, and copied', async () => {
    const { user } = openOutputs();
    await user.click(await screen.findByRole('button', { name: /^README\.md/ }));
    expect(screen.getByRole('heading', { name: 'README.md' })).toBeDefined();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(
      within(screen.getByRole('region', { name: 'Preview' })).getByRole('button', { name: 'Copy' }),
    );
    expect(write.mock.calls).toEqual([['read me']]);
    write.mockRestore();
  });

  test.each([
    [/^agent-config\.yaml/, { kind: 'agent-config' }, 'One agent-config.yaml for all hosts'],
    [
      /^install-config hosts/,
      { kind: 'install-config' },
      'The hosts of install-config.yaml, with their network',
    ],
    [/^Documents/, { kind: 'documents' }, '2 documents, one for each host'],
  ])('are made anew for another kind: %s', async (name, output, heading) => {
    const { user, asked } = openOutputs();
    await user.click(kind(name));
    await expectHeading(heading);
    expect(asked('hosts.outputs').at(-1)?.output).toEqual(output);
    expect(kind(name).getAttribute('aria-pressed')).toBe('true');
  });

  test('of an earlier kind are not shown for the next one', async () => {
    const { user } = openOutputs({
      'hosts.outputs': ({ output }) =>
        output.kind === 'documents'
          ? new Promise<never>(() => {})
          : Promise.resolve({ files: FILES.slice(0, 2), problems: [], steps: [] }),
    });
    await expectHeading(/^2 MachineConfigs/);
    await user.click(kind(/^Documents/));
    await expectHeading('The files are being made');
    await buttonThatIs('off', 'Save to a folder');
    expect(screen.getByText('0 files')).toBeDefined();
  });

  test('follow the options of MachineConfigs', async () => {
    const { user, asked } = openOutputs();
    await user.click(screen.getByRole('checkbox', { name: /^Compress each document/ }));
    await user.click(screen.getByRole('checkbox', { name: /^Names that end in \.yaml/ }));
    await expect
      .poll(() => asked('hosts.outputs').at(-1)?.output)
      .toEqual({
        kind: 'machine-configs',
        gzip: true,
        extension: 'yaml',
      });
    await user.click(kind(/^Documents/));
    await user.click(kind(/^MachineConfigs/));
    expect(screen.getByRole('checkbox', { name: /^Compress each document/ })).toHaveProperty('checked', true);
  });

  test('that were not made say why', async () => {
    openOutputs({ 'hosts.outputs': failure('nmstate-invalid') });
    await screen.findByText('The files were not made');
    expect(screen.getByText('Replace them.')).toBeDefined();
    await buttonThatIs('off', 'Save to a folder');
  });

  test('with an error are not saved; steps can be copied', async () => {
    const problems = [{ code: 'x', level: 'error', message: 'No role', remedy: 'Write one.' }] as const;
    const steps = [{ what: 'Apply them', command: 'oc apply -f .' }, { what: 'Wait' }];
    openOutputs({ 'hosts.outputs': { files: FILES, problems, steps } });
    await expectHeading(/^3 MachineConfigs .*1 problem/);
    await buttonThatIs('off', 'Save to a folder');
    expect(screen.getByText('Write one.')).toBeDefined();
    expect(screen.getByText('oc apply -f .')).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Copy the command' })).toHaveLength(1);
  });
});

describe('scaling out', () => {
  test('waits for the hosts that come new', async () => {
    const { user, asked } = openOutputs();
    await user.click(kind(/^Scale out/));
    await expectHeading('Which hosts are added to the cluster?');
    expect(screen.getByText('Choose the hosts that come new.')).toBeDefined();
    await buttonThatIs('off', 'Save to a folder');
    await user.click(screen.getByRole('checkbox', { name: 'worker-2' }));
    await expectHeading('2 files add worker-2');
    await user.click(screen.getByRole('checkbox', { name: 'worker-1' }));
    await user.click(screen.getByRole('checkbox', { name: 'worker-2' }));
    await expect
      .poll(() => asked('hosts.outputs').at(-1)?.output)
      .toEqual({
        kind: 'scale-out',
        hosts: ['worker-1'],
      });
  });

  test('takes the MachineConfig of the cluster, and none when it is blank', async () => {
    const { user, asked } = openOutputs();
    await user.click(kind(/^Scale out/));
    await user.click(screen.getByRole('textbox', { name: /^MachineConfig of the role/ }));
    await user.paste('kind: MachineConfig');
    const last = () => asked('hosts.outputs').at(-1)?.output;
    await expect.poll(last).toEqual({ kind: 'scale-out', hosts: [], machineConfig: 'kind: MachineConfig' });
    await user.clear(screen.getByRole('textbox', { name: /^MachineConfig of the role/ }));
    await expect.poll(last).toEqual({ kind: 'scale-out', hosts: [] });
  });
});

describe('saving', () => {
  const openSave = async (answers: Answers = {}, folder = '/data/out') => {
    const opened = openOutputs(answers);
    await opened.user.click(await buttonThatIs('on', 'Save to a folder'));
    const dialog = within(await screen.findByRole('dialog'));
    await opened.user.click(dialog.getByRole('combobox', { name: 'Folder' }));
    if (folder !== '') await opened.user.paste(folder);
    return { ...opened, dialog };
  };
  const SECRET: Answers = { 'hosts.outputs': { files: FILES, problems: [], steps: [] } };

  test('writes the files into a folder, and names it until the choice changes', async () => {
    const { user, asked, now, dialog } = await openSave();
    expect(dialog.queryByRole('combobox', { name: 'Passwords of the BMCs' })).toBeNull();
    expect(asked('hosts.saveOutputs')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Save 2 files' }));
    await screen.findByText('/data/out', { selector: '[role="status"] *' });
    expect(asked('hosts.saveOutputs')).toMatchObject([
      {
        set: { id: now().set.id },
        output: { kind: 'machine-configs' },
        directory: '/data/out',
        overwrite: false,
      },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: /^Compress/ }));
    expect(screen.queryByText('/data/out')).toBeNull();
  });

  test('needs a folder', async () => {
    const { dialog } = await openSave({}, '');
    expect(dialog.getByRole('button', { name: 'Save 2 files' })).toHaveProperty('disabled', true);
  });

  test('replaces files that are there only when that is chosen', async () => {
    const { user, asked, dialog } = await openSave({
      'hosts.saveOutputs': ({ overwrite, directory }) =>
        overwrite ? { directory, files: [] } : failure('file-changed'),
    });
    expect(dialog.queryByRole('checkbox')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Save 2 files' }));
    await dialog.findByText('The files were not saved');
    await user.click(dialog.getByRole('checkbox', { name: 'Replace the files that are there' }));
    await user.click(await buttonThatIs('on', 'Save 2 files'));
    await screen.findByText('/data/out', { selector: '[role="status"] *' });
    expect(asked('hosts.saveOutputs').map(({ overwrite }) => overwrite)).toEqual([false, true]);
  });

  test('offers no replacement after another failure', async () => {
    const { user, dialog } = await openSave({ 'hosts.saveOutputs': failure('disk-full') });
    await user.click(dialog.getByRole('button', { name: 'Save 2 files' }));
    await dialog.findByText('The files were not saved');
    expect(dialog.queryByRole('checkbox')).toBeNull();
  });

  test('asks for passwords of BMCs where files hold some', async () => {
    const { user, asked, dialog } = await openSave(SECRET);
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Passwords of the BMCs' }), 'same');
    expect(dialog.getByRole('button', { name: 'Save 3 files' })).toHaveProperty('disabled', true);
    const password = dialog.getByLabelText<HTMLInputElement>('Password');
    expect(password.type).toBe('password');
    await user.type(password, 'calvin');
    await user.type(dialog.getByRole('textbox', { name: 'User, where the table has none' }), 'root');
    await user.click(dialog.getByRole('button', { name: 'Save 3 files' }));
    await expect
      .poll(() => asked('hosts.saveOutputs'))
      .toMatchObject([{ password: 'calvin', username: 'root' }]);
  });

  test('is left by Cancel, and forgets the password', async () => {
    const { user, asked, dialog } = await openSave(SECRET);
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Passwords of the BMCs' }), 'same');
    await user.type(dialog.getByLabelText('Password'), 'calvin');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(await buttonThatIs('on', 'Save to a folder'));
    expect(screen.getByRole('combobox', { name: 'Passwords of the BMCs' })).toHaveProperty('value', 'none');
    expect(asked('hosts.saveOutputs')).toEqual([]);
  });

  test('is not for a read-only session, which sees the files', async () => {
    openOutputs(READER);
    await expectHeading(/^2 MachineConfigs/);
    const button = await buttonThatIs('off', 'Save to a folder');
    await expect.poll(() => button.title).toBe('This session is read-only.');
  });
});
