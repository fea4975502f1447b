import { csvCell, csvText } from '../../base/document/csv.ts';

/** A cell of a pasted table, with its place in the text, from 1. */
export interface Cell {
  text: string;
  line: number;
  column: number;
}

export type Delimiter = '\t' | ';' | ',' | '|';

/** Returns the delimiter: tabs if there are any (as spreadsheets paste them), otherwise the most frequent one in the first row. */
export function delimiterOf(text: string): Delimiter {
  const bare = text.replaceAll(/"(?:[^"]|"")*"/g, '');
  const row = bare.split(/\r?\n/).find((line) => line.trim() && !line.startsWith('#')) ?? '';
  if (row.includes('\t')) return '\t';
  const [best] = ([';', ',', '|'] as const)
    .map((delimiter) => ({ delimiter, count: row.split(delimiter).length }))
    .sort((a, b) => b.count - a.count);
  return best!.delimiter;
}

/**
 * Returns the rows of a table. Quoted cells may contain delimiters, line ends and doubled quotes (RFC 4180). Unquoted cells
 * are trimmed. Empty rows and rows that begin with `#` are skipped. Reads at most one row more than `mostRows`.
 */
export function parseDelimited(
  text: string,
  delimiter: Delimiter,
  mostRows = Number.POSITIVE_INFINITY,
): Cell[][] {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let [at, line, lineStart] = [text.startsWith('\uFEFF') ? 1 : 0, 1, text.startsWith('\uFEFF') ? 1 : 0];
  const endRow = () => {
    if (!comment && row.some((cell) => cell.text !== '')) rows.push(row);
    row = [];
    comment = text[at] === '#';
  };
  let comment = text[at] === '#';
  while (at <= text.length && rows.length <= mostRows) {
    const cell: Cell = { text: '', line, column: at - lineStart + 1 };
    const blanks = /^ */.exec(text.slice(at, at + 200))![0].length;
    if (text[at + blanks] === '"') {
      cell.column += blanks;
      at += blanks + 1;
      while (at < text.length) {
        if (text[at] === '"' && text[at + 1] === '"') {
          cell.text += '"';
          at += 2;
        } else if (text[at] === '"') {
          at += 1;
          break;
        } else {
          if (text[at] === '\n') {
            line += 1;
            lineStart = at + 1;
          }
          cell.text += text[at];
          at += 1;
        }
      }
    }
    let rest = '';
    while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') {
      rest += text[at];
      at += 1;
    }
    // Text after the closing quote belongs to the cell, so that no pasted text is lost.
    cell.text = csvText(cell.text + rest.trim());
    row.push(cell);
    if (at >= text.length) break;
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    lineStart = at;
    endRow();
  }
  endRow();
  return rows;
}

/** Returns one row as text. Cells are quoted if necessary, and none is a formula. {@link parseDelimited} reverts this. */
export function printRow(cells: readonly string[], delimiter: Delimiter): string {
  return cells
    .map((text) => csvCell(text, delimiter))
    .map((cell) => (cell.startsWith('#') ? `"${cell}"` : cell))
    .join(delimiter);
}
