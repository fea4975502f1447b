/**
 * Values as nmstate reads them: booleans and numbers may be written as strings (nmstate: rust/src/lib/deserializer.rs).
 */
export type Fields = Readonly<Record<string, unknown>>;

const TRUE = new Set(['true', 'yes', 'y', '1', 'on']);
const FALSE = new Set(['false', 'no', 'n', '0', 'off']);

/** A mapping of YAML, or undefined for anything else. */
export function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** A list of YAML, empty for anything else. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Text of a scalar, or undefined. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
    ? String(value)
    : undefined;
}

/** A boolean, also from the words nmstate takes (`yes`, `on`, `1`, in any case). */
export function asBool(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = asText(value)?.toLowerCase();
  if (word === undefined) return undefined;
  return TRUE.has(word) ? true : FALSE.has(word) ? false : undefined;
}

/** A whole number, also from decimal or `0x` strings. */
export function asInt(value: unknown): number | undefined {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  return /^[+-]?\d+$|^0[xX][0-9a-fA-F]+$/.test(value.trim()) ? Number(value.trim()) : undefined;
}

/** Whether a scalar holds a reference that is filled in later (`{{ address }}`, `{{ capture.x }}`): nothing to check yet. */
export function isReference(value: unknown): boolean {
  return typeof value === 'string' && value.includes('{{');
}
