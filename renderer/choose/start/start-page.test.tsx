import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading } from '../../engine/screen.fixture.tsx';
import { t as question } from '../../upgrades/question/messages.ts';
import { draftOf, openChoose } from '../draft/draft.fixture.tsx';
import { rememberMetered } from '../draft/metered.ts';
import { t } from './messages.ts';

afterEach(() => rememberMetered(false));

const start = (from: string, answers: Answers = {}) =>
  openChoose(
    `/choose?from=${from}`,
    {},
    { 'drafts.start': { draft: draftOf(), changes: [], reasons: [] }, ...answers },
  );

const READER: Answers = { 'host.describe': { home: '/home/op', session: { role: 'reader' } } };

test('the button starts an empty configuration in the current workspace and opens its first step', async () => {
  const { user, requested, address } = start('new');
  await expectHeading(t('pageTitle'));
  await user.click(await buttonThatIs('on', t('startButton')));
  await expect.poll(address).toBe('/choose/d1/cluster');
  expect(requested('drafts.start')).toEqual([{ kind: 'new', workspace: '/w' }]);
  expect(requested('drafts.save')[0]).toMatchObject({ id: 'd1', metered: false });
  expect(requested('drafts.save')[0]!.to).toBeUndefined();
});

test('the version is saved with the draft, without surrounding spaces', async () => {
  const { user, requested } = start('new');
  await user.type(await screen.findByLabelText(t('versionLabel')), ' 4.18.9 {Enter}');
  await expect.poll(() => requested('drafts.save')[0]?.to).toBe('4.18.9');
});

test('the address names another workspace than the current one', async () => {
  const { user, requested } = openChoose(
    '/choose?workspace=/other',
    {},
    {
      'drafts.start': { draft: draftOf() },
    },
  );
  await user.click(await buttonThatIs('on', t('startButton')));
  await expect.poll(() => requested('drafts.start')).toEqual([{ kind: 'new', workspace: '/other' }]);
});

test('a start without a workspace names none', async () => {
  const { user, requested } = start('new', { 'settings.read': { side: 'connected', workspaces: [] } });
  await user.click(await buttonThatIs('on', t('startButton')));
  await expect.poll(() => requested('drafts.start')).toEqual([{ kind: 'new' }]);
});

test('a failed start shows message and remedy, and another starting point clears them', async () => {
  const { user, address } = start('new', {
    'drafts.start': failing('the disk is full', { remedy: 'Remove files.' }),
  });
  await user.click(await buttonThatIs('on', t('startButton')));
  await screen.findByText(t('failedTitle'), { exact: false });
  screen.getByText('The disk is full');
  screen.getByText('Remove files.');
  await buttonThatIs('on', t('startButton'));
  await user.click(screen.getByRole('button', { name: new RegExp(`^${t('fileTitle')}`) }));
  expect(screen.queryByText('The disk is full')).toBeNull();
  expect(address()).toBe('/choose?from=file');
});

test("a draft that couldn't be saved isn't opened", async () => {
  const { user, address } = start('new', { 'drafts.save': failing('the disk is full') });
  await user.click(await buttonThatIs('on', t('startButton')));
  await screen.findByText('The disk is full');
  expect(address()).toBe('/choose?from=new');
});

test('the form of two versions needs both', async () => {
  const { user, requested } = start('versions');
  await user.type(await screen.findByLabelText(t('fromLabel')), '4.16.1{Enter}');
  await buttonThatIs('off', t('pathButton'));
  await user.type(screen.getByLabelText(t('toLabel')), '   ');
  await buttonThatIs('off', t('pathButton'));
  await user.type(screen.getByLabelText(t('toLabel')), '4.18');
  expect(requested('drafts.start')).toEqual([]);
  await user.click(await buttonThatIs('on', t('pathButton')));
  await expect.poll(() => requested('drafts.save')[0]).toMatchObject({ from: '4.16.1', to: '4.18' });
});

test('a text that is not a version has an error and starts nothing', async () => {
  const { user, requested } = start('versions');
  const from = await screen.findByLabelText(t('fromLabel'));
  await user.type(from, 'abc');
  expect(screen.queryByText(question('fullVersionError'))).toBeNull();
  await user.type(screen.getByLabelText(t('toLabel')), 'def{Enter}');
  screen.getByText(question('fullVersionError'));
  await buttonThatIs('off', t('pathButton'));
  screen.getByText(question('versionError'));
  expect(requested('drafts.start')).toEqual([]);
});

