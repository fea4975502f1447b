import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buttonThatIs, openScreen } from '../../engine/screen.fixture.tsx';
import { CatalogMenu } from './catalog-menu.tsx';
import { offeredCatalogs } from './words.ts';

const OWN = 'quay.io/lab/own-index:v1';
const RED_HAT = 'registry.redhat.io/redhat/redhat-operator-index:v4.18';

function openMenu(catalog: string | undefined = OWN, offered = offeredCatalogs('4.18', [OWN])) {
  const onChoose = vi.fn<(reference: string) => void>();
  const page = openScreen(<CatalogMenu offered={offered} catalog={catalog} onChoose={onChoose} />, {});
  return { ...page, onChoose };
}

test('the menu lists the catalogs of the text first, then the published ones', async () => {
  const { user, onChoose } = openMenu();
  await user.click(await buttonThatIs('on', 'Catalog own-index:v1'));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent?.split(/registry|quay/)[0])).toEqual([
    'own-index:v1, in the configuration',
    'redhat v4.18',
    'certified v4.18',
    'community v4.18',
    'marketplace v4.18',
    'Another catalog…',
  ]);
  await user.click(items[1]!);
  expect(onChoose.mock.calls).toEqual([[RED_HAT]]);
});

test('the menu without a catalog offers to type one', async () => {
  const { user } = openMenu('', []);
  await user.click(await screen.findByRole('button', { name: /^Catalog/ }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Another catalog…',
  ]);
});

async function typeCatalog(text: string) {
  const page = openMenu();
  await page.user.click(await buttonThatIs('on', 'Catalog own-index:v1'));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Another catalog…' }));
  const field = await screen.findByRole('textbox', { name: 'Reference of the catalog' });
  expect(document.activeElement).toBe(field);
  if (text !== '') await page.user.type(field, text);
  return page;
}

test.each([
  ['', 'Write a reference.'],
  ['own:v1', /^Write it with its registry/],
  ['quay.io/lab/own', 'A tag or digest is missing: :v4.18.'],
  ['quay.io/lab/own: v1', 'A reference has no spaces.'],
])('the reference %j is rejected after it was tried', async (text, fault) => {
  const { user, onChoose } = await typeCatalog(text);
  expect(screen.getByRole('status').textContent).toBe('');
  await user.click(await buttonThatIs('on', 'Use catalog'));
  await screen.findByText(fault);
  expect(onChoose).not.toHaveBeenCalled();
});

test('a typed reference is used without the spaces around it, by Enter', async () => {
  const { onChoose } = await typeCatalog(' quay.io/lab/own:v2 {Enter}');
  expect(onChoose.mock.calls).toEqual([['quay.io/lab/own:v2']]);
  await buttonThatIs('on', 'Catalog own-index:v1');
});

test('Cancel returns to the menu and chooses nothing', async () => {
  const { user, onChoose } = await typeCatalog('quay.io/lab/own:v2');
  await user.click(await buttonThatIs('on', 'Cancel'));
  await buttonThatIs('on', 'Catalog own-index:v1');
  expect(onChoose).not.toHaveBeenCalled();
});
