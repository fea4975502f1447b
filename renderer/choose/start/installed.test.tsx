import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs } from '../../engine/screen.fixture.tsx';
import { t as parts } from '../../parts/messages.ts';
import { draftOf, openChoose } from '../draft/draft.fixture.tsx';
import { t } from './messages.ts';

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
      'drafts.readInventory': ({ text, file, cluster }) => ({
        inventory: (text ?? file ?? cluster) ? INVENTORY : {},
        command: 'oc get clusterversion,csv -A -o json',
      }),
      'drafts.start': { draft: draftOf() },
      ...answers,
    },
  );

async function paste(page: ReturnType<typeof installed>, text = 'NAME'): Promise<void> {
  await page.user.click(await buttonThatIs('on', t('pasteButton')));
  await page.user.type(await screen.findByLabelText(t('outputLabel')), text);
  await page.user.click(await buttonThatIs('on', t('readButton')));
}

const CONTEXTS = {
  files: ['/home/kim/.kube/config'],
  contexts: ['lab', 'edge'].map((name) => ({
    ...{ name, cluster: name, server: `https://api.${name}:6443` },
    ...{ user: 'kim', current: name === 'lab' },
  })),
};

test('a cluster of the kubeconfig is read first, and another one can be selected', async () => {
  const page = installed({ 'clusters.contexts': CONTEXTS });
  const context = await screen.findByRole('combobox', { name: parts('contextLabel') });
  await expect.poll(() => (context as HTMLSelectElement).value).toBe('lab');
  await page.user.selectOptions(context, 'edge');
  await page.user.click(await buttonThatIs('on', t('readButton')));
  await screen.findByRole('table', { name: t('inventoryLabel') });
  expect(page.requested('drafts.readInventory').at(-1)).toEqual({ cluster: { context: 'edge' } });
});

test('without a context, no cluster can be read', async () => {
  installed({ 'clusters.contexts': { files: [], contexts: [] } });
  await screen.findByText(parts('noContextOption'));
  await buttonThatIs('off', t('readButton'));
});

test('the command to run on the cluster is shown, with a button that copies it', async () => {
  const page = installed();
  await page.user.click(await buttonThatIs('on', t('pasteButton')));
  await screen.findByText('oc get clusterversion,csv -A -o json');
  await buttonThatIs('on', t('copyTip'));
  await buttonThatIs('off', t('readButton'));
});

test('a pasted inventory is read by the engine and shown before a draft is started', async () => {
  const page = installed();
  await paste(page, 'apiVersion: v1');
  const table = within(await screen.findByRole('table', { name: t('inventoryLabel') }));
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    ['2 operators', t('versionColumn'), t('channelColumn'), t('actionsColumn')].join(''),
    `odf-operator4.16.3stable-4.16${t('removeButton')}`,
    ['anvil-operator', t('unknownValue'), t('unknownValue'), t('removeButton')].join(''),
  ]);
  expect(screen.getByLabelText<HTMLInputElement>(t('installedVersionLabel')).value).toBe('4.16.1');
  expect(page.requested('drafts.readInventory').at(-1)).toEqual({ text: 'apiVersion: v1' });
  expect(page.requested('drafts.start')).toEqual([]);
});

test("an inventory that couldn't be read shows the error, and another source clears it", async () => {
  const page = installed({
    'drafts.readInventory': ({ text }) =>
      text === undefined ? {} : failing('line 1 is not JSON', { remedy: 'Paste all of the output.' }),
  });
  await paste(page);
  await screen.findByText('Line 1 is not JSON');
  screen.getByText('Paste all of the output.');
  await page.user.click(screen.getByRole('button', { name: t('inventoryFileButton') }));
  expect(screen.queryByText('Line 1 is not JSON')).toBeNull();
});

test('an inventory in a file is read by its path', async () => {
  const page = installed();
  await page.user.click(await buttonThatIs('on', t('inventoryFileButton')));
  const field = screen.getByRole('combobox', { name: t('inventoryFileLabel') });
  await page.user.type(field, 'inventory.json');
  await buttonThatIs('off', t('readButton'));
  await page.user.clear(field);
  await page.user.type(field, '/in.json');
  await page.user.click(await buttonThatIs('on', t('readButton')));
  await screen.findByRole('table', { name: t('inventoryLabel') });
  expect(page.requested('drafts.readInventory').at(-1)).toEqual({ file: '/in.json' });
});

test('Suggest a configuration uses the rows of the table and the target version', async () => {
  const page = installed();
  await paste(page);
  await page.user.click(await buttonThatIs('on', t('removeLabel', { package: 'anvil-operator' })));
  await buttonThatIs('off', t('suggestButton'));
  await page.user.type(screen.getByLabelText(t('toLabel')), '4.18');
  await page.user.click(await buttonThatIs('on', t('suggestButton')));
  const inventory = { openShift: '4.16.1', operators: [INVENTORY.operators[0]] };
  await expect
    .poll(() => page.requested('drafts.start'))
    .toEqual([{ kind: 'inventory', inventory, to: '4.18', workspace: '/w' }]);
  await expect
    .poll(() => page.requested('drafts.save')[0])
    .toMatchObject({ inventory, from: '4.16.1', to: '4.18' });
});

test('operators are entered one by one, each once', async () => {
  const page = installed();
  await page.user.click(await buttonThatIs('on', t('typeButton')));
  await page.user.type(screen.getByLabelText(t('packageLabel')), ' odf-operator ');
  await page.user.type(screen.getByLabelText(t('packageVersionLabel')), '4.16.3');
  await page.user.click(await buttonThatIs('on', t('addButton')));
  expect(screen.getByLabelText<HTMLInputElement>(t('packageLabel')).value).toBe('');
  await page.user.type(screen.getByLabelText(t('packageLabel')), 'odf-operator');
  await buttonThatIs('off', t('addButton'));
  await page.user.type(screen.getByLabelText(t('toLabel')), '4.18');
  await page.user.click(await buttonThatIs('on', t('suggestButton')));
  await expect
    .poll(() => page.requested('drafts.start')[0])
    .toEqual({
      kind: 'inventory',
      inventory: { operators: [{ package: 'odf-operator', version: '4.16.3' }] },
      to: '4.18',
      workspace: '/w',
    });
});

test("Enter in the row of a new operator adds it and doesn't start a draft", async () => {
  const page = installed();
  await page.user.click(await buttonThatIs('on', t('typeButton')));
  await page.user.type(screen.getByLabelText(t('installedVersionLabel')), '4.16.1');
  await page.user.type(screen.getByLabelText(t('toLabel')), '4.18');
  await buttonThatIs('on', t('suggestButton'));
  await page.user.type(screen.getByLabelText(t('packageLabel')), 'odf-operator{Enter}');
  await buttonThatIs('on', t('removeLabel', { package: 'odf-operator' }));
  expect(page.requested('drafts.start')).toEqual([]);
});

test("an empty inventory can't start a configuration", async () => {
  const page = installed();
  await page.user.click(await buttonThatIs('on', t('typeButton')));
  await page.user.type(screen.getByLabelText(t('toLabel')), '4.18');
  await buttonThatIs('off', t('suggestButton'));
  await page.user.type(screen.getByLabelText(t('installedVersionLabel')), '4.16.1');
  await buttonThatIs('on', t('suggestButton'));
});

test('Read another inventory returns to the paste field', async () => {
  const page = installed();
  await paste(page);
  await page.user.click(await screen.findByRole('button', { name: t('otherButton') }));
  await screen.findByLabelText(t('outputLabel'));
  await buttonThatIs('off', t('readButton'));
});
