import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs } from '../../engine/screen.fixture.tsx';
import { draftOf, openChoose } from '../draft/draft.fixture.tsx';

const INVENTORY = {
  openShift: '4.16.1',
  operators: [
    { package: 'odf-operator', version: '4.16.3', channel: 'stable-4.16' },
    { package: 'anvil-operator' },
  ],
};

const installed = (answers: Answers = {}) =>
  openChoose(
    '/choose?from=installed',
    {},
    {
      'drafts.readInventory': ({ text, file }) => ({
        inventory: (text ?? file) ? INVENTORY : {},
        command: 'oc get clusterversion,csv -A -o json',
      }),
      'drafts.start': { draft: draftOf() },
      ...answers,
    },
  );

async function paste(page: ReturnType<typeof installed>, text = 'NAME'): Promise<void> {
  await page.user.type(await screen.findByLabelText('What the command wrote'), text);
  await page.user.click(await buttonThatIs('on', 'Show what is kept of it'));
}

test('the command to run on the cluster is shown, with a button that copies it', async () => {
  installed();
  await screen.findByText('oc get clusterversion,csv -A -o json');
  await buttonThatIs('on', 'Copy the command');
  await buttonThatIs('off', 'Show what is kept of it');
});

test('a pasted inventory is read by the engine and shown before anything begins', async () => {
  const page = installed();
  await paste(page, 'apiVersion: v1');
  const table = within(await screen.findByRole('table', { name: 'Installed operators' }));
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    '2 operatorsVersionChannelActions',
    'odf-operator4.16.3stable-4.16Leave out',
    'anvil-operatornot toldnot toldLeave out',
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('OpenShift on it').value).toBe('4.16.1');
  expect(page.asked('drafts.readInventory').at(-1)).toEqual({ text: 'apiVersion: v1' });
  expect(page.asked('drafts.start')).toEqual([]);
});

test('an inventory that cannot be read shows why, and another source clears it', async () => {
  const page = installed({
    'drafts.readInventory': ({ text }) =>
      text === undefined ? {} : failing('line 1 is no JSON', { remedy: 'Paste all of the output.' }),
  });
  await paste(page);
  await screen.findByText('Line 1 is no JSON');
  screen.getByText('Paste all of the output.');
  await page.user.click(screen.getByRole('button', { name: 'Open the file' }));
  expect(screen.queryByText('Line 1 is no JSON')).toBeNull();
});

test('an inventory in a file is read by its path', async () => {
  const page = installed();
  await page.user.click(await buttonThatIs('on', 'Open the file'));
  const field = screen.getByRole('combobox', { name: 'Installed, as a file' });
  await page.user.type(field, 'inventory.json');
  await buttonThatIs('off', 'Show what is kept of it');
  await page.user.clear(field);
  await page.user.type(field, '/in.json');
  await page.user.click(await buttonThatIs('on', 'Show what is kept of it'));
  await screen.findByRole('table', { name: 'Installed operators' });
  expect(page.asked('drafts.readInventory').at(-1)).toEqual({ file: '/in.json' });
});

test('Suggest a configuration begins with what is left in the table and the wanted version', async () => {
  const page = installed();
  await paste(page);
  await page.user.click(await buttonThatIs('on', 'Leave out anvil-operator'));
  await buttonThatIs('off', 'Suggest a configuration');
  await page.user.type(screen.getByLabelText('I want'), '4.18');
  await page.user.click(await buttonThatIs('on', 'Suggest a configuration'));
  const inventory = { openShift: '4.16.1', operators: [INVENTORY.operators[0]] };
  await expect
    .poll(() => page.asked('drafts.start'))
    .toEqual([{ kind: 'inventory', inventory, to: '4.18', workspace: '/w' }]);
  await expect
    .poll(() => page.asked('drafts.save')[0])
    .toMatchObject({ inventory, from: '4.16.1', to: '4.18' });
});

test('operators are typed one by one, each once', async () => {
  const page = installed();
  await page.user.click(await buttonThatIs('on', 'Type it'));
  await page.user.type(screen.getByLabelText('Package'), ' odf-operator ');
  await page.user.type(screen.getByLabelText('Version'), '4.16.3');
  await page.user.click(await buttonThatIs('on', 'Add operator'));
  expect(screen.getByLabelText<HTMLInputElement>('Package').value).toBe('');
  await page.user.type(screen.getByLabelText('Package'), 'odf-operator');
  await buttonThatIs('off', 'Add operator');
  await page.user.type(screen.getByLabelText('I want'), '4.18');
  await page.user.click(await buttonThatIs('on', 'Suggest a configuration'));
  await expect
    .poll(() => page.asked('drafts.start')[0])
    .toEqual({
      kind: 'inventory',
      inventory: { operators: [{ package: 'odf-operator', version: '4.16.3' }] },
      to: '4.18',
      workspace: '/w',
    });
});

test('Enter in the row of a new operator adds it and begins nothing', async () => {
  const page = installed();
  await page.user.click(await buttonThatIs('on', 'Type it'));
  await page.user.type(screen.getByLabelText('OpenShift on it'), '4.16.1');
  await page.user.type(screen.getByLabelText('I want'), '4.18');
  await buttonThatIs('on', 'Suggest a configuration');
  await page.user.type(screen.getByLabelText('Package'), 'odf-operator{Enter}');
  await buttonThatIs('on', 'Leave out odf-operator');
  expect(page.asked('drafts.start')).toEqual([]);
});

test('an empty inventory cannot begin a configuration', async () => {
  const page = installed();
  await page.user.click(await buttonThatIs('on', 'Type it'));
  await page.user.type(screen.getByLabelText('I want'), '4.18');
  await buttonThatIs('off', 'Suggest a configuration');
  await page.user.type(screen.getByLabelText('OpenShift on it'), '4.16.1');
  await buttonThatIs('on', 'Suggest a configuration');
});

test('Read something else returns to the paste field', async () => {
  const page = installed();
  await paste(page);
  await page.user.click(await screen.findByRole('button', { name: 'Read something else' }));
  await screen.findByLabelText('What the command wrote');
  await buttonThatIs('off', 'Show what is kept of it');
});
