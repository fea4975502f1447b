import type {
  Field,
  FieldTable,
  IntegerField,
  ObjectField,
  TextField,
} from '../core/base/document/fields.ts';
import type { FieldRow } from './format-fields.ts';

/** Where an object has its rows. */
export interface Place {
  /** Name of the list on the page. */
  format: string;
  path: string;
}

/**
 * Returns the fields of a file that people write, in the order of its table. An object whose fields already have rows on the page
 * refers to them.
 * @param listed the objects whose fields have rows; this call adds its own
 */
export function documentRows(
  file: ObjectField,
  format = '',
  listed = new Map<FieldTable, Place>(),
  prefix = '',
): FieldRow[] {
  return Object.entries(file.fields).flatMap(([key, field]) => {
    const name = `${prefix}${key}`;
    const { path, inner } = insideOf(field, name);
    const before = inner && listed.get(inner.fields);
    const { doc = '' } = field;
    const absent = field.kind === 'text' ? field.absent : undefined;
    const row = {
      name,
      type: before ? `${typeText(field)}, as ${placeText(before, format)}` : typeText(field),
      required: file.needs?.includes(key) ?? false,
      content: absent === undefined ? doc : `${doc} Default: \`${absent}\`.`.trim(),
    };
    if (!inner || before) return [row];
    listed.set(inner.fields, { format, path: name });
    return [row, ...documentRows(inner, format, listed, `${path}.`)];
  });
}

function placeText({ format, path }: Place, here: string): string {
  return format === here ? `\`${path}\`` : `\`${path}\` of ${format}`;
}

/** Returns the object with fields that a field consists of, with its path: the element of a list, the value of a map. */
function insideOf(field: Field, path: string): { path: string; inner?: ObjectField } {
  if (field.kind === 'list') return insideOf(field.of, `${path}[]`);
  if (field.kind === 'map') return insideOf(field.of, `${path}.*`);
  const inner = [field, ...(field.kind === 'either' ? field.of : [])].find(
    (each): each is ObjectField => each.kind === 'object' && Object.keys(each.fields).length > 0,
  );
  return { path, inner };
}

/** Singular and plural. */
const KINDS = {
  any: ['any', 'any values'],
  flag: ['boolean', 'booleans'],
  integer: ['integer', 'integers'],
  list: ['list', 'lists'],
  map: ['map', 'maps'],
  object: ['object', 'objects'],
} as const;
const TEXTS = {
  any: ['string', 'strings'],
  ip: ['IP address', 'IP addresses'],
  mac: ['MAC address', 'MAC addresses'],
  name: ['interface name', 'interface names'],
} as const;

/** @param number 0 for the singular, 1 for the plural */
function typeText(field: Field, number: 0 | 1 = 0): string {
  if (field.kind === 'either') return field.of.map((each) => typeText(each)).join(' or ');
  if (field.kind === 'text') return textType(field, number);
  const kind = KINDS[field.kind][number];
  if (field.kind === 'list' || field.kind === 'map') return `${kind} of ${typeText(field.of, 1)}`;
  return field.kind === 'integer' ? `${kind}${rangeText(field)}` : kind;
}

function textType({ values, numbers, form, secret }: TextField, number: 0 | 1): string {
  if (!values) return `${TEXTS[form ?? 'any'][number]}${secret ? ' (secret)' : ''}`;
  const words = values.map((value) => `\`${value || '""'}\``);
  const all = [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' or ');
  return numbers ? `${all}, or its position (from 0)` : all;
}

function rangeText({ min, max }: IntegerField): string {
  if (min === undefined) return max === undefined ? '' : ` up to ${max}`;
  return max === undefined ? `, at least ${min}` : ` from ${min} to ${max}`;
}
