import { keyFor } from '../../base/document/field-path.ts';

/** A mapping of a document as written. */
export type Fields = Record<string, unknown>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function fieldOf(fields: Fields, name: string): unknown {
  const written = keyFor(fields, name);
  return written === undefined ? undefined : fields[written];
}

/** Returns a mapping with new values for some fields, which keep their places and names. Undefined removes a field. */
export function withFields(fields: Fields, values: Fields): Fields {
  const after = { ...fields };
  for (const [name, value] of Object.entries(values)) {
    const written = keyFor(after, name) ?? name;
    if (value === undefined) delete after[written];
    else after[written] = value;
  }
  return after;
}
