import { describe, expect, test } from 'vitest';
import type { PictureVersion } from '../../../core/contract/topics/upgrades.ts';
import { graphOf } from './graph.fixture.ts';
import {
  BADGE,
  badgeBox,
  crossings,
  dotBox,
  overlap,
  placeBadges,
  placeLabels,
  pointsOf,
  ZOOM_BUTTONS,
} from './labels.ts';
import { type Curve, curveBetween, diagramHeight, laneCount, layoutVersions } from './layout.ts';
import { distancesFrom, matchingVersions, modelOf, pictureOf } from './model.ts';
import { nextVersion } from './moves.ts';
import {
  clamped,
  drawnArea,
  FIT,
  highestZoom,
  scaled,
  showing,
  versionAt,
  versionsIn,
  zoomedAt,
} from './view.ts';

/** A path through five minor versions with 150 versions. */
const PATH = ['4.14.20', '4.15.12', '4.15.13', '4.16.20', '4.17.16', '4.18.9'];
const VERSIONS: PictureVersion[] = Array.from({ length: 150 }, (_, at) => {
  const version = `4.${14 + Math.floor(at / 30)}.${at % 30}`;
  return { version, onPath: PATH.includes(version), channels: [] };
});
/** Widths of the diagram for pages from 1024 to 2560 px, with and without a panel. */
const WIDTHS = [640, 669, 760, 829, 1120, 1480, 2200];
const place = (width: number, versions = VERSIONS, page = 720) => {
  const layout = layoutVersions(versions, { width, height: diagramHeight(laneCount(versions), page) });
  return { layout, zoomed: scaled(layout, 1) };
};
const curvesOf = ({ xs, ys, gap }: ReturnType<typeof scaled>, stops: readonly number[]) =>
  stops.slice(1).map((to, step) => {
    const at = (index: number) => ({ x: xs[index]!, y: ys[index]! });
    return curveBetween(at(stops[step]!), at(to), gap);
  });
const onPath = (curves: readonly Curve[]) => curves.map((curve) => ({ curve, chosen: true }));
const path = VERSIONS.flatMap(({ onPath }, at) => (onPath ? [at] : []));

test('a few versions are in the middle of the box, with room between them', () => {
  const versions = ['4.16.1', '4.16.2', '4.16.5'].map((version) => ({
    version,
    onPath: false,
    channels: [],
  }));
  const { layout } = place(829, versions);
  expect(layout.ys.every((y) => Math.abs(y - layout.height / 2) < 10)).toBe(true);
  expect(layout.xs[1]! - layout.xs[0]!).toBeGreaterThan(100);
});

describe.each(WIDTHS)('a path through five minor versions in %i px', (width) => {
  const { layout, zoomed } = place(width);
  const all = VERSIONS.map((_, at) => at);
  const curves = curvesOf(zoomed, path);
  const { names, numbers } = placeLabels(VERSIONS, zoomed, { names: path, shown: all, curves });
  const badges = placeBadges(onPath(curves), names, { x1: 0, y1: 0, x2: width, y2: layout.height });

  test('every version is inside the box, in the lane of its minor version, in order', () => {
    for (const at of all) {
      expect(layout.xs[at]).toBeGreaterThan(60);
      expect(layout.xs[at]).toBeLessThan(width - 8);
      expect(layout.ys[at]).toBeLessThan(layout.height);
    }
    for (const { first, last } of layout.lanes)
      for (let at = first + 1; at <= last; at++) expect(layout.xs[at]).toBeGreaterThan(layout.xs[at - 1]!);
    expect(layout.lanes.map(({ minor }) => minor)).toEqual(['4.14', '4.15', '4.16', '4.17', '4.18']);
  });

  test('every version of the path has its name, and labels and badges are inside and apart', () => {
    expect(names.map(({ text }) => text).toSorted()).toEqual(PATH);
    expect(numbers.length).toBeGreaterThan(20);
    const boxes = [...names, ...numbers].map(({ box }) => box);
    const apart = [...boxes, ...badges.map((place) => badgeBox(place!))];
    for (const [at, box] of apart.entries()) {
      expect(box.x1).toBeGreaterThanOrEqual(0);
      expect(box.x2).toBeLessThanOrEqual(width);
      expect(box.y1).toBeGreaterThanOrEqual(0);
      expect(box.y2).toBeLessThanOrEqual(layout.height);
      if (at < boxes.length) for (const other of boxes.slice(at + 1)) expect(overlap(box, other)).toBe(false);
    }
    for (const badge of badges.map((place) => badgeBox(place!)))
      for (const { box } of names) expect(overlap(badge, box)).toBe(false);
  });
});

