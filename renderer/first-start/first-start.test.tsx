import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SIDES } from '../app-state/sides.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../engine/screen.fixture.tsx';
import FirstStart from './first-start.tsx';
import { t } from './messages.ts';

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
