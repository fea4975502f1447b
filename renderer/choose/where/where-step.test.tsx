import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading } from '../../engine/screen.fixture.tsx';
import { t as request } from '../../run/request/messages.ts';
import { t as setup } from '../../run/setup/messages.ts';
import { t as credentials } from '../../settings/registries/messages.ts';
import { openInDraft } from '../draft/draft.fixture.tsx';
import { t } from './messages.ts';
import WhereStep from './step.tsx';

const where = (draft: object = {}, answers: Answers = {}) =>
  openInDraft(<WhereStep />, draft, answers, '/choose/d1/where');

const WORKSPACES: Answers['workspaces.list'] = {
  workspaces: [
    { directory: '/w', name: 'w', enclaves: [{ name: 'fleet' }] },
    { directory: '/other', name: 'other' },
  ],
};

test('the title has the destination and follows the fields', async () => {
  const { user, draft } = where({}, { 'workspaces.list': WORKSPACES });
  await expectHeading(t('diskHeading', { workspace: 'w', enclave: 'default' }));
  await user.selectOptions(await screen.findByLabelText(setup('workspaceLabel')), 'other (/other)');
  await expectHeading(t('diskHeading', { workspace: 'other', enclave: 'default' }));
  expect(draft().workspace).toBe('/other');
  await user.type(screen.getByLabelText(setup('enclaveLabel')), 'fleet');
  await expectHeading(t('diskHeading', { workspace: 'other', enclave: 'fleet' }));
});

test('the registry field is shown only for destinations with a registry', async () => {
  const { user, draft } = where();
  await screen.findByRole('radio', { name: t('diskLabel') });
  expect(screen.queryByLabelText(setup('destinationLabel'))).toBeNull();
  await user.click(screen.getByRole('radio', { name: t('bothLabel') }));
  await user.type(screen.getByLabelText(setup('destinationLabel')), 'r.lab:5000/m');
  await expectHeading(t('bothHeading', { workspace: 'w', registry: 'r.lab:5000/m', enclave: 'default' }));
  expect(draft()).toMatchObject({ goal: 'both', destination: 'r.lab:5000/m' });
  await user.click(screen.getByRole('radio', { name: t('registryLabel') }));
  await expectHeading(t('registryHeading', { registry: 'r.lab:5000/m', enclave: 'default' }));
});

test('an empty registry is removed, and one with a scheme is rejected', async () => {
  const { user, draft } = where({ goal: 'registry', destination: 'https://r.lab' });
  await screen.findByText(t('destinationError'));
  await user.clear(screen.getByLabelText(setup('destinationLabel')));
  expect(draft().destination).toBeUndefined();
});

test('a draft without a workspace shows no error', async () => {
  const { user, draft } = where({ workspace: undefined });
  await expectHeading(t('openTitle'));
  expect(screen.queryByText(t('directoryMissingError'))).toBeNull();
  await user.type(screen.getByRole('combobox', { name: setup('workspaceLabel') }), 'm');
  await screen.findByText(t('directoryRelativeError'));
  await user.clear(screen.getByRole('combobox', { name: setup('workspaceLabel') }));
  expect(draft().workspace).toBeUndefined();
});

test('an invalid enclave name is reported and not saved', async () => {
  const { user, draft } = where({ enclave: 'fleet' });
  const field = await screen.findByLabelText<HTMLInputElement>(setup('enclaveLabel'));
  expect(field.value).toBe('fleet');
  await user.type(field, ' West');
  await screen.findByText(t('enclaveError'));
  expect(field.value).toBe('fleet West');
  expect(draft().enclave).toBe('fleet');
  await user.clear(field);
  expect(draft().enclave).toBe('default');
});

test.each([
  ['8', 8 * 1024 ** 2, '67 Mbit/s'],
  ['0.5', 512 * 1024, '4 Mbit/s'],
])('the rate %s is saved in bytes and shown in bits', async (typed, bytes, words) => {
  const { user, draft } = where();
  await user.type(await screen.findByLabelText(t('rateLabel')), typed);
  expect(draft().options.rate).toBe(bytes);
  screen.getByText(words);
});

