import { isMap, isScalar, isSeq, type Node, type Pair, type Scalar, type YAMLMap } from 'yaml';
import { resolved } from '../../../base/document/node-value.ts';
import { parseYamlDocuments } from '../../../base/document/parse-yaml.ts';
import { scalarValue } from '../../../base/document/plain-value.ts';
import { t } from '../messages.ts';

/** The documents of a YAML text as JSON texts, or a fault. Lines count from 1 within the text. */
export type YamlAsJson = { json: string; line: number }[] | { fault: string; line: number };

/**
 * Converts YAML to JSON like oc-mirror's libraries: with the words and numbers of YAML 1.1, merges, the last one of
 * repeated keys, and keys as strings. Empty documents are skipped.
 */
export function yamlAsJson(text: string): YamlAsJson {
  const { documents, lines, errors } = parseYamlDocuments(text, { uniqueKeys: false });
  const lineOf = (offset: number | undefined) => (offset === undefined ? 1 : lines.linePos(offset).line || 1);
  const [error] = errors;
  if (error) return { fault: error.message, line: lineOf(error.pos[0]) };
  try {
    const found: { json: string; line: number }[] = [];
    for (const document of documents) {
      const json = jsonOf(document.contents, new Map());
      if (json !== 'null') found.push({ json, line: lineOf(document.contents?.range?.[0]) });
    }
    return found;
  } catch (error) {
    if (error instanceof YamlFault) return { fault: error.message, line: lineOf(error.offset) };
    throw error;
  }
}

/** The JSON of the nodes that aliases refer to. */
type Written = Map<Node, string>;

class YamlFault extends Error {
  readonly offset: number | undefined;
  constructor(message: string, offset: number | undefined) {
    super(message);
    this.offset = offset;
  }
}

function jsonOf(node: Node | null | undefined, written: Written): string {
  const target = resolved(node);
  if (target && target !== node) {
    const known = written.get(target);
    if (known !== undefined) return known;
    const json = writtenJson(target, written);
    written.set(target, json);
    return json;
  }
  return writtenJson(target, written);
}

function writtenJson(target: Node | null | undefined, written: Written): string {
  let json = 'null';
  if (isScalar(target)) json = scalarJson(target);
  else if (isSeq(target)) json = `[${target.items.map((item) => jsonOf(item as Node, written)).join()}]`;
  else if (isMap(target)) {
    const entries = new Map<string, string>();
    addEntries(target, written, entries, new Set());
    json = `{${[...entries].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;
  }
  return json;
}

function addEntries(map: YAMLMap, written: Written, entries: Map<string, string>, seen: Set<YAMLMap>): void {
  if (seen.has(map)) return;
  seen.add(map);
  const merged: YAMLMap[] = [];
  const own = new Map<string, string>();
  for (const pair of map.items as Pair<Node | null, Node | null>[]) {
    const key = resolved(pair.key);
    if (!isScalar(key)) throw new YamlFault(t('keyNotAString'), pair.key?.range?.[0]);
    if (key.value === '<<' && key.type === 'PLAIN') merged.push(...mergeSources(pair.value));
    else own.set(String(scalarValue(key)), jsonOf(pair.value, written));
  }
  for (const [name, json] of own) if (!entries.has(name)) entries.set(name, json);
  for (const source of merged) addEntries(source, written, entries, seen);
}

function mergeSources(value: Node | null): YAMLMap[] {
  const target = resolved(value);
  if (isMap(target)) return [target];
  return isSeq(target) ? target.items.map((item) => resolved(item as Node)).filter(isMap) : [];
}

function scalarJson(scalar: Scalar): string {
  const value = scalarValue(scalar);
  if (typeof value !== 'number') return JSON.stringify(value);
  const text = String(scalar.value);
  // Integers that a double can't represent are copied as written.
  if (!Number.isSafeInteger(value) && /^-?[1-9]\d*$/.test(text)) return text;
  if (!Number.isFinite(value)) throw new YamlFault(t('notInJson', { value: text }), scalar.range?.[0]);
  return JSON.stringify(value);
}
