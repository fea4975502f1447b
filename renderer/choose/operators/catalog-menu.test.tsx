import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buttonThatIs, openScreen } from '../../engine/screen.fixture.tsx';
import { CatalogMenu } from './catalog-menu.tsx';
import { t } from './messages.ts';
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
    'own-index:v1 (in the configuration)',
    'redhat v4.18',
    'certified v4.18',
    'community v4.18',
    'marketplace v4.18',
    t('otherCatalogButton'),
  ]);
  await user.click(items[1]!);
  expect(onChoose.mock.calls).toEqual([[RED_HAT]]);
});

test('the menu without a catalog offers to enter one', async () => {
  const { user } = openMenu('', []);
  await user.click(await screen.findByRole('button', { name: /^Catalog/ }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    t('otherCatalogButton'),
  ]);
});

async function typeCatalog(text: string) {
  const page = openMenu();
  await page.user.click(await buttonThatIs('on', 'Catalog own-index:v1'));
  await page.user.click(await screen.findByRole('menuitem', { name: t('otherCatalogButton') }));
  const field = await screen.findByRole('textbox', { name: t('referenceLabel') });
  expect(document.activeElement).toBe(field);
  if (text !== '') await page.user.type(field, text);
  return page;
}

test.each([
  ['', t('referenceMissingError')],
  ['own:v1', t('referenceRegistryError')],
  ['quay.io/lab/own', t('referenceTagError')],
  ['quay.io/lab/own: v1', t('referenceSpacesError')],
])('the reference %j is rejected when it is submitted', async (text, fault) => {
  const { user, onChoose } = await typeCatalog(text);
  expect(screen.getByRole('status').textContent).toBe('');
  await user.click(await buttonThatIs('on', t('useCatalogButton')));
  await screen.findByText(fault);
  expect(onChoose).not.toHaveBeenCalled();
});

test('Enter uses the typed reference without surrounding spaces', async () => {
  const { onChoose } = await typeCatalog(' quay.io/lab/own:v2 {Enter}');
  expect(onChoose.mock.calls).toEqual([['quay.io/lab/own:v2']]);
  await buttonThatIs('on', 'Catalog own-index:v1');
});

test('Cancel returns to the menu and chooses nothing', async () => {
  const { user, onChoose } = await typeCatalog('quay.io/lab/own:v2');
  await user.click(await buttonThatIs('on', t('cancelButton')));
  await buttonThatIs('on', 'Catalog own-index:v1');
  expect(onChoose).not.toHaveBeenCalled();
});
