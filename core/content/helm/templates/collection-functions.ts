import { yamlOf } from '../../../base/document/yaml-of.ts';
import {
  type Data,
  type DataMap,
  either,
  emptyMap,
  isComplete,
  isDataList,
  isDataMap,
  NOT_KNOWN,
  orElse,
  printed,
  truthOf,
  UNKNOWN,
  verbatim,
  withoutMarks,
} from './data.ts';
import type { TemplateFunction } from './text-functions.ts';
import { mayVisit } from './visits.ts';

const MOST_ITEMS = 1_000;

const ofList =
  (change: (list: readonly Data[], ...more: Data[]) => Data): TemplateFunction =>
  (list, ...more) =>
    isDataList(list)
      ? change(list, ...more)
      : list === undefined || list === null
        ? change([], ...more)
        : NOT_KNOWN;

/** Returns a key by which equal values are equal. */
const identity = (value: Data): string =>
  typeof value === 'string'
    ? withoutMarks(value)
    : typeof value === 'object'
      ? JSON.stringify(plain(value))
      : verbatim(value);

const isWithin = (value: Data, list: readonly Data[]): boolean => {
  const key = identity(value);
  return list.some((item: Data) => typeof item === typeof value && identity(item) === key);
};

const nameOf = (key: Data): string => withoutMarks(printed(key));

function numbers(from: number, to: number, step: number): Data {
  const items: bigint[] = [];
  if (step === 0) return [];
  for (let at = from; (step > 0 ? at < to : at > to) && items.length < MOST_ITEMS; at += step)
    items.push(BigInt(at));
  return items;
}

const isKnownNumber = (value: Data): boolean => typeof value === 'number' || typeof value === 'bigint';

/** Functions of lists and maps. Items may be unknown. */
export const COLLECTION_FUNCTIONS: Record<string, TemplateFunction> = {
  first: ofList((list) => list[0]),
  last: ofList((list) => list.at(-1)),
  rest: ofList((list) => list.slice(1)),
  initial: ofList((list) => list.slice(0, -1)),
  reverse: ofList((list) => [...list].reverse()),
  append: ofList((list, value) => [...list, value]),
  push: ofList((list, value) => [...list, value]),
  prepend: ofList((list, value) => [value, ...list]),
  concat: (...lists) => (lists.every(isDataList) ? lists.flat() : NOT_KNOWN),
  compact: ofList((list) =>
    list.some((item) => truthOf(item) === undefined)
      ? NOT_KNOWN
      : list.filter((item) => truthOf(item) === true),
  ),
  uniq: ofList((list) => list.filter((item, index) => !isWithin(item, list.slice(0, index)))),
  without: ofList((list, ...values) => list.filter((item) => !isWithin(item, values))),
  has: (value, list) =>
    !isComplete(value)
      ? NOT_KNOWN
      : isDataList(list)
        ? isWithin(value, list) || (list.every(isComplete) ? false : NOT_KNOWN)
        : list === NOT_KNOWN
          ? NOT_KNOWN
          : false,
  slice: (list, from, to) =>
    isDataList(list) || typeof list === 'string'
      ? (list.slice(Number(from ?? 0), to === undefined ? undefined : Number(to)) as Data)
      : NOT_KNOWN,
  chunk: (size, list) => {
    const count = Number(size);
    if (!isDataList(list) || !(count > 0)) return NOT_KNOWN;
    return Array.from({ length: Math.ceil(list.length / count) }, (_, at) =>
      list.slice(at * count, (at + 1) * count),
    );
  },
  sortAlpha: ofList((list) =>
    list.every(isComplete)
      ? list.map(printed).sort((one, other) => (withoutMarks(one) < withoutMarks(other) ? -1 : 1))
      : NOT_KNOWN,
  ),
  toStrings: ofList((list) => list.map((item) => (item === NOT_KNOWN ? item : verbatim(item)))),
  until: (count) =>
    isKnownNumber(count) ? numbers(0, Number(count), Number(count) < 0 ? -1 : 1) : NOT_KNOWN,
  untilStep: (from, to, step) =>
    [from, to, step].every((each) => isKnownNumber(each as Data))
      ? numbers(Number(from), Number(to), Number(step))
      : NOT_KNOWN,
  seq: (...bounds) => {
    if (!bounds.every(isKnownNumber) || bounds.length === 0) return NOT_KNOWN;
    const values = bounds.map(Number);
    const from = values.length > 1 ? values[0]! : 1;
    const to = values.at(-1)!;
    const step = values.length > 2 ? values[1]! : to >= from ? 1 : -1;
    const items = numbers(from, to + Math.sign(step), step);
    return isDataList(items) ? items.map(String).join(' ') : items;
  },
  pluck: (key, ...maps) =>
    isComplete(key) && maps.every(isDataMap)
      ? maps.flatMap((map) => (Object.hasOwn(map, nameOf(key)) ? [map[nameOf(key)]] : []))
      : NOT_KNOWN,
  pick: (map, ...keys) => chosen(map, keys, true),
  omit: (map, ...keys) => chosen(map, keys, false),
  values: (map) => (isDataMap(map) ? sortedKeys(map).map((name) => map[name]) : NOT_KNOWN),
  keys: (...maps) => (maps.every(isDataMap) ? maps.flatMap(sortedKeys) : NOT_KNOWN),
};

