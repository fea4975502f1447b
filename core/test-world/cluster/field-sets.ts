/** Field sets of the API server in `metadata.managedFields` (FieldsV1). */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** Elements in FieldsV1 notation: `f:name`, `k:{"name":"x"}`, `v:"x"`. */
export type Path = string[];

/** How lists merge (x-kubernetes-list-type), by the dotted name of the field. Other lists are atomic. */
export type ListTypes = Record<string, 'set' | { keys: string[] }>;

export const isMap = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const keyOf = (path: Path): string => path.join('\u0000');

const dotted = (path: Path): string =>
  path
    .filter((element) => element.startsWith('f:'))
    .map((element) => element.slice(2))
    .join('.');

/** Fields without an owner: identity, and fields that the server writes. */
const NOBODYS = new Set(
  [
    'apiVersion',
    'kind',
    ...['name', 'namespace', 'uid', 'resourceVersion', 'generation'].map((name) => `metadata.${name}`),
    ...['creationTimestamp', 'managedFields', 'selfLink'].map((name) => `metadata.${name}`),
  ].map((name) => name),
);

/** Returns all leaves of an object, in the sense of structured merge: atomic lists and empty maps are leaves. */
export function leavesOf(value: Json, lists: ListTypes, path: Path = []): Path[] {
  if (path.length > 0 && NOBODYS.has(dotted(path)) && path.every((element) => element.startsWith('f:')))
    return [];
  if (isMap(value)) {
    const names = Object.keys(value);
    if (names.length === 0) return path.length > 0 ? [path] : [];
    return names.flatMap((name) => leavesOf(value[name]!, lists, [...path, `f:${name}`]));
  }
  const type = Array.isArray(value) ? lists[dotted(path)] : undefined;
  if (Array.isArray(value) && type)
    return value.flatMap((item) => {
      const at = [...path, elementOf(item, type)];
      return type === 'set' ? [at] : [at, ...leavesOf(item, lists, at)];
    });
  return [path];
}

function elementOf(item: Json, type: 'set' | { keys: string[] }): string {
  if (type === 'set') return `v:${JSON.stringify(item)}`;
  const keys = type.keys.map((key) => [key, (item as JsonObject)[key] ?? null]);
  return `k:${JSON.stringify(Object.fromEntries(keys))}`;
}

/** Returns the value at a path, or undefined if there is none. */
export function valueAt(object: Json | undefined, path: Path): Json | undefined {
  let value = object;
  for (const element of path) value = value === undefined ? undefined : childOf(value, element);
  return value;
}

function childOf(value: Json, element: string): Json | undefined {
  const [kind, text] = [element.slice(0, 2), element.slice(2)];
  if (kind === 'f:') return isMap(value) ? value[text] : undefined;
  if (!Array.isArray(value)) return undefined;
  return value.find((item) => matches(item, kind, text));
}

function matches(item: Json, kind: string, text: string): boolean {
  if (kind === 'v:') return JSON.stringify(item) === text;
  const keys = JSON.parse(text) as JsonObject;
  return isMap(item) && Object.entries(keys).every(([key, value]) => (item[key] ?? null) === value);
}

/** Copies a leaf from one object to another. Creates missing parent maps and list items. */
export function copyLeaf(into: JsonObject, from: JsonObject, path: Path): void {
  let target: Json = into;
  path.forEach((element, index) => {
    const last = index === path.length - 1;
    const text = element.slice(2);
    const source = valueAt(from, path.slice(0, index + 1)) ?? null;
    if (element.startsWith('f:')) {
      const map = target as JsonObject;
      if (last && isEmptyMap(source) && isMap(map[text])) return;
      if (last) map[text] = structuredClone(source);
      else if (!isMap(map[text]) && !Array.isArray(map[text])) map[text] = Array.isArray(source) ? [] : {};
      target = map[text]!;
      return;
    }
    const list = target as Json[];
    let item = list.find((one) => matches(one, element.slice(0, 2), text));
    if (item === undefined) {
      item = element.startsWith('v:') ? (JSON.parse(text) as Json) : (JSON.parse(text) as JsonObject);
      list.push(item);
    }
    target = item;
  });
}

/** An empty applied map doesn't affect fields of others in it. */
export function isEmptyMap(value: Json | undefined): boolean {
  return isMap(value) && Object.keys(value).length === 0;
}

/** Removes a leaf, and maps and lists that become empty. */
export function removeLeaf(from: Json, path: Path): void {
  const [element, ...rest] = path;
  if (element === undefined) return;
  const child = childOf(from, element);
  if (child === undefined || (rest.length === 0 && isMap(child) && !isEmptyMap(child))) return;
  if (rest.length > 0) {
    removeLeaf(child, rest);
    const empty = isMap(child) ? Object.keys(child).length === 0 : Array.isArray(child) && child.length === 0;
    if (!empty) return;
  }
  if (element.startsWith('f:')) delete (from as JsonObject)[element.slice(2)];
  else (from as Json[]).splice((from as Json[]).indexOf(child), 1);
}

/** Returns paths as nested maps of FieldsV1. */
export function encodeFields(paths: readonly Path[]): JsonObject {
  const root: JsonObject = {};
  const isInner = (path: Path) =>
    paths.some((other) => other.length > path.length && path.every((element, i) => other[i] === element));
  for (const path of paths) {
    let at = root;
    for (const element of path) {
      at[element] ??= {};
      at = at[element] as JsonObject;
    }
    if (isInner(path)) at['.'] = {};
  }
  return root;
}

export function decodeFields(fields: JsonObject, path: Path = []): Path[] {
  const names = Object.keys(fields);
  if (names.length === 0) return path.length > 0 ? [path] : [];
  return names.flatMap((name) =>
    name === '.' ? [path] : decodeFields(fields[name] as JsonObject, [...path, name]),
  );
}

/** Returns a path in the notation of the server's messages: `.data.key`, `.list[name="x"]`, `.set[="x"]`. */
export function printPath(path: Path): string {
  return path
    .map((element) => {
      const text = element.slice(2);
      if (element.startsWith('f:')) return `.${text}`;
      if (element.startsWith('v:')) return `[=${text}]`;
      const keys = Object.entries(JSON.parse(text) as JsonObject);
      return `[${keys.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(',')}]`;
    })
    .join('');
}
