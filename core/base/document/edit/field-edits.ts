import { isScalar, type YAMLMap } from 'yaml';
import {
  beginsLine,
  columnOf,
  type Entry,
  endOf,
  entriesOf,
  eolNear,
  type FieldPair,
  isEmptyNode,
  lastOf,
  lineEnd,
  lineStart,
  startOf,
} from '../written.ts';
import { belowComments } from './extent.ts';
import { scalarText } from './scalar-text.ts';
import type { TextEdit } from './text-edits.ts';

/*
 * Single edits of mappings in a document that was parsed with `keepSourceTokens`. Conversion and pinning use them to make
 * many edits at once and to track each one separately. Forms use edit.ts.
 */

/** Returns the entry of a mapping with this name in any case, as Go matches names. Ignores merged entries (`<<`). */
export function fieldPair(map: YAMLMap, name: string): FieldPair | undefined {
  const pairs = map.items as FieldPair[];
  const named = (fits: (key: string) => boolean) =>
    pairs.find(({ key }) => isScalar(key) && fits(String(key.value)));
  return named((key) => key === name) ?? named((key) => key.toLowerCase() === name.toLowerCase());
}

export function renamed({ key }: FieldPair, name: string): TextEdit {
  return { start: startOf(key), end: endOf(key), text: name };
}

/** Returns the edit that sets a text value, also for an entry without value. */
export function withValue(map: YAMLMap, pair: FieldPair, value: string): TextEdit {
  const { headEnd, value: node, colon } = entryOf(map, pair);
  const text = scalarText(value);
  if (node && !isEmptyNode(node)) return { start: startOf(node), end: lastOf(node), text };
  return { start: headEnd, end: headEnd, text: `${colon ? '' : ':'} ${text}` };
}

/** Returns the edit that replaces an entry with others, whose values are texts or flags. */
export function replaced(
  text: string,
  map: YAMLMap,
  pair: FieldPair,
  entries: [string, string | boolean][],
): TextEdit {
  const { start, end } = entryOf(map, pair);
  const lines = entries.map(([name, value]) => `${name}: ${scalarText(value)}`);
  const separator = map.flow ? ', ' : eolNear(text, end) + ' '.repeat(columnOf(text, start));
  return { start, end, text: lines.join(separator) };
}

/** Returns the edit that adds an entry with a text value after another one. */
export function insertedAfter(
  text: string,
  map: YAMLMap,
  pair: FieldPair,
  name: string,
  value: string,
): TextEdit {
  const { start, end: last } = entryOf(map, pair);
  const line = `${name}: ${scalarText(value)}`;
  if (map.flow) return { start: last, end: last, text: `, ${line}` };
  const eol = eolNear(text, last);
  const end = lineEnd(text, last);
  // The new entry goes after the line's comment. The last line of a text may have no line end.
  const atEnd = text[end - 1] === '\n';
  const indented = `${' '.repeat(columnOf(text, start))}${line}`;
  return { start: end, end, text: atEnd ? indented + eol : eol + indented };
}

/**
 * Returns the edit that removes an entry with its lines, trailing comments, and comments that are indented below it.
 * Other comments in lines of their own are retained, because a conversion can't know what they refer to.
 */
export function removed(text: string, map: YAMLMap, pair: FieldPair): TextEdit {
  const entries = entriesOf(map);
  const at = (map.items as FieldPair[]).indexOf(pair);
  const { start, end } = entries[at]!;
  const [before, next] = [entries[at - 1], entries[at + 1]];
  if (map.flow)
    return next ? { start, end: next.start, text: '' } : { start: before?.end ?? start, end, text: '' };
  if (beginsLine(text, start)) {
    const below = belowComments(text, lineEnd(text, end), columnOf(text, start));
    return { start: lineStart(text, start), end: below, text: '' };
  }
  // The last entry of a list's element.
  if (!next) return { start, end, text: '{}' };
  return firstRemoved(text, start, end, next.start);
}

/** For the first entry of a list's element, the next one moves up behind the hyphen. */
export function firstRemoved(text: string, start: number, end: number, next: number): TextEdit {
  const between = text.slice(lineEnd(text, end), lineStart(text, next));
  if (!between.includes('#')) return { start, end: next, text: '' };
  const line = lineStart(text, start);
  return { start: line, end: next, text: between + text.slice(line, start) };
}

function entryOf(map: YAMLMap, pair: FieldPair): Entry {
  return entriesOf(map)[(map.items as FieldPair[]).indexOf(pair)]!;
}
