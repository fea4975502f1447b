import type { CST, Node } from 'yaml';
import {
  beginsLine,
  type Collection,
  type Entry,
  endOf,
  entriesOf,
  eolNear,
  lineContentEnd,
  lineEnd,
  lineStart,
  startOf,
} from '../written.ts';
import { type Quotes, quotesOf } from './scalar-text.ts';
import { atOnce, type TextEdit } from './text-edits.ts';
import { flowText, keyText } from './value-text.ts';

/** Returns the edits that insert an element between brackets, on a separate line if the others are. */
export function flowInsertion(
  text: string,
  collection: Collection,
  entries: readonly Entry[],
  index: number,
  name: string | undefined,
  value: unknown,
): TextEdit[] {
  const quotes = flowQuotes(undefined, collection);
  const item = `${name === undefined ? '' : `${keyText(name, quotes)}: `}${flowText(value, quotes)}`;
  const next = entries[index];
  if (entries.length === 0) {
    const start = startOf(collection) + 1;
    const end = /^\s*$/.test(text.slice(start, endOf(collection) - 1)) ? endOf(collection) - 1 : start;
    return [{ start, end, text: item }];
  }
  const sample = next ?? entries.at(-1)!;
  const ownLine = beginsLine(text, sample.start);
  const separator = ownLine
    ? `${eolNear(text, sample.start)}${text.slice(lineStart(text, sample.start), sample.start)}`
    : ' ';
  if (next) return [{ start: next.start, end: next.start, text: `${item},${separator}` }];
  const comma = lastComma(collection, sample.end);
  const behind = comma === undefined ? sample.end : comma + 1;
  const until = ownLine ? lineContentEnd(text, behind) : behind;
  const written = { start: until, end: until, text: `${separator}${item}${comma === undefined ? '' : ','}` };
  return comma === undefined ? atOnce([{ start: behind, end: behind, text: ',' }, written]) : [written];
}

/** Returns the position of the comma after the last element. */
function lastComma(collection: Collection, offset: number): number | undefined {
  const token = collection.srcToken as CST.FlowCollection | undefined;
  return token?.items
    .flatMap(({ start }) => start)
    .find((part) => part.type === 'comma' && part.offset >= offset)?.offset;
}

/** Returns the edits that remove an element between brackets, with its comma, and its line if it has its own. */
export function flowRemoval(
  text: string,
  collection: Collection,
  entries: readonly Entry[],
  index: number,
): TextEdit[] {
  const { start, end } = entries[index]!;
  const [before, next] = [entries[index - 1], entries[index + 1]];
  if (!before && !next) return [{ start: startOf(collection) + 1, end: endOf(collection) - 1, text: '' }];
  const ownLine = beginsLine(text, start);
  if (next) {
    const behind = lastComma(collection, end)! + 1;
    if (ownLine && beginsLine(text, next.start))
      return [{ start: lineStart(text, start), end: lineEnd(text, behind), text: '' }];
    return [{ start, end: next.start, text: '' }];
  }
  const comma = lastComma(collection, before!.end)!;
  if (!text.slice(comma, start).includes('#')) return [{ start: before!.end, end, text: '' }];
  // The comment of the preceding element is retained.
  const trailing = lastComma(collection, end);
  const line = lineStart(text, start);
  const removed = {
    start: line - eolNear(text, line).length,
    end: trailing === undefined ? end : trailing + 1,
    text: '',
  };
  return trailing === undefined ? [{ start: comma, end: comma + 1, text: '' }, removed] : [removed];
}

/** Returns whether brackets are written as JSON, like the preceding ones. */
export function flowQuotes(node: Node | undefined, within: Collection): Quotes {
  const inside = node && 'flow' in node && node.flow ? (node as Collection) : within;
  if (inside.flow) {
    const [first] = entriesOf(inside);
    if (quotesOf(first?.key) === 'double') return 'json';
    if (first && !first.key && quotesOf(first.value) === 'double') return 'json';
  }
  return quotesOf(node);
}
