import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, buttonThatIs } from '../../engine/screen.fixture.tsx';
import { draftOf, openChoose } from '../draft/draft.fixture.tsx';
import { t } from './messages.ts';

const transfer = (name: string, state: 'complete' | 'partial' | 'moved' | 'under-construction') => ({
  name,
  state,
});

const last = (workspaces: Extract<Answers['workspaces.list'], { workspaces?: unknown }>['workspaces']) =>
  openChoose(
    '/choose?from=last',
    {},
    { 'workspaces.list': { workspaces }, 'drafts.start': { draft: draftOf() } },
  );

const labels = () => screen.getAllByRole('option').map((option) => option.textContent);

test('the last complete transfer of each enclave is offered, that of the current workspace first', async () => {
  const { user, requested, address } = last([
    {
      directory: '/other',
      name: 'other',
      enclaves: [{ name: 'lab', transfers: [transfer('lab-0001', 'complete')] }],
    },
    {
      directory: '/w',
      name: 'w',
      enclaves: [
        {
          name: 'fleet',
          transfers: [
            transfer('fleet-0001', 'complete'),
            transfer('fleet-0002', 'moved'),
            transfer('fleet-0003', 'under-construction'),
            transfer('fleet-0004', 'partial'),
          ],
        },
        { name: 'empty', transfers: [transfer('empty-0001', 'partial')] },
      ],
    },
  ]);
  const begin = await buttonThatIs('on', t('lastButton', { transfer: 'fleet-0002' }));
  expect(labels()).toEqual(['lab: lab-0001 (from other)', 'fleet: fleet-0002 (from w)']);
  await user.click(begin);
  await expect.poll(address).toBe('/choose/d1/cluster');
  expect(requested('drafts.start')).toEqual([{ kind: 'last-transfer', workspace: '/w', enclave: 'fleet' }]);
});

test('another transfer can be chosen, also of an enclave of the same name elsewhere', async () => {
  const enclaves = [{ name: 'fleet', transfers: [transfer('fleet-0001', 'complete')] }];
  const { user, requested } = last([
    { directory: '/w', name: 'w', enclaves },
    { directory: '/p', name: 'p', practice: true, enclaves },
  ]);
  await user.selectOptions(
    await screen.findByRole('combobox', { name: t('lastLabel') }),
    'fleet: fleet-0001 (from Practice)',
  );
  await user.click(await buttonThatIs('on', t('lastButton', { transfer: 'fleet-0001' })));
  await expect
    .poll(() => requested('drafts.start'))
    .toEqual([{ kind: 'last-transfer', workspace: '/p', enclave: 'fleet' }]);
});

test('without a complete transfer the form names other starting points', async () => {
  last([{ directory: '/w', name: 'w', enclaves: [{ name: 'a', transfers: [transfer('a-1', 'partial')] }] }]);
  await screen.findByText(t('lastNoneText'));
  expect(screen.queryByRole('combobox', { name: t('lastLabel') })).toBeNull();
});
