import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseAllDocuments,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { resolved } from '../document/node-value.ts';
import { scalarValue } from '../document/plain-value.ts';
import { MAX_DOCUMENT_BYTES } from './document-piece.ts';

/** The documents of a YAML text as JSON texts, or why there are none. Lines count from 1 within the text. */
export type YamlAsJson = { json: string; line: number }[] | { fault: string; line: number };

/**
 * Reads YAML the way oc-mirror's libraries turn it into JSON: YAML 1.1 words and numbers, merges, the last one of keys
 * that repeat, keys as text. Empty documents are left out.
 */
export function yamlAsJson(text: string): YamlAsJson {
  const lines = new LineCounter();
  const lineOf = (offset: number | undefined) => (offset === undefined ? 1 : lines.linePos(offset).line || 1);
  try {
    const parsed = parseAllDocuments(text, {
      lineCounter: lines,
      schema: 'failsafe',
      version: '1.1',
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
    });
    const documents = 'empty' in parsed ? [] : parsed;
    const found: { json: string; line: number }[] = [];
    for (const document of documents) {
      const [error] = document.errors;
      if (error) return { fault: error.message, line: lineOf(error.pos[0]) };
      const writer: Writer = { document, left: MAX_DOCUMENT_BYTES, written: new Map() };
      const json = jsonOf(document.contents, writer);
      if (json !== 'null') found.push({ json, line: lineOf(document.contents?.range?.[0]) });
    }
    return found;
  } catch (error) {
    if (error instanceof YamlFault) return { fault: error.message, line: lineOf(error.offset) };
    if (error instanceof RangeError) return { fault: 'it is nested too deeply', line: 1 };
    throw error;
  }
}

interface Writer {
  document: Document.Parsed;
  /** Characters that may still be written: aliases can blow a small text up without end. */
  left: number;
  /** What aliases point at, as it was written for the first of them. */
  written: Map<Node, string>;
}

class YamlFault extends Error {
  readonly offset: number | undefined;
  constructor(message: string, offset: number | undefined) {
    super(message);
    this.offset = offset;
  }
}

function jsonOf(node: Node | null | undefined, writer: Writer): string {
  const target = resolved(node, writer.document);
  if (target && target !== node) {
    const known = writer.written.get(target);
    if (known !== undefined) return counted(known, known.length, target, writer);
    const json = writtenJson(target, writer);
    writer.written.set(target, json);
    return json;
  }
  return writtenJson(target, writer);
}

function counted(json: string, characters: number, at: Node | null | undefined, writer: Writer): string {
  writer.left -= characters;
  if (writer.left < 0) throw new YamlFault('it is larger than 128 MiB', at?.range?.[0]);
  return json;
}

function writtenJson(target: Node | null | undefined, writer: Writer): string {
  let json = 'null';
  if (isScalar(target)) json = scalarJson(target);
  else if (isSeq(target)) json = `[${target.items.map((item) => jsonOf(item as Node, writer)).join()}]`;
  else if (isMap(target)) {
    const entries = new Map<string, string>();
    addEntries(target, writer, entries, new Set());
    json = `{${[...entries].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;
  }
  // The brackets of what holds others; those have counted themselves.
  return counted(json, isScalar(target) ? json.length : 2, target, writer);
}

function addEntries(map: YAMLMap, writer: Writer, entries: Map<string, string>, seen: Set<YAMLMap>): void {
  if (seen.has(map)) return;
  seen.add(map);
  const merged: YAMLMap[] = [];
  const own = new Map<string, string>();
  for (const pair of map.items as Pair<Node | null, Node | null>[]) {
    const key = resolved(pair.key, writer.document);
    if (!isScalar(key)) throw new YamlFault('a key is no text', pair.key?.range?.[0]);
    if (key.value === '<<' && key.type === 'PLAIN') merged.push(...mergeSources(pair.value, writer.document));
    else own.set(String(scalarValue(key)), jsonOf(pair.value, writer));
  }
  for (const [name, json] of own) if (!entries.has(name)) entries.set(name, json);
  for (const source of merged) addEntries(source, writer, entries, seen);
}

function mergeSources(value: Node | null, document: Document.Parsed): YAMLMap[] {
  const target = resolved(value, document);
  if (isMap(target)) return [target];
  return isSeq(target) ? target.items.map((item) => resolved(item as Node, document)).filter(isMap) : [];
}

function scalarJson(scalar: Scalar): string {
  const value = scalarValue(scalar);
  if (typeof value !== 'number') return JSON.stringify(value);
  const text = String(scalar.value);
  // Digits that no double holds stay as they are written.
  if (!Number.isSafeInteger(value) && /^-?[1-9]\d*$/.test(text)) return text;
  if (!Number.isFinite(value)) throw new YamlFault(`${text} has no place in JSON`, scalar.range?.[0]);
  return JSON.stringify(value);
}
