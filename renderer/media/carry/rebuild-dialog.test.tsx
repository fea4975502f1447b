import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../../engine/screen.fixture.tsx';
import CarryScreen from './carry-screen.tsx';
import { t } from './messages.ts';

const RESTORED = {
  ...{ enclave: 'fleet', transfers: ['fleet-0001', 'fleet-0002'], sent: 1200, lost: 3 },
  problems: [],
};

const filled = async (answers: Answers) => {
  const opened = openScreen(<CarryScreen />, { 'workspaces.list': { workspaces: [] }, ...answers }, '/carry');
  await opened.user.click(await buttonThatIs('on', t('rebuildOpenButton')));
  await buttonThatIs('off', t('rebuildButton'));
  await opened.user.click(screen.getByRole('combobox', { name: new RegExp(t('inventoryLabel')) }));
  await opened.user.paste('/w/inventory.json');
  return opened;
};

test('a host without transfers restores a lost ledger', async () => {
  const { user, requested } = await filled({ 'registryContent.rebuild': RESTORED });
  await user.click(await buttonThatIs('on', t('rebuildButton')));
  const values = { transfers: 2, enclave: 'fleet', last: 'fleet-0002' };
  expect(await screen.findByText(t('rebuiltText', values))).toBeTruthy();
  expect(screen.getByText(t('rebuiltUnsignedText'))).toBeTruthy();
  expect(requested('registryContent.rebuild')).toEqual([
    { workspace: '/w', file: '/w/inventory.json', replace: false },
  ]);
});

test('an existing ledger is replaced only on request', async () => {
  const { user, requested } = await filled({
    'registryContent.rebuild': ({ replace }) =>
      replace ? RESTORED : failing('exists', { code: 'ledger-exists' }),
  });
  await user.click(await buttonThatIs('on', t('rebuildButton')));
  await user.click(await screen.findByRole('checkbox', { name: t('rebuildReplaceLabel') }));
  await user.click(await buttonThatIs('on', t('rebuildButton')));
  expect(await screen.findByText(t('rebuiltLostText', { count: 3 }), { exact: false })).toBeTruthy();
  expect(requested('registryContent.rebuild').map(({ replace }) => replace)).toEqual([false, true]);
});