test('version fields offer the known versions, newest first, and minor versions only for the target', async () => {
  start('versions', {
    'upgrades.versions': { versions: [{ version: '4.16.1' }, { version: '4.17.2' }, { version: '4.17.3' }] },
  });
  await expect
    .poll(() => Array.from(document.querySelectorAll('#al-start-from-list option'), valueIn))
    .toEqual(['4.17.3', '4.17.2', '4.16.1']);
  expect(Array.from(document.querySelectorAll('#al-start-to-list option'), valueIn)).toEqual([
    ...['4.17', '4.16'],
    ...['4.17.3', '4.17.2', '4.16.1'],
  ]);
});

const valueIn = (option: Element) => option.getAttribute('value');

test('a file needs an absolute path', async () => {
  const { user, requested, address } = start('file');
  const field = await screen.findByRole('combobox', { name: t('fileLabel') });
  await user.type(field, 'set.yaml');
  await buttonThatIs('off', t('openButton'));
  await user.clear(field);
  await user.type(field, '/etc/set.yaml');
  await user.click(await buttonThatIs('on', t('openButton')));
  await expect.poll(address).toBe('/choose/d1/cluster');
  expect(requested('drafts.start')).toEqual([{ kind: 'file', file: '/etc/set.yaml', workspace: '/w' }]);
});

test('the last five files of the workspace open with one click', async () => {
  const configurations = [1, 2, 3, 4, 5, 6].map((n) => ({ file: `/w/${n}.yaml`, name: `number ${n}` }));
  const { user, requested } = start('file', { 'configurations.list': { configurations } });
  const list = within(await screen.findByRole('list', { name: t('usedLabel') }));
  expect(list.getAllByRole('listitem')).toHaveLength(5);
  await user.click(list.getByRole('button', { name: t('openUsedButton', { file: 'number 2' }) }));
  await expect
    .poll(() => requested('drafts.start'))
    .toEqual([{ kind: 'file', file: '/w/2.yaml', workspace: '/w' }]);
});

test('a converted file lists its changes before its draft opens', async () => {
  const { user, address } = start('file', {
    'drafts.start': {
      draft: draftOf({ file: '/w/old.yaml' }),
      changes: ['storageConfig was removed', 'storageConfig was removed'],
      reasons: [],
    },
  });
  await user.type(await screen.findByRole('combobox', { name: t('fileLabel') }), '/w/old.yaml');
  await user.click(await buttonThatIs('on', t('openButton')));
  await expectHeading(t('outcomeTitle'));
  await screen.findByRole('heading', { name: t('convertedTitle', { file: 'old.yaml' }) });
  expect(screen.getAllByText('storageConfig was removed')).toHaveLength(2);
  expect(screen.queryByText(t('reasonsTitle'))).toBeNull();
  expect(address()).toBe('/choose?from=file');
  await user.click(screen.getByRole('button', { name: t('continueButton') }));
  await expect.poll(address).toBe('/choose/d1/cluster');
});

test('Start over returns to the starting points', async () => {
  const { user } = start('new', {
    'drafts.start': { draft: draftOf(), changes: [], reasons: ['4.18.9 is wanted'] },
  });
  await user.click(await buttonThatIs('on', t('startButton')));
  await screen.findByRole('heading', { name: t('reasonsTitle') });
  expect(screen.queryByText(/was converted/)).toBeNull();
  await user.click(screen.getByRole('button', { name: t('restartButton') }));
  await expectHeading(t('pageTitle'));
});

test('an unknown starting point in the address selects the first one', async () => {
  start('nonsense');
  expect(
    (await screen.findByRole('button', { name: new RegExp(`^${t('newTitle')}`) })).getAttribute(
      'aria-pressed',
    ),
  ).toBe('true');
});

test('the metered switch applies to the next draft and is remembered', async () => {
  const { user, requested } = start('new');
  await user.click(await screen.findByRole('switch', { name: t('meteredText') }));
  expect(localStorage.getItem('airlock-metered')).toBe('yes');
  await user.click(await buttonThatIs('on', t('startButton')));
  await expect.poll(() => requested('drafts.save')[0]?.metered).toBe(true);
});

test.each(['new', 'versions', 'file'])(
  'a read-only session starts nothing at the starting point %s',
  async (from) => {
    const { user, requested } = start(from, READER);
    const fields = await screen.findAllByRole('combobox');
    for (const field of fields) await user.type(field, '/4.18.9');
    await buttonThatIs('off', new RegExp(`^(${t('startButton')}|${t('pathButton')}|${t('openButton')})$`));
    expect(requested('drafts.start')).toEqual([]);
  },
);
