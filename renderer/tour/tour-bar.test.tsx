import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type Answers, openScreen } from '../engine/screen.fixture.tsx';
import { t } from './messages.ts';
import { endTour, showTour, TOUR_SCREENS } from './tour.ts';
import { TourBar } from './tour-bar.tsx';

afterEach(endTour);

const open = (answers: Answers = {}) => openScreen(<TourBar />, { 'settings.write': {}, ...answers }, '/');
const title = (number: number) =>
  t('tourTitle', { number, total: TOUR_SCREENS.length, screen: TOUR_SCREENS[number - 1]!.name });

test('the tour leads through five screens by keyboard, and its end is saved', async () => {
  showTour(0);
  const { user, address, requested } = open();
  for (const [index, { path, text }] of TOUR_SCREENS.entries()) {
    await screen.findByText(title(index + 1));
    screen.getByText(text);
    await expect.poll(address).toBe(path);
    const next = TOUR_SCREENS[index + 1];
    const name = next ? t('nextButton', { screen: next.name }) : t('finishButton');
    screen.getByRole('button', { name }).focus();
    await user.keyboard('{Enter}');
  }
  expect(TOUR_SCREENS).toHaveLength(5);
  expect(screen.queryByRole('region', { name: t('tourLabel') })).toBeNull();
  expect(requested('settings.write')).toEqual([{ tourEnded: true }]);
});

test('the tour can go back and be skipped', async () => {
  showTour(2);
  const { user, address, requested } = open();
  await user.click(await screen.findByRole('button', { name: t('previousButton') }));
  await screen.findByText(title(2));
  await expect.poll(address).toBe('/choose');
  await user.click(screen.getByRole('button', { name: t('skipButton') }));
  expect(screen.queryByRole('region', { name: t('tourLabel') })).toBeNull();
  expect(requested('settings.write')).toEqual([{ tourEnded: true }]);
});

test('a read-only session can end the tour without saving', async () => {
  showTour(0);
  const { user, requested } = open({ 'host.describe': { session: { role: 'reader' } } });
  await user.click(await screen.findByRole('button', { name: t('skipButton') }));
  expect(screen.queryByRole('region', { name: t('tourLabel') })).toBeNull();
  expect(requested('settings.write')).toEqual([]);
});