describe.each(WIDTHS)('lines and labels of a path to the latest versions in %i px', (width) => {
  // The latest version of every minor version: the path is a vertical line through the places below and above its dots.
  const names = ['4.14.3', '4.14.29', '4.15.29', '4.16.29', '4.17.29', '4.18.29'];
  const versions = VERSIONS.map((each) => ({ ...each, onPath: names.includes(each.version) }));
  const { zoomed, layout } = place(width, versions);
  const stops = versions.flatMap(({ onPath }, at) => (onPath ? [at] : []));
  const curves = curvesOf(zoomed, stops);
  const points = curves.flatMap(pointsOf);
  const labels = placeLabels(versions, zoomed, { names: stops, shown: [...versions.keys()], curves });

  test('no line crosses a name', () => {
    expect(labels.names.map(({ text }) => text).toSorted()).toEqual(names.toSorted());
    for (const { text, box } of labels.names) expect(crossings(box, points), text).toBe(0);
    const buttons = { x1: width - ZOOM_BUTTONS.width, x2: width, y1: 0, y2: ZOOM_BUTTONS.height };
    for (const { text, box } of labels.names) expect(overlap(box, buttons), text).toBe(false);
  });

  test('a badge is on its line or next to it', () => {
    const badges = placeBadges(onPath(curves), labels.names, { x1: 0, y1: 0, x2: width, y2: layout.height });
    for (const [at, place] of badges.entries()) {
      const badge = place!;
      const near = {
        ...badgeBox(badge),
        x1: badge.x - BADGE.width / 2 - 12,
        x2: badge.x + BADGE.width / 2 + 12,
      };
      expect(crossings(near, pointsOf(curves[at]!)), names[at]).toBeGreaterThan(0);
      for (const curve of curves) expect(overlap(badgeBox(badge), dotBox(curve.at(1)))).toBe(false);
    }
  });
});

test('dozens of badges of other updates never cover each other; the one of the path is always shown', () => {
  const { zoomed, layout } = place(829);
  const target = VERSIONS.length - 1;
  const curves = VERSIONS.slice(60, -1).flatMap((_, at) => curvesOf(zoomed, [60 + at, target]));
  const places = placeBadges(
    curves.map((curve, at) => ({ curve, chosen: at === 0 })),
    [],
    { x1: 0, y1: 0, x2: 829, y2: layout.height },
  );
  expect(places[0]).toBeDefined();
  const boxes = places.flatMap((each) => (each ? [badgeBox(each)] : []));
  expect(boxes.length).toBeLessThan(curves.length / 2);
  for (const [at, box] of boxes.entries())
    for (const other of boxes.slice(at + 1)) expect(overlap(box, other)).toBe(false);
});

test('lines remove no number: a crossed one is above its dot, or below it with a halo', () => {
  const { zoomed } = place(829);
  const target = VERSIONS.length - 1;
  const curves = VERSIONS.slice(90, -1).flatMap((_, at) => curvesOf(zoomed, [90 + at, target]));
  const numbersWith = (lines: typeof curves) =>
    placeLabels(VERSIONS, zoomed, { names: [target], shown: [...VERSIONS.keys()], curves: lines }).numbers;
  const crossed = numbersWith(curves);
  expect(crossed.map(({ at }) => at)).toEqual(numbersWith([]).map(({ at }) => at));
  expect(crossed.some(({ at, y }) => y < zoomed.ys[at]!)).toBe(true);
  expect(crossed.filter(({ at, y }) => y < zoomed.ys[at]!).length).toBeLessThan(crossed.length / 3);
});

test('the zoom buttons cover no version', () => {
  const { layout } = place(640);
  // A dot with its line is 20 px high.
  expect(layout.ys[0]! - 10).toBeGreaterThanOrEqual(ZOOM_BUTTONS.height);
});

test('more names than a lane has room for are omitted, but not the first ones', () => {
  const versions = VERSIONS.slice(0, 30).map((each) => ({ ...each, onPath: true }));
  const { zoomed } = place(640, versions);
  const { names } = placeLabels(versions, zoomed, {
    names: [29, 0, ...versions.keys()],
    shown: [],
    curves: [],
  });
  expect(names.slice(0, 2).map(({ text }) => text)).toEqual(['4.14.29', '4.14.0']);
  expect(names.length).toBeLessThan(30);
  for (const [at, { box }] of names.entries())
    for (const other of names.slice(at + 1)) expect(overlap(box, other.box)).toBe(false);
});

