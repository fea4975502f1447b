import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../engine/screen.fixture.tsx';
import { graphOf } from './graph.fixture.ts';
import { GraphView } from './graph-view.tsx';
import { t } from './messages.ts';
import { type GraphContent, modelOf, pictureOf } from './model.ts';

test('a drag renders the versions and updates once, not with every movement', async () => {
  let renders = 0;
  const content: GraphContent = {
    model: modelOf(pictureOf(graphOf(20, 100, 12))),
    ...{ label: 'graph', height: 400, all: false, blocked: false, found: new Set(), active: undefined },
    /** Only the scene reads it, once in each of its renders. */
    get distances() {
      renders++;
      return undefined;
    },
  };
  const nothing = () => {};
  const { user } = openScreen(
    <GraphView content={content} onActive={nothing} onPick={nothing} onUpdate={nothing} card={() => null} />,
    {},
  );
  const layer = screen.getByRole('group', { name: 'graph' }).parentElement!;
  const box = layer.parentElement!;
  await user.click(screen.getByRole('button', { name: t('zoomInButton') }));
  const settled = renders;
  // Details are drawn again after the last step.
  await expect.poll(() => renders).toBeGreaterThan(settled);
  const move = (to: number) => fireEvent.pointerMove(box, { pointerId: 1, clientX: to, clientY: 60 });
  fireEvent.pointerDown(box, { pointerId: 1, button: 0, clientX: 300, clientY: 60 });
  move(295);
  move(290);
  const [before, place] = [renders, layer.style.transform];
  expect(before).toBeGreaterThan(0);
  for (let to = 289; to > 270; to--) move(to);
  expect(layer.style.transform).not.toBe(place);
  expect(renders).toBe(before);
});
