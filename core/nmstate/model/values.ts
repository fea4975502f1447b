/**
 * Reads values like nmstate: booleans and numbers may be written as strings (nmstate: rust/src/lib/deserializer.rs).
 */
export type Fields = Readonly<Record<string, unknown>>;

const TRUE = new Set(['true', 'yes', 'y', '1', 'on']);
const FALSE = new Set(['false', 'no', 'n', '0', 'off']);

/** Returns a YAML mapping, or undefined for anything else. */
export function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** Returns a YAML list, or an empty list for anything else. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the text of a scalar, or undefined. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
    ? String(value)
    : undefined;
}

/** Returns a boolean, also from strings that nmstate accepts (`yes`, `on`, `1`, case-insensitive). */
export function asBool(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = asText(value)?.toLowerCase();
  if (word === undefined) return undefined;
  return TRUE.has(word) ? true : FALSE.has(word) ? false : undefined;
}

/** Returns an integer, also from decimal or `0x` strings. */
export function asInt(value: unknown): number | undefined {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  return /^[+-]?\d+$|^0[xX][0-9a-fA-F]+$/.test(value.trim()) ? Number(value.trim()) : undefined;
}

/** Checks whether a scalar contains a reference that is replaced later (`{{ address }}`, `{{ capture.x }}`). */
export function isReference(value: unknown): boolean {
  return typeof value === 'string' && value.includes('{{');
}
