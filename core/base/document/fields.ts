/**
 * The language for the fields of a file. Each kind of file has one table in it (`*-fields.ts`), which is the source of
 * its TypeScript type, its decoder, suggestions for misspelled names, completion, forms and reference pages.
 */
interface About {
  /** Its meaning, in sentences. */
  readonly doc?: string;
  readonly example?: string;
}
export interface TextField extends About {
  readonly kind: 'text';
  /** Whether it is a secret that must never be shown, logged or drafted. */
  readonly secret?: true;
  /** Format of the text. */
  readonly form?: 'mac' | 'ip' | 'name';
  /** The allowed texts. */
  readonly values?: readonly string[];
  /** The value that applies if the field is absent. */
  readonly absent?: string | undefined;
  /** Whether a position in `values` means the same as the text. */
  readonly numbers?: true;
}
export interface FlagField extends About {
  readonly kind: 'flag';
}
export interface IntegerField extends About {
  readonly kind: 'integer';
  readonly min?: number;
  readonly max?: number;
  /** The type in the Go program that reads it. */
  readonly bits?: 32 | 64;
}
/** A field that isn't decoded. */
export interface AnyField extends About {
  readonly kind: 'any';
}
export interface ListField<F extends Field = Field> extends About {
  readonly kind: 'list';
  readonly of: F;
}
export interface ObjectField<T extends FieldTable = FieldTable> extends About {
  readonly kind: 'object';
  readonly fields: T;
  /** Whether other fields are accepted. */
  readonly open?: true;
  /** Names of the required fields. */
  readonly needs?: readonly string[];
}
/** A mapping with names that the user chooses. */
export interface MapField<F extends Field = Field> extends About {
  readonly kind: 'map';
  readonly of: F;
}
/** A value of one of several kinds. */
export interface EitherField extends About {
  readonly kind: 'either';
  readonly of: readonly Field[];
}
export type Field =
  | TextField
  | FlagField
  | IntegerField
  | AnyField
  | ListField
  | ObjectField
  | MapField
  | EitherField;
export interface FieldTable {
  readonly [name: string]: Field;
}

/** The decoded value of a field. Every field may be absent, as in Go. */
export type ValueOf<F> = F extends TextField
  ? string
  : F extends IntegerField
    ? number
    : F extends FlagField
      ? boolean
      : F extends { kind: 'list'; of: infer I }
        ? ValueOf<I>[]
        : F extends { kind: 'map'; of: infer I }
          ? Record<string, ValueOf<I>>
          : F extends { kind: 'object'; fields: infer T }
            ? { -readonly [K in keyof T]?: ValueOf<T[K]> }
            : unknown;

export const text: TextField = { kind: 'text' };
export const secret: TextField = { kind: 'text', secret: true };
export const flag: FlagField = { kind: 'flag' };
export const int32: IntegerField = { kind: 'integer', bits: 32 };
export const int64: IntegerField = { kind: 'integer', bits: 64 };
export const any: AnyField = { kind: 'any' };

export function integer(min?: number, max?: number): IntegerField {
  return { kind: 'integer', min, max };
}
/** Returns a field with a fixed set of values. */
export function word(...values: readonly string[]): TextField {
  return { kind: 'text', values };
}
/** Returns a field with a fixed set of values, of which the first one is the default. */
export function defaultWord(...values: readonly string[]): TextField {
  return { kind: 'text', values, absent: values[0] };
}
export function list<const F extends Field>(of: F): ListField<F> {
  return { kind: 'list', of };
}
export function object<const T extends FieldTable>(fields: T, needs?: readonly string[]): ObjectField<T> {
  return { kind: 'object', fields, needs };
}
export function map<const F extends Field>(of: F): MapField<F> {
  return { kind: 'map', of };
}

/** Returns a field with its documentation. */
export function about<F extends Field>(doc: string, example: string, field: F): F {
  return { ...field, doc, example };
}

/** Returns a field with its meaning. */
export function described<F extends Field>(doc: string, field: F): F {
  return { ...field, doc };
}

/** Returns the field at a path; undefined if the table has none. Any number stands for the elements of a list. */
export function fieldAt(field: Field | undefined, path: readonly (string | number)[]): Field | undefined {
  const [step, ...rest] = path;
  if (step === undefined || field === undefined) return field;
  if (field.kind === 'list') return fieldAt(field.of, rest);
  return field.kind === 'object' ? fieldAt(field.fields[step], rest) : undefined;
}
