import { screen, waitFor, within } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answers, openScreen } from '../../engine/screen.fixture.tsx';
import { READER } from '../../engine/session.fixture.ts';
import { t } from '../messages.ts';
import { PathInput } from './path-input.tsx';

/** jsdom has no top layer. */
const elements = HTMLElement.prototype as Partial<HTMLElement>;
const own = elements.showPopover;
beforeAll(() => {
  elements.showPopover = () => {};
});
afterAll(() => {
  if (own) elements.showPopover = own;
  else delete elements.showPopover;
});

const ENTRIES = [
  { path: '/srv/data', name: 'data', kind: 'directory' as const },
  { path: '/srv/a.yaml', name: 'a.yaml', kind: 'file' as const },
];

type FieldProps = Partial<ComponentProps<typeof PathInput>> & { start?: string };

function Field({ kind = 'file', start = '', ...more }: FieldProps) {
  const [value, setValue] = useState(start);
  return (
    <>
      <PathInput id="p" label="Place" kind={kind} value={value} onChange={setValue} {...more} />
      <button type="button">Elsewhere</button>
    </>
  );
}

function field(props: FieldProps = {}, answers: Answers = {}) {
  const opened = openScreen(<Field {...props} />, {
    'paths.complete': ({ text }) => ({ entries: text.startsWith('/srv/') ? ENTRIES : [] }),
    ...answers,
  });
  return { ...opened, input: screen.getByRole<HTMLInputElement>('combobox', { name: 'Place' }) };
}

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const chosen = () => screen.queryByRole('option', { selected: true })?.textContent;

test('a typed path is completed with the extensions and the kind of the field', async () => {
  const { user, input, requested } = field({ extensions: ['yaml', 'yml'] });
  await user.type(input, '/srv/');
  await waitFor(() => expect(options()).toEqual(['data', 'a.yaml']));
  expect(requested('paths.complete').at(-1)).toEqual({
    text: '/srv/',
    kind: 'file',
    extensions: ['yaml', 'yml'],
  });
});

test('a field for folders requests folders only', async () => {
  const folder = field({ kind: 'directory' });
  await folder.user.type(folder.input, '/srv/');
  await waitFor(() => expect(folder.requested('paths.complete').at(-1)?.kind).toBe('directory'));
});

test('paths are requested only after typing or browsing', async () => {
  const { requested } = field({ start: '/srv/' });
  await waitFor(() => expect(requested('host.describe')).toHaveLength(1));
  expect(requested('paths.complete')).toEqual([]);
});

test('arrow keys select, Enter opens a folder and lists its content', async () => {
  const { user, input, requested } = field();
  await user.type(input, '/srv/');
  await screen.findByRole('option', { name: 'data' });
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toBe('data');
  expect(input.getAttribute('aria-activedescendant')).toBe('p-0');
  await user.keyboard('{Enter}');
  expect(input.value).toBe('/srv/data/');
  await waitFor(() => expect(requested('paths.complete').at(-1)?.text).toBe('/srv/data/'));
  expect(await screen.findByRole('option', { name: t('parentDirectory', { folder: '/srv' }) })).toBeTruthy();
});

test('Arrow up from the field goes to the last entry, and a chosen file closes the list', async () => {
  const { user, input } = field();
  await user.type(input, '/srv/');
  await screen.findByRole('option', { name: 'data' });
  await user.keyboard('{ArrowUp}');
  expect(chosen()).toBe('a.yaml');
  await user.keyboard('{Enter}');
  expect(input.value).toBe('/srv/a.yaml');
  expect(options()).toEqual([]);
  expect(input.getAttribute('aria-expanded')).toBe('false');
});

test('Enter without a chosen entry closes the list and leaves the text unchanged', async () => {
  const { user, input } = field();
  await user.type(input, '/srv/');
  await screen.findByRole('option', { name: 'data' });
  await user.keyboard('{Enter}');
  expect(options()).toEqual([]);
  expect(input.value).toBe('/srv/');
});

test('Escape closes only the list, not a dialog around the field', async () => {
  const heard: string[] = [];
  const listen = (event: KeyboardEvent) => heard.push(event.key);
  document.addEventListener('keydown', listen);
  const { user, input } = field();
  await user.type(input, '/srv/');
  await screen.findByRole('option', { name: 'data' });
  heard.length = 0;
  await user.keyboard('{Escape}');
  expect(options()).toEqual([]);
  expect(heard).toEqual([]);
  await user.keyboard('{Escape}');
  expect(heard).toEqual(['Escape']);
  document.removeEventListener('keydown', listen);
});

