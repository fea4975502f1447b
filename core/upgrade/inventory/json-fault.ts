const TOKEN =
  /[{}[\],:]|"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\x00-\x1f]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/**
 * Where a text that the JSON parser refused goes wrong, in characters. The parser tells the place only of what is missing
 * between values; this finds what is no value, and signs that stand where a value must.
 */
export function jsonFaultOffset(text: string, message: string): number {
  const told = /at position (\d+)/.exec(message)?.[1];
  if (told !== undefined) return Number(told);
  let before = '';
  for (let at = afterBlanks(text, 0); at < text.length; at = afterBlanks(text, at)) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined || misplaced(token, before)) return at;
    before = token;
    at += token.length;
  }
  return text.length;
}

function misplaced(token: string, before: string): boolean {
  return /^[\],:}]$/.test(token) && /^[{[,:]?$/.test(before) && token !== CLOSING[before];
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (/[ \t\r\n]/.test(text[at] ?? '')) at++;
  return at;
}
