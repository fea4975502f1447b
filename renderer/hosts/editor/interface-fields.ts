import {
  insertItem,
  type Path,
  removeValue,
  setValue,
  type YamlText,
} from '../../../core/contract/documents/document.ts';
import {
  type Field,
  type FieldTable,
  fieldsOfType,
  type Interface,
  type StatePart,
} from '../../../core/contract/documents/nmstate.ts';

/** A field of an interface with a single value. */
export interface LeafField {
  /** From the interface: `['ipv4', 'enabled']`. */
  path: readonly string[];
  kind: 'text' | 'number' | 'flag' | 'choice';
  /** Of a choice. */
  values: readonly string[];
}

/** Returns all fields of an interface type with a single value, also of nested blocks. Secrets are edited in the YAML only. */
export function leafFields(type: string | undefined): LeafField[] {
  return leaves(fieldsOfType(type), []);
}

function leaves(table: FieldTable, path: readonly string[]): LeafField[] {
  return Object.entries(table).flatMap(([key, field]): LeafField[] => leaf(field, [...path, key]));
}

function leaf(field: Field, path: readonly string[]): LeafField[] {
  switch (field.kind) {
    case 'text':
      if (field.values) return [{ path, kind: 'choice', values: field.values }];
      return field.secret ? [] : [{ path, kind: 'text', values: [] }];
    case 'integer':
      return [{ path, kind: 'number', values: [] }];
    case 'flag':
      return [{ path, kind: 'flag', values: ['true', 'false'] }];
    case 'object':
      return path.length < 4 ? leaves(field.fields, path) : [];
    default:
      return [];
  }
}

export interface PresentField extends LeafField {
  value: string;
}

/** Returns the fields of an interface in the order of the file. Lists and mappings of free names are edited in the YAML. */
export function presentFields(iface: Interface): { fields: PresentField[]; lists: string[][] } {
  const known = new Map(leafFields(iface.type).map((field) => [field.path.join('\0'), field]));
  const fields: PresentField[] = [];
  const lists: string[][] = [];
  const walk = (value: unknown, path: string[]) => {
    if (Array.isArray(value)) return void lists.push(path);
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
      return;
    }
    const field = known.get(path.join('\0'));
    if (field) fields.push({ ...field, value: value === null || value === undefined ? '' : String(value) });
  };
  for (const [key, value] of Object.entries(iface.fields))
    if (key !== 'name' && key !== 'type') walk(value, [key]);
  return { fields, lists };
}

/** Returns the place of an interface in the file. */
export function placeOf(part: StatePart, iface: Interface): Path {
  return [...part.root, ...iface.path];
}

/** Writes a field; an empty text removes it. */
export function writeField(
  yaml: YamlText,
  part: StatePart,
  iface: Interface,
  field: LeafField,
  text: string,
): YamlText {
  const path = [...placeOf(part, iface), ...field.path];
  const options = { document: part.document };
  if (text.trim() === '') return removeValue(yaml, path, options);
  const value =
    field.kind === 'flag'
      ? text === 'true'
      : /^-?\d+$/.test(text) && field.kind !== 'text'
        ? Number(text)
        : text;
  return setValue(yaml, path, value, options);
}

/** Adds an interface at the end of the list. */
export function addInterface(yaml: YamlText, part: StatePart, name: string, type: string): YamlText {
  const { interfaces } = part.state;
  const list = [...part.root, 'interfaces'];
  const value = { name, type, state: 'up' };
  const options = { document: part.document };
  return interfaces.length === 0
    ? setValue(yaml, list, [value], options)
    : insertItem(yaml, list, interfaces.length, value, options);
}

export function removeInterface(yaml: YamlText, part: StatePart, iface: Interface): YamlText {
  return removeValue(yaml, placeOf(part, iface), { document: part.document });
}
