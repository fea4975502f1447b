import type { Chart } from './chart.ts';
import { isValueMap, type Value, type ValueMap } from './chart-yaml.ts';
import { valueAt } from './values.ts';

/** What an expression may name. */
export interface TemplateScope {
  chart: Chart;
  values: ValueMap;
  /** Bodies of `define`, of the chart and everything around it. */
  defines: ReadonlyMap<string, string>;
  /** `$name` as far as it is known; unknown ones are not in it. */
  variables: Map<string, Known>;
  /** Expands the body of a `define`; undefined when it cannot be told. */
  expand(body: string): string | undefined;
}

/** Undefined inside means Go's `nil`: there is no such value. */
export interface Known {
  value: Value | undefined;
}

type Token = { kind: 'text' | 'number' | 'word' | 'mark'; text: string };

/**
 * The value of a template expression: paths of `.Values` and `.Chart`, literals, variables, and the functions that image
 * names are made with. Undefined for everything else: it takes Helm to tell.
 */
export function evaluate(expression: string, scope: TemplateScope): Known | undefined {
  const tokens = tokensOf(expression);
  if (!tokens) return undefined;
  const reader = { tokens, at: 0 };
  const known = pipelineOf(reader, scope);
  return reader.at === tokens.length ? known : undefined;
}

/** What `if` makes of a value. */
export function isTrue({ value }: Known): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isValueMap(value) ? Object.keys(value).length > 0 : Boolean(value);
}

/** As a template prints it. Mappings and lists make no part of an image's name. */
export function printed({ value }: Known): string | undefined {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? undefined : String(value);
}

/** Paths below `.Values` that an expression mentions, those of the `define`s it includes with it. */
export function mentionedValues(
  text: string,
  defines: ReadonlyMap<string, string>,
  seen: Set<string> = new Set(),
): string[][] {
  const own = [...text.matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path]) => path!.slice(1).split('.'));
  const included = [...text.matchAll(/\b(?:include|template)\s+"([^"]+)"/g)].flatMap(([, name]) => {
    if (seen.has(name!)) return [];
    seen.add(name!);
    return mentionedValues(defines.get(name!) ?? '', defines, seen);
  });
  return [...own, ...included];
}

function tokensOf(expression: string): Token[] | undefined {
  const tokens: Token[] = [];
  let rest = expression.trim();
  while (rest) {
    const [all, quoted, raw, number, word, mark] =
      /^(?:("(?:[^"\\]|\\.)*")|`([^`]*)`|(-?\d+(?:\.\d+)?)(?![\w.])|((?:[$.]|\w)[\w.$]*)|([()|]))/.exec(
        rest,
      ) ?? [];
    if (!all) return undefined;
    if (quoted !== undefined) {
      try {
        tokens.push({ kind: 'text', text: String(JSON.parse(quoted)) });
      } catch {
        return undefined;
      }
    } else if (raw !== undefined) tokens.push({ kind: 'text', text: raw });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else tokens.push({ kind: 'mark', text: mark! });
    rest = rest.slice(all.length).trimStart();
  }
  return tokens;
}

interface Reader {
  tokens: Token[];
  at: number;
}

function pipelineOf(reader: Reader, scope: TemplateScope): Known | undefined {
  let known = commandOf(reader, scope, []);
  while (reader.tokens[reader.at]?.text === '|' && reader.tokens[reader.at]?.kind === 'mark') {
    reader.at++;
    known = commandOf(reader, scope, [known]);
  }
  return known;
}

/** One command up to `|`, `)` or the end; `piped` comes last among its arguments. */
function commandOf(reader: Reader, scope: TemplateScope, piped: (Known | undefined)[]): Known | undefined {
  const first = reader.tokens[reader.at];
  if (!first) return undefined;
  const operands: (Known | undefined)[] = [];
  const isFunction = first.kind === 'word' && /^[a-zA-Z]\w*$/.test(first.text) && !LITERALS.has(first.text);
  if (isFunction) reader.at++;
  for (;;) {
    const next = reader.tokens[reader.at];
    if (!next || (next.kind === 'mark' && next.text !== '(')) break;
    operands.push(operandOf(reader, scope));
  }
  if (!isFunction) return operands.length === 1 && piped.length === 0 ? operands[0] : undefined;
  return call(first.text, [...operands, ...piped], scope);
}