test('a rate that is not a number is rejected, and the previous rate stays', async () => {
  const { user, draft } = where({ options: { rate: 1024 ** 2 } });
  const field = await screen.findByLabelText<HTMLInputElement>(t('rateLabel'));
  expect(field.value).toBe('1');
  await user.type(field, 'x');
  screen.getByText(t('rateError'));
  expect(draft().options.rate).toBe(1024 ** 2);
  await user.clear(field);
  expect(draft().options.rate).toBeUndefined();
});

test('further options change only themselves', async () => {
  const { user, draft } = where({ goal: 'both', options: { rate: 1024 ** 2 } });
  await user.click(await buttonThatIs('on', t('moreTitle')));
  await user.type(screen.getByLabelText(t('archiveLabel')), '29');
  await user.click(screen.getByLabelText(t('sourceTlsLabel')));
  await user.click(screen.getByLabelText(t('destinationTlsLabel')));
  expect(draft().options).toMatchObject({
    rate: 1024 ** 2,
    archiveSizeGiB: 29,
    sourceTlsVerify: false,
    destinationTlsVerify: false,
  });
  await user.click(screen.getByLabelText(t('strictArchiveLabel')));
  expect(draft().options.strictArchive).toBe(true);
  await user.clear(screen.getByLabelText(t('archiveLabel')));
  expect(draft().options.archiveSizeGiB).toBeUndefined();
});

test.each(['0', '1.5', 'x', '1234567'])('archives of %j GiB are rejected', async (typed) => {
  const { user, draft } = where();
  await user.click(await buttonThatIs('on', t('moreTitle')));
  await user.click(screen.getByLabelText(t('archiveLabel')));
  await user.paste(typed);
  screen.getByText('Use an integer from 1 to 1000000.');
  expect(draft().options.archiveSizeGiB).toBeUndefined();
});

test('parallelism has defaults and limits', async () => {
  const { user, draft } = where({ goal: 'registry', destination: 'r.lab' });
  await user.click(await buttonThatIs('on', t('moreTitle')));
  const images = screen.getByLabelText<HTMLInputElement>(t('parallelImagesLabel'));
  expect([images.value, screen.getByLabelText<HTMLInputElement>(t('parallelLayersLabel')).value]).toEqual([
    '4',
    '5',
  ]);
  expect(screen.queryByLabelText(t('archiveLabel'))).toBeNull();
  await user.click(images);
  await user.type(images, '2', { initialSelectionStart: 0, initialSelectionEnd: 1 });
  expect(draft().options.parallelImages).toBe(2);
  await user.type(images, '5');
  expect(draft().options.parallelImages).toBe(2);
});

test('the destination is tested with a push, and a failed test shows its remedy', async () => {
  const stage = { stage: 'tls' as const, result: 'failed' as const, detail: 'Unknown authority.' };
  const { user, requested } = where(
    { goal: 'registry', destination: 'r.lab/m', options: { destinationTlsVerify: false } },
    { 'registries.test': ({ name }) => ({ name, stages: [{ ...stage, remedy: 'Add its CA.' }] }) },
  );
  await user.click(await buttonThatIs('on', setup('testButton')));
  await screen.findByText(request('tlsFailedTitle'));
  screen.getByText('Add its CA.');
  expect(requested('registries.test')).toEqual([{ name: 'r.lab/m', tlsVerify: false, push: true }]);
});

test('after rejected credentials, the form for others opens', async () => {
  const { user } = where(
    { goal: 'registry', destination: 'r.lab/m' },
    {
      'registries.test': ({ name }) => ({
        name,
        stages: [{ stage: 'login', result: 'failed', detail: 'Rejected.' }],
      }),
    },
  );
  await user.click(await buttonThatIs('on', setup('testButton')));
  await screen.findByText(request('loginFailedTitle'));
  await screen.findByLabelText(credentials('passwordField'));
});

test("a destination that couldn't be tested shows the error", async () => {
  const { user } = where(
    { goal: 'registry', destination: 'r.lab/m' },
    { 'registries.test': failing('the engine stopped') },
  );
  await user.click(await buttonThatIs('on', setup('testButton')));
  await screen.findByText('The engine stopped');
});
