import { isAlias, isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { aliasTarget } from './parse-yaml.ts';
import { scalarValue } from './plain-value.ts';
import type { FieldPair } from './written.ts';

/**
 * Returns the value of a node as Kubernetes tools read it (see `plainValue`), with aliases and merges (`<<`) resolved.
 * Lists and objects are new. Those that aliases repeat are one object.
 */
export function nodeValue(node: Node | null | undefined, seen: Map<Node, unknown> = new Map()): unknown {
  const target = resolved(node);
  if (!target) return null;
  if (seen.has(target)) return seen.get(target);
  if (isScalar(target)) return scalarValue(target);
  if (isSeq(target)) {
    const list: unknown[] = [];
    seen.set(target, list);
    for (const item of target.items) list.push(nodeValue(item as Node, seen));
    return list;
  }
  if (!isMap(target)) return null;
  const map: Record<string, unknown> = {};
  seen.set(target, map);
  const merged: unknown[] = [];
  for (const pair of target.items as FieldPair[]) {
    const name = keyName(pair);
    const value = nodeValue(pair.value, seen);
    if (isMerge(pair)) merged.push(...(Array.isArray(value) ? value : [value]));
    else put(map, name, value);
  }
  for (const source of merged)
    if (isPlainMap(source))
      for (const [name, value] of Object.entries(source))
        if (!Object.hasOwn(map, name)) put(map, name, value);
  return map;
}

/** Returns the node that an alias refers to. */
export function resolved(node: Node | null | undefined): Node | undefined {
  return (isAlias(node) ? aliasTarget(node) : node) ?? undefined;
}

/** Whether a key is an unquoted `<<`. */
export function isMerge({ key }: FieldPair): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN';
}

const INDEXES = new WeakMap<YAMLMap, Map<string, number>>();

/** Returns the index of a mapping's own first entry with a name; -1 if there is none. Merges have no name. */
export function fieldIndex(map: YAMLMap, name: string): number {
  let indexes = INDEXES.get(map);
  if (!indexes) {
    indexes = new Map();
    for (const [index, pair] of (map.items as FieldPair[]).entries()) {
      const key = keyName(pair);
      if (!isMerge(pair) && !indexes.has(key)) indexes.set(key, index);
    }
    INDEXES.set(map, indexes);
  }
  return indexes.get(name) ?? -1;
}

/** Returns a key as text. Keys that are lists or mappings have none. */
export function keyName({ key }: FieldPair): string {
  const target = resolved(key);
  return isScalar(target) ? String(target.value ?? '') : '?';
}

export function isPlainMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sets an entry with any name, including `__proto__`. */
export function put(map: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(map, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Returns whether two values are equal. The order of entries is irrelevant, and undefined entries count as absent. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (a === 0 && b === 0)) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
  if (!isPlainMap(a) || !isPlainMap(b)) return false;
  const names = namesIn(a);
  return (
    names.length === namesIn(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameValue(a[name], b[name]))
  );
}

function namesIn(map: Record<string, unknown>): string[] {
  return Object.keys(map).filter((name) => map[name] !== undefined);
}
