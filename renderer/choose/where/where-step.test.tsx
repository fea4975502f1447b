import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading } from '../../engine/screen.fixture.tsx';
import { openInDraft } from '../draft/draft.fixture.tsx';
import WhereStep from './step.tsx';

const where = (draft: object = {}, answers: Answers = {}) =>
  openInDraft(<WhereStep />, draft, answers, '/choose/d1/where');

const WORKSPACES: Answers['workspaces.list'] = {
  workspaces: [
    { directory: '/w', name: 'w', enclaves: [{ name: 'fleet' }] },
    { directory: '/other', name: 'other' },
  ],
};

test('the title says where the draft goes and follows its fields', async () => {
  const { user, draft } = where({}, { 'workspaces.list': WORKSPACES });
  await expectHeading('To disk in w');
  await user.selectOptions(await screen.findByLabelText('Workspace'), 'other, /other');
  await expectHeading('To disk in other');
  expect(draft().workspace).toBe('/other');
  await user.type(screen.getByLabelText('Enclave'), 'fleet');
  await expectHeading('To disk in other, for fleet');
});

test('a registry is asked for only where the draft goes to one', async () => {
  const { user, draft } = where();
  await screen.findByRole('radio', { name: /^To disk/ });
  expect(screen.queryByLabelText('Destination registry')).toBeNull();
  await user.click(screen.getByRole('radio', { name: /^Both/ }));
  await user.type(screen.getByLabelText('Destination registry'), 'r.lab:5000/m');
  await expectHeading('To disk in w, then to r.lab:5000/m');
  expect(draft()).toMatchObject({ goal: 'both', destination: 'r.lab:5000/m' });
  await user.click(screen.getByRole('radio', { name: /^To a registry/ }));
  await expectHeading('Straight to r.lab:5000/m');
});

test('an emptied registry is none, and one with a scheme is rejected', async () => {
  const { user, draft } = where({ goal: 'registry', destination: 'https://r.lab' });
  await screen.findByText('Write HOST:PORT or HOST:PORT/PATH, without scheme and user.');
  await user.clear(screen.getByLabelText('Destination registry'));
  expect(draft().destination).toBeUndefined();
});

test('a draft without a workspace asks for one without an error', async () => {
  const { user, draft } = where({ workspace: undefined });
  await expectHeading('Where does it go, and for whom?');
  expect(screen.queryByText('Name a folder for the workspace.')).toBeNull();
  await user.type(screen.getByRole('combobox', { name: 'Workspace' }), 'm');
  await screen.findByText('Write the folder as a whole path.');
  await user.clear(screen.getByRole('combobox', { name: 'Workspace' }));
  expect(draft().workspace).toBeUndefined();
});

test('a wrong name of an enclave is shown and not kept', async () => {
  const { user, draft } = where({ enclave: 'fleet' });
  const field = await screen.findByLabelText<HTMLInputElement>('Enclave');
  expect(field.value).toBe('fleet');
  await user.type(field, ' West');
  await screen.findByText('Use lower-case letters, digits, dot, dash and underscore.');
  expect(field.value).toBe('fleet West');
  expect(draft().enclave).toBe('fleet');
  await user.clear(field);
  expect(draft().enclave).toBe('default');
});

test.each([
  ['8', 8 * 1024 ** 2, '67 Mb/s'],
  ['0.5', 512 * 1024, '4 Mb/s'],
])('the rate %s is kept in bytes and shown in bits', async (typed, bytes, words) => {
  const { user, draft } = where();
  await user.type(await screen.findByLabelText('At most, MiB/s'), typed);
  expect(draft().options.rate).toBe(bytes);
  screen.getByText(words);
});

test('a rate that is not a number is rejected, and the previous rate stays', async () => {
  const { user, draft } = where({ options: { rate: 1024 ** 2 } });
  const field = await screen.findByLabelText<HTMLInputElement>('At most, MiB/s');
  expect(field.value).toBe('1');
  await user.type(field, 'x');
  screen.getByText('Write a number of MiB a second, or nothing.');
  expect(draft().options.rate).toBe(1024 ** 2);
  await user.clear(field);
  expect(draft().options.rate).toBeUndefined();
});

test('further options change only themselves', async () => {
  const { user, draft } = where({ goal: 'both', options: { rate: 1024 ** 2 } });
  await user.click(await buttonThatIs('on', 'Size of pieces, parallelism, certificates'));
  await user.type(screen.getByLabelText('Largest piece, GiB'), '29');
  await user.click(screen.getByLabelText('Verify source certificates'));
  await user.click(screen.getByLabelText("Verify the destination's certificate"));
  expect(draft().options).toMatchObject({
    rate: 1024 ** 2,
    archiveSizeGiB: 29,
    sourceTlsVerify: false,
    destinationTlsVerify: false,
  });
  await user.clear(screen.getByLabelText('Largest piece, GiB'));
  expect(draft().options.archiveSizeGiB).toBeUndefined();
});

test.each(['0', '1.5', 'x', '1234567'])('pieces of %j GiB are rejected', async (typed) => {
  const { user, draft } = where();
  await user.click(await buttonThatIs('on', 'Size of pieces, parallelism, certificates'));
  await user.click(screen.getByLabelText('Largest piece, GiB'));
  await user.paste(typed);
  screen.getByText('Write a whole number of GiB, or nothing.');
  expect(draft().options.archiveSizeGiB).toBeUndefined();
});

test('parallelism begins at the defaults and stays within its limits', async () => {
  const { user, draft } = where({ goal: 'registry', destination: 'r.lab' });
  await user.click(await buttonThatIs('on', 'Size of pieces, parallelism, certificates'));
  const images = screen.getByLabelText<HTMLInputElement>('Images at once');
  expect([images.value, screen.getByLabelText<HTMLInputElement>('Layers at once').value]).toEqual(['4', '5']);
  expect(screen.queryByLabelText('Largest piece, GiB')).toBeNull();
  await user.click(images);
  await user.type(images, '2', { initialSelectionStart: 0, initialSelectionEnd: 1 });
  expect(draft().options.parallelImages).toBe(2);
  await user.type(images, '5');
  expect(draft().options.parallelImages).toBe(2);
});

test('the destination is tested with a push, and a failed test shows its remedy', async () => {
  const stage = { stage: 'tls' as const, result: 'failed' as const, detail: 'Unknown authority.' };
  const { user, asked } = where(
    { goal: 'registry', destination: 'r.lab/m', options: { destinationTlsVerify: false } },
    { 'registries.test': ({ name }) => ({ name, stages: [{ ...stage, remedy: 'Add its CA.' }] }) },
  );
  await user.click(await buttonThatIs('on', 'Test'));
  await screen.findByText('TLS failed');
  screen.getByText('Add its CA.');
  expect(asked('registries.test')).toEqual([{ name: 'r.lab/m', tlsVerify: false, push: true }]);
});

test('a rejected login of the destination is asked for in place', async () => {
  const { user } = where(
    { goal: 'registry', destination: 'r.lab/m' },
    {
      'registries.test': ({ name }) => ({
        name,
        stages: [{ stage: 'login', result: 'failed', detail: 'Rejected.' }],
      }),
    },
  );
  await user.click(await buttonThatIs('on', 'Test'));
  await screen.findByText('Login failed');
  await screen.findByLabelText('Password or token');
});

test('a destination that could not be tested shows why', async () => {
  const { user } = where(
    { goal: 'registry', destination: 'r.lab/m' },
    { 'registries.test': failing('the engine stopped') },
  );
  await user.click(await buttonThatIs('on', 'Test'));
  await screen.findByText('The engine stopped');
});
