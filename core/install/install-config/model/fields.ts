/**
 * A small language for the fields of a file that a Go program reads: the tables in `*-fields.ts` are written in it, the
 * types of the model are derived from them, and the decoder walks along them.
 */
export interface TextField {
  readonly kind: 'text';
  /** Never shown, logged or drafted. */
  readonly secret?: true;
}
export interface IntegerField {
  readonly kind: 'integer';
  readonly go: 'int32' | 'int64';
}
export interface FlagField {
  readonly kind: 'flag';
}
/** Kept as it is: parts of other platforms, NMState documents. */
export interface AnyField {
  readonly kind: 'any';
}
export interface ListField<F extends Field = Field> {
  readonly kind: 'list';
  readonly item: F;
}
export interface ObjectField<T extends Fields = Fields> {
  readonly kind: 'object';
  readonly fields: T;
}
export type Field = TextField | IntegerField | FlagField | AnyField | ListField | ObjectField;
export interface Fields {
  readonly [name: string]: Field;
}

/** The value of a field after decoding. Every field may be absent, as in Go. */
export type ValueOf<F> = F extends TextField
  ? string
  : F extends IntegerField
    ? number
    : F extends FlagField
      ? boolean
      : F extends { kind: 'list'; item: infer I }
        ? ValueOf<I>[]
        : F extends { kind: 'object'; fields: infer T }
          ? { -readonly [K in keyof T]?: ValueOf<T[K]> }
          : unknown;

export const text: TextField = { kind: 'text' };
export const secret: TextField = { kind: 'text', secret: true };
export const int32: IntegerField = { kind: 'integer', go: 'int32' };
export const int64: IntegerField = { kind: 'integer', go: 'int64' };
export const flag: FlagField = { kind: 'flag' };
export const anything: AnyField = { kind: 'any' };
export const list = <const F extends Field>(item: F): ListField<F> => ({ kind: 'list', item });
export const object = <const T extends Fields>(fields: T): ObjectField<T> => ({ kind: 'object', fields });
