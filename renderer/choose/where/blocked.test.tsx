import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs } from '../../engine/screen.fixture.tsx';
import { mirrorText, openInDraft } from '../draft/draft.fixture.tsx';
import { WhereBlocked } from './blocked.tsx';

const TEXT = mirrorText(`
additionalImages:
  - name: quay.io/lab/debug:1
  - name: quay.io/lab/tool:1
blockedImages:
  - name: debug
`);

/** A plan of 10 images; each blocked expression takes one with 1 MiB out. */
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

test('each expression shows what it takes out of the plan', async () => {
  await openBlocked();
  const row = within(screen.getByRole('list', { name: 'Blocked images' }));
  await row.findByText('takes out 1 image, 1.0 MiB: quay.io/lab/debug:1');
});

test('without a plan only the additional images are compared', async () => {
  await openBlocked(failing('no engine'));
  const row = within(screen.getByRole('list', { name: 'Blocked images' }));
  await row.findByText('takes out 1 image: quay.io/lab/debug:1');
});

test('an expression shows its matches while it is typed, and Block writes it', async () => {
  const page = await openBlocked();
  await buttonThatIs('off', 'Block');
  await page.user.type(screen.getByLabelText('Expression'), 'tool');
  await screen.findByText('takes out 1 image, 1.0 MiB: quay.io/lab/tool:1');
  expect(blocked(page)).toEqual(['debug']);
  await page.user.click(await buttonThatIs('on', 'Block'));
  await expect.poll(() => blocked(page)).toEqual(['debug', 'tool']);
  expect(screen.getByLabelText<HTMLInputElement>('Expression').value).toBe('');
});

test('an invalid expression is marked and cannot be added', async () => {
  const page = await openBlocked();
  await page.user.type(screen.getByLabelText('Expression'), '(');
  await screen.findByText('No regular expression');
  expect(screen.getByLabelText('Expression').getAttribute('aria-invalid')).toBe('true');
  await buttonThatIs('off', 'Block');
  await page.user.keyboard('{Enter}');
  expect(blocked(page)).toEqual(['debug']);
});

test('an expression that is blocked is not written twice', async () => {
  const page = await openBlocked();
  await page.user.type(screen.getByLabelText('Expression'), 'debug{Enter}');
  expect(blocked(page)).toEqual(['debug']);
});

test('Remove takes out one of two equal expressions', async () => {
  const text = mirrorText('blockedImages:\n  - name: a\n  - name: b\n  - name: a');
  const page = await openBlocked(PLAN, text);
  await page.user.click((await screen.findAllByRole('button', { name: 'Remove a' }))[1]!);
  await expect.poll(() => blocked(page)).toEqual(['a', 'b']);
});

test('a section that is closed requests no plan of its own', async () => {
  const page = openInDraft(<WhereBlocked />, { text: TEXT }, { 'drafts.plan': PLAN });
  await expect.poll(() => page.asked('drafts.plan')).toHaveLength(1);
  await page.user.click(await buttonThatIs('on', /^Blocked images/));
  await expect.poll(() => page.asked('drafts.plan')).toHaveLength(3);
});
