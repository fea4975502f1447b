/** A value of a template that only Helm or the cluster knows. */
export const NOT_KNOWN: unique symbol = Symbol('not known');

/** A placeholder for a {@link NOT_KNOWN} value in text. */
export const UNKNOWN = '\uFFFD';

/** A value while a template runs. Undefined means Go's `nil`, a missing value. */
export type Data =
  | string
  | number
  | boolean
  | null
  | undefined
  | typeof NOT_KNOWN
  | readonly Data[]
  | DataMap;
/** Has no prototype, so that no name of a chart reaches one. */
export interface DataMap {
  [name: string]: Data;
}

const MARKS = /\uE000(\d+)\uE001/g;

/** Marker in the output that identifies its origin; see {@link marksIn}. */
export function markText(id: number): string {
  return `\uE000${id}\uE001`;
}

export function marksIn(text: string): number[] {
  return [...text.matchAll(MARKS)].map(([, id]) => Number(id));
}

export function withoutMarks(text: string): string {
  return text.replace(MARKS, '');
}

export function isDataMap(value: Data): value is DataMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isDataList(value: Data): value is readonly Data[] {
  return Array.isArray(value);
}

export function emptyMap(entries: Iterable<readonly [string, Data]> = []): DataMap {
  const map = Object.create(null) as DataMap;
  for (const [name, value] of entries) map[name] = value;
  return map;
}

/** Returns whether `if` takes the branch; undefined if that is unknown. */
export function truthOf(value: Data): boolean | undefined {
  if (value === NOT_KNOWN) return undefined;
  if (typeof value === 'string') {
    const text = withoutMarks(value);
    if (!text.includes(UNKNOWN)) return text !== '';
    return text.replaceAll(UNKNOWN, '').trim() === '' ? undefined : true;
  }
  if (isDataList(value)) return value.length > 0;
  return isDataMap(value) ? Object.keys(value).length > 0 : Boolean(value);
}

/** Returns a value as a template prints it. Maps and lists can't be part of an image's name. */
export function printed(value: Data): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' || typeof value === 'symbol' ? UNKNOWN : String(value);
}
