import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import { type Answers, openScreen } from '../engine/screen.fixture.tsx';
import { t } from './messages.ts';
import { Navigation } from './navigation.tsx';

const navigation = (side: GapSide, answers: Answers = {}, address = '/fetch') =>
  openScreen(
    <Navigation side={side} />,
    { 'practice.state': { state: 'off', steps: [] }, ...answers },
    address,
  );
const links = () =>
  within(screen.getByRole('navigation', { name: t('navigationLabel') }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test.each<[GapSide, string[], string[]]>([
  ['connected', [t('choose'), t('fetch'), t('carry')], [t('receive'), t('push'), t('mirror')]],
  ['disconnected', [t('receive'), t('push')], [t('choose'), t('fetch'), t('carry'), t('mirror')]],
])('the %s side shows its own screens first and the other side on request', async (side, own, other) => {
  const { user } = navigation(side);
  const at = links();
  expect(at.slice(0, 1)).toEqual([t('home')]);
  for (const label of own) expect(at).toContain(label);
  for (const label of other) expect(at).not.toContain(label);
  const button = screen.getByRole('button', { name: t('otherSideButton') });
  await user.click(button);
  for (const label of other) expect(links()).toContain(label);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await user.click(button);
  for (const label of other) expect(links()).not.toContain(label);
});

test('both sides at once have no other side', () => {
  navigation('both');
  expect(screen.queryByRole('button', { name: t('otherSideButton') })).toBeNull();
  for (const label of [t('choose'), t('mirror'), t('fetch'), t('carry'), t('receive'), t('push')])
    expect(links()).toContain(label);
});

test('the entry of the current screen is marked, Home only on Home', () => {
  navigation('connected', {}, '/fetch');
  expect(screen.getByRole('link', { name: t('fetch') }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: t('home') }).hasAttribute('aria-current')).toBe(false);
});

const step = (done: boolean) => ({ done });

test('practice shows its next step while it is on', async () => {
  navigation('both', {
    'practice.state': { state: 'on', steps: [step(true), step(true), step(false), step(false)] },
  });
  expect(await screen.findByText(t('practiceNote', { step: 3, steps: 4 }))).toBeTruthy();
});

test.each([
  ['off', [false]],
  ['on', [true, true]],
] as const)('practice that is %s with steps %s has no note', async (state, done) => {
  const { requested } = navigation('both', { 'practice.state': { state, steps: done.map(step) } });
  await expect.poll(() => requested('practice.state').length).toBeGreaterThan(0);
  expect(screen.queryByTitle(t('practiceTip'))).toBeNull();
});
