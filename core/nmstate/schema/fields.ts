/**
 * A description of NMState's fields: the check of the schema reads it, and forms can be made of it. Source: nmstate
 * 2.2.38 (rust/src/lib), with what later 2.2 versions added.
 */
export type Field =
  | { kind: 'text'; form?: 'mac' | 'ip' | 'name'; secret?: true }
  | { kind: 'bool' }
  | { kind: 'int'; min?: number; max?: number }
  | { kind: 'enum'; values: readonly string[]; numbers?: true }
  | { kind: 'list'; of: Field }
  /** `open`: any further field is taken as it is. `needs`: fields that must be there. */
  | { kind: 'object'; fields: FieldTable; open?: true; needs?: readonly string[] }
  /** A mapping with names of the user's choice. */
  | { kind: 'map'; of: Field }
  | { kind: 'either'; of: readonly Field[] }
  | { kind: 'any' };

export type FieldTable = Readonly<Record<string, Field>>;

export const text: Field = { kind: 'text' };
export const secret: Field = { kind: 'text', secret: true };
export const mac: Field = { kind: 'text', form: 'mac' };
export const ip: Field = { kind: 'text', form: 'ip' };
export const name: Field = { kind: 'text', form: 'name' };
export const bool: Field = { kind: 'bool' };
export const any: Field = { kind: 'any' };
export const texts: Field = { kind: 'list', of: text };
export const names: Field = { kind: 'list', of: name };

export function int(min?: number, max?: number): Field {
  return { kind: 'int', ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}
export const uint: Field = int(0);

/** One of these words. */
export function word(...values: string[]): Field {
  return { kind: 'enum', values };
}
/** One of these words, or its position in the list. */
export function numbered(...values: string[]): Field {
  return { kind: 'enum', values, numbers: true };
}
export function list(of: Field): Field {
  return { kind: 'list', of };
}
export function object(fields: FieldTable, needs: readonly string[] = []): Field {
  return { kind: 'object', fields, needs };
}
export function open(fields: FieldTable): Field {
  return { kind: 'object', fields, open: true };
}
export function map(of: Field): Field {
  return { kind: 'map', of };
}
export function either(...of: Field[]): Field {
  return { kind: 'either', of };
}
