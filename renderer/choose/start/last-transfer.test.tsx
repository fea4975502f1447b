import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, buttonThatIs } from '../../engine/screen.fixture.tsx';
import { draftOf, openChoose } from '../draft/draft.fixture.tsx';

const transfer = (name: string, state: 'complete' | 'partial' | 'moved' | 'under construction') => ({
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

test('the last whole transfer of each enclave is offered, that of the current workspace first', async () => {
  const { user, asked, address } = last([
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
            transfer('fleet-0003', 'under construction'),
            transfer('fleet-0004', 'partial'),
          ],
        },
        { name: 'empty', transfers: [transfer('empty-0001', 'partial')] },
      ],
    },
  ]);
  const begin = await buttonThatIs('on', 'Begin with fleet-0002');
  expect(labels()).toEqual(['lab: lab-0001, from other', 'fleet: fleet-0002, from w']);
  await user.click(begin);
  await expect.poll(address).toBe('/choose/d1/cluster');
  expect(asked('drafts.start')).toEqual([{ kind: 'last-transfer', workspace: '/w', enclave: 'fleet' }]);
});

test('another transfer can be chosen, also of an enclave of the same name elsewhere', async () => {
  const enclaves = [{ name: 'fleet', transfers: [transfer('fleet-0001', 'complete')] }];
  const { user, asked } = last([
    { directory: '/w', name: 'w', enclaves },
    { directory: '/p', name: 'p', practice: true, enclaves },
  ]);
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Enclave and transfer' }),
    'fleet: fleet-0001, from Practice',
  );
  await user.click(await buttonThatIs('on', 'Begin with fleet-0001'));
  await expect
    .poll(() => asked('drafts.start'))
    .toEqual([{ kind: 'last-transfer', workspace: '/p', enclave: 'fleet' }]);
});

test('without a whole transfer the form explains what else to begin with', async () => {
  last([{ directory: '/w', name: 'w', enclaves: [{ name: 'a', transfers: [transfer('a-1', 'partial')] }] }]);
  await screen.findByText(/^Nothing was carried from a workspace on the list yet/);
  expect(screen.queryByRole('button', { name: /^Begin with/ })).toBeNull();
});
