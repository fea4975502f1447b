import { type Data, isDataList, isDataMap, NOT_KNOWN, UNKNOWN, verbatim, withoutMarks } from './data.ts';

/** Flags and widths are limited, because a search for them without a verb would take quadratic time. */
const VERB = /%([-+# 0]{0,8})(\d{0,6})(?:\.(\d{1,6}))?([a-zA-Z%])/g;

/** Formats values as Go's `fmt.Sprintf` does, with its error texts such as `%!s(bool=true)` for a wrong type. */
export function formatted(format: string, values: readonly Data[]): string {
  let next = 0;
  const text = format.replace(
    VERB,
    (_all, flags: string, width: string, digits: string | undefined, verb: string) => {
      if (verb === '%') return '%';
      if (next >= values.length) return `%!${verb}(MISSING)`;
      const value = shown(values[next++], verb, digits === undefined ? undefined : Number(digits));
      return padded(value, flags, Math.min(Number(width), 1000));
    },
  );
  const extra = values.slice(next).map((value) => `${typeName(value)}=${verbatim(value)}`);
  return extra.length > 0 ? `${text}%!(EXTRA ${extra.join(', ')})` : text;
}

function padded(value: string, flags: string, width: number): string {
  const missing = width - [...withoutMarks(value)].length;
  if (missing <= 0) return value;
  if (flags.includes('-')) return value + ' '.repeat(missing);
  return (flags.includes('0') ? '0' : ' ').repeat(missing) + value;
}

function shown(value: Data, verb: string, digits: number | undefined): string {
  if (value === NOT_KNOWN) return UNKNOWN;
  const wrong = `%!${verb}(${value === undefined || value === null ? '<nil>' : `${typeName(value)}=${verbatim(value)}`})`;
  if (verb === 'v') return verbatim(value);
  if (verb === 'T') return typeName(value);
  if (verb === 's' || verb === 'q') {
    if (isDataList(value)) return `[${value.map((item) => shown(item, verb, undefined)).join(' ')}]`;
    if (isDataMap(value))
      return `map[${Object.keys(value)
        .sort()
        .map((name) => `${name}:${shown(value[name], verb, undefined)}`)
        .join(' ')}]`;
    if (typeof value !== 'string') return wrong;
    return verb === 'q' ? quoted(value) : value;
  }
  if (verb === 't') return typeof value === 'boolean' ? String(value) : wrong;
  if (typeof value === 'bigint') {
    if (verb === 'd') return String(value);
    if (verb === 'x' || verb === 'X') return value.toString(16);
    return wrong;
  }
  if (typeof value === 'number' && /[fFgGeE]/.test(verb))
    return /[fF]/.test(verb) ? value.toFixed(Math.min(digits ?? 6, 100)) : verbatim(value);
  return wrong;
}

/** Returns a text in quotes of Go; only control characters, quotes and backslashes are escaped. */
export function quoted(text: string): string {
  const escapes: Record<string, string> = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '"': '\\"', '\\': '\\\\' };
  return `"${text.replace(/[\n\t\r"\\]/g, (char) => escapes[char]!)}"`;
}

/** Returns the name of a Go type, as `typeOf` does. */
export function typeName(value: Data): string {
  if (value === undefined || value === null) return '<nil>';
  if (isDataMap(value)) return 'map[string]interface {}';
  if (isDataList(value)) return '[]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  return typeof value === 'number' ? 'float64' : 'string';
}
