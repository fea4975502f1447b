import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { SIDES } from '../app-state/sides.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../engine/screen.fixture.tsx';
import { closeGlossary, useGlossary } from '../parts/glossary.ts';
import { endTour, useTour } from '../tour/tour.ts';
import FirstStart from './first-start.tsx';
import { t } from './messages.ts';

afterEach(() => {
  endTour();
  closeGlossary();
});

const start = (answers: Answers = {}) => openScreen(<FirstStart />, answers);

const named = (name: string) => new RegExp(`^${name}`);

test('each side has a button, the first one with the focus, and nothing is requested', async () => {
  const { requested } = start();
  await screen.findByRole('heading', { name: t('title') });
  for (const { name } of SIDES) await buttonThatIs('on', named(name));
  expect(document.activeElement?.textContent).toContain(SIDES[0]!.name);
  screen.getByText(t('connectedNote'));
  screen.getByText(t('disconnectedNote'));
  screen.getByText(t('bothNote'));
  expect(requested('settings.write')).toEqual([]);
});

test.each(SIDES.map(({ side, name }) => [name, side] as const))(
  'the button %s saves %s once',
  async (name, side) => {
    const { user, requested } = start();
    await user.click(await buttonThatIs('on', named(name)));
    await buttonThatIs('off', named(name));
    expect(requested('settings.write')).toEqual([{ side }]);
  },
);

test('a side can be chosen by keyboard', async () => {
  const { user, requested } = start();
  await user.keyboard('{Tab}{Enter}');
  expect(requested('settings.write')).toEqual([{ side: SIDES[1]!.side }]);
});

test('a failed save shows why and can be repeated', async () => {
  const { user, requested } = start({
    'settings.write': failing('the disk is full', { remedy: 'Remove files.' }),
  });
  await user.click(await buttonThatIs('on', named(SIDES[0]!.name)));
  await screen.findByText('The disk is full');
  screen.getByText('Remove files.');
  await user.click(await buttonThatIs('on', named(SIDES[0]!.name)));
  expect(requested('settings.write')).toHaveLength(2);
});

test('practice is available before a side is chosen', async () => {
  start();
  const link = await screen.findByRole('link', { name: t('practiceLink') });
  expect(link.getAttribute('href')).toBe('/practice');
});

test('the page says what Airlock is, and opens the glossary', async () => {
  const { user } = start();
  await screen.findByText(t('purpose'), { exact: false });
  await user.click(screen.getByRole('button', { name: t('glossaryButton') }));
  expect(useGlossary.getState().shown).toBeDefined();
});

test.each([
  ['starts', undefined, 0],
  ["doesn't start again", true, undefined],
] as const)('after the answer, the tour %s', async (_name, tourEnded, at) => {
  const { user } = start({ 'settings.read': { tourEnded }, 'settings.write': {} });
  await user.click(await buttonThatIs('on', named(SIDES[0]!.name)));
  await waitFor(() => expect(useTour.getState().at).toBe(at));
});
