import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import DocsScreen from './docs-screen.tsx';
import { t } from './messages.ts';

const HOST = { 'host.describe': { version: '0.9.0' } };

test('a page shows its title, the version, tables, pictures of both themes, and no HTML', async () => {
  openScreen(<DocsScreen />, HOST, '/docs/guides/wizard');
  await expectHeading('Choose what to mirror');
  await screen.findByText(t('versionNote', { version: '0.9.0' }));
  const pictures = document.querySelectorAll('.al-doc-light');
  expect(pictures.length).toBeGreaterThan(0);
  expect(document.querySelectorAll('.al-doc-dark')).toHaveLength(pictures.length);
  expect(document.querySelector('article')!.textContent).not.toContain('<');
});

test('a link to another page opens it at the heading, which gets the focus', async () => {
  const { user, address } = openScreen(<DocsScreen />, HOST, '/docs/guides/app');
  await user.click(await screen.findByRole('link', { name: 'download Electron' }));
  await expect.poll(address).toBe('/docs/desktop');
  await expect.poll(() => document.activeElement?.id).toBe('al-doc-starting-it');
});

test('a search lists headings, and a result opens its page', async () => {
  const { user, address } = openScreen(<DocsScreen />, HOST, '/docs');
  await user.type(await screen.findByRole('textbox', { name: t('searchLabel') }), 'disk-full');
  const results = within(screen.getByRole('region', { name: t('searchLabel') }));
  await user.click(await results.findByRole('link', { name: 'disk-full' }));
  await expect.poll(address).toBe('/docs/errors');
  await expect.poll(() => document.activeElement?.id).toBe('al-doc-disk-full');
  await expectHeading('Error codes');
});

test('every error code has a heading that a link opens', () => {
  openScreen(<DocsScreen />, HOST, '/docs/errors');
  const codes = [...document.querySelectorAll('article h3')].map(({ textContent }) => textContent);
  expect(codes.length).toBeGreaterThan(100);
  expect(codes.filter((code) => !document.getElementById(`al-doc-${code}`))).toEqual([]);
});

test('beside a page with hundreds of headings, only those of the second level are listed', async () => {
  openScreen(<DocsScreen />, HOST, '/docs/troubleshooting');
  const onPage = within(await screen.findByRole('navigation', { name: t('onPageTitle') }));
  expect(document.querySelectorAll('article h3').length).toBeGreaterThan(1000);
  const listed = onPage.getAllByRole('link').map(({ textContent }) => textContent);
  expect(listed).toEqual([...document.querySelectorAll('article h2')].map(({ textContent }) => textContent));
});

test('an unknown page leads to the contents', async () => {
  openScreen(<DocsScreen />, HOST, '/docs/nowhere');
  await expectHeading(t('noPageTitle', { address: '/docs/nowhere' }));
  expect(screen.getByRole('link', { name: t('contentsLink') })).toBeTruthy();
});
