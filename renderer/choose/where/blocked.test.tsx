import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs } from '../../engine/screen.fixture.tsx';
import { mirrorText, openInDraft } from '../draft/draft.fixture.tsx';
import { WhereBlocked } from './blocked.tsx';
import { t } from './messages.ts';

const TEXT = mirrorText(`
additionalImages:
  - name: quay.io/lab/debug:1
  - name: quay.io/lab/tool:1
blockedImages:
  - name: debug
`);

/** A plan of 10 images; each blocked expression excludes one with 1 MiB. */
const PLAN: Answers['drafts.plan'] = ({ draft: { text } }) => {
  const blocked = text.slice(text.indexOf('blockedImages')).match(/^ +- name/gm)?.length ?? 0;
  return { images: 10 - blocked, bytes: (10 - blocked) * 1024 ** 2 };
};

async function openBlocked(plan: Answers['drafts.plan'] = PLAN, text = TEXT) {
  const page = openInDraft(<WhereBlocked />, { text }, { 'drafts.plan': plan });
  await page.user.click(await buttonThatIs('on', /^Blocked images/));
  return page;
}

const blocked = (page: Awaited<ReturnType<typeof openBlocked>>) =>
  page.view().blockedImages.map(({ name }) => name);

test('each expression shows what it excludes from the plan', async () => {
  await openBlocked();
  const row = within(screen.getByRole('list', { name: t('blockedLabel') }));
  await row.findByText(
    t('excludedSizeExampleText', { images: 1, size: '1.0 MiB', example: 'quay.io/lab/debug:1', others: 0 }),
  );
});

test('without a plan only the additional images are compared', async () => {
  await openBlocked(failing('no engine'));
  const row = within(screen.getByRole('list', { name: t('blockedLabel') }));
  await row.findByText(t('excludedExampleText', { images: 1, example: 'quay.io/lab/debug:1', others: 0 }));
});

test('an expression shows its matches while it is typed, and Block writes it', async () => {
  const page = await openBlocked();
  await buttonThatIs('off', t('blockButton'));
  await page.user.type(screen.getByLabelText(t('expressionLabel')), 'tool');
  await screen.findByText(
    t('excludedSizeExampleText', { images: 1, size: '1.0 MiB', example: 'quay.io/lab/tool:1', others: 0 }),
  );
  expect(blocked(page)).toEqual(['debug']);
  await page.user.click(await buttonThatIs('on', t('blockButton')));
  await expect.poll(() => blocked(page)).toEqual(['debug', 'tool']);
  expect(screen.getByLabelText<HTMLInputElement>(t('expressionLabel')).value).toBe('');
});

test("an invalid expression is marked and can't be added", async () => {
  const page = await openBlocked();
  await page.user.type(screen.getByLabelText(t('expressionLabel')), '(');
  await screen.findByText(t('expressionError'));
  expect(screen.getByLabelText(t('expressionLabel')).getAttribute('aria-invalid')).toBe('true');
  await buttonThatIs('off', t('blockButton'));
  await page.user.keyboard('{Enter}');
  expect(blocked(page)).toEqual(['debug']);
});

test("an expression in the list isn't added again", async () => {
  const page = await openBlocked();
  await page.user.type(screen.getByLabelText(t('expressionLabel')), 'debug{Enter}');
  expect(blocked(page)).toEqual(['debug']);
});

test('Remove removes one of two equal expressions', async () => {
  const text = mirrorText('blockedImages:\n  - name: a\n  - name: b\n  - name: a');
  const page = await openBlocked(PLAN, text);
  await page.user.click(
    (await screen.findAllByRole('button', { name: t('removeLabel', { name: 'a' }) }))[1]!,
  );
  await expect.poll(() => blocked(page)).toEqual(['a', 'b']);
});

test('a closed section requests no plans of its own', async () => {
  const page = openInDraft(<WhereBlocked />, { text: TEXT }, { 'drafts.plan': PLAN });
  await expect.poll(() => page.requested('drafts.plan')).toHaveLength(1);
  await page.user.click(await buttonThatIs('on', /^Blocked images/));
  await expect.poll(() => page.requested('drafts.plan')).toHaveLength(3);
});
