import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../engine/screen.fixture.tsx';
import { DraftList } from './draft-list.tsx';
import { t } from './messages.ts';

const DRAFTS = [
  { id: 'a', name: 'first', file: '/home/op/first.yaml', step: 'review', savedAt: '2026-01-01T00:00:00Z' },
  { id: 'b', name: 'second', file: '/etc/second.yaml', step: 'where', savedAt: '2026-01-01T00:00:00Z' },
];

const list = (answers: Answers = {}) =>
  openScreen(
    <DraftList
      of="drafts"
      title="Configuration"
      address={({ id, step }) => `/choose/${id}/${step}`}
      step={({ step = '' }) => step.toUpperCase()}
    />,
    { 'drafts.list': { drafts: DRAFTS }, ...answers },
  );

test('drafts link to their step and show their file', async () => {
  list();
  expect((await screen.findByRole('link', { name: 'first' })).getAttribute('href')).toBe('/choose/a/review');
  screen.getByText('~/first.yaml');
  screen.getByText('/etc/second.yaml');
  screen.getByText('WHERE');
});

test.each([[[]], [DRAFTS]])(
  "drafts that can't be read are listed with the reason and what to do",
  async (drafts) => {
    const problem = {
      code: 'workspace-format',
      level: 'error' as const,
      message: '/d/c.json has format 9',
      remedy: 'Upgrade.',
    };
    list({ 'drafts.list': { drafts, unreadable: [problem] } });
    await screen.findByText(t('unreadableDraftsTitle', { count: 1 }));
    screen.getByText('/d/c.json has format 9.');
    screen.getByText('Upgrade.');
    expect(screen.queryAllByRole('link')).toHaveLength(drafts.length);
  },
);

test('shows nothing without drafts', async () => {
  const { requested } = list({ 'drafts.list': { drafts: [] } });
  await expect.poll(() => requested('drafts.list')).toHaveLength(1);
  expect(screen.queryByRole('heading')).toBeNull();
});

test('Remove draft deletes one draft and reloads the list', async () => {
  let drafts = DRAFTS;
  const { user, requested } = list({
    'drafts.list': () => ({ drafts }),
    'drafts.remove': ({ id }) => {
      drafts = drafts.filter((each) => each.id !== id);
      return {};
    },
  });
  await user.click(await buttonThatIs('on', t('removeNamedDraftButton', { name: 'first' })));
  await expect.poll(() => screen.queryByRole('link', { name: 'first' })).toBeNull();
  screen.getByRole('link', { name: 'second' });
  expect(requested('drafts.remove')).toEqual([{ id: 'a' }]);
});

test('a draft that could not be removed remains in the list, with the reason', async () => {
  const { user } = list({ 'drafts.remove': failing('the folder is locked', { remedy: 'Close it.' }) });
  await user.click(await buttonThatIs('on', t('removeNamedDraftButton', { name: 'first' })));
  await screen.findByText('The folder is locked');
  screen.getByText('Close it.');
  screen.getByRole('link', { name: 'first' });
});

test('drafts that could not be loaded show why', async () => {
  list({ 'drafts.list': failing('no engine') });
  await screen.findByText('No engine');
});

test('Rename draft changes the name, and an empty one restores the name of the content', async () => {
  const { user, requested } = openScreen(
    <DraftList of="drafts" title="Configuration" address={({ id }) => `/choose/${id}`} isRenamed />,
    { 'drafts.list': { drafts: DRAFTS }, 'drafts.rename': ({ id }) => ({ id }) },
  );
  const open = async () => {
    await user.click(await buttonThatIs('on', t('renameNamedDraftButton', { name: 'first' })));
    return screen.findByRole('textbox', { name: t('draftNameLabel') });
  };
  const field = await open();
  await user.clear(field);
  await user.type(field, 'May update{Enter}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await user.clear(await open());
  await user.click(await buttonThatIs('on', t('renameDraftButton')));
  await expect.poll(() => requested('drafts.rename')).toEqual([{ id: 'a', name: 'May update' }, { id: 'a' }]);
  await expect.poll(() => requested('drafts.list').length).toBeGreaterThan(1);
});

test.each([
  { named: false, value: '', sent: [{ id: 'a' }] },
  { named: true, value: 'first', sent: [{ id: 'a', name: 'first' }] },
])('an unchanged name with named=$named stays as it is', async ({ named, value, sent }) => {
  const { user, requested } = openScreen(
    <DraftList of="drafts" title="Configuration" address={({ id }) => `/choose/${id}`} isRenamed />,
    { 'drafts.list': { drafts: [{ ...DRAFTS[0], named }] }, 'drafts.rename': ({ id }) => ({ id }) },
  );
  await user.click(await buttonThatIs('on', t('renameNamedDraftButton', { name: 'first' })));
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: t('draftNameLabel') });
  expect(field.value).toBe(value);
  expect(field.placeholder).toBe(named ? '' : 'first');
  await user.click(field);
  await user.keyboard('{Enter}');
  await expect.poll(() => requested('drafts.rename')).toEqual(sent);
});

test('Enter sends a name once while it is being saved', async () => {
  const { user, requested } = openScreen(
    <DraftList of="drafts" title="Configuration" address={({ id }) => `/choose/${id}`} isRenamed />,
    { 'drafts.list': { drafts: DRAFTS }, 'drafts.rename': () => new Promise(() => {}) },
  );
  await user.click(await buttonThatIs('on', t('renameNamedDraftButton', { name: 'first' })));
  await user.type(await screen.findByRole('textbox', { name: t('draftNameLabel') }), 'May{Enter}{Enter}');
  expect(requested('drafts.rename')).toEqual([{ id: 'a', name: 'May' }]);
});

test('a read-only session removes no draft', async () => {
  list({ 'host.describe': { home: '/home/op', session: { role: 'reader' } } });
  expect((await buttonThatIs('off', t('removeNamedDraftButton', { name: 'first' }))).title).toBe(
    'This session is read-only.',
  );
});
