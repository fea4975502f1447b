import { visibleText } from './inert-text.ts';

/** What a spreadsheet takes for the start of a formula, also behind spaces and guards (OWASP, CSV injection). */
const FORMULA = /^'*(?:\s*[=+\-@]|[\t\r\n])/;

/**
 * Returns a text as a cell that no spreadsheet evaluates: an apostrophe precedes a text that looks like a formula, and
 * active characters are spelled out. Quoted as RFC 4180 asks for.
 */
export function csvCell(text: string, delimiter = ','): string {
  const visible = visibleText(FORMULA.test(text) ? `'${text}` : text);
  return visible.includes(delimiter) || /["\r\n]|^\s|\s$/.test(visible)
    ? `"${visible.replaceAll('"', '""')}"`
    : visible;
}

/** Returns the text that {@link csvCell} was given, of a cell without its quotes. */
export function csvText(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** Returns a table for spreadsheets (RFC 4180). Texts are cells as by {@link csvCell}; numbers and booleans are not guarded. */
export function csvTable(rows: readonly (readonly (string | number | boolean | undefined)[])[]): string {
  const cell = (value: string | number | boolean | undefined) =>
    typeof value === 'string' ? csvCell(value) : `${value ?? ''}`;
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}
