/** A mapping of a document as it is written. */
export type Fields = Record<string, unknown>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The name under which a field is written; oc-mirror v2 takes any case. */
function writtenName(fields: Fields, name: string): string | undefined {
  if (Object.hasOwn(fields, name)) return name;
  return Object.keys(fields).find((each) => each.toLowerCase() === name.toLowerCase());
}

export function fieldOf(fields: Fields, name: string): unknown {
  const written = writtenName(fields, name);
  return written === undefined ? undefined : fields[written];
}

/** A mapping with other values for some fields, in their places and names; undefined takes one out. */
export function withFields(fields: Fields, values: Fields): Fields {
  const after = { ...fields };
  for (const [name, value] of Object.entries(values)) {
    const written = writtenName(after, name) ?? name;
    if (value === undefined) delete after[written];
    else after[written] = value;
  }
  return after;
}
