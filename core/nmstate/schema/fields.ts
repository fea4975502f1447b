import {
  any,
  type EitherField,
  type Field,
  type FieldTable,
  integer,
  list,
  map,
  type ObjectField,
  object,
  type TextField,
  text,
} from '../../base/document/fields.ts';

/** Parts of NMState's field tables. Source: nmstate 2.2.38 (rust/src/lib), with additions of later 2.2 versions. */
export const mac: TextField = { kind: 'text', form: 'mac' };
export const ip: TextField = { kind: 'text', form: 'ip' };
export const name: TextField = { kind: 'text', form: 'name' };
export const texts = list(text);
export const names = list(name);
export const uint = integer(0);
export const u8 = integer(0, 255);
export const u16 = integer(0, 65535);
export const u32 = integer(0, 4294967295);
export const ovsDb = object({ external_ids: map(any), other_config: map(any) });

/** Accepts one of these values, or its position in the list. */
export function numbered(...values: readonly string[]): TextField {
  return { kind: 'text', values, numbers: true };
}
/** Accepts other fields without checks. */
export function open(fields: FieldTable): ObjectField {
  return { kind: 'object', fields, open: true };
}
export function either(...of: readonly Field[]): EitherField {
  return { kind: 'either', of };
}
