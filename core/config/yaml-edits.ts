import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import { plainValue } from './go-yaml.ts';

/** A place of a text and what to write there. Everything around it stays as it is: comments, order, indentation. */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

export type FieldPair = Pair<Node, Node | null>;

/** The entry of a mapping with this name, in any case, as Go matches names; merged ones (`<<`) are not found. */
export function fieldPair(map: YAMLMap, name: string): FieldPair | undefined {
  const pairs = map.items as FieldPair[];
  const named = (fits: (key: string) => boolean) =>
    pairs.find(({ key }) => isScalar(key) && fits(String(key.value)));
  return named((key) => key === name) ?? named((key) => key.toLowerCase() === name.toLowerCase());
}

export function renamed({ key }: FieldPair, name: string): TextEdit {
  return { start: startOf(key), end: endOf(key), text: name };
}

/** Another text value. An entry without value gets one. */
export function withValue(pair: FieldPair, value: string): TextEdit {
  const { key, value: node } = pair;
  if (!node || startOf(node) === endOf(node)) {
    const start = node ? startOf(node) : endOf(key);
    return { start, end: start, text: `${node ? '' : ':'} ${yamlText(value)}` };
  }
  return { start: startOf(node), end: lastOf(node), text: yamlText(value) };
}

/** Other entries in place of one, each with the value it is given: a text or a flag. */
export function replaced(
  text: string,
  map: YAMLMap,
  pair: FieldPair,
  entries: [string, string | boolean][],
): TextEdit {
  const lines = entries.map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? yamlText(value) : value}`,
  );
  return { start: startOf(pair.key), end: lastOfPair(pair), text: lines.join(separator(text, map, pair)) };
}

/** A new entry with a text value behind another one. */
export function insertedAfter(
  text: string,
  map: YAMLMap,
  pair: FieldPair,
  name: string,
  value: string,
): TextEdit {
  const line = `${name}: ${yamlText(value)}`;
  const last = lastOfPair(pair);
  if (map.flow) return { start: last, end: last, text: `, ${line}` };
  const end = lineEnd(text, last);
  // Behind the comment of the line; the last line of a text may have no end.
  const atEnd = text[end - 1] === '\n';
  const indented = `${' '.repeat(columnOf(text, startOf(pair.key)))}${line}`;
  return { start: end, end, text: atEnd ? `${indented}\n` : `\n${indented}` };
}

/**
 * Takes an entry out, with its lines, what is said behind them, and comments that are indented below it. Other comments
 * in lines of their own stay.
 */
export function removed(text: string, map: YAMLMap, pair: FieldPair): TextEdit {
  const pairs = map.items as FieldPair[];
  const at = pairs.indexOf(pair);
  const [before, next] = [pairs[at - 1], pairs[at + 1]];
  const start = startOf(pair.key);
  const end = lastOfPair(pair);
  if (map.flow) {
    if (next) return { start, end: startOf(next.key), text: '' };
    return { start: before ? lastOfPair(before) : start, end, text: '' };
  }
  const line = text.lastIndexOf('\n', start - 1) + 1;
  if (/^[ \t]*$/.test(text.slice(line, start)))
    return { start: line, end: behindComments(text, lineEnd(text, end), start - line), text: '' };
  // The first entry of a list's element: the next one takes its place behind the hyphen.
  if (!next) return { start, end, text: '{}' };
  const between = text.slice(lineEnd(text, end), text.lastIndexOf('\n', startOf(next.key)) + 1);
  const edit = { start, end: startOf(next.key), text: '' };
  if (!between.includes('#')) return edit;
  return { ...edit, start: line, text: between + text.slice(line, start) };
}

/**
 * Applies edits that do not overlap an earlier one.
 * @returns the text; the edits that were applied; and where an offset of the new text was in the old one
 */
export function applyEdits(
  text: string,
  edits: TextEdit[],
): { text: string; applied: TextEdit[]; originOf(offset: number): number } {
  const applied: TextEdit[] = [];
  const apart = (a: TextEdit, b: TextEdit) =>
    a.end <= b.start ? a.start < b.start || a.end < b.end : b.end <= a.start && b.start < a.start;
  for (const edit of edits) if (applied.every((other) => apart(other, edit))) applied.push(edit);
  const sorted = applied.toSorted((a, b) => a.start - b.start || a.end - b.end);
  let [result, position] = ['', 0];
  for (const { start, end, text: insert } of sorted) {
    result += text.slice(position, start) + insert;
    position = end;
  }
  return {
    text: result + text.slice(position),
    applied,
    originOf(offset) {
      let shift = 0;
      for (const { start, end, text: insert } of sorted) {
        if (offset < start + shift) break;
        if (offset < start + shift + insert.length) return start;
        shift += insert.length - (end - start);
      }
      return offset - shift;
    },
  };
}

/** A text as YAML: plain where no reader takes it for something else. */
function yamlText(value: string): string {
  const word = /^[A-Za-z](?:[\w./@:-]*\w)?$|^\d[\w.-]*$/.test(value);
  const address = /^\d[\w.:-]*\/[\w./@:-]*\w$/.test(value);
  return (word || address) && plainValue(value) === value ? value : JSON.stringify(value);
}

/** Where the text of a node begins. */
export function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

function endOf(node: Node): number {
  return node.range?.[1] ?? startOf(node);
}

/** End of the last thing that is written for an entry. */
function lastOfPair({ key, value }: FieldPair): number {
  return Math.max(value ? lastOf(value) : 0, endOf(key));
}

/** End of the last thing that is written for a node: without the lines and comments behind it. */
function lastOf(node: Node): number {
  if ((isMap(node) || isSeq(node)) && !node.flow) {
    const last = node.items.at(-1) as FieldPair | Node | null | undefined;
    if (!last) return endOf(node);
    return 'key' in last ? lastOfPair(last as FieldPair) : lastOf(last as Node);
  }
  if (isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED'))
    return endOf(node) - 1;
  return isAlias(node) || isScalar(node) || isMap(node) || isSeq(node) ? endOf(node) : startOf(node);
}

/** Behind the lines from `offset` on that only hold a comment indented deeper than `column`. */
function behindComments(text: string, offset: number, column: number): number {
  let end = offset;
  for (;;) {
    const [line = '', indent = '', comment] = /^([ \t]*)(#)?[^\n]*(?:\n|$)/.exec(text.slice(end)) ?? [];
    if (!comment || indent.length <= column) return end;
    end += line.length;
  }
}

/** Behind the end of the line that `offset` is in. */
function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

function columnOf(text: string, offset: number): number {
  return offset - text.lastIndexOf('\n', offset - 1) - 1;
}

function separator(text: string, map: YAMLMap, pair: FieldPair): string {
  return map.flow ? ', ' : `\n${' '.repeat(columnOf(text, startOf(pair.key)))}`;
}
