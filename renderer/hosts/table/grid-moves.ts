/** A rectangle of cells: where it began, and the cell that has the focus. Positions in the shown rows and columns. */
export interface Selection {
  fromRow: number;
  fromColumn: number;
  row: number;
  column: number;
}

export interface Range {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export const FIRST: Selection = { fromRow: 0, fromColumn: 0, row: 0, column: 0 };

export function at(row: number, column: number): Selection {
  return { fromRow: row, fromColumn: column, row, column };
}

export function rangeOf({ fromRow, fromColumn, row, column }: Selection): Range {
  return {
    top: Math.min(fromRow, row),
    bottom: Math.max(fromRow, row),
    left: Math.min(fromColumn, column),
    right: Math.max(fromColumn, column),
  };
}

export function holds({ top, bottom, left, right }: Range, row: number, column: number): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** How many cells are selected. */
export function cellsIn({ top, bottom, left, right }: Range): number {
  return (bottom - top + 1) * (right - left + 1);
}

/** The keys that move, as a spreadsheet has them. */
export interface Move {
  key: string;
  shift: boolean;
  /** Ctrl, or Command. */
  held: boolean;
}

/**
 * The selection after a key; undefined for keys that do not move.
 * @param page rows of a screenful
 */
export function moved(
  selection: Selection,
  { key, shift, held }: Move,
  size: { rows: number; columns: number; page: number },
): Selection | undefined {
  const { row, column } = selection;
  const [lastRow, lastColumn] = [Math.max(0, size.rows - 1), Math.max(0, size.columns - 1)];
  const to = ((): [number, number] | undefined => {
    switch (key) {
      case 'ArrowDown':
        return [held ? lastRow : row + 1, column];
      case 'ArrowUp':
        return [held ? 0 : row - 1, column];
      case 'ArrowRight':
        return [row, held ? lastColumn : column + 1];
      case 'ArrowLeft':
        return [row, held ? 0 : column - 1];
      case 'PageDown':
        return [row + size.page, column];
      case 'PageUp':
        return [row - size.page, column];
      case 'Home':
        return [held ? 0 : row, 0];
      case 'End':
        return [held ? lastRow : row, lastColumn];
      default:
        return undefined;
    }
  })();
  if (key.toLowerCase() === 'a' && held)
    return { fromRow: 0, fromColumn: 0, row: lastRow, column: lastColumn };
  if (!to) return undefined;
  const next = {
    row: Math.max(0, Math.min(lastRow, to[0])),
    column: Math.max(0, Math.min(lastColumn, to[1])),
  };
  return shift ? { ...selection, ...next } : at(next.row, next.column);
}

/** Rows of a screenful, of which one stays in sight. @param height of all rows that are seen, px */
export function pageRows(height: number, rowHeight: number): number {
  return Math.max(1, Math.floor(height / rowHeight) - 1);
}

/** What a key that doesn't move does: typing begins a new text, editing continues with that of the cell. */
export type GridAction = 'unselect' | 'edit' | 'type' | 'empty' | 'fill';

/** @param readOnly nothing is written */
export function actionOf({ key, held }: Omit<Move, 'shift'>, readOnly: boolean): GridAction | undefined {
  if (key === 'Escape') return 'unselect';
  if (readOnly) return undefined;
  if (key === 'Enter' || key === 'F2') return 'edit';
  if (key === 'Delete' || key === 'Backspace') return 'empty';
  if (key.toLowerCase() === 'd' && held) return 'fill';
  // Keys of the screen: search, and the sheet of keys.
  return key.length === 1 && !held && key !== '/' && key !== '?' ? 'type' : undefined;
}

/** A selection within a table that became smaller. */
export function within(selection: Selection, rows: number, columns: number): Selection {
  const row = (value: number) => Math.max(0, Math.min(value, rows - 1));
  const column = (value: number) => Math.max(0, Math.min(value, columns - 1));
  return {
    fromRow: row(selection.fromRow),
    fromColumn: column(selection.fromColumn),
    row: row(selection.row),
    column: column(selection.column),
  };
}

/** Cells as a spreadsheet takes them from the clipboard. */
export function printBlock(block: readonly (readonly string[])[]): string {
  return block
    .map((row) =>
      row.map((text) => (/["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('\t'),
    )
    .join('\n');
}

/** Cells as spreadsheets put them on the clipboard: tabs between, a line each; quoted where a cell has either. */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r?\n|$)/y;
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (!match) break;
    rows.at(-1)!.push(match[1] === undefined ? match[2]!.trim() : match[1].replaceAll('""', '"'));
    if (match[3] !== '\t' && cell.lastIndex < text.length) rows.push([]);
    if (match[3] === '\t' && cell.lastIndex === text.length) rows.at(-1)!.push('');
  }
  return rows.filter((row) => row.length > 0);
}

/**
 * The cells that a paste fills: the block from the corner of the selection on; one cell, or a block that fits in evenly,
 * fills all of the selection.
 */
export function pasted(
  block: readonly (readonly string[])[],
  range: Range,
): { row: number; column: number; text: string }[] {
  const height = block.length;
  const width = Math.max(0, ...block.map((row) => row.length));
  if (width === 0) return [];
  const [rows, columns] = [range.bottom - range.top + 1, range.right - range.left + 1];
  const repeat = rows % height === 0 && columns % width === 0;
  const [tall, wide] = repeat ? [rows, columns] : [height, width];
  return Array.from({ length: tall }, (_, row) =>
    Array.from({ length: wide }, (_, column) => ({
      row: range.top + row,
      column: range.left + column,
      text: block[row % height]![column % width] ?? '',
    })),
  ).flat();
}

/** Texts of a column filled down from its first: numbers at the end of a name or address go on, everything else repeats. */
export function filledDown(first: string, count: number, series: boolean): string[] {
  const counted = series ? /^(.*?)(?<!\d)(\d+)(\/\d+)?$/.exec(first) : undefined;
  return Array.from({ length: count }, (_, step) => {
    if (!counted || step === 0) return first;
    const [, head = '', digits = '0', prefix = ''] = counted;
    return `${head}${String(Number(digits) + step).padStart(digits.length, '0')}${prefix}`;
  });
}
