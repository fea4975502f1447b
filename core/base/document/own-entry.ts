/** Returns a table's own entry for a key of untrusted text; undefined for `constructor`, `__proto__` and other inherited names. */
export function ownEntry<T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
