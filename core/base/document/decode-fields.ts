import type { Field, FieldTable, ListField, MapField, ObjectField } from './fields.ts';
import type { Path } from './yaml-text.ts';

/** A field that a decoder reads as one value. */
export type ScalarField = Exclude<Field, ListField | MapField | ObjectField>;

/** An entry of a mapping. */
export interface FieldEntry<Value> {
  name: string;
  value: Value;
}

/**
 * A value that doesn't match the table. Paths use the names of the table, except for the last part of unknown fields.
 */
export type DecoderNote<Value, Entry extends FieldEntry<Value> = FieldEntry<Value>> =
  | { kind: 'unknown'; path: Path; entry: Entry; known: string[] }
  /** The field's name has another case, or the field was already given by the entry `before`. */
  | { kind: 'name'; path: Path; entry: Entry; before: Entry | undefined }
  | { kind: 'type'; path: Path; value: Value; field: Field };

/** How a program reads a file, from plain values or from nodes of a document. */
export interface Reader<Value, Entry extends FieldEntry<Value> = FieldEntry<Value>> {
  /** Returns whether a value counts as absent. */
  isNothing(value: Value, field: Field): boolean;
  /** Returns the entries of a mapping; undefined for other values. */
  entriesOf(value: Value): readonly Entry[] | undefined;
  /** Returns the elements of a list; undefined for other values. */
  itemsOf(value: Value): readonly Value[] | undefined;
  /** Returns the decoded scalar; undefined if it doesn't match the field. */
  scalarOf(value: Value, field: ScalarField, path: Path): unknown;
  /** Returns the field that an entry is decoded as. */
  fieldFor(fields: FieldTable, name: string): string | undefined;
  /** Of a field given more than once, the last one counts; otherwise, the exact name, or the first one. */
  lastCounts?: true;
  note(note: DecoderNote<Value, Entry>): void;
  /** Called for each value that is decoded; `entry` is absent for elements of lists. */
  enter?(path: Path, value: Value, entry: Entry | undefined): void;
}

/**
 * Decodes a file with the table of its fields, like Go's JSON decoder. Values that don't match are omitted and noted.
 */
export function decode<Value, Entry extends FieldEntry<Value>>(
  value: Value,
  field: Field,
  path: Path,
  reader: Reader<Value, Entry>,
  entry?: Entry,
): unknown {
  reader.enter?.(path, value, entry);
  if (reader.isNothing(value, field)) return undefined;
  let decoded: unknown;
  if (field.kind === 'list')
    decoded = reader
      .itemsOf(value)
      ?.map((item, i) => decode(item, field.of, [...path, i], reader) ?? emptyOf(field.of));
  else if (field.kind === 'object') {
    const entries = reader.entriesOf(value);
    decoded = entries && decodeEntries(entries, field.fields, path, reader);
  } else if (field.kind === 'map') {
    const { of } = field;
    const entries = reader
      .entriesOf(value)
      ?.map((each) => [each.name, decode(each.value, of, [...path, each.name], reader, each) ?? emptyOf(of)]);
    decoded = entries && Object.fromEntries(entries);
  } else decoded = reader.scalarOf(value, field, path);
  if (decoded === undefined) reader.note({ kind: 'type', path, value, field });
  return decoded;
}

function decodeEntries<Value, Entry extends FieldEntry<Value>>(
  entries: readonly Entry[],
  fields: FieldTable,
  path: Path,
  reader: Reader<Value, Entry>,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const named = entries.map((entry) => [reader.fieldFor(fields, entry.name), entry] as const);
  const last = new Map(named);
  const given = new Map<string, Entry>();
  for (const [name, entry] of named) {
    if (name === undefined) {
      reader.note({ kind: 'unknown', path: [...path, entry.name], entry, known: Object.keys(fields) });
      continue;
    }
    const at = [...path, name];
    const before = given.get(name);
    given.set(name, entry);
    if (before || entry.name !== name) reader.note({ kind: 'name', path: at, entry, before });
    if (reader.lastCounts ? last.get(name) !== entry : before && entry.name !== name) continue;
    const decoded = decode(entry.value, fields[name]!, at, reader, entry);
    if (decoded !== undefined) result[name] = decoded;
  }
  return result;
}

/** Returns Go's zero value, which replaces null elements of a list so that the others keep their positions. */
export function emptyOf({ kind }: Field): unknown {
  if (kind === 'object' || kind === 'map') return {};
  if (kind === 'list') return [];
  if (kind === 'integer') return 0;
  return kind === 'flag' ? false : kind === 'text' ? '' : null;
}
