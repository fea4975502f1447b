import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { RunDefaults, Settings } from '../../core/contract/topics/settings.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, expectHeading } from '../engine/screen.fixture.tsx';
import { t as windowTexts } from '../windows/messages.ts';
import { openSettings, READER } from './settings.fixture.tsx';

const settingsWith = (defaults: RunDefaults): Settings => ({
  theme: 'system',
  workspaces: [],
  registries: [],
  defaults,
});

/** The section over settings that each write changes, as the engine does. */
function openDefaults(defaults: RunDefaults, answers: Answers = {}) {
  let kept: Record<string, unknown> = { ...defaults };
  const opened = openSettings('defaults', {
    'settings.read': () => settingsWith(kept),
    'settings.write': ({ defaults: changes }) => {
      kept = Object.fromEntries(
        Object.entries({ ...kept, ...changes }).filter(([, value]) => value !== null),
      );
      opened.report({ type: 'settings', settings: settingsWith(kept) });
      return settingsWith(kept);
    },
    ...answers,
  });
  return opened;
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

describe('a default', () => {
  test('is saved when its field is left', async () => {
    const { user, asked } = openDefaults({});
    await user.type(await field('Images at once'), '8');
    expect(asked('settings.write')).toEqual([]);
    await user.tab();
    expect(asked('settings.write')).toEqual([{ defaults: { parallelImages: 8 } }]);
    await screen.findByText('Images at once: 8 images. It was 4.', { exact: false });
    await expectHeading('New runs begin with 8 images at once.');
  });

  test('is saved by Enter, once', async () => {
    const { user, asked } = openDefaults({});
    await user.type(await field('Rate'), '1,5{Enter}');
    await expectHeading(/at most 1\.5 MiB\/s/);
    await user.tab();
    expect(asked('settings.write')).toEqual([{ defaults: { rate: 1_572_864 } }]);
  });

  test('is removed with the text of its field', async () => {
    const { user, asked } = openDefaults({ archiveSizeGiB: 20 });
    const size = await field('Largest piece of a set');
    expect(size.value).toBe('20');
    await user.clear(size);
    await user.tab();
    expect(asked('settings.write')).toEqual([{ defaults: { archiveSizeGiB: null } }]);
    await screen.findByText('Largest piece of a set: 500. It was 20 GiB.', { exact: false });
  });

  test('that did not change is not saved', async () => {
    const { user, asked } = openDefaults({ parallelLayers: 3 });
    await user.click(await field('Layers of an image at once'));
    await user.tab();
    expect(asked('settings.write')).toEqual([]);
  });

  test.each([
    { name: 'Images at once', text: '11', problem: 'From 1 to 10.' },
    { name: 'Images at once', text: '2.5', problem: 'A whole number.' },
    { name: 'Largest piece of a set', text: '0', problem: 'At least 1 GiB.' },
    { name: 'Rate', text: 'fast', problem: 'A number.' },
    { name: 'Rate', text: '0', problem: 'At least 0.001 MiB/s; leave it empty for no limit.' },
  ])('"$text" for "$name" is rejected in the field', async ({ name, text, problem }) => {
    const { user, asked } = openDefaults({});
    const input = await field(name);
    await user.type(input, text);
    await user.tab();
    expect(screen.getByText(problem, { exact: false })).toBeDefined();
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(asked('settings.write')).toEqual([]);
  });

  test('is restored by Undo', async () => {
    const { user, asked } = openDefaults({ parallelImages: 2 });
    const images = await field('Images at once');
    await user.clear(images);
    await user.type(images, '9');
    await user.tab();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await expectHeading('New runs begin with 2 images at once.');
    expect(asked('settings.write').at(-1)).toEqual({ defaults: { parallelImages: 2 } });
    expect((await field('Images at once')).value).toBe('2');
    expect(screen.queryByText(/It was/)).toBeNull();
  });

  test('that had no value is removed by Undo', async () => {
    const { user, asked } = openDefaults({});
    await user.type(await field('Nested paths at the destination'), '2{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(asked('settings.write').at(-1)).toEqual({ defaults: { maxNestedPaths: null } });
  });

  test('that the engine rejects is reported', async () => {
    const { user } = openDefaults({}, { 'settings.write': failing('the disk is full') });
    await user.type(await field('Images at once'), '8{Enter}');
    await screen.findByText('The default was not saved', { exact: false });
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('cannot be changed by a reader', async () => {
    openDefaults({}, READER);
    await screen.findByText('This session is read-only.');
    expect((await field('Images at once')).closest('fieldset')?.disabled).toBe(true);
  });
});

describe('the default auth file', () => {
  const auth = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Auth file' });

  test('is saved when the focus leaves the field and its list', async () => {
    const { user, asked } = openDefaults({});
    await user.type(await auth(), '/etc/auth.json');
    await user.tab();
    expect(asked('settings.write')).toEqual([]);
    await user.tab();
    expect(asked('settings.write')).toEqual([{ defaults: { authFile: '/etc/auth.json' } }]);
    await screen.findByText('Auth file: /etc/auth.json. It was the usual places.', { exact: false });
  });

  test('is an absolute path', async () => {
    const { user, asked } = openDefaults({});
    await user.type(await auth(), 'auth.json{Enter}');
    expect(screen.getByText('A whole path, from / on.', { exact: false })).toBeDefined();
    expect(asked('settings.write')).toEqual([]);
  });
});

describe('the default windows', () => {
  const NIGHT = 'daily 00:00-04:00 UTC';

  test('are saved from their dialog', async () => {
    const { user, asked } = openDefaults({});
    await user.click(await screen.findByRole('button', { name: 'Set windows' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByLabelText(windowTexts('textLabel')));
    await user.paste(NIGHT);
    await user.click(screen.getByText('Save windows'));
    expect(asked('settings.write')).toEqual([{ defaults: { windows: [NIGHT] } }]);
    await screen.findByRole('button', { name: 'Change windows' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('are removed when no line is left', async () => {
    const { user, asked } = openDefaults({ windows: [NIGHT] });
    await user.click(await screen.findByRole('button', { name: 'Change windows' }));
    expect((await screen.findByText<HTMLButtonElement>('Save windows')).closest('button')?.disabled).toBe(
      true,
    );
    await user.clear(screen.getByLabelText(windowTexts('textLabel')));
    await user.click(screen.getByText('Run at any time'));
    expect(asked('settings.write')).toEqual([{ defaults: { windows: null } }]);
  });

  test('stay as they were when the dialog is canceled', async () => {
    const { user, asked } = openDefaults({ windows: [NIGHT] });
    await user.click(await screen.findByRole('button', { name: 'Change windows' }));
    await user.clear(screen.getByLabelText(windowTexts('textLabel')));
    await user.click(screen.getByText('Cancel'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked('settings.write')).toEqual([]);
  });
});
