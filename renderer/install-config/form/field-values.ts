import type { Field, ItemList } from './form-fields.ts';

/** What stands at a path below an item of a list. */
export function valueIn(item: unknown, path: readonly (string | number)[]): unknown {
  let value = item;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** The value of a field as a table shows it. */
export function shownValue(item: unknown, field: Pick<Field, 'path'>): string {
  const value = valueIn(item, field.path);
  if (Array.isArray(value)) return value.join(', ');
  return value === undefined || value === null ? '' : String(value);
}

/** The fields that are columns of the table of a list, in their order. */
export function columnsOf({ columns, fields }: Pick<ItemList, 'columns' | 'fields'>): Field[] {
  return columns.flatMap((label) => fields.find((field) => field.label === label) ?? []);
}

/** What a choice offers: a value that it doesn't know stays among them. */
export function choicesOf({ options = [] }: Pick<Field, 'options'>, value: unknown): string[] {
  const unknown = typeof value === 'string' && value !== '' && !options.includes(value);
  return unknown ? [...options, value] : [...options];
}

/**
 * The values of a list field; a single value is a list of one.
 * @param item the one key that each item of the list has
 */
export function tokensOf(value: unknown, item: string | undefined): string[] {
  const none = value === undefined || value === null || value === '';
  const list = Array.isArray(value) ? value : none ? [] : [value];
  return list.map((each: unknown) =>
    item && typeof each === 'object' && each !== null
      ? String((each as Record<string, unknown>)[item] ?? '')
      : String(each ?? ''),
  );
}

/** What is written for a typed text; undefined removes the field. */
export function typedValue({ kind }: Pick<Field, 'kind'>, text: string): unknown {
  if (text === '') return undefined;
  return kind === 'number' && /^-?\d+$/.test(text) ? Number(text) : text;
}

/** A text as it is written once it is typed to its end: blocks end with a line break. */
export function tidyText({ kind }: Pick<Field, 'kind'>, typed: string): string {
  const text = typed.trim();
  return kind === 'block' && text !== '' ? `${text}\n` : text;
}