test('2,000 versions in 20 lanes are inside the box', () => {
  const { versions } = pictureOf(graphOf(20, 100));
  const { layout, zoomed } = place(900, versions);
  expect(layout.lanes).toHaveLength(20);
  expect(Math.max(...layout.xs)).toBeLessThan(900);
  expect(Math.max(...layout.ys)).toBeLessThan(layout.height);
  expect(
    placeLabels(versions, zoomed, { names: [], shown: [...versions.keys()], curves: [] }).numbers,
  ).toEqual([]);
});

describe('the visible part', () => {
  const { layout } = place(760);

  test('zooming leaves the point where it is, and never shows less than the diagram', () => {
    const point = { x: 300, y: 100 };
    const view = zoomedAt(layout, FIT, 2, point);
    expect(view.zoom).toBe(2);
    expect((point.x - view.x) / 2).toBeCloseTo(300);
    expect(zoomedAt(layout, view, 0.1, point)).toEqual(FIT);
    expect(zoomedAt(layout, FIT, 1000, point).zoom).toBe(highestZoom(layout));
    expect(clamped(layout, { zoom: 2, x: 500, y: 500 })).toEqual({ zoom: 2, x: 0, y: 0 });
    expect(clamped(layout, { zoom: 2, x: -5000, y: 0 }).x).toBe(-760);
  });

  test('a selected version outside of it moves into it', () => {
    const view = zoomedAt(layout, FIT, 4, { x: 0, y: 0 });
    const last = layout.lanes[1]!.last;
    const moved = showing(layout, view, last);
    const x = layout.xs[last]! * view.zoom + moved.x;
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(760);
    expect(showing(layout, moved, last)).toEqual(moved);
  });

  test('only versions near it are drawn, and small movements draw the same ones', () => {
    const view = { zoom: highestZoom(layout), x: -400, y: 0 };
    const area = drawnArea(layout, view);
    expect(versionsIn(scaled(layout, view.zoom), area).length).toBeLessThan(VERSIONS.length);
    expect(drawnArea(layout, { ...view, x: -410 })).toEqual(area);
    expect(drawnArea(layout, { ...view, x: -900 })).not.toEqual(area);
  });

  test('a pointer finds the nearest version of its lane', () => {
    const zoomed = scaled(layout, 1);
    const at = 70;
    expect(versionAt(zoomed, { x: zoomed.xs[at]! + 2, y: zoomed.ys[at]! - 5 })).toBe(at);
    expect(versionAt(zoomed, { x: zoomed.xs[at]!, y: zoomed.ys[at]! + zoomed.gap / 2 })).toBeUndefined();
    expect(versionAt(zoomed, { x: 5, y: zoomed.ys[at]! })).toBeUndefined();
  });
});

test('arrows move along the lane and change it at the nearest version', () => {
  const { layout } = place(760);
  const move = (from: string, key: string) =>
    VERSIONS[
      nextVersion(
        layout,
        VERSIONS.findIndex(({ version }) => version === from),
        key,
      ) ?? -1
    ]?.version;
  expect(move('4.15.3', 'ArrowRight')).toBe('4.15.4');
  expect(move('4.15.3', 'ArrowLeft')).toBe('4.15.2');
  expect(move('4.15.3', 'Home')).toBe('4.15.0');
  expect(move('4.15.3', 'End')).toBe('4.15.29');
  expect(move('4.15.3', 'ArrowDown')).toBe('4.16.3');
  expect(move('4.14.0', 'ArrowUp')).toBeUndefined();
  expect(move('4.14.0', 'ArrowLeft')).toBeUndefined();
});

test('a search finds the exact version before those that start with it', () => {
  const found = (text: string) => matchingVersions(VERSIONS, text).map(({ version }) => version);
  expect(found('4.16.1')).toEqual(['4.16.1']);
  expect(found('4.16.2').length).toBe(1);
  expect(found('16.29')).toEqual(['4.16.29']);
  expect(found(' ')).toEqual([]);
});

test('the number of updates from a version: none to older ones, none across blocked ones', () => {
  const graph = graphOf(1, 4, 1);
  expect(distancesFrom(modelOf(pictureOf(graph)), '4.1.1')).toEqual([Number.POSITIVE_INFINITY, 0, 1, 2]);
  const blocked = { ...graph, updates: graph.updates.map((each, at) => (at % 4 === 2 ? 2 : each)) };
  expect(distancesFrom(modelOf(pictureOf(blocked)), '4.1.1')[2]).toBe(Number.POSITIVE_INFINITY);
});