const LITERALS = new Map<string, Value>([
  ['true', true],
  ['false', false],
  ['nil', null],
]);

function operandOf(reader: Reader, scope: TemplateScope): Known | undefined {
  const { kind, text } = reader.tokens[reader.at++]!;
  if (kind === 'text') return { value: text };
  if (kind === 'number') return { value: Number(text) };
  if (kind === 'mark') {
    const inside = pipelineOf(reader, scope);
    if (reader.tokens[reader.at]?.text !== ')') return undefined;
    reader.at++;
    return inside;
  }
  if (LITERALS.has(text)) return { value: LITERALS.get(text) };
  const [, root, path] = /^\$?\.(Values|Chart)((?:\.\w+)*)$/.exec(text) ?? [];
  if (root === 'Values') return { value: valueAt(scope.values, path!.split('.').slice(1)) };
  if (root === 'Chart') return chartFact(scope.chart, path!);
  return scope.variables.get(text);
}

function chartFact({ name, version, appVersion }: Chart, path: string): Known | undefined {
  if (path === '.AppVersion') return { value: appVersion };
  if (path === '.Version') return { value: version };
  return path === '.Name' ? { value: name } : undefined;
}

function call(name: string, operands: (Known | undefined)[], scope: TemplateScope): Known | undefined {
  if (name === 'include') return included(operands[0], scope);
  // One that is decided needs no knowledge of the others.
  const decided = operands.find((operand) => operand && isTrue(operand) === (name === 'or'));
  if (name === 'and' || name === 'or') {
    if (operands.every((operand) => operand !== undefined)) return decided ?? operands.at(-1);
    return decided && { value: name === 'or' };
  }
  const known = operands.filter((operand) => operand !== undefined);
  if (known.length !== operands.length) return undefined;
  const texts = known.map((operand) => printed(operand));
  const [first, second] = texts;
  switch (name) {
    case 'default':
      return known.length === 2 ? (isTrue(known[1]!) ? known[1] : known[0]) : undefined;
    case 'coalesce':
      return known.find(isTrue) ?? { value: null };
    case 'required':
      return known[1];
    case 'not':
      return known[0] && { value: !isTrue(known[0]) };
    case 'empty':
      return known[0] && { value: !isTrue(known[0]) };
    case 'eq':
      return known.length < 2 || texts.includes(undefined)
        ? undefined
        : { value: texts.slice(1).includes(first) };
    case 'ne':
      return known.length !== 2 || texts.includes(undefined) ? undefined : { value: first !== second };
    case 'ternary':
      return known.length === 3 ? known[isTrue(known[2]!) ? 0 : 1] : undefined;
    case 'quote':
    case 'squote':
    case 'toString':
      return textual(first);
    case 'trim':
      return textual(first?.trim());
    case 'lower':
      return textual(first?.toLowerCase());
    case 'trimPrefix':
      return textual(
        second !== undefined && first && second.startsWith(first) ? second.slice(first.length) : second,
      );
    case 'trimSuffix':
      return textual(
        second !== undefined && first && second.endsWith(first) ? second.slice(0, -first.length) : second,
      );
    case 'tpl':
      return first === undefined || first.includes('{{') ? undefined : { value: first };
    case 'printf':
      return formatted(texts);
    default:
      return undefined;
  }
}

function textual(text: string | undefined): Known | undefined {
  return text === undefined ? undefined : { value: text };
}

function formatted([format, ...texts]: (string | undefined)[]): Known | undefined {
  if (format === undefined || texts.includes(undefined)) return undefined;
  const verbs = format.match(/%./g) ?? [];
  if (verbs.length !== texts.length || verbs.some((verb) => !/%[sdvq]/.test(verb))) return undefined;
  let next = 0;
  return { value: format.replace(/%./g, () => texts[next++]!) };
}

function included(name: Known | undefined, scope: TemplateScope): Known | undefined {
  const body = typeof name?.value === 'string' ? scope.defines.get(name.value) : undefined;
  return body === undefined ? undefined : textual(scope.expand(body)?.trim());
}
