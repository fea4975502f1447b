import { type Data, isDataList, isDataMap, NOT_KNOWN } from './data.ts';

/** The names that are available to an expression. */
export interface ExpressionScope {
  /** The value of `.`. */
  dot: Data;
  /** The value of `$`. */
  root: Data;
  variable(name: string): Data;
  /** Returns the field of a map, and records that it was read. */
  field(of: Data, name: string): Data;
  call(name: string, operands: Data[]): Data;
  /** Calls a method with arguments, such as `.Files.Get "name"`. */
  method(of: Data, name: string, operands: Data[]): Data;
}

export type Token = { kind: 'text' | 'number' | 'word' | 'mark'; text: string; joined: boolean };

/** Maximum nesting of expressions in one template. */
const DEEPEST = 100;

/** Returns undefined for text that isn't an expression. */
export function tokensOf(expression: string): Token[] | undefined {
  const tokens: Token[] = [];
  const pattern =
    /(\s*)(?:("(?:[^"\\]|\\.)*")|`([^`]*)`|(-?\d+(?:\.\d+)?)(?![\w.])|((?:[$.]|\w)[\w.$]*)|([()|]))/y;
  const text = expression.trim();
  while (pattern.lastIndex < text.length) {
    const [all, space, quoted, raw, number, word, mark] = pattern.exec(text) ?? [];
    if (!all) return undefined;
    const joined = space === '';
    if (quoted !== undefined) {
      tokens.push({ kind: 'text', text: unquoted(quoted), joined });
    } else if (raw !== undefined) tokens.push({ kind: 'text', text: raw, joined });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number, joined });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word, joined });
    else tokens.push({ kind: 'mark', text: mark!, joined });
  }
  return tokens;
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };

/** Returns the text of a string literal of Go. */
function unquoted(literal: string): string {
  return literal
    .slice(1, -1)
    .replace(
      /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|(.))/gs,
      (_all, byte?: string, short?: string, long?: string, octal?: string, char?: string) => {
        const hex = byte ?? short ?? long;
        if (hex === undefined && octal === undefined) return ESCAPES[char!] ?? char!;
        const code = hex === undefined ? Number.parseInt(octal!, 8) : Number.parseInt(hex, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : '';
      },
    );
}

interface Reader {
  tokens: Token[];
  at: number;
  depth: number;
}

/** Returns the value of a template expression. {@link NOT_KNOWN} if only Helm can compute it. */
export function evaluate(tokens: Token[] | undefined, scope: ExpressionScope): Data {
  if (!tokens || tokens.length === 0) return NOT_KNOWN;
  const reader = { tokens, at: 0, depth: 0 };
  const value = pipelineOf(reader, scope);
  return reader.at === tokens.length ? value : NOT_KNOWN;
}

function pipelineOf(reader: Reader, scope: ExpressionScope): Data {
  let value = commandOf(reader, scope, []);
  while (isMark(reader, '|')) {
    reader.at++;
    value = commandOf(reader, scope, [value]);
  }
  return value;
}

/** Returns one command up to `|`, `)` or the end. `piped` is the last of its arguments. */
function commandOf(reader: Reader, scope: ExpressionScope, piped: Data[]): Data {
  const first = reader.tokens[reader.at];
  if (!first) return NOT_KNOWN;
  const operands: Data[] = [];
  const isFunction = first.kind === 'word' && /^[a-zA-Z]\w*$/.test(first.text) && !LITERALS.has(first.text);
  const [, receiver, method] = first.kind === 'word' ? (METHOD.exec(first.text) ?? []) : [];
  const start = reader.at;
  const isMethod = method !== undefined && (piped.length > 0 || !isEnd({ ...reader, at: start + 1 }));
  if (isFunction || isMethod) reader.at++;
  while (!isEnd(reader)) operands.push(operandOf(reader, scope));
  if (isFunction) return scope.call(first.text, [...operands, ...piped]);
  if (isMethod) return scope.method(valueNamed(receiver || '.', scope), method, [...operands, ...piped]);
  return operands.length === 1 && piped.length === 0 ? operands[0] : NOT_KNOWN;
}

/** A field with its receiver: `.Files.Get`, `$.Files.Get`. */
const METHOD = /^((?:\$\w*)?(?:\.\w+)*)\.(\w+)$/;

/** Returns whether a command ends here. */
function isEnd(reader: Reader): boolean {
  return reader.at >= reader.tokens.length || isMark(reader, '|') || isMark(reader, ')');
}

const LITERALS = new Map<string, Data>([
  ['true', true],
  ['false', false],
  ['nil', null],
]);

function operandOf(reader: Reader, scope: ExpressionScope): Data {
  const { kind, text } = reader.tokens[reader.at++]!;
  if (kind === 'text') return text;
  if (kind === 'number') return text.includes('.') ? Number(text) : BigInt(text);
  if (kind === 'mark') {
    if (++reader.depth > DEEPEST) return NOT_KNOWN;
    const inside = pipelineOf(reader, scope);
    reader.depth--;
    if (!isMark(reader, ')')) return NOT_KNOWN;
    reader.at++;
    const next = reader.tokens[reader.at];
    if (next?.kind !== 'word' || !next.joined || !next.text.startsWith('.')) return inside;
    reader.at++;
    return fieldsOf(inside, next.text, scope);
  }
  return valueNamed(text, scope);
}

/** Returns the value of a literal, a field, a variable, or a function without arguments. */
function valueNamed(text: string, scope: ExpressionScope): Data {
  if (LITERALS.has(text)) return LITERALS.get(text);
  if (text === '.') return scope.dot;
  if (text.startsWith('.')) return fieldsOf(scope.dot, text, scope);
  const [, variable, path] = /^(\$\w*)((?:\.\w+)*)$/.exec(text) ?? [];
  if (variable !== undefined)
    return fieldsOf(variable === '$' ? scope.root : scope.variable(variable), path!, scope);
  return /^[a-zA-Z]\w*$/.test(text) ? scope.call(text, []) : NOT_KNOWN;
}

function fieldsOf(of: Data, path: string, scope: ExpressionScope): Data {
  let value = of;
  for (const name of path.split('.').slice(1)) value = scope.field(value, name);
  return value;
}

/** Returns the field of a map. Undefined for a missing one, as in Go. */
export function plainField(of: Data, name: string): Data {
  if (of === undefined || of === null) return undefined;
  if (isDataMap(of)) return Object.hasOwn(of, name) ? of[name] : undefined;
  return isDataList(of) ? undefined : NOT_KNOWN;
}

function isMark(reader: Reader, text: string): boolean {
  const token = reader.tokens[reader.at];
  return token?.kind === 'mark' && token.text === text;
}
