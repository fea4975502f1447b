import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';
import { resolved } from '../../base/document/node-value.ts';
import { parseYamlDocuments, withoutConsequences } from '../../base/document/parse-yaml.ts';
import { scalarValue } from '../../base/document/plain-value.ts';
import { t } from './messages.ts';

/** An error in the YAML itself, with its position in the text. */
export interface SyntaxFault {
  message: string;
  offset: number;
  /** The rest of the document is valid, although the file can't be used. */
  harmless: boolean;
}

export interface YamlText {
  document: Document.Parsed | undefined;
  faults: SyntaxFault[];
  lines: LineCounter;
}

/**
 * Parses the first document of a text as oc-mirror's YAML library does: keys must be unique, and plain scalars
 * remain text until {@link scalarValue} reads them by the rules of that library. Content in further documents, which
 * oc-mirror ignores, is an error.
 */
export function parseYaml(text: string): YamlText {
  const { documents, lines, errors } = parseYamlDocuments(text);
  const document = documents[0];
  const faults: SyntaxFault[] = withoutConsequences(document?.errors ?? errors).map(
    ({ code, message, pos }) => ({
      message,
      offset: pos[0],
      harmless: code === 'DUPLICATE_KEY',
    }),
  );
  const ignored = documents
    .slice(1)
    .find((more) => more.errors.length > 0 || !isNull(more.contents) || more.contents?.anchor);
  if (ignored && faults.length === 0) {
    faults.push({
      message: t('severalDocuments'),
      offset: ignored.contents?.range?.[0] ?? ignored.range[0],
      harmless: true,
    });
  }
  return { document, faults, lines };
}

/** Returns true for a node that decodes to nothing: no node, an empty value, `~`, `null`. */
export function isNull(node: Node | null | undefined): boolean {
  const target = resolved(node);
  return target === undefined || (isScalar(target) && scalarValue(target) === null);
}

export interface MapEntry {
  name: string;
  offset: number;
  value: Node | undefined;
}

/** Returns the entries of a mapping with its `<<` merges, over which keys of the mapping itself take precedence. Keys that aren't text are given by their source. */
export function entriesOf(map: YAMLMap): MapEntry[] {
  const entries = new Map<string, MapEntry>();
  collectEntries(map, entries, new Set());
  return [...entries.values()];
}

function collectEntries(map: YAMLMap, entries: Map<string, MapEntry>, seen: Set<YAMLMap>): void {
  if (seen.has(map)) return;
  seen.add(map);
  const merged: YAMLMap[] = [];
  for (const pair of map.items as Pair<Node | null, Node | null>[]) {
    const key = resolved(pair.key);
    const name = isScalar(key) ? String(key.value) : '?';
    if (name === '<<' && isScalar(key) && key.type === 'PLAIN') {
      merged.push(...mergeSources(pair.value));
      continue;
    }
    if (entries.has(name)) continue;
    const offset = pair.key?.range?.[0] ?? pair.value?.range?.[0] ?? map.range?.[0] ?? 0;
    entries.set(name, { name, offset, value: pair.value ?? undefined });
  }
  for (const source of merged) collectEntries(source, entries, seen);
}

function mergeSources(value: Node | null): YAMLMap[] {
  const target = resolved(value);
  if (isMap(target)) return [target];
  if (isSeq(target)) return target.items.map((item) => resolved(item as Node)).filter(isMap);
  return [];
}
