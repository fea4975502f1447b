import { expect, test, vi } from 'vitest';
import { clippedArea, drawUpdates, type Pen, updatesIn } from './all-updates.ts';
import { graphOf } from './graph.fixture.ts';
import { layoutVersions } from './layout.ts';
import { modelOf, pictureOf } from './model.ts';
import { drawnArea, scaled, zoomedAt } from './view.ts';

const model = modelOf(pictureOf(graphOf(21, 100, 44)));
const layout = layoutVersions(model.picture.versions, { width: 1100, height: 460 });
const ALL = { all: true, blocked: false };

/** Records the curves and the colors of strokes. */
function recordingPen() {
  const recorded = { curves: 0, strokes: 0, painted: 0, colors: new Set<string>() };
  const pen = {
    strokeStyle: '',
    lineWidth: 0,
    globalAlpha: 1,
    setTransform: () => {},
    beginPath: () => {},
    moveTo: () => {},
    bezierCurveTo: () => recorded.curves++,
    quadraticCurveTo: () => recorded.curves++,
    stroke() {
      recorded.strokes++;
      recorded.colors.add(this.strokeStyle);
    },
    getImageData: () => recorded.painted++,
  };
  return { recorded, pen: pen as unknown as Pen };
}

test('a zoomed diagram draws only the updates near the box', () => {
  const fitted = scaled(layout, 1);
  const complete = clippedArea(drawnArea(layout, { zoom: 1, x: 0, y: 0 }), fitted);
  expect(complete).toEqual({ x1: 0, y1: 0, x2: 1100, y2: 460 });
  expect(updatesIn(model, fitted, complete, ALL)).toHaveLength(model.picture.updates.length);
  const view = zoomedAt(layout, { zoom: 1, x: 0, y: 0 }, 7, { x: 550, y: 230 });
  const zoomed = scaled(layout, view.zoom);
  const near = updatesIn(model, zoomed, clippedArea(drawnArea(layout, view), zoomed), ALL);
  expect(near.length).toBeGreaterThan(100);
  expect(near.length).toBeLessThan(model.picture.updates.length / 2);
});

test('kinds are drawn one after another, and blocked updates only if they are wanted', () => {
  const zoomed = scaled(layout, 1);
  const area = clippedArea(drawnArea(layout, { zoom: 1, x: 0, y: 0 }), zoomed);
  const mixed = modelOf({
    ...model.picture,
    updates: model.picture.updates.slice(0, 90).map((update, at) => ({
      ...update,
      kind: (['plain', 'blocked', 'conditional'] as const)[at % 3]!,
    })),
  });
  const kinds = (choice: typeof ALL) =>
    updatesIn(mixed, zoomed, area, choice).map((index) => mixed.picture.updates[index]!.kind);
  expect([...new Set(kinds({ all: true, blocked: true }))]).toEqual(['plain', 'conditional', 'blocked']);
  expect(kinds({ all: true, blocked: true })).toHaveLength(90);
  expect([...new Set(kinds({ all: false, blocked: true }))]).toEqual(['blocked']);
});

test('tens of thousands of updates are drawn once each, over several frames', async () => {
  const zoomed = scaled(layout, 1);
  const area = { x1: 0, y1: 0, x2: 1100, y2: 460 };
  const indexes = updatesIn(model, zoomed, area, ALL);
  expect(indexes.length).toBeGreaterThan(80_000);
  const { recorded, pen } = recordingPen();
  // Each look at the clock is 5 ms later: two batches in a frame of 8 ms.
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 5;
    return now;
  });
  const frames: number[] = [];
  try {
    await new Promise<void>((resolve) => {
      const colors = { plain: 'gray', conditional: 'orange', blocked: 'red' };
      drawUpdates(pen, { model, zoomed, indexes, area, ratio: 1, colors }, (drawn) => {
        frames.push(drawn);
        if (drawn === indexes.length) resolve();
      });
    });
  } finally {
    clock.mockRestore();
  }
  expect(recorded.curves).toBe(indexes.length);
  expect(recorded.painted).toBe(recorded.strokes);
  expect(recorded.colors).toEqual(new Set(['gray', 'orange']));
  expect(frames[0]).toBeLessThan(1000);
  expect(frames.length).toBeGreaterThan(80);
});

test('drawing stops on request', async () => {
  const zoomed = scaled(layout, 1);
  const { recorded, pen } = recordingPen();
  const area = { x1: 0, y1: 0, x2: 1100, y2: 460 };
  const colors = { plain: 'gray', conditional: 'orange', blocked: 'red' };
  const stop = drawUpdates(pen, { model, zoomed, indexes: [0, 1, 2], area, ratio: 1, colors }, () => {});
  stop();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(recorded.curves).toBe(0);
});
