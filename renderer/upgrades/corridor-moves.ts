import type { PictureVersion } from '../../core/contract/topics/upgrades.ts';

/** Returns the version that an arrow key selects: along the lane, or the nearest one in the next lane. */
export function nextVersion(
  versions: readonly PictureVersion[],
  current: string | undefined,
  key: string,
): PictureVersion | undefined {
  const at = versions.find(({ version }) => version === current);
  if (!at) return versions.find(({ onPath }) => onPath) ?? versions[0];
  const lane = versions.filter(({ y }) => y === at.y).toSorted((a, b) => a.x - b.x);
  const place = lane.indexOf(at);
  if (key === 'ArrowLeft') return lane[place - 1];
  if (key === 'ArrowRight') return lane[place + 1];
  if (key === 'Home') return lane[0];
  if (key === 'End') return lane.at(-1);
  const rows = [...new Set(versions.map(({ y }) => y))].sort((a, b) => a - b);
  const row = rows[rows.indexOf(at.y) + (key === 'ArrowDown' ? 1 : -1)];
  const others = versions.filter(({ y }) => y === row);
  const distance = ({ x }: PictureVersion) => Math.abs(x - at.x);
  return others.reduce<PictureVersion | undefined>(
    (best, each) => (best && distance(best) <= distance(each) ? best : each),
    undefined,
  );
}

/** Returns the versions that match a search: the exact one, otherwise those that start with or contain the text. */
export function matchingVersions(versions: readonly PictureVersion[], text: string): PictureVersion[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const exact = versions.filter(({ version }) => version.toLowerCase() === wanted);
  if (exact.length > 0) return exact;
  const begins = versions.filter(({ version }) => version.toLowerCase().startsWith(wanted));
  return begins.length > 0
    ? begins
    : versions.filter(({ version }) => version.toLowerCase().includes(wanted));
}

/** Returns the middle of an update in the diagram: a line (`M H`), a quadratic (`M Q`) or a cubic curve (`M C`). */
export function middleOf(d: string): { x: number; y: number } | undefined {
  const numbers = (d.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = numbers;
  if (d.includes('H')) return { x: (x0 + x1) / 2, y: y0 };
  if (d.includes('Q')) return { x: (x0 + 2 * x1 + x2) / 4, y: (y0 + 2 * y1 + y2) / 4 };
  if (d.includes('C')) return { x: (x0 + 3 * x1 + 3 * x2 + x3) / 8, y: (y0 + 3 * y1 + 3 * y2 + y3) / 8 };
  return undefined;
}
