import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SIDES } from '../app-state/sides.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../engine/screen.fixture.tsx';
import FirstStart from './first-start.tsx';

const start = (answers: Answers = {}) => openScreen(<FirstStart />, answers);

const door = (name: string) => new RegExp(`^${name}`);

test('the question has a door for each side, the first one with the focus, and requests nothing', async () => {
  const { asked } = start();
  await screen.findByRole('heading', { name: 'Which side of the gap is this machine on?' });
  for (const { name } of SIDES) await buttonThatIs('on', door(name));
  expect(document.activeElement?.textContent).toContain(SIDES[0]!.name);
  screen.getByText('You will fetch, then carry.');
  screen.getByText('You will push what was carried.');
  screen.getByText('You will mirror without media.');
  expect(asked('settings.write')).toEqual([]);
});

test.each(SIDES.map(({ side, name }) => [name, side] as const))(
  'the door %s answers %s, once',
  async (name, side) => {
    const { user, asked } = start();
    await user.click(await buttonThatIs('on', door(name)));
    await buttonThatIs('off', door(name));
    expect(asked('settings.write')).toEqual([{ side }]);
  },
);

test('the answer is given by keyboard, too', async () => {
  const { user, asked } = start();
  await user.keyboard('{Tab}{Enter}');
  expect(asked('settings.write')).toEqual([{ side: SIDES[1]!.side }]);
});

test('an answer that was not saved shows why, and can be given again', async () => {
  const { user, asked } = start({
    'settings.write': failing('the disk is full', { remedy: 'Remove files.' }),
  });
  await user.click(await buttonThatIs('on', door(SIDES[0]!.name)));
  await screen.findByText('The disk is full');
  screen.getByText('Remove files.');
  await user.click(await buttonThatIs('on', door(SIDES[0]!.name)));
  expect(asked('settings.write')).toHaveLength(2);
});

test('practice is offered before the answer', async () => {
  start();
  const link = await screen.findByRole('link', { name: 'Practice the whole journey on this machine' });
  expect(link.getAttribute('href')).toBe('/practice');
});
