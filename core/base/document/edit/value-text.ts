import { isPlainMap } from '../node-value.ts';
import type { Indentation } from './indentation.ts';
import { type Quotes, scalarText } from './scalar-text.ts';

/** The text of a value: the part behind its colon or hyphen, and the indented lines below. */
export interface ValueText {
  head: string;
  lines: string[];
}

/** Returns the text of a mapping entry's value. @param column column of the key */
export function entryText(
  value: unknown,
  column: number,
  indentation: Indentation,
  quotes?: Quotes,
): ValueText {
  if (Array.isArray(value) && value.length > 0)
    return { head: '', lines: listLines(value, column + indentation.list, indentation, quotes) };
  if (isPlainMap(value) && presentIn(value).length > 0)
    return { head: '', lines: mapLines(value, column + indentation.map, indentation) };
  return scalarOrEmpty(value, column + (indentation.text ?? indentation.map), indentation, quotes);
}

/**
 * Returns the text of a list element: the first line without the hyphen, then the others. @param column column of the
 * hyphen
 */
export function itemText(
  value: unknown,
  column: number,
  indentation: Indentation,
  quotes?: Quotes,
): ValueText {
  const inner = column + indentation.gap;
  const list = Array.isArray(value) && value.length > 0;
  if (!list && !(isPlainMap(value) && presentIn(value).length > 0))
    return scalarOrEmpty(value, column + (indentation.text ?? indentation.gap), indentation, quotes);
  const [first = '', ...lines] = list
    ? listLines(value, inner, indentation)
    : mapLines(value as Record<string, unknown>, inner, indentation);
  return { head: first.trimStart(), lines };
}

export function mapLines(map: Record<string, unknown>, column: number, indentation: Indentation): string[] {
  return presentIn(map).flatMap(([name, value]) => {
    const { head, lines } = entryText(value, column, indentation);
    return [`${' '.repeat(column)}${keyText(name)}:${head && ' '}${head}`, ...lines];
  });
}

export function listLines(
  list: readonly unknown[],
  column: number,
  indentation: Indentation,
  quotes?: Quotes,
): string[] {
  return list.flatMap((value) => {
    const { head, lines } = itemText(value, column, indentation, quotes);
    return [`${' '.repeat(column)}-${' '.repeat(indentation.gap - 1)}${head}`, ...lines];
  });
}

function scalarOrEmpty(value: unknown, column: number, { inLines }: Indentation, quotes?: Quotes): ValueText {
  const wanted = typeof value === 'string' && (inLines ?? value.includes('\n'));
  if (!wanted || !isBlockText(value)) return { head: flowText(value, quotes), lines: [] };
  const lines = value.split('\n');
  const ended = lines.at(-1) === '';
  if (ended) lines.pop();
  return {
    head: ended ? '|' : '|-',
    lines: lines.map((line) => (line === '' ? '' : `${' '.repeat(column)}${line}`)),
  };
}

/** Returns whether a literal block (`|`) can contain a text unchanged. */
function isBlockText(value: string): boolean {
  return (
    /^[^\s]/.test(value) &&
    /[^\s]\n?$/.test(value) &&
    !/[^\n\t\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]|[\u2028\u2029]/.test(value)
  );
}

/** Returns any value in one line. */
export function flowText(value: unknown, quotes?: Quotes): string {
  if (Array.isArray(value)) return `[${value.map((item) => flowText(item, quotes)).join(', ')}]`;
  if (isPlainMap(value)) {
    const entries = presentIn(value).map(
      ([name, each]) => `${keyText(name, quotes)}: ${flowText(each, quotes)}`,
    );
    return `{${entries.join(', ')}}`;
  }
  return scalarText(value as string | number | boolean | null, quotes);
}

/** Returns the entries with a value. Undefined ones aren't written. */
function presentIn(map: Record<string, unknown>): [string, unknown][] {
  return Object.entries(map).filter(([, value]) => value !== undefined);
}

export function keyText(name: string, quotes: Quotes = 'plain'): string {
  return scalarText(name, quotes === 'json' || quotes === 'plain' ? quotes : 'plain');
}