function sortedKeys(map: DataMap): string[] {
  return Object.keys(map).sort();
}

function chosen(map: Data, keys: Data[], wanted: boolean): Data {
  if (!isDataMap(map) || !keys.every(isComplete)) return NOT_KNOWN;
  const names = new Set(keys.map(nameOf));
  return emptyMap(Object.entries(map).filter(([name]) => names.has(name) === wanted));
}

/** Returns the item of a list, or the value of a map; undefined for a missing one. */
export function fieldOf(of: Data, key: Data): Data {
  if (of === NOT_KNOWN || !isComplete(key)) return NOT_KNOWN;
  if (isDataList(of)) return isKnownNumber(key) ? of[Number(key)] : NOT_KNOWN;
  const name = nameOf(key);
  return isDataMap(of) && Object.hasOwn(of, name) ? of[name] : undefined;
}

const DEEPEST = 50;

interface Merging {
  /** Which of two values is retained. */
  wins: 'target' | 'from';
  /** The decision on which the merge depends, so that values become alternatives; else 0. */
  unsure: number;
  /** Whether maps in the target must not change. */
  isCopy: boolean;
  budget: { nodes: number };
}

/** Merges a map into another as Helm does, in place. */
export function mergeInto(target: DataMap, from: DataMap, options: Merging, depth = 0): void {
  const { wins, unsure, budget, isCopy } = options;
  if (target === from) return;
  for (const [name, value] of Object.entries(from)) {
    if (budget.nodes-- <= 0 || depth > DEEPEST) return;
    const known = Object.hasOwn(target, name) ? target[name] : undefined;
    // Like in Helm (mergo), a map that is missing in the target is shared, not copied.
    if (isDataMap(value) && known === undefined && unsure === 0) target[name] = value;
    else if (isDataMap(value)) {
      const inner = !isDataMap(known) ? emptyMap() : isCopy ? emptyMap(Object.entries(known)) : known;
      target[name] = inner;
      mergeInto(inner, value, options, depth + 1);
    } else if (wins === 'from' || truthOf(known) !== true) {
      const after = orElse(value, known);
      const isSure = unsure === 0 && (wins === 'from' || truthOf(known) === false);
      target[name] = isSure ? after : either(known, after, unsure);
    }
  }
}

/** Returns a deep copy. */
export function copied(value: Data, depth = 0): Data {
  if (depth > DEEPEST || !mayVisit()) return NOT_KNOWN;
  if (isDataList(value)) return value.map((item) => copied(item, depth + 1));
  if (!isDataMap(value)) return value;
  return emptyMap(Object.keys(value).map((name) => [name, copied(value[name], depth + 1)] as const));
}

/** Returns a value without marks for YAML and JSON. */
export function plain(value: Data, depth = 0): unknown {
  if (value === NOT_KNOWN || depth > DEEPEST || !mayVisit()) return UNKNOWN;
  if (typeof value === 'string') return withoutMarks(value);
  if (typeof value === 'bigint') return Number(value);
  if (isDataList(value)) return value.map((item) => plain(item, depth + 1));
  if (isDataMap(value))
    return Object.fromEntries(
      Object.keys(value)
        .sort()
        .map((name) => [name, plain(value[name], depth + 1)]),
    );
  return value ?? null;
}

/** Returns a value as YAML, as Helm's `toYaml` does. */
export function yamlText(value: Data): string {
  return yamlOf(plain(value), { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd();
}
