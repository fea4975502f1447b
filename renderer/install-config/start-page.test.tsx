import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ContractError } from '../../core/contract/contract-error.ts';
import { PRESETS } from '../../core/contract/documents/install-config.ts';
import { t as editor } from '../editor/messages.ts';
import { type Answers, buttonThatIs, openScreen } from '../engine/screen.fixture.tsx';
import { READER } from '../engine/session.fixture.ts';
import { t } from './messages.ts';
import { StartPage } from './start-page.tsx';

const DRAFT = { id: 'd7', file: '/w/install-config.yaml', text: 'metadata: {}\n' };
const FAILURE = new ContractError({
  code: 'file-missing',
  level: 'error',
  message: 'File not found',
  remedy: 'Check the path.',
  problems: [],
});

const preset = (id: string) => PRESETS.find((each) => each.id === id)!;

const openStart = (answers: Answers = {}, address = '/install-config') =>
  openScreen(
    <StartPage />,
    {
      'installConfig.list': { drafts: [] },
      'installConfig.start': DRAFT,
      'installConfig.save': { text: '' },
      'paths.complete': { entries: [] },
      ...answers,
    },
    address,
  );

describe('a preset', () => {
  test('starts a draft for a release, and opens its form', async () => {
    const { user, requested, address } = openStart();
    expect(screen.getByText(preset('vsphere-multi-vcenter').description)).toBeDefined();
    await user.selectOptions(
      screen.getByRole('combobox', { name: t('presetLabel') }),
      preset('single-node').name,
    );
    expect(screen.getByText(preset('single-node').description)).toBeDefined();
    await user.type(screen.getByRole('textbox', { name: t('versionLabel') }), ' 4.18.9');
    expect(requested('installConfig.start')).toEqual([]);
    await user.click(screen.getByRole('button', { name: t('startButton') }));
    await expect.poll(address).toBe('/install-config/cluster?draft=d7');
    expect(requested('installConfig.start')).toEqual([
      { kind: 'preset', preset: 'single-node', openShiftVersion: '4.18.9' },
    ]);
    expect(requested('installConfig.fromMirror')).toEqual([]);
  });

  test('may be an empty form', async () => {
    const { user, requested } = openStart();
    await user.selectOptions(screen.getByRole('combobox', { name: t('presetLabel') }), 'empty');
    await user.click(screen.getByRole('button', { name: t('startButton') }));
    await expect.poll(() => requested('installConfig.start')).toMatchObject([{ preset: 'empty' }]);
  });

  test('starts once while the engine works', async () => {
    const { user, requested } = openStart({ 'installConfig.start': () => new Promise<never>(() => {}) });
    await user.click(screen.getByRole('button', { name: t('startButton') }));
    await buttonThatIs('off', new RegExp(`${t('startButton')}$`));
    await user.type(screen.getByRole('textbox', { name: t('versionLabel') }), '{Enter}');
    expect(requested('installConfig.start')).toHaveLength(1);
  });

  test('starts again after a failure', async () => {
    let broken = true;
    const { user, address } = openStart({ 'installConfig.start': () => (broken ? FAILURE : DRAFT) });
    await user.click(screen.getByRole('button', { name: t('startButton') }));
    await screen.findByText(t('startFailedTitle'));
    expect(screen.getByText('Check the path.')).toBeDefined();
    broken = false;
    await user.click(await buttonThatIs('on', t('startButton')));
    await expect.poll(address).toBe('/install-config/cluster?draft=d7');
  });
});

describe('a file', () => {
  test('needs an absolute path', async () => {
    const { user, requested, address } = openStart();
    await user.click(screen.getByRole('button', { name: new RegExp(`^${t('fileTitle')}`) }));
    expect(address()).toBe('/install-config?from=file');
    expect(screen.queryByRole('combobox', { name: t('presetLabel') })).toBeNull();
    const file = screen.getByRole('combobox', { name: t('configFileLabel') });
    await user.click(file);
    await user.paste('install-config.yaml');
    await buttonThatIs('off', t('openFileButton'));
    await user.clear(file);
    await user.paste('/data/install-config.yaml');
    await user.click(await buttonThatIs('on', t('openFileButton')));
    await expect.poll(address).toBe('/install-config/cluster?draft=d7');
    expect(requested('installConfig.start')).toEqual([
      { kind: 'file', file: '/data/install-config.yaml', openShiftVersion: '' },
    ]);
  });
});

describe('a mirror', () => {
  const openMirror = (answers: Answers = {}) =>
    openStart(
      { 'installConfig.fromMirror': { text: 'mirrored: {}\n' }, ...answers },
      '/install-config?from=mirror',
    );

  test('is added to the preset, and opens the section with its sources', async () => {
    const { user, requested, address } = openMirror();
    const folder = screen.getByRole('combobox', { name: t('workspaceLabel') });
    await user.clear(folder);
    await user.paste('/mirror');
    const bundle = screen.getByRole('combobox', { name: t('caLabel') });
    await user.click(bundle);
    await user.paste('/etc/ca.pem');
    await user.click(await buttonThatIs('on', t('startMirrorButton')));
    await expect.poll(address).toBe('/install-config/mirror?draft=d7');
    expect(requested('installConfig.fromMirror')).toEqual([
      { text: DRAFT.text, directory: '/mirror', trustBundle: '/etc/ca.pem' },
    ]);
    expect(requested('installConfig.save')).toMatchObject([{ id: 'd7', text: 'mirrored: {}\n' }]);
  });

  test('stays on the page when nothing was pushed', async () => {
    const { user, requested, address } = openMirror({ 'installConfig.fromMirror': FAILURE });
    const folder = screen.getByRole('combobox', { name: t('workspaceLabel') });
    await user.clear(folder);
    await user.paste('/mirror');
    await user.click(await buttonThatIs('on', t('startMirrorButton')));
    await screen.findByText(t('startFailedTitle'));
    expect(address()).toBe('/install-config?from=mirror');
    expect(requested('installConfig.save')).toEqual([]);
  });
});

describe('drafts', () => {
  const drafts = [
    { id: 'd1', name: 'bergen', file: '/home/op/a/install-config.yaml', savedAt: '2026-01-01T00:00:00.000Z' },
    { id: 'd2', name: 'oslo', file: '/data/install-config.yaml', savedAt: '2026-01-01T00:00:00.000Z' },
  ];

  test('are continued and removed', async () => {
    let left = drafts;
    const { user, requested } = openStart({
      'installConfig.list': () => ({ drafts: left }),
      'installConfig.remove': ({ id }) => {
        left = left.filter((draft) => draft.id !== id);
        return {};
      },
    });
    const link = await screen.findByRole('link', { name: 'bergen' });
    expect(link.getAttribute('href')).toBe('/install-config/cluster?draft=d1');
    await user.click(
      screen.getByRole('button', { name: editor('removeNamedDraftButton', { name: 'bergen' }) }),
    );
    await expect.poll(() => screen.queryByRole('link', { name: 'bergen' })).toBeNull();
    expect(requested('installConfig.remove')).toEqual([{ id: 'd1' }]);
    expect(screen.getByRole('link', { name: 'oslo' })).toBeDefined();
  });

  test('are shown in a read-only session, which starts and removes none', async () => {
    openStart({ ...READER, 'installConfig.list': { drafts } });
    await buttonThatIs('off', editor('removeNamedDraftButton', { name: 'oslo' }));
    const start = () => screen.getByRole('button', { name: t('startButton') });
    await expect.poll(() => start().closest('fieldset')?.disabled).toBe(true);
  });
});
