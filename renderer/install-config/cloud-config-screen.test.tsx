import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ContractError } from '../../core/contract/contract-error.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import CloudConfigScreen from './cloud-config-screen.tsx';
import type { Converted } from './cloud-config-words.ts';

const INI = '[Global]\nuser = "admin"\n';
const DONE: Converted = {
  from: 'ini',
  given: '[Global]\nuser = "********"\n',
  text: 'global:\n  port: 443\n',
  dropped: [],
  problems: [],
};
const FAILURE = new ContractError({
  code: 'file-changed',
  level: 'error',
  message: 'The file exists',
  remedy: 'Choose another name.',
  problems: [],
});

const openCloud = (done: Partial<Converted> = {}, answers: Answers = {}) =>
  openScreen(<CloudConfigScreen draft={undefined} />, {
    'cloudConfig.convert': { ...DONE, ...done },
    'cloudConfig.save': ({ file }) => ({ file }),
    'paths.complete': { entries: [] },
    ...answers,
  });

/** Converts a pasted text. */
async function convert(done: Partial<Converted> = {}, answers: Answers = {}) {
  const opened = openCloud(done, answers);
  await opened.user.click(screen.getByRole('textbox', { name: 'Or the text of it' }));
  await opened.user.paste(INI);
  await opened.user.click(await buttonThatIs('on', 'Convert to YAML'));
  return opened;
}

describe('what is converted', () => {
  test('is a file by its absolute path', async () => {
    const { user, asked } = openCloud();
    await buttonThatIs('off', 'Convert to YAML');
    await user.click(screen.getByRole('combobox', { name: 'File' }));
    await user.paste('/etc/cloud.conf');
    expect(asked('cloudConfig.convert')).toEqual([]);
    await user.click(await buttonThatIs('on', 'Convert to YAML'));
    await expectHeading('The same effect as YAML');
    expect(asked('cloudConfig.convert')).toEqual([{ file: '/etc/cloud.conf', layout: 'minimal' }]);
  });

  test('is a pasted text, which leaves the page with its password', async () => {
    const { user, asked } = await convert();
    await expectHeading('The same effect as YAML');
    expect(asked('cloudConfig.convert')).toEqual([{ text: INI, layout: 'minimal' }]);
    expect(screen.queryByRole('textbox', { name: 'Or the text of it' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Convert another' }));
    await expectHeading('Convert the cloud configuration to YAML');
    expect(screen.getByRole('textbox', { name: 'Or the text of it' })).toHaveProperty('value', '');
  });

  test('is converted again with every field', async () => {
    const { user, asked } = await convert();
    await expectHeading('The same effect as YAML');
    await user.click(screen.getByRole('button', { name: 'Every field' }));
    await expect.poll(() => asked('cloudConfig.convert').at(-1)).toEqual({ text: INI, layout: 'full' });
    expect(asked('cloudConfig.convert')).toHaveLength(2);
  });

  test('chooses its fields before it is converted, too', async () => {
    const { user, asked } = openCloud();
    await user.click(screen.getByRole('button', { name: 'Every field' }));
    expect(asked('cloudConfig.convert')).toEqual([]);
    await user.click(screen.getByRole('textbox', { name: 'Or the text of it' }));
    await user.paste(INI);
    await user.click(screen.getByRole('button', { name: 'Convert to YAML' }));
    await expect.poll(() => asked('cloudConfig.convert')).toMatchObject([{ layout: 'full' }]);
  });

  test('may fail, with its remedy', async () => {
    await convert({}, { 'cloudConfig.convert': FAILURE });
    await screen.findByText('The configuration was not converted');
    expect(screen.getByText('Choose another name.')).toBeDefined();
  });

  test('is nothing in a read-only session', async () => {
    openCloud({}, { 'host.describe': { session: { role: 'reader' } } });
    const button = await buttonThatIs('off', 'Convert to YAML');
    await expect.poll(() => button.title).toBe('This session is read-only.');
  });
});

describe('the outcome', () => {
  test('names what is not carried over, comments without a line', async () => {
    await convert({
      dropped: [
        { section: 'Labels', keys: ['zone', 'region'], line: 7, reason: 'Not used any more', secret: false },
        { section: 'Global', keys: ['password'], line: 2, reason: 'Belongs into the Secret', secret: true },
        { section: '', keys: [], line: 1, reason: 'Comments are left out', secret: false },
      ],
      secret: { namespace: 'kube-system', name: 'vsphere-creds', keys: ['vc.username', 'vc.password'] },
      problems: [{ code: 'x', level: 'warning', message: 'Two of one name', remedy: 'Remove one.' }],
    } as Partial<Converted>);
    await expectHeading('The same effect as YAML; 2 sections are not carried over');
    const lost = within(screen.getByRole('region', { name: 'Not carried over' }));
    expect(lost.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'WhereWhatWhy',
      expect.stringMatching(/^Labels line 7zone, regionNot used any more$/),
      expect.stringMatching(/^Global line 2password.*Belongs into the Secret$/),
      expect.stringMatching(/^Comments Comments are left out$/),
    ]);
    const secret = screen.getByRole('region', { name: 'The Secret that must be there' });
    expect(secret.textContent).toContain('kube-system/vsphere-creds');
    expect(secret.textContent).toContain('vc.username, vc.password');
    expect(within(screen.getByRole('region', { name: 'To know' })).getByText('Remove one.')).toBeDefined();
  });

  test('is copied as a ConfigMap where it came as one', async () => {
    const { user } = await convert({ configMap: 'kind: ConfigMap\n' });
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(await screen.findByRole('button', { name: 'Copy the YAML' }));
    expect(write.mock.calls).toEqual([['kind: ConfigMap\n']]);
    write.mockRestore();
  });

  test('of a text that cannot be read is nothing to copy or save', async () => {
    await convert({ text: undefined, from: undefined });
    await expectHeading('The configuration cannot be read');
    expect(screen.getByText('It cannot be read wholly: nothing is written of a part.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Copy the YAML' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Save as a file' })).toBeNull();
  });
});

describe('saving', () => {
  const save = async (answers: Answers = {}) => {
    const opened = await convert({}, answers);
    const file = await screen.findByRole('combobox', { name: 'New file' });
    await buttonThatIs('off', 'Save file');
    await opened.user.click(file);
    await opened.user.paste('/data/cloud.yaml');
    await opened.user.click(await buttonThatIs('on', 'Save file'));
    return opened;
  };

  test('writes the converted text, and nothing before that is asked for', async () => {
    const { asked } = await save();
    await screen.findByText('/data/cloud.yaml', { selector: '[role="status"] *' });
    expect(asked('cloudConfig.save')).toEqual([{ file: '/data/cloud.yaml', text: DONE.text }]);
  });

  test('shows why it failed', async () => {
    await save({ 'cloudConfig.save': FAILURE });
    await screen.findByText('The file was not saved');
    expect(screen.getByText('Choose another name.')).toBeDefined();
  });
});