test('the button lists the home folder when the field is empty, and closes the list again', async () => {
  const { user, requested } = field({}, { 'paths.complete': { entries: ENTRIES } });
  await waitFor(() => expect(requested('host.describe')).toHaveLength(1));
  const button = screen.getByRole('button', { name: t('chooseFileButton', { field: 'Place' }) });
  await expect
    .poll(async () => {
      if (options().length === 0) await user.click(button);
      return options();
    })
    .toEqual([t('parentDirectory', { folder: '/home' }), 'data', 'a.yaml']);
  expect(requested('paths.complete').at(-1)?.text).toBe('/home/op/');
  await user.click(button);
  expect(options()).toEqual([]);
});

test('browsing offers the parent folder, and a click on it opens it', async () => {
  const { user, input } = field({ kind: 'directory', start: '/srv/data/' });
  await user.click(screen.getByRole('button', { name: t('chooseDirectoryButton', { field: 'Place' }) }));
  await user.click(await screen.findByRole('option', { name: t('parentDirectory', { folder: '/srv' }) }));
  expect(input.value).toBe('/srv/');
  expect(document.activeElement).toBe(input);
});

test('a long folder has a note that more paths exist', async () => {
  const { user, input } = field({}, { 'paths.complete': { entries: ENTRIES, truncated: true } });
  await user.type(input, '/srv/');
  expect(await screen.findByText(t('morePathsNote'))).toBeTruthy();
});

test('a native dialog picks the path where the host has one, and starts at the typed path', async () => {
  const { user, input, requested } = field(
    { kind: 'save', start: '/srv/x.yaml', extensions: ['yaml'] },
    {
      'host.describe': { home: '/home/op', nativeDialogs: true, session: { role: 'operator' } },
      'paths.pick': { path: '/srv/picked.yaml' },
    },
  );
  const button = screen.getByRole('button', { name: t('chooseFileButton', { field: 'Place' }) });
  await waitFor(async () => {
    await user.click(button);
    expect(requested('paths.pick').length).toBeGreaterThan(0);
  });
  await waitFor(() => expect(input.value).toBe('/srv/picked.yaml'));
  expect(requested('paths.pick').at(-1)).toMatchObject({
    kind: 'save',
    title: 'Place',
    extensions: ['yaml'],
  });
});

test('a canceled native dialog leaves the path unchanged', async () => {
  const { user, input, requested } = field(
    { start: '/srv/x.yaml' },
    {
      'host.describe': { home: '/home/op', nativeDialogs: true, session: { role: 'operator' } },
      'paths.pick': {},
    },
  );
  await waitFor(async () => {
    await user.click(screen.getByRole('button', { name: t('chooseFileButton', { field: 'Place' }) }));
    expect(requested('paths.pick').length).toBeGreaterThan(0);
  });
  expect(requested('paths.pick')[0]).toMatchObject({ startAt: '/srv/x.yaml' });
  expect(input.value).toBe('/srv/x.yaml');
});

test('leaving the field trims blanks and the last slash, and closes the list', async () => {
  const { user, input } = field();
  await user.type(input, ' /srv/');
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(input.value).toBe('/srv');
  expect(options()).toEqual([]);
});

test('a read-only session completes nothing', async () => {
  const { user, input, requested } = field({}, READER);
  await user.type(input, '/srv/');
  expect(input.value).toBe('/srv/');
  await waitFor(() => expect(requested('host.describe')).toHaveLength(1));
  expect(options()).toEqual([]);
});

test('an error replaces the hint and marks the field as invalid', () => {
  const { input } = field({ error: 'Not a folder.', helper: 'Where it goes.' });
  const note = document.getElementById(input.getAttribute('aria-describedby')!)!;
  expect(within(note).getByText('Not a folder.')).toBeTruthy();
  expect(within(note).queryByText('Where it goes.')).toBeNull();
  expect(input.getAttribute('aria-invalid')).toBe('true');
});

test('the hint describes a field without an error; a disabled field disables its button too', () => {
  const { input } = field({ helper: 'Where it goes.', disabled: true });
  expect(document.getElementById('p-note')?.textContent).toContain('Where it goes.');
  expect(input.disabled).toBe(true);
  expect(
    screen.getByRole<HTMLButtonElement>('button', { name: t('chooseFileButton', { field: 'Place' }) })
      .disabled,
  ).toBe(true);
});
