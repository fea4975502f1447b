import { isPlainMap, put } from '../node-value.ts';
import type { Path } from '../yaml-text.ts';

/** Returns a value without undefined parts. Undefined for values that YAML can't contain: functions, symbols. */
export function writable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => writable(item) ?? null);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (!isPlainMap(value)) return value;
  const map: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(value)) {
    const item = writable(each);
    if (item !== undefined) put(map, name, item);
  }
  return map;
}

/** Returns `value` below the names of `path`: `nested(['a', 0], 1)` is `{a: [1]}`. */
export function nested(path: Path, value: unknown): unknown {
  return path.reduceRight<unknown>((inner, step) => {
    if (typeof step === 'number') return [inner];
    const map: Record<string, unknown> = {};
    put(map, step, inner);
    return map;
  }, value);
}

/** Returns a copy in which `change` was applied to the value at `path`. Missing parents are created. */
export function reshaped(root: unknown, path: Path, change: (before: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(root);
  if (Array.isArray(root)) {
    const list = [...root];
    list[Number(step)] = reshaped(root[Number(step)], rest, change);
    return list;
  }
  if (!isPlainMap(root)) return nested(path, change(undefined));
  const map = { ...root };
  put(map, String(step), reshaped(Object.hasOwn(root, step) ? root[step] : undefined, rest, change));
  return map;
}

/** Returns a list or object without one entry. */
export function without(collection: unknown, step: string | number): unknown {
  if (Array.isArray(collection)) return collection.toSpliced(Number(step), 1);
  const entries = Object.entries(collection as Record<string, unknown>).filter(
    ([name]) => name !== String(step),
  );
  const map: Record<string, unknown> = {};
  for (const [name, value] of entries) put(map, name, value);
  return map;
}
