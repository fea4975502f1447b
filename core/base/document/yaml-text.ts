import { type Document, isCollection, isMap, isSeq, type LineCounter, type Node, type YAMLMap } from 'yaml';
import { fieldIndex, isMerge, keyName, nodeValue, resolved } from './node-value.ts';
import { parseYamlDocuments } from './parse-yaml.ts';
import {
  type Collection,
  type Entry,
  entriesOf,
  type FieldPair,
  isEmptyNode,
  lastOf,
  startOf,
} from './written.ts';

/** Keys and list positions (from 0) from the root of one document. */
export type Path = readonly (string | number)[];

/** A reason why a text can't be parsed. Line and column count from 1, and offsets are UTF-16 units. */
export interface Fault {
  message: string;
  line: number;
  column: number;
  start: number;
  end: number;
  /** Whether a limit of `YAML_LIMITS` is exceeded. The message then never quotes the text. */
  isLimit: boolean;
}

/** An immutable YAML text. Edits return a new one. */
export interface YamlText {
  readonly text: string;
  /** Empty if the entire text can be parsed. */
  readonly faults: readonly Fault[];
  /** Number of documents. 0 for a text with only comments. */
  readonly documents: number;
  /** Number of comments. */
  readonly comments: number;
}

/** Returns the root value of each document. All callers share it, so its lists and objects are frozen. */
export function valuesOf(doc: YamlText): readonly unknown[] {
  const parsed = parsedOf(doc);
  parsed.values ??= newValuesOf(doc).map(frozen);
  return parsed.values;
}

/** Returns new root values of each document, which the caller may change. */
export function newValuesOf(doc: YamlText): unknown[] {
  return parsedOf(doc).documents.map((document) => nodeValue(document.contents));
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}

/** The parts of a parsed text that edits need. */
export interface Parsed {
  /** Names of anchors that an alias repeats. */
  repeated: ReadonlySet<string>;
  documents: readonly Document.Parsed[];
  lines: LineCounter;
  /** Created on first use. */
  values?: readonly unknown[];
}

const PARSED = new WeakMap<YamlText, Parsed>();

/**
 * Parses a text with any number of documents. Never throws: `faults` contains all errors, including repeated keys of a
 * mapping. The parse is cached, so that lookups are quick.
 */
export function readYaml(text: string): YamlText {
  const { documents, lines, errors, repeated, comments } = parseYamlDocuments(text);
  const faults = errors.map(({ code, message, pos: [start, end] }): Fault => {
    const { line, col } = lines.linePos(start);
    return {
      message,
      line: Math.max(line, 1),
      column: Math.max(col, 1),
      start,
      end: Math.max(start, end),
      isLimit: code === 'LIMIT',
    };
  });
  const doc: YamlText = { text, faults, documents: documents.length, comments };
  PARSED.set(doc, { documents, lines, repeated });
  return doc;
}

/** Returns the parse of a text. Parses again for a copied value. */
export function parsedOf(doc: YamlText): Parsed {
  const parsed = PARSED.get(doc);
  if (parsed) return parsed;
  const again = PARSED.get(readYaml(doc.text))!;
  PARSED.set(doc, again);
  return again;
}

/**
 * Returns the plain value at a path: text, number, boolean, null, list or object. Aliases are followed.
 * @param document index of the document (`---`), from 0
 * @returns undefined if nothing is written there, and for a text with faults; null for an entry without value. Lists
 * and objects are frozen.
 */
export function valueAt(doc: YamlText, path: Path, document = 0): unknown {
  if (doc.faults.length > 0) return undefined;
  let value = valuesOf(doc)[document];
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/**
 * Returns the position of a node: its offsets, and the line and column where it starts, both counted from 1. The
 * position is approximate if the text has syntax errors.
 * @param of `value` (without anchor and tag; zero length if the value is missing), `key` (for a list element: the
 * position of its hyphen), or `entry`, which spans both
 * @returns undefined if nothing is at that path
 */
export function placeAt(
  doc: YamlText,
  path: Path,
  { document = 0, of = 'value' }: { document?: number; of?: 'key' | 'value' | 'entry' } = {},
): { start: number; end: number; line: number; column: number } | undefined {
  const { documents, lines } = parsedOf(doc);
  const parsed = documents[document];
  const found = parsed && find(parsed.contents, path);
  if (!found) return undefined;
  const { node, entry } = found;
  const value: [number, number] =
    node && !isEmptyNode(node) ? [startOf(node), lastOf(node)] : [entry?.headEnd ?? 0, entry?.headEnd ?? 0];
  const { start, end, key, headEnd } = entry ?? { start: value[0], end: value[1], headEnd: value[1] };
  const range = {
    value,
    entry: [start, end] as const,
    key: [key ? startOf(key) : start, key ? lastOf(key) : Math.min(headEnd, end)] as const,
  }[of];
  const { line, col } = lines.linePos(range[0]);
  return { start: range[0], end: range[1], line: Math.max(line, 1), column: Math.max(col, 1) };
}

/**
 * Returns the path of the innermost entry at a cursor. Between entries, returns the one that the line is indented
 * below.
 */
export function pathAtOffset(doc: YamlText, offset: number): { document: number; path: Path } {
  const { documents, lines } = parsedOf(doc);
  const document = Math.max(
    0,
    documents.findLastIndex(({ range }) => range[0] <= offset),
  );
  const parsed = documents[document];
  const path: (string | number)[] = [];
  const column = lines.linePos(offset).col;
  let node: Node | null | undefined = parsed?.contents;
  while (parsed && isCollection(node)) {
    const entries = entriesOf(node as Collection);
    const index = entries.findLastIndex(({ start }) => start <= offset);
    const entry = entries[index];
    if (!entry) break;
    const { line: last } = lines.linePos(entry.end);
    if (node.flow ? offset > entry.end : lines.linePos(offset).line > last) {
      if (node.flow || column <= lines.linePos(entry.start).col) break;
    }
    path.push(isMap(node) ? keyName((node.items as FieldPair[])[index]!) : index);
    node = entry.value;
  }
  return { document, path };
}

interface Found {
  node: Node | undefined;
  /** Absent for the root. */
  entry?: Entry;
}

/** Follows aliases and merges to the place where a value is written. */
function find(root: Node | null, path: Path): Found | undefined {
  let found: Found | undefined = { node: root ?? undefined };
  for (const step of path) {
    const node: Node | undefined = resolved(found.node);
    if (isMap(node)) found = findInMap(node, String(step));
    else found = isSeq(node) && typeof step === 'number' ? foundAt(node, step) : undefined;
    if (!found) return undefined;
  }
  return found;
}

function findInMap(map: YAMLMap, name: string): Found | undefined {
  const pairs = map.items as FieldPair[];
  const own = fieldIndex(map, name);
  if (own >= 0) return foundAt(map, own);
  for (const pair of pairs.filter(isMerge)) {
    const value = resolved(pair.value);
    const sources = isSeq(value) ? value.items.map((item) => resolved(item as Node)) : [value];
    for (const source of sources) {
      const found = isMap(source) && source !== map ? findInMap(source, name) : undefined;
      if (found) return found;
    }
  }
  return undefined;
}

function foundAt(collection: Collection, index: number): Found | undefined {
  const entry = entriesOf(collection)[index];
  return entry && { node: entry.value, entry };
}
