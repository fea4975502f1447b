import { visibleText } from './inert-text.ts';

/**
 * Texts that spreadsheets interpret as the start of a formula, including after spaces and guards (OWASP, CSV
 * injection).
 */
const FORMULA = /^'*(?:\s*[=+\-@]|[\t\r\n])/;

/**
 * Returns a text as a cell that no spreadsheet evaluates. A text that looks like a formula gets a leading apostrophe,
 * and active characters are spelled out. Quotes as required by RFC 4180.
 */
export function csvCell(text: string, delimiter = ','): string {
  const visible = visibleText(FORMULA.test(text) ? `'${text}` : text);
  return visible.includes(delimiter) || /["\r\n]|^\s|\s$/.test(visible)
    ? `"${visible.replaceAll('"', '""')}"`
    : visible;
}

/** Returns the original text of an unquoted cell that {@link csvCell} wrote. */
export function csvText(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/**
 * Returns a table for spreadsheets (RFC 4180). Texts are written with {@link csvCell}. Numbers and booleans are not
 * guarded.
 */
export function csvTable(rows: readonly (readonly (string | number | boolean | undefined)[])[]): string {
  const cell = (value: string | number | boolean | undefined) =>
    typeof value === 'string' ? csvCell(value) : `${value ?? ''}`;
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}
