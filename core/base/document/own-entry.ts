/**
 * Returns a table's own entry for an untrusted key; undefined for inherited names such as `constructor` and
 * `__proto__`.
 */
export function ownEntry<T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
