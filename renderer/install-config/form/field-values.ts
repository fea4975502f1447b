import type { Field, ItemList } from './form-fields.ts';

/** Returns the value at a path below an item of a list. */
export function valueIn(item: unknown, path: readonly (string | number)[]): unknown {
  let value = item;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** Returns the value of a field as a table shows it. */
export function shownValue(item: unknown, field: Pick<Field, 'path'>): string {
  const value = valueIn(item, field.path);
  if (Array.isArray(value)) return value.join(', ');
  return value === undefined || value === null ? '' : String(value);
}

/** Returns the fields that are columns of the table of a list, in their order. */
export function columnsOf({ columns, fields }: Pick<ItemList, 'columns' | 'fields'>): Field[] {
  return columns.flatMap((label) => fields.find((field) => field.label === label) ?? []);
}

/** Returns the options of a choice, including an unknown value of the file. */
export function choicesOf({ options = [] }: Pick<Field, 'options'>, value: unknown): string[] {
  const unknown = typeof value === 'string' && value !== '' && !options.includes(value);
  return unknown ? [...options, value] : [...options];
}

/**
 * Returns the values of a list field. A single value is a list of one.
 * @param item the only key of each item of the list
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

/** Returns the value to write for a typed text, or undefined to remove the field. */
export function typedValue({ kind }: Pick<Field, 'kind'>, text: string): unknown {
  if (text === '') return undefined;
  return kind === 'number' && /^-?\d+$/.test(text) ? Number(text) : text;
}

/** Returns a typed text as it's written. Blocks end with a line break. */
export function tidyText({ kind }: Pick<Field, 'kind'>, typed: string): string {
  const text = typed.trim();
  return kind === 'block' && text !== '' ? `${text}\n` : text;
}
