import { expect, test } from 'vitest';
import { BOX, NARROW_WIDTH, nextSite, siteShape } from './shape.ts';
import { site, THREE } from './sites.fixture.ts';

test.each([1, 3, 12])('%i sites have boxes that do not overlap', (count) => {
  const sites = [
    site('here', { kind: 'here' }),
    ...Array.from({ length: count }, (_, i) => site(`s${i}`, { parent: i % 3 === 2 ? `s${i - 1}` : 'here' })),
  ];
  const { boxes, lines, width, height } = siteShape(sites);
  expect(boxes).toHaveLength(count + 1);
  expect(lines).toHaveLength(count);
  for (const a of boxes) {
    expect(a.x + BOX.width).toBeLessThanOrEqual(width);
    expect(a.y + BOX.height).toBeLessThanOrEqual(height);
    for (const b of boxes)
      expect(a === b || Math.abs(a.x - b.x) >= BOX.width || Math.abs(a.y - b.y) >= BOX.height).toBe(true);
  }
  expect(boxes[0]!.y).toBe(boxes[1]!.y);
});

test('four levels fit in a window that is 1024 px wide, and three next to the details', () => {
  const chain = ['a', 'b', 'c', 'd'].map((id, i, all) => site(id, { parent: all[i - 1] }));
  expect(siteShape(chain).width).toBeLessThan(850);
  expect(siteShape(chain.slice(1)).width).toBeLessThan(NARROW_WIDTH);
});

test('arrow keys follow the lines and the columns', () => {
  const shape = siteShape([...THREE, site('north', { parent: 'here' })]);
  expect(nextSite(shape, 'here', 'ArrowRight')).toBe('lab');
  expect(nextSite(shape, 'lab', 'ArrowRight')).toBe('branch');
  expect(nextSite(shape, 'branch', 'ArrowRight')).toBeUndefined();
  expect(nextSite(shape, 'branch', 'ArrowLeft')).toBe('lab');
  expect(nextSite(shape, 'lab', 'ArrowDown')).toBe('north');
  expect(nextSite(shape, 'north', 'ArrowUp')).toBe('lab');
  expect(nextSite(shape, 'branch', 'Home')).toBe('here');
});
