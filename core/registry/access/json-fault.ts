/** One token of JSON after white space: 1 a sign, 2 a string, 3 a number or a word. */
const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

type Expect = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end';

/**
 * Where a text stops being JSON, as line and column from 1; undefined for a text that is JSON. The messages of
 * JSON.parse cannot be used for files with secrets: they quote the text, and not all of them give a position.
 */
export function jsonFault(text: string): { line: number; column: number } | undefined {
  const open: ('{' | '[')[] = [];
  let expect: Expect = 'value';
  let done = false;
  let offset = 0;
  while (!done) {
    TOKEN.lastIndex = offset;
    const token = TOKEN.exec(text);
    const next: Expect | undefined = token ? step(token, expect, open) : undefined;
    if (next === undefined) return position(text, offset);
    expect = next;
    offset = TOKEN.lastIndex;
    done = open.length === 0 && expect === 'comma-or-end';
  }
  return /^[ \t\n\r]*$/.test(text.slice(offset)) ? undefined : position(text, offset);
}

/** What may follow a token, or undefined when the token may not stand here. Keeps `open` up to date. */
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

function position(text: string, from: number): { line: number; column: number } {
  const offset = from + (/^[ \t\n\r]*/.exec(text.slice(from))?.[0].length ?? 0);
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
