import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs } from '../../engine/screen.fixture.tsx';
import { mirrorText, openInDraft } from '../draft/draft.fixture.tsx';
import { WhereImages } from './images.tsx';
import { t } from './messages.ts';

const UBI = 'registry.redhat.io/ubi9/ubi:latest';
const PINNED = `quay.io/lab/tool@sha256:${'a'.repeat(64)}`;
const DIGEST = `sha256:${'b'.repeat(64)}`;
const TEXT = mirrorText(`additionalImages:\n  - name: ${UBI}\n  - name: ${PINNED}`);

async function openImages(answers: Answers = {}, draft: object = {}) {
  const page = openInDraft(<WhereImages />, { text: TEXT, ...draft }, answers);
  await page.user.click(await buttonThatIs('on', /^Additional images/));
  return page;
}

const rowOf = (name: string) => within(screen.getByText(name).closest('li')!);
const names = (page: Awaited<ReturnType<typeof openImages>>) =>
  page.view().additionalImages.map(({ name }) => name);

test('images of the text are listed with their number, unchecked, and nothing is requested', async () => {
  const { requested } = await openImages();
  await buttonThatIs('on', t('imagesTitle', { count: 2 }));
  rowOf(UBI).getByText(t('uncheckedText'));
  expect(requested('drafts.checkImage')).toEqual([]);
});

test('a new image is written to the text and checked at once', async () => {
  const page = await openImages({ 'drafts.checkImage': { ok: true, bytes: 1536 } });
  await buttonThatIs('off', t('addImageButton'));
  await page.user.type(screen.getByLabelText(t('imageLabel')), ' quay.io/lab/new:1 {Enter}');
  await expect.poll(() => names(page)).toEqual([UBI, PINNED, 'quay.io/lab/new:1']);
  await rowOf('quay.io/lab/new:1').findByText(t('availableSizeText', { size: '1.5 KiB' }));
  expect(page.requested('drafts.checkImage')).toEqual([
    { image: 'quay.io/lab/new:1', tlsVerify: true, workspace: '/w' },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>(t('imageLabel')).value).toBe('');
});

test("on a metered connection a new image isn't checked before a click", async () => {
  const page = await openImages({ 'drafts.checkImage': { ok: true } }, { metered: true });
  await page.user.type(screen.getByLabelText(t('imageLabel')), 'quay.io/lab/new:1{Enter}');
  await expect.poll(() => names(page)).toHaveLength(3);
  rowOf('quay.io/lab/new:1').getByText(t('uncheckedText'));
  expect(page.requested('drafts.checkImage')).toEqual([]);
});

test("an image in the list can't be added again", async () => {
  const page = await openImages();
  await page.user.type(screen.getByLabelText(t('imageLabel')), `${UBI}{Enter}`);
  await buttonThatIs('off', t('addImageButton'));
  expect(names(page)).toEqual([UBI, PINNED]);
});

test('Check requests every image, without certificates if the draft disables their verification', async () => {
  const page = await openImages(
    { 'drafts.checkImage': ({ image }) => ({ ok: true, digest: image.includes('@') ? undefined : DIGEST }) },
    { options: { sourceTlsVerify: false }, workspace: undefined },
  );
  await page.user.click(await buttonThatIs('on', t('checkButton', { images: 2, size: '11.7 KiB' })));
  await rowOf(UBI).findByText(t('availableText'));
  expect(page.requested('drafts.checkImage')).toEqual([
    { image: UBI, tlsVerify: false },
    { image: PINNED, tlsVerify: false },
  ]);
});

test('at most four images are checked at once', async () => {
  const list = [1, 2, 3, 4, 5, 6].map((n) => `  - name: quay.io/lab/a:${n}`).join('\n');
  const waiting: (() => void)[] = [];
  const page = await openImages(
    {
      'drafts.checkImage': () =>
        new Promise<{ ok: boolean }>((resolve) => waiting.push(() => resolve({ ok: true }))),
    },
    { text: mirrorText(`additionalImages:\n${list}`) },
  );
  await page.user.click(await buttonThatIs('on', /^Check 6 images/));
  await expect.poll(() => screen.queryAllByText(t('checkingText'))).toHaveLength(4);
  expect(screen.getAllByText(t('uncheckedText'))).toHaveLength(2);
  waiting[0]!();
  await expect.poll(() => page.requested('drafts.checkImage')).toHaveLength(5);
});

test('Pin writes the digest next to the tag; an image with a digest offers no Pin', async () => {
  const page = await openImages({ 'drafts.checkImage': { ok: true, digest: DIGEST } });
  await page.user.click(await buttonThatIs('on', /^Check 2 images/));
  await rowOf(PINNED).findByText(t('availableText'));
  expect(rowOf(PINNED).queryByRole('button', { name: t('pinButton') })).toBeNull();
  await page.user.click(await rowOf(UBI).findByRole('button', { name: t('pinButton') }));
  await expect.poll(() => names(page)).toEqual([`${UBI}@${DIGEST}`, PINNED]);
});

test('an unavailable image shows reason and remedy', async () => {
  const { failure } = failing('manifest unknown', { remedy: 'Check the tag.' });
  const page = await openImages({ 'drafts.checkImage': { ok: false, failure } });
  await page.user.click(await buttonThatIs('on', /^Check 2 images/));
  await rowOf(UBI).findByText(t('unavailableText'));
  expect(rowOf(UBI).getByRole('alert').textContent).toBe('manifest unknown. Check the tag.');
});

test("an image isn't shown as unavailable if the check itself failed", async () => {
  const page = await openImages({ 'drafts.checkImage': failing('the engine stopped') });
  await page.user.click(await buttonThatIs('on', /^Check 2 images/));
  await rowOf(UBI).findByText(t('checkFailedTitle'), { exact: false });
  rowOf(UBI).getByText('The engine stopped');
  rowOf(UBI).getByText(t('checkFailedText'));
  expect(rowOf(UBI).queryByText(t('unavailableText'))).toBeNull();
});

test('Remove removes one image from the text', async () => {
  const page = await openImages();
  await page.user.click(await buttonThatIs('on', t('removeLabel', { name: UBI })));
  await expect.poll(() => names(page)).toEqual([PINNED]);
  await buttonThatIs('on', t('imagesTitle', { count: 1 }));
});
