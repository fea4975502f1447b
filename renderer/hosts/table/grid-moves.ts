/** A rectangle of cells: its first corner, and the cell with the focus. Positions in the shown rows and columns. */
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

export function isInRange({ top, bottom, left, right }: Range, row: number, column: number): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** Returns the number of cells of a range. */
export function cellsIn({ top, bottom, left, right }: Range): number {
  return (bottom - top + 1) * (right - left + 1);
}

/** A key that moves the selection, as in a spreadsheet. */
export interface Move {
  key: string;
  shift: boolean;
  /** Ctrl, or Command. */
  ctrl: boolean;
}

/**
 * Returns the selection after a key; undefined for keys that don't move it.
 * @param page rows of a screenful
 */
export function moved(
  selection: Selection,
  { key, shift, ctrl }: Move,
  size: { rows: number; columns: number; page: number },
): Selection | undefined {
  const { row, column } = selection;
  const [lastRow, lastColumn] = [Math.max(0, size.rows - 1), Math.max(0, size.columns - 1)];
  const to = ((): [number, number] | undefined => {
    switch (key) {
      case 'ArrowDown':
        return [ctrl ? lastRow : row + 1, column];
      case 'ArrowUp':
        return [ctrl ? 0 : row - 1, column];
      case 'ArrowRight':
        return [row, ctrl ? lastColumn : column + 1];
      case 'ArrowLeft':
        return [row, ctrl ? 0 : column - 1];
      case 'PageDown':
        return [row + size.page, column];
      case 'PageUp':
        return [row - size.page, column];
      case 'Home':
        return [ctrl ? 0 : row, 0];
      case 'End':
        return [ctrl ? lastRow : row, lastColumn];
      default:
        return undefined;
    }
  })();
  if (key.toLowerCase() === 'a' && ctrl)
    return { fromRow: 0, fromColumn: 0, row: lastRow, column: lastColumn };
  if (!to) return undefined;
  const next = {
    row: Math.max(0, Math.min(lastRow, to[0])),
    column: Math.max(0, Math.min(lastColumn, to[1])),
  };
  return shift ? { ...selection, ...next } : at(next.row, next.column);
}

/** Returns the rows of a page, of which one stays visible. @param height of all visible rows, px */
export function pageRows(height: number, rowHeight: number): number {
  return Math.max(1, Math.floor(height / rowHeight) - 1);
}

/** What a key does that doesn't move: typing replaces the text of a cell, editing continues with it. */
export type GridAction = 'unselect' | 'edit' | 'type' | 'empty' | 'fill';

/** Returns what a key does. @param readOnly nothing can be changed */
export function actionOf({ key, ctrl }: Omit<Move, 'shift'>, readOnly: boolean): GridAction | undefined {
  if (key === 'Escape') return 'unselect';
  if (readOnly) return undefined;
  if (key === 'Enter' || key === 'F2') return 'edit';
  if (key === 'Delete' || key === 'Backspace') return 'empty';
  if (key.toLowerCase() === 'd' && ctrl) return 'fill';
  // Keys of the screen: search, and the list of keys.
  return key.length === 1 && !ctrl && key !== '/' && key !== '?' ? 'type' : undefined;
}

/** Limits a selection to a table that became smaller. */
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

/** Prints cells in the clipboard format of spreadsheets. */
export function printBlock(block: readonly (readonly string[])[]): string {
  return block
    .map((row) =>
      row.map((text) => (/["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('\t'),
    )
    .join('\n');
}

/** Reads cells in the clipboard format of spreadsheets: rows as lines, cells separated by tabs, quoted if they contain either. */
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
 * Returns the cells that a paste fills: the block, starting at the corner of the selection. A single cell, or a block that
 * fits evenly, fills the complete selection.
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

/** Returns the texts of a column filled down from the first one. In a series, numbers at the end of a name or address count up. */
export function filledDown(first: string, count: number, series: boolean): string[] {
  const numbered = series ? /^(.*?)(?<!\d)(\d+)(\/\d+)?$/.exec(first) : undefined;
  return Array.from({ length: count }, (_, step) => {
    if (!numbered || step === 0) return first;
    const [, head = '', digits = '0', prefix = ''] = numbered;
    return `${head}${String(Number(digits) + step).padStart(digits.length, '0')}${prefix}`;
  });
}
