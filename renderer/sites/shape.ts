import type { ChainSite } from '../../core/contract/topics/sites.ts';

/** Sizes of the picture, px. */
export const BOX = { width: 184, height: 68, gap: 34, row: 12 } as const;
/** Pictures up to this width fit next to the details in a window that is 1440 px wide. */
export const NARROW_WIDTH = 650;
const MARGIN = 4;

/** The picture of a chain: suppliers on the left, the sites that they supply on the right. */
export interface SiteShape {
  width: number;
  height: number;
  boxes: { site: ChainSite; x: number; y: number }[];
  lines: { id: string; d: string }[];
}

/** Returns the places of the boxes and lines. The first supplied site is in the row of its supplier. */
export function siteShape(sites: readonly ChainSite[]): SiteShape {
  const boxes: SiteShape['boxes'] = [];
  const lines: SiteShape['lines'] = [];
  let rows = 0;
  let depth = 0;
  const place = (site: ChainSite, level: number): { x: number; y: number } => {
    depth = Math.max(depth, level + 1);
    const x = MARGIN + level * (BOX.width + BOX.gap);
    const box = { site, x, y: 0 };
    boxes.push(box);
    const below = sites
      .filter(({ parent }) => parent === site.id)
      .map((each) => ({ each, at: place(each, level + 1) }));
    box.y = below[0]?.at.y ?? MARGIN + rows++ * (BOX.height + BOX.row);
    for (const { each, at } of below) lines.push({ id: each.id, d: line(box, at) });
    return box;
  };
  for (const site of sites) if (!sites.some(({ id }) => id === site.parent)) place(site, 0);
  return {
    width: 2 * MARGIN + Math.max(1, depth) * (BOX.width + BOX.gap) - BOX.gap,
    height: 2 * MARGIN + Math.max(1, rows) * (BOX.height + BOX.row) - BOX.row,
    ...{ boxes, lines },
  };
}

function line(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const [x1, y1, x2, y2] = [from.x + BOX.width, from.y + BOX.height / 2, to.x, to.y + BOX.height / 2];
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2 - 7} ${y2}M${x2 - 8} ${y2 - 5}l8 5-8 5`;
}

/**
 * Returns the site that an arrow key moves to: left to the supplier, right to the first supplied site, up and down to the
 * nearest site in the same column. Undefined at the end.
 */
export function nextSite({ boxes }: SiteShape, id: string, key: string): string | undefined {
  const here = boxes.find(({ site }) => site.id === id);
  if (!here) return boxes[0]?.site.id;
  const column = boxes.filter(({ x }) => x === here.x).toSorted((a, b) => a.y - b.y);
  const at = column.indexOf(here);
  switch (key) {
    case 'ArrowLeft':
      return here.site.parent;
    case 'ArrowRight':
      return boxes.find(({ site }) => site.parent === id)?.site.id;
    case 'ArrowUp':
      return column[at - 1]?.site.id;
    case 'ArrowDown':
      return column[at + 1]?.site.id;
    case 'Home':
      return boxes[0]?.site.id;
    case 'End':
      return column.at(-1)?.site.id;
  }
  return undefined;
}
