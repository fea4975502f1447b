import type { Node } from 'yaml';
import { isPlainMap } from '../node-value.ts';
import {
  type Collection,
  columnOf,
  type Entry,
  entriesOf,
  eolNear,
  isBlockCollection,
  isBlockScalar,
  isEmptyNode,
  lastOf,
  lineContentEnd,
  lineEnd,
  startOf,
} from '../written.ts';
import type { Parsed } from '../yaml-text.ts';
import { extentOf } from './extent.ts';
import { firstRemoved } from './field-edits.ts';
import { flowInsertion, flowQuotes, flowRemoval } from './flow-edits.ts';
import { type Indentation, indentationNear } from './indentation.ts';
import { type Quotes, quotesOf } from './scalar-text.ts';
import { atOnce, type TextEdit } from './text-edits.ts';
import { entryText, flowText, itemText, keyText, type ValueText } from './value-text.ts';

/** The place of an edit. */
export interface Place {
  text: string;
  document: Parsed['documents'][number] | undefined;
}

/** Returns the edits that replace the value of an entry. Its trailing comment and quoting are retained. */
export function valueEdits(place: Place, entry: Entry, value: unknown, within: Collection): TextEdit[] {
  const { text } = place;
  const { value: node, start } = entry;
  const column = columnOf(text, start);
  const own = isBlockScalar(node)
    ? blockStyle(text, node, column)
    : adjacentComments(text, entry.end, column);
  const indentation = { ...indentationNear(text, place.document, start), ...own };
  const quotes = quotesOf(node);
  if (within.flow || (isFilledFlow(node) && isCollectionValue(value))) {
    const written = flowText(value, within.flow || node ? flowQuotes(node, within) : quotes);
    return headEdit(entry, written);
  }
  const list = !entry.key;
  const made = list
    ? itemText(value, column, indentation, quotes)
    : entryText(value, column, indentation, quotes);
  return writtenOver(text, entry, made);
}

/** Preserves a block text, with its indentation. */
function blockStyle(text: string, node: Node, column: number): Partial<Indentation> {
  const below = text.slice(lineEnd(text, startOf(node)), lastOf(node));
  const content = /^( +)\S/m.exec(below)?.[1]?.length;
  if (content === undefined || content <= column) return adjacentComments(text, lastOf(node), column);
  return { text: content - column, inLines: true };
}

/** Comments that are indented below an entry would become part of a block text above them. */
function adjacentComments(text: string, offset: number, column: number): Partial<Indentation> {
  const [, indent] = /^\s*\n([ \t]*)#/.exec(`\n${text.slice(lineEnd(text, offset))}`) ?? [];
  return indent !== undefined && indent.length > column ? { inLines: false } : {};
}

/** Returns the edits that replace the content of an entry by lines. */
function writtenOver(text: string, entry: Entry, { head, lines }: ValueText): TextEdit[] {
  const { value: node, headEnd } = entry;
  const eol = eolNear(text, entry.start);
  const below = lines.map((line) => eol + line).join('');
  if (!node || isEmptyNode(node)) {
    const end = lineContentEnd(text, headEnd);
    return atOnce([...headEdit(entry, head), { start: end, end, text: below }]);
  }
  if (isBlockScalar(node)) {
    const line = lineContentEnd(text, startOf(node));
    const header = /^[|>][-+\d]*/.exec(text.slice(startOf(node)))?.[0].length ?? 1;
    const region = { start: line, end: Math.max(line, lastOf(node)), text: below };
    return [...headEdit({ ...entry, end: startOf(node) + header }, head, startOf(node) + header), region];
  }
  const onNextLine = text.slice(headEnd, startOf(node)).includes('\n');
  if (isBlockCollection(node) && onNextLine) {
    const line = lineContentEnd(text, headEnd);
    const region = { start: line, end: lineContentEnd(text, lastOf(node)), text: below };
    return atOnce([{ start: headEnd, end: headEnd, text: head && ` ${head}` }, region]);
  }
  if (isBlockCollection(node)) {
    const [last, end] = [lastOf(node), lineContentEnd(text, lastOf(node))];
    return [{ start: startOf(node), end, text: head + text.slice(last, end) + below }];
  }
  const end = lineContentEnd(text, lastOf(node));
  return atOnce([...headEdit(entry, head), { start: end, end, text: below }]);
}

