import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import { type Answers, openScreen } from '../engine/screen.fixture.tsx';
import { Navigation } from './navigation.tsx';

const navigation = (side: GapSide, answers: Answers = {}, address = '/fetch') =>
  openScreen(
    <Navigation side={side} />,
    { 'practice.state': { state: 'off', steps: [] }, ...answers },
    address,
  );
const links = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test.each<[GapSide, string[], string[]]>([
  ['connected', ['Choose', 'Fetch', 'Carry'], ['Receive', 'Push', 'Mirror']],
  ['disconnected', ['Receive', 'Push'], ['Choose', 'Fetch', 'Carry', 'Mirror']],
])('the %s side shows its own journey first and the other side on request', async (side, own, other) => {
  const { user } = navigation(side);
  const at = links();
  expect(at.slice(0, 1)).toEqual(['Home']);
  for (const label of own) expect(at).toContain(label);
  for (const label of other) expect(at).not.toContain(label);
  const button = screen.getByRole('button', { name: 'Other side' });
  await user.click(button);
  for (const label of other) expect(links()).toContain(label);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await user.click(button);
  for (const label of other) expect(links()).not.toContain(label);
});

test('both sides at once have no other side', () => {
  navigation('both');
  expect(screen.queryByRole('button', { name: 'Other side' })).toBeNull();
  for (const label of ['Choose', 'Mirror', 'Fetch', 'Carry', 'Receive', 'Push'])
    expect(links()).toContain(label);
});

test('the entry of the current screen is marked, Home only on Home', () => {
  navigation('connected', {}, '/fetch');
  expect(screen.getByRole('link', { name: 'Fetch' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: 'Home' }).hasAttribute('aria-current')).toBe(false);
});

const step = (done: boolean) => ({ done });

test('the practice names its next step while it is on', async () => {
  navigation('both', {
    'practice.state': { state: 'on', steps: [step(true), step(true), step(false), step(false)] },
  });
  expect(await screen.findByText('3 of 4')).toBeTruthy();
});

test.each([
  ['off', [false]],
  ['on', [true, true]],
] as const)('the practice that is %s with steps %s has no note', async (state, done) => {
  const { asked } = navigation('both', { 'practice.state': { state, steps: done.map(step) } });
  await expect.poll(() => asked('practice.state').length).toBeGreaterThan(0);
  expect(screen.queryByTitle('The next step')).toBeNull();
});
