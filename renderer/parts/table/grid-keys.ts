/** Height of the head of a grid, px. It's fixed at the top while rows scroll. */
export const HEAD_HEIGHT = 32;

/** Returns the number of rows that Page Up and Page Down move by, in a grid of this height (px). */
export function rowsPerPage(height: number, rowHeight: number): number {
  return Math.max(1, Math.floor((height - HEAD_HEIGHT) / rowHeight) - 1);
}

/**
 * Returns the row that a key moves to, or undefined for a key that doesn't move.
 * @param at.from the active row; one above the first visible row when none is active
 */
export function rowForKey(
  key: string,
  { from, page, total }: { from: number; page: number; total: number },
): number | undefined {
  const rows: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: total - 1,
  };
  const row = rows[key];
  return row === undefined ? undefined : Math.max(0, Math.min(total - 1, row));
}