/** Returns the range after the colon or hyphen. `end` is that of the range if the value continues below. */
function headEdit(entry: Entry, head: string, end?: number): TextEdit[] {
  const { value: node, headEnd, tag, colon } = entry;
  const nothing = !node || isEmptyNode(node);
  if (nothing && head === '') return [];
  if (nothing) return [{ start: headEnd, end: headEnd, text: `${colon ? '' : ':'} ${head}` }];
  const last = end ?? lastOf(node);
  if (head === '') return [{ start: tag === undefined ? headEnd : tag - 1, end: last, text: '' }];
  return [{ start: tag ?? startOf(node), end: last, text: head }];
}

function isCollectionValue(value: unknown): boolean {
  return Array.isArray(value) || isPlainMap(value);
}

function isFilledFlow(node: Node | undefined): boolean {
  return (
    node !== undefined && 'flow' in node && node.flow === true && 'items' in node && node.items.length > 0
  );
}

/** Returns the edits that add an entry to a nonempty collection, before the one at `index` or after the last one. */
export function insertionEdits(
  place: Place,
  collection: Collection,
  index: number,
  { name, value }: { name?: string; value: unknown },
): TextEdit[] {
  const { text, document } = place;
  const entries = entriesOf(collection);
  const neighbor = entries[Math.max(0, index - 1)]!;
  if (collection.flow) return flowInsertion(text, collection, entries, index, name, value);
  const column = columnOf(text, entries[0]!.start);
  const near = indentationNear(text, document, neighbor.end);
  const behind = extentOf(text, neighbor)?.end ?? lineEnd(text, neighbor.end);
  const indentation: Indentation = {
    ...near,
    gap: name === undefined ? (gapOf(text, entries) ?? near.gap) : near.gap,
    ...adjacentComments(text, Math.max(0, behind - 1), column),
  };
  const lines = entryLines(name, value, column, indentation, neighborQuotes(neighbor));
  const indent = ' '.repeat(column);
  const eol = eolNear(text, neighbor.end);
  if (index > 0) {
    if (behind === text.length && text[behind - 1] !== '\n')
      return [{ start: behind, end: behind, text: lines.map((line) => eol + line).join('') }];
    return [{ start: behind, end: behind, text: lines.map((line) => line + eol).join('') }];
  }
  const extent = extentOf(text, neighbor, { first: document?.contents === collection });
  if (extent)
    return [{ start: extent.start, end: extent.start, text: lines.map((line) => line + eol).join('') }];
  const [first = '', ...others] = lines;
  const before = [first.trimStart(), ...others].map((line) => line + eol).join('') + indent;
  return [{ start: neighbor.start, end: neighbor.start, text: before }];
}

function entryLines(
  name: string | undefined,
  value: unknown,
  column: number,
  indentation: Indentation,
  quotes: Quotes,
): string[] {
  const indent = ' '.repeat(column);
  if (name === undefined) {
    const { head, lines } = itemText(value, column, indentation, quotes);
    return [`${indent}-${' '.repeat(indentation.gap - 1)}${head}`, ...lines];
  }
  const { head, lines } = entryText(value, column, indentation);
  return [`${indent}${keyText(name)}:${head && ' '}${head}`, ...lines];
}

/** Returns how to quote an element, consistent with the other elements of its list. */
function neighborQuotes({ key, value }: Entry): Quotes {
  return key ? 'plain' : quotesOf(value);
}

function gapOf(text: string, entries: readonly Entry[]): number | undefined {
  const entry = entries.find(
    ({ value, start }) => value && !text.slice(start, startOf(value)).includes('\n'),
  );
  const gap = entry?.value && !isEmptyNode(entry.value) && /^- +/.exec(text.slice(entry.start))?.[0].length;
  return gap || undefined;
}

/** Returns the edits that remove an entry among others. */
export function removalEdits({ text, document }: Place, collection: Collection, index: number): TextEdit[] {
  const entries = entriesOf(collection);
  const entry = entries[index]!;
  const next = entries[index + 1];
  if (collection.flow) return flowRemoval(text, collection, entries, index);
  const extent = extentOf(text, entry, { first: document?.contents === collection && index === 0 });
  if (extent) return [linesRemoved(text, extent)];
  // For the first entry of a list's element, the next one moves up behind the hyphen.
  if (!next) return [{ start: entry.start, end: entry.end, text: '' }];
  return [firstRemoved(text, entry.start, entry.end, next.start)];
}

/**
 * Removes the line end before an entry in the last line if the text has no final line end, so that it still has none.
 */
export function linesRemoved(text: string, { start, end }: { start: number; end: number }): TextEdit {
  if (end < text.length || text.endsWith('\n') || start === 0) return { start, end, text: '' };
  return { start: start - (text.slice(0, start).endsWith('\r\n') ? 2 : 1), end, text: '' };
}
