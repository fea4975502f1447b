import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ContractError } from '../../core/contract/contract-error.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { READER, READER_REJECTION } from '../engine/session.fixture.ts';
import CloudConfigScreen from './cloud-config-screen.tsx';
import type { Converted } from './cloud-config-words.ts';
import { t } from './messages.ts';

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
  await opened.user.click(screen.getByRole('textbox', { name: t('pasteLabel') }));
  await opened.user.paste(INI);
  await opened.user.click(await buttonThatIs('on', t('convertButton')));
  return opened;
}

describe('the input', () => {
  test('is a file by its absolute path', async () => {
    const { user, requested } = openCloud();
    await buttonThatIs('off', t('convertButton'));
    await user.click(screen.getByRole('combobox', { name: t('cloudFileLabel') }));
    await user.paste('/etc/cloud.conf');
    expect(requested('cloudConfig.convert')).toEqual([]);
    await user.click(await buttonThatIs('on', t('convertButton')));
    await expectHeading(t('convertedTitle'));
    expect(requested('cloudConfig.convert')).toEqual([{ file: '/etc/cloud.conf', layout: 'minimal' }]);
  });

  test('is a pasted text, which is discarded with its password', async () => {
    const { user, requested } = await convert();
    await expectHeading(t('convertedTitle'));
    expect(requested('cloudConfig.convert')).toEqual([{ text: INI, layout: 'minimal' }]);
    expect(screen.queryByRole('textbox', { name: t('pasteLabel') })).toBeNull();
    await user.click(screen.getByRole('button', { name: t('convertAnotherButton') }));
    await expectHeading(t('convertTitle'));
    expect(screen.getByRole('textbox', { name: t('pasteLabel') })).toHaveProperty('value', '');
  });

  test('is converted again with every field', async () => {
    const { user, requested } = await convert();
    await expectHeading(t('convertedTitle'));
    await user.click(screen.getByRole('button', { name: t('fullOption') }));
    await expect.poll(() => requested('cloudConfig.convert').at(-1)).toEqual({ text: INI, layout: 'full' });
    expect(requested('cloudConfig.convert')).toHaveLength(2);
  });

  test('chooses its fields before it is converted, too', async () => {
    const { user, requested } = openCloud();
    await user.click(screen.getByRole('button', { name: t('fullOption') }));
    expect(requested('cloudConfig.convert')).toEqual([]);
    await user.click(screen.getByRole('textbox', { name: t('pasteLabel') }));
    await user.paste(INI);
    await user.click(screen.getByRole('button', { name: t('convertButton') }));
    await expect.poll(() => requested('cloudConfig.convert')).toMatchObject([{ layout: 'full' }]);
  });

  test('may fail, with its remedy', async () => {
    await convert({}, { 'cloudConfig.convert': FAILURE });
    await screen.findByText(t('convertFailedTitle'));
    expect(screen.getByText('Choose another name.')).toBeDefined();
  });

  test('is disabled in a read-only session', async () => {
    openCloud({}, READER);
    const button = await buttonThatIs('off', t('convertButton'));
    await expect.poll(() => button.title).toBe(READER_REJECTION);
  });
});

describe('the result', () => {
  test('lists the sections that are not copied, comments without a line', async () => {
    await convert({
      dropped: [
        { section: 'Labels', keys: ['zone', 'region'], line: 7, reason: 'Not used any more', secret: false },
        { section: 'Global', keys: ['password'], line: 2, reason: 'Belongs in the Secret', secret: true },
        { section: '', keys: [], line: 1, reason: 'Comments are left out', secret: false },
      ],
      secret: { namespace: 'kube-system', name: 'vsphere-creds', keys: ['vc.username', 'vc.password'] },
      problems: [
        { code: 'x', level: 'warning', message: 'Two sections with one name', remedy: 'Remove one.' },
      ],
    } as Partial<Converted>);
    await expectHeading(t('convertedPartlyTitle', { keys: 3 }));
    const lost = within(screen.getByRole('region', { name: t('droppedTitle') }));
    expect(lost.getAllByRole('row').map((row) => row.textContent)).toEqual([
      t('sectionColumn') + t('keysColumn') + t('reasonColumn'),
      expect.stringMatching(/^Labels line 7zone, regionNot used any more$/),
      expect.stringMatching(/^Global line 2password.*Belongs in the Secret$/),
      expect.stringMatching(/^Comments Comments are left out$/),
    ]);
    const secret = screen.getByRole('region', { name: t('secretTitle') });
    expect(secret.textContent).toContain('kube-system/vsphere-creds');
    expect(secret.textContent).toContain('vc.username and vc.password');
    expect(
      within(screen.getByRole('region', { name: t('problemsTitle') })).getByText('Remove one.'),
    ).toBeDefined();
  });

  test('is copied as a ConfigMap if the input is one', async () => {
    const { user } = await convert({ configMap: 'kind: ConfigMap\n' });
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(await screen.findByRole('button', { name: t('copyYamlButton') }));
    expect(write.mock.calls).toEqual([['kind: ConfigMap\n']]);
    write.mockRestore();
  });

  test('of an unreadable text cannot be copied or saved', async () => {
    await convert({ text: undefined, from: undefined });
    await expectHeading(t('unreadableTitle'));
    expect(screen.getByText(t('resultUnreadableText'))).toBeDefined();
    expect(screen.queryByRole('button', { name: t('copyYamlButton') })).toBeNull();
    expect(screen.queryByRole('region', { name: t('saveTitle') })).toBeNull();
  });
});

describe('saving', () => {
  const save = async (answers: Answers = {}) => {
    const opened = await convert({}, answers);
    const file = await screen.findByRole('combobox', { name: t('newFileLabel') });
    await buttonThatIs('off', t('saveFileButton'));
    await opened.user.click(file);
    await opened.user.paste('/data/cloud.yaml');
    await opened.user.click(await buttonThatIs('on', t('saveFileButton')));
    return opened;
  };

  test('writes the converted text only on request', async () => {
    const { requested } = await save();
    await screen.findByText('/data/cloud.yaml', { selector: '[role="status"] *' });
    expect(requested('cloudConfig.save')).toEqual([{ file: '/data/cloud.yaml', text: DONE.text }]);
  });

  test('shows why it failed', async () => {
    await save({ 'cloudConfig.save': FAILURE });
    await screen.findByText(t('saveFailedTitle'));
    expect(screen.getByText('Choose another name.')).toBeDefined();
  });
});
