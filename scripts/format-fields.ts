import { z } from 'zod';
import { CONTENTS } from '../core/base/document/list-schema.ts';

/** A field of a format, as a row of its table. */
export interface FieldRow {
  /** `files[].name`, `bySection.*.images` */
  name: string;
  /** Markdown. */
  type: string;
  required: boolean;
  /** The schema's description; empty without one. */
  content: string;
}

interface Field {
  schema: z.ZodType;
  required: boolean;
  content: string;
}

type Shape = Readonly<Record<string, z.ZodType>>;

/**
 * Returns the fields of an object in the order of its schema. Objects and lists in it get rows of their own when one of their
 * fields has a description. Otherwise, their fields are listed in the type.
 * @param elsewhere schemas that have a table of their own: their fields aren't repeated
 * @throws Error when the schema isn't that of an object
 */
export function fieldRows(schema: z.ZodType, elsewhere: ReadonlySet<z.ZodType> = new Set()): FieldRow[] {
  const seen = new Set<z.ZodType>();
  const rowsOf = (object: z.ZodType, prefix: string): FieldRow[] => {
    const fields = Object.entries(shapeOf(object) ?? {});
    for (const [, each] of fields) seen.add(each);
    return fields.flatMap(([name, each]) => {
      const { schema: type, required, content } = fieldOf(each);
      const { path, inner } = insideOf(type, `${prefix}${name}`);
      const row = {
        name: `${prefix}${name}`,
        type: typeText(type),
        required,
        content: content || (name === 'format' ? 'Format version' : ''),
      };
      const isListed =
        elsewhere.has(inner) || Object.values(shapeOf(inner) ?? {}).every((of) => seen.has(of));
      return [row, ...(isListed || !isDescribed(inner) ? [] : rowsOf(inner, `${path}.`))];
    });
  };
  if (!shapeOf(schema)) throw new Error('only objects have fields');
  return rowsOf(schema, '');
}

/** Returns the rows as a Markdown table, without the column *content* if no row has any. */
export function fieldTable(rows: readonly FieldRow[]): string {
  const columns = rows.some(({ content }) => content) ? 4 : 3;
  const cells = rows.map(({ name, type, required, content }) => [
    `\`${name}\``,
    type,
    required ? 'yes' : 'no',
    content,
  ]);
  return [['field', 'type', 'required', 'content'], ['---', '---', '---', '---'], ...cells]
    .map((row) => row.slice(0, columns))
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

/** Returns what a schema is without being optional or having a default, and its description. */
function fieldOf(schema: z.ZodType): Field {
  const content = schema.description ?? '';
  if (schema instanceof z.ZodOptional) {
    const inner = fieldOf(schema.unwrap() as z.ZodType);
    return { ...inner, required: false, content: content || inner.content };
  }
  if (schema instanceof z.ZodDefault) {
    const inner = fieldOf(schema.unwrap() as z.ZodType);
    const text = content || inner.content;
    const value: unknown = schema.def.defaultValue;
    const shown = typeof value === 'object' ? '' : ` (default: \`${value}\`)`;
    return { ...inner, required: false, content: text && `${text}${shown}` };
  }
  return { schema, required: true, content };
}

/** Returns what a field consists of: the elements of a list of lists, the values of a map. */
function insideOf(schema: z.ZodType, path: string): { path: string; inner: z.ZodType } {
  const contents = contentsOf(schema);
  if (!contents) return { path, inner: schema };
  return insideOf(contents.of, `${path}${contents.kind === 'list' ? '[]' : '.*'}`);
}

function contentsOf(schema: z.ZodType): { kind: 'list' | 'map'; of: z.ZodType } | undefined {
  if (schema instanceof z.ZodArray) return { kind: 'list', of: schema.element as z.ZodType };
  if (schema instanceof z.ZodRecord) return { kind: 'map', of: schema.valueType as z.ZodType };
  const hidden = CONTENTS.get(schema);
  return hidden && { kind: hidden.kind, of: hidden.of as z.ZodType };
}

function shapeOf(schema: z.ZodType): Shape | undefined {
  return schema instanceof z.ZodObject ? (schema.shape as Shape) : undefined;
}

function isDescribed(schema: z.ZodType): boolean {
  return Object.values(shapeOf(schema) ?? {}).some((each) => {
    const { schema: field, content } = fieldOf(each);
    return content !== '' || isDescribed(insideOf(field, '').inner);
  });
}

/** Returns the type of a field in words. */
function typeText(schema: z.ZodType): string {
  const contents = contentsOf(schema);
  if (contents) return `${contents.kind} of ${pluralText(contents.of)}`;
  return wordsOf(schema).type ?? code(schema);
}

function pluralText(schema: z.ZodType): string {
  const contents = contentsOf(schema);
  if (contents) return `${contents.kind}s of ${pluralText(contents.of)}`;
  return wordsOf(schema).plural ?? code(schema);
}

/** Returns the words for types that have one. */
function wordsOf(schema: z.ZodType): { type?: string; plural?: string } {
  if (schema instanceof z.ZodNumber)
    return schema.isInt ? { type: 'integer', plural: 'integers' } : { type: 'number', plural: 'numbers' };
  if (schema instanceof z.ZodBoolean) return { type: 'boolean', plural: 'booleans' };
  if (schema instanceof z.ZodUnknown) return { type: 'any', plural: 'any values' };
  if (isDescribed(schema)) return { type: 'object', plural: 'objects' };
  if (isText(schema)) return { type: 'string', plural: 'strings' };
  if (schema instanceof z.ZodNullable)
    return { type: `${typeText(schema.unwrap() as z.ZodType)} or \`null\`` };
  return {};
}

/** Digests and names are strings with a check of their own. */
function isText(schema: z.ZodType): boolean {
  return (
    schema instanceof z.ZodString || schema instanceof z.ZodStringFormat || schema instanceof z.ZodCustom
  );
}

/** Returns the alternatives of a type, each as code. */
function code(schema: z.ZodType): string {
  const all = alternatives(schema).map((each) =>
    each instanceof z.ZodType ? (wordsOf(each).type ?? `\`${notation(each)}\``) : `\`${each}\``,
  );
  return [all.slice(0, -1).join(', '), ...all.slice(-1)].filter(Boolean).join(' or ');
}

/** Returns what a value of the schema can be: literals, or schemas. */
function alternatives(schema: z.ZodType): unknown[] {
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(alternatives);
  if (schema instanceof z.ZodEnum) return schema.options;
  if (schema instanceof z.ZodLiteral) return [...schema.values];
  return [schema];
}

/** Returns a type inside another one as TypeScript writes it; undefined for plain strings, numbers and booleans. */
function notation(schema: z.ZodType): string | undefined {
  const shape = shapeOf(schema);
  if (shape) return `{${Object.entries(shape).map(member).join(', ')}}`;
  const contents = contentsOf(schema);
  if (contents) return `[${notation(contents.of) ?? '…'}]`;
  const all = alternatives(schema);
  if (all.length === 1 && all[0] === schema) return undefined;
  return all
    .map((each) =>
      each instanceof z.ZodType ? (notation(each) ?? wordsOf(each).type) : JSON.stringify(each),
    )
    .join(' | ');
}

function member([name, schema]: [string, z.ZodType]): string {
  const field = fieldOf(schema);
  const type = notation(field.schema);
  return `${name}${field.required ? '' : '?'}${type === undefined ? '' : `: ${type}`}`;
}
