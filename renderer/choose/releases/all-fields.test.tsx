import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buttonThatIs } from '../../engine/screen.fixture.tsx';
import { t as question } from '../../upgrades/question/messages.ts';
import { mirrorText, openInDraft } from '../draft/draft.fixture.tsx';
import { ClusterAllFields } from './all-fields.tsx';
import { t } from './messages.ts';

const TEXT = mirrorText(`
platform:
  channels:
    - name: stable-4.16
      minVersion: 4.16.1
      maxVersion: 4.16.5
    - name: eus-4.18
`);

async function openFields(text = TEXT) {
  const page = openInDraft(<ClusterAllFields />, { text });
  await page.user.click(await buttonThatIs('on', t('allFieldsTitle')));
  return page;
}

const channel = (name: string) => within(screen.getByRole('group', { name: t('channelTitle', { name }) }));

const releases = (page: Awaited<ReturnType<typeof openFields>>) =>
  page.view().releases.map(({ path, ...release }) => release);

const STABLE = {
  name: 'stable-4.16',
  minVersion: '4.16.1',
  maxVersion: '4.16.5',
  full: false,
  shortestPath: false,
};
const EUS = { name: 'eus-4.18', full: false, shortestPath: false };

test('a bound of one channel is changed and removed, the others stay', async () => {
  const page = await openFields();
  const field = channel('stable-4.16').getByLabelText('maxVersion');
  await page.user.clear(field);
  await page.user.type(field, '4.16.9{Enter}');
  await expect.poll(() => releases(page)).toEqual([{ ...STABLE, maxVersion: '4.16.9' }, EUS]);
  await page.user.clear(channel('stable-4.16').getByLabelText('minVersion'));
  await page.user.tab();
  await expect
    .poll(() => releases(page)[0])
    .toEqual({
      name: 'stable-4.16',
      maxVersion: '4.16.9',
      full: false,
      shortestPath: false,
    });
});

test('an invalid bound is not written', async () => {
  const page = await openFields();
  const field = channel('eus-4.18').getByLabelText('minVersion');
  await page.user.type(field, '4.18{Enter}');
  screen.getByText(question('fullVersionError'));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(releases(page)).toEqual([STABLE, EUS]);
});

test('a channel is renamed with its bounds; an empty name is not written', async () => {
  const page = await openFields();
  const field = channel('stable-4.16').getByLabelText(t('channelLabel'));
  await page.user.clear(field);
  await page.user.keyboard('{Enter}');
  expect(releases(page)).toEqual([STABLE, EUS]);
  await page.user.type(field, 'fast-4.16{Enter}');
  await expect.poll(() => releases(page)).toEqual([{ ...STABLE, name: 'fast-4.16' }, EUS]);
});

test.each([
  ['shortestPath', { shortestPath: true }],
  ['full', { full: true }],
])('the flag %s is set and removed again', async (label, change) => {
  const page = await openFields();
  await page.user.click(channel('eus-4.18').getByLabelText(label));
  await expect.poll(() => releases(page)).toEqual([STABLE, { ...EUS, ...change }]);
  await page.user.click(channel('eus-4.18').getByLabelText(label));
  await expect.poll(() => page.draft().text).toBe(TEXT);
});

test('another channel is added once', async () => {
  const page = await openFields();
  await page.user.type(screen.getByLabelText(t('addChannelLabel')), 'eus-4.18{Enter}');
  expect(releases(page)).toEqual([STABLE, EUS]);
  const field = screen.getByLabelText(t('addChannelLabel'));
  await page.user.clear(field);
  await page.user.type(field, ' eus-4.20 {Enter}');
  await expect.poll(() => releases(page)).toEqual([STABLE, EUS, { ...EUS, name: 'eus-4.20' }]);
  expect(screen.getByLabelText<HTMLInputElement>(t('addChannelLabel')).value).toBe('');
});

test('a channel is removed', async () => {
  const page = await openFields();
  await page.user.click(await buttonThatIs('on', t('removeChannelLabel', { name: 'stable-4.16' })));
  await expect.poll(() => releases(page)).toEqual([EUS]);
});

test('graph and KubeVirt images are switched in the text', async () => {
  const page = await openFields();
  await page.user.click(screen.getByLabelText(t('graphLabel')));
  await page.user.click(screen.getByLabelText(t('kubeVirtLabel')));
  await expect.poll(() => page.view()).toMatchObject({ graph: true, kubeVirtContainer: true });
  await page.user.click(screen.getByLabelText(t('graphLabel')));
  await expect.poll(() => page.view()).toMatchObject({ graph: false, kubeVirtContainer: true });
});

test('a release payload in the text is shown, because it overrides the channels', async () => {
  await openFields(mirrorText('platform:\n  release: quay.io/ocp/release:4.16.1-x86_64'));
  screen.getByText('quay.io/ocp/release:4.16.1-x86_64');
});

test('the base image of the update graph is an option of the run', async () => {
  const page = await openFields();
  expect(screen.queryByLabelText(t('graphBaseLabel'))).toBeNull();
  await page.user.click(screen.getByLabelText(t('graphLabel')));
  const field = await screen.findByLabelText(t('graphBaseLabel'));
  await page.user.type(field, 'NO image{Enter}');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await page.user.clear(field);
  await page.user.type(field, 'registry.lab/ubi9:1{Enter}');
  expect(page.draft().options.graphBaseImage).toBe('registry.lab/ubi9:1');
  await page.user.clear(field);
  await page.user.tab();
  expect(page.draft().options).not.toHaveProperty('graphBaseImage');
});
