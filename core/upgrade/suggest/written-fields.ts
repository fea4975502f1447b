import { keyFor } from '../../base/document/field-path.ts';

/** A mapping of a document as it is written. */
export type Fields = Record<string, unknown>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function fieldOf(fields: Fields, name: string): unknown {
  const written = keyFor(fields, name);
  return written === undefined ? undefined : fields[written];
}

/** A mapping with other values for some fields, in their places and names; undefined takes one out. */
export function withFields(fields: Fields, values: Fields): Fields {
  const after = { ...fields };
  for (const [name, value] of Object.entries(values)) {
    const written = keyFor(after, name) ?? name;
    if (value === undefined) delete after[written];
    else after[written] = value;
  }
  return after;
}
