/** One JSON token after white space. Group 1 is a punctuation character, 2 a string, and 3 a number or literal. */
const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

type Expect = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end';

/** A bracket, a field name, or a value that is neither list nor object. */
export interface JsonToken {
  kind: '{' | '[' | '}' | ']' | 'key' | 'value';
  text: string;
  offset: number;
}

/** Yields the tokens of a text. @returns the offset at which it stops being JSON; undefined for valid JSON */
export function* jsonTokens(text: string): Generator<JsonToken, number | undefined> {
  const open: ('{' | '[')[] = [];
  let expect: Expect = 'value';
  let offset = 0;
  do {
    TOKEN.lastIndex = offset;
    const token = TOKEN.exec(text);
    const next: Expect | undefined = token ? step(token, expect, open) : undefined;
    if (!token || next === undefined) return afterSpace(text, offset);
    const [complete, sign, string, literal] = token;
    const written = (sign ?? string ?? literal)!;
    offset += complete.length;
    if (sign !== ',' && sign !== ':')
      yield {
        kind: (sign as '{' | undefined) ?? (next === 'colon' ? 'key' : 'value'),
        text: written,
        offset: offset - written.length,
      };
    expect = next;
  } while (open.length > 0 || expect !== 'comma-or-end');
  const end = afterSpace(text, offset);
  return end === text.length ? undefined : end;
}

/** Returns the offset where a text stops being JSON; undefined for a text that is JSON. */
export function jsonFaultOffset(text: string): number | undefined {
  const tokens = jsonTokens(text);
  for (;;) {
    const { done, value } = tokens.next();
    if (done) return value;
  }
}

/**
 * Returns where a text stops being JSON, as line and column from 1; undefined for valid JSON. The messages of
 * JSON.parse can't be used for files with secrets, because they quote the text, and some have no position.
 */
export function jsonFault(text: string): { line: number; column: number } | undefined {
  const offset = jsonFaultOffset(text);
  return offset === undefined ? undefined : placeIn(text, offset);
}

/** Returns the line and column, from 1, of an offset. */
export function placeIn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/**
 * Returns the tokens allowed after a token, or undefined if the token isn't allowed at this position. Updates `open`.
 */
function step(token: RegExpExecArray, expect: Expect, open: ('{' | '[')[]): Expect | undefined {
  const [, sign, string, literal] = token;
  const wantsValue = expect === 'value' || expect === 'value-or-end';
  const wantsKey = expect === 'key' || expect === 'key-or-end';
  if (string !== undefined) return wantsKey ? 'colon' : wantsValue ? 'comma-or-end' : undefined;
  if (literal !== undefined) return wantsValue ? 'comma-or-end' : undefined;
  if (sign === '{' || sign === '[') {
    if (!wantsValue) return undefined;
    open.push(sign);
    return sign === '{' ? 'key-or-end' : 'value-or-end';
  }
  if (sign === ':') return expect === 'colon' ? 'value' : undefined;
  if (sign === ',') {
    if (expect !== 'comma-or-end') return undefined;
    return open.at(-1) === '{' ? 'key' : 'value';
  }
  const mayClose = expect === 'comma-or-end' || expect === (sign === '}' ? 'key-or-end' : 'value-or-end');
  if (!mayClose || open.pop() !== (sign === '}' ? '{' : '[')) return undefined;
  return 'comma-or-end';
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (/[ \t\n\r]/.test(text[at] ?? '')) at++;
  return at;
}
