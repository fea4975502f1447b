import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { RunDefaults, Settings } from '../../core/contract/topics/settings.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, expectHeading } from '../engine/screen.fixture.tsx';
import { READER_REJECTION } from '../engine/session.fixture.ts';
import { t as windowTexts } from '../windows/messages.ts';
import { t } from './messages.ts';
import { openSettings, READER } from './settings.fixture.tsx';

const settingsWith = (defaults: RunDefaults): Settings => ({
  theme: 'system',
  workspaces: [],
  registries: [],
  defaults,
});

/** Opens the section over settings that change with each write. */
function openDefaults(defaults: RunDefaults, answers: Answers = {}) {
  let saved: Record<string, unknown> = { ...defaults };
  const opened = openSettings('defaults', {
    'settings.read': () => settingsWith(saved),
    'settings.write': ({ defaults: changes }) => {
      saved = Object.fromEntries(
        Object.entries({ ...saved, ...changes }).filter(([, value]) => value !== null),
      );
      opened.report({ type: 'settings', settings: settingsWith(saved) });
      return settingsWith(saved);
    },
    ...answers,
  });
  return opened;
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

describe('a default', () => {
  test('is saved when its field is left', async () => {
    const { user, requested } = openDefaults({});
    await user.type(await field(t('parallelImagesLabel')), '8');
    expect(requested('settings.write')).toEqual([]);
    await user.tab();
    expect(requested('settings.write')).toEqual([{ defaults: { parallelImages: 8 } }]);
    await screen.findByText(
      t('defaultChangedTitle', { field: t('parallelImagesLabel'), before: '4 images', now: '8 images' }),
      { exact: false },
    );
    await expectHeading(t('defaultsTitle', { images: 8 }));
  });

  test('is saved by Enter, once', async () => {
    const { user, requested } = openDefaults({});
    await user.type(await field(t('rateLabel')), '1,5{Enter}');
    await expectHeading(/up to 1\.5 MiB\/s/);
    await user.tab();
    expect(requested('settings.write')).toEqual([{ defaults: { rate: 1_572_864 } }]);
  });

  test('is removed with the text of its field', async () => {
    const { user, requested } = openDefaults({ archiveSizeGiB: 20 });
    const size = await field(t('archiveSizeLabel'));
    expect(size.value).toBe('20');
    await user.clear(size);
    await user.tab();
    expect(requested('settings.write')).toEqual([{ defaults: { archiveSizeGiB: null } }]);
    await screen.findByText(
      t('defaultChangedTitle', { field: t('archiveSizeLabel'), before: '20 GiB', now: '500 GiB' }),
      { exact: false },
    );
  });

  test('that is unchanged is not saved', async () => {
    const { user, requested } = openDefaults({ parallelLayers: 3 });
    await user.click(await field(t('parallelLayersLabel')));
    await user.tab();
    expect(requested('settings.write')).toEqual([]);
  });

  test.each([
    { name: t('parallelImagesLabel'), text: '11', problem: t('parallelError') },
    { name: t('parallelImagesLabel'), text: '2.5', problem: t('integerError') },
    { name: t('archiveSizeLabel'), text: '0', problem: t('archiveSizeError') },
    { name: t('rateLabel'), text: 'fast', problem: t('numberError') },
    { name: t('rateLabel'), text: '0', problem: t('rateError') },
  ])('"$text" for "$name" is rejected in the field', async ({ name, text, problem }) => {
    const { user, requested } = openDefaults({});
    const input = await field(name);
    await user.type(input, text);
    await user.tab();
    expect(screen.getByText(problem, { exact: false })).toBeDefined();
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(requested('settings.write')).toEqual([]);
  });

  test('is restored by Undo', async () => {
    const { user, requested } = openDefaults({ parallelImages: 2 });
    const images = await field(t('parallelImagesLabel'));
    await user.clear(images);
    await user.type(images, '9');
    await user.tab();
    await user.click(await screen.findByRole('button', { name: t('undoButton') }));
    await expectHeading(t('defaultsTitle', { images: 2 }));
    expect(requested('settings.write').at(-1)).toEqual({ defaults: { parallelImages: 2 } });
    expect((await field(t('parallelImagesLabel'))).value).toBe('2');
    expect(screen.queryByText(/changed from/)).toBeNull();
  });

  test('that had no value is removed by Undo', async () => {
    const { user, requested } = openDefaults({});
    await user.type(await field(t('pathDepthLabel')), '2{Enter}');
    await user.click(await screen.findByRole('button', { name: t('undoButton') }));
    expect(requested('settings.write').at(-1)).toEqual({ defaults: { maxNestedPaths: null } });
  });

  test('that the engine rejects is reported', async () => {
    const { user } = openDefaults({}, { 'settings.write': failing('the disk is full') });
    await user.type(await field(t('parallelImagesLabel')), '8{Enter}');
    await screen.findByText(t('defaultFailedTitle'), { exact: false });
    expect(screen.queryByRole('button', { name: t('undoButton') })).toBeNull();
  });

  test('cannot be changed by a reader', async () => {
    openDefaults({}, READER);
    await screen.findByText(READER_REJECTION);
    expect((await field(t('parallelImagesLabel'))).closest('fieldset')?.disabled).toBe(true);
  });
});

describe('the default auth file', () => {
  const auth = () => screen.findByRole<HTMLInputElement>('combobox', { name: t('authFileLabel') });

  test('is saved when the focus leaves the field and its list', async () => {
    const { user, requested } = openDefaults({});
    await user.type(await auth(), '/etc/auth.json');
    await user.tab();
    expect(requested('settings.write')).toEqual([]);
    await user.tab();
    expect(requested('settings.write')).toEqual([{ defaults: { authFile: '/etc/auth.json' } }]);
    await screen.findByText(
      t('defaultChangedTitle', {
        field: t('authFileLabel'),
        before: t('defaultLocations'),
        now: '/etc/auth.json',
      }),
      { exact: false },
    );
  });

  test('is an absolute path', async () => {
    const { user, requested } = openDefaults({});
    await user.type(await auth(), 'auth.json{Enter}');
    expect(screen.getByText(t('pathError'), { exact: false })).toBeDefined();
    expect(requested('settings.write')).toEqual([]);
  });
});

describe('the default windows', () => {
  const NIGHT = 'daily 00:00-04:00 UTC';

  test('are saved from their dialog', async () => {
    const { user, requested } = openDefaults({});
    await user.click(await screen.findByRole('button', { name: t('setWindowsButton') }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByLabelText(windowTexts('textLabel')));
    await user.paste(NIGHT);
    await user.click(screen.getByText(t('saveWindowsButton')));
    expect(requested('settings.write')).toEqual([{ defaults: { windows: [NIGHT] } }]);
    await screen.findByRole('button', { name: t('changeWindowsButton') });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('are removed when no line is left', async () => {
    const { user, requested } = openDefaults({ windows: [NIGHT] });
    await user.click(await screen.findByRole('button', { name: t('changeWindowsButton') }));
    expect(
      (await screen.findByText<HTMLButtonElement>(t('saveWindowsButton'))).closest('button')?.disabled,
    ).toBe(true);
    await user.clear(screen.getByLabelText(windowTexts('textLabel')));
    await user.click(screen.getByText(t('noWindowsButton')));
    expect(requested('settings.write')).toEqual([{ defaults: { windows: null } }]);
  });

  test('remain unchanged when the dialog is canceled', async () => {
    const { user, requested } = openDefaults({ windows: [NIGHT] });
    await user.click(await screen.findByRole('button', { name: t('changeWindowsButton') }));
    await user.clear(screen.getByLabelText(windowTexts('textLabel')));
    await user.click(screen.getByText(windowTexts('cancelButton')));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requested('settings.write')).toEqual([]);
  });
});
