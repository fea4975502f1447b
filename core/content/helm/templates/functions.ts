import { yamlOf } from '../../../base/document/yaml-of.ts';
import { readYaml, type Value } from '../charts/yaml.ts';
import {
  type Data,
  type DataMap,
  emptyMap,
  isDataList,
  isDataMap,
  NOT_KNOWN,
  printed,
  truthOf,
  UNKNOWN,
  withoutMarks,
} from './data.ts';

/**
 * Calls a function of Helm's templates that is used to construct the names of images and pods. Returns {@link
 * NOT_KNOWN} for all other functions, and if a relevant operand is unknown.
 * @param budget nodes of maps and lists that all calls together may still visit
 */
export function callFunction(name: string, operands: Data[], budget: { nodes: number }): Data {
  const most = Math.min(MOST_NODES, budget.nodes);
  nodesLeft = most;
  const value = called(name, operands);
  budget.nodes -= most - nodesLeft;
  return typeof value === 'string' && value.length > LONGEST ? NOT_KNOWN : value;
}

/**
 * Maximum characters of one text, and nodes that one call may visit, because maps may contain one another many times.
 */
const LONGEST = 2_000_000;
const MOST_NODES = 20_000;
let nodesLeft = MOST_NODES;

function called(name: string, operands: Data[]): Data {
  const lenient = Object.hasOwn(LENIENT, name) ? LENIENT[name] : undefined;
  if (lenient) return lenient(...operands);
  if (operands.some((operand) => !isComplete(operand))) return NOT_KNOWN;
  const strict = Object.hasOwn(STRICT, name) ? STRICT[name] : undefined;
  if (!strict) return NOT_KNOWN;
  return strict(
    ...operands.map((operand) => (typeof operand === 'string' ? withoutMarks(operand) : operand)),
  );
}

type TemplateFunction = (...operands: Data[]) => Data;

const isComplete = (value: Data): boolean =>
  value !== NOT_KNOWN && !(typeof value === 'string' && value.includes(UNKNOWN));

/** Applies a change to partially known text, and retains the marks in it. */
const onText =
  (change: (text: string) => string): TemplateFunction =>
  (value) =>
    value === NOT_KNOWN ? NOT_KNOWN : change(printed(value));
/** Like {@link onText}, without marks in the text. */
const onBareText =
  (change: (text: string, ...more: string[]) => string): TemplateFunction =>
  (...operands) => {
    const texts = operands.map((operand) => withoutMarks(printed(operand)));
    return operands.includes(NOT_KNOWN) ? NOT_KNOWN : change(texts.at(-1) ?? '', ...texts.slice(0, -1));
  };
const choice = (condition: Data, yes: Data, no: Data): Data => {
  const truth = truthOf(condition);
  return truth === undefined ? NOT_KNOWN : truth ? yes : no;
};
const negated: TemplateFunction = (value) => {
  const truth = truthOf(value);
  return truth === undefined ? NOT_KNOWN : !truth;
};
const indented = (width: Data, text: Data): Data => {
  if (typeof width !== 'number' || width < 0 || width > 1000) return NOT_KNOWN;
  return text === NOT_KNOWN ? NOT_KNOWN : printed(text).replace(/^/gm, ' '.repeat(width));
};

/** Functions that support partially unknown operands. */
const LENIENT: Record<string, TemplateFunction> = {
  default: (otherwise, given) => choice(given, given, otherwise),
  coalesce: (...values) => {
    for (const value of values) {
      const truth = truthOf(value);
      if (truth !== false) return truth ? value : NOT_KNOWN;
    }
    return null;
  },
  ternary: (yes, no, condition) => choice(condition, yes, no),
  required: (_message, value) => value,
  not: negated,
  empty: negated,
  fail: () => '',
  and: (...values) => {
    const decided = values.find((value) => truthOf(value) === false);
    if (values.every((value) => truthOf(value) !== undefined)) return decided ?? values.at(-1);
    return decided === undefined && !values.some((value) => truthOf(value) === false) ? NOT_KNOWN : false;
  },
  or: (...values) => {
    for (const value of values) {
      const truth = truthOf(value);
      if (truth === true) return value;
      if (truth === undefined) return values.some((each) => truthOf(each) === true) ? true : NOT_KNOWN;
    }
    return values.at(-1);
  },
  quote: (value) => (value === NOT_KNOWN ? NOT_KNOWN : `"${printed(value)}"`),
  squote: (value) => (value === NOT_KNOWN ? NOT_KNOWN : `'${printed(value)}'`),
  toString: onText((text) => text),
  print: (...values) => values.map(printed).join(''),
  indent: indented,
  nindent(width, text) {
    const inner = indented(width, text);
    return typeof inner === 'string' ? `\n${inner}` : inner;
  },
  trim: onText((text) => text.trim()),
  trimSuffix: onBareText((text, end) => (end && text.endsWith(end) ? text.slice(0, -end.length) : text)),
  trimPrefix: onBareText((text, start) =>
    start && text.startsWith(start) ? text.slice(start.length) : text,
  ),
  trimAll: onBareText((text, characters = '') => {
    const at = [...text].findIndex((char) => !characters.includes(char));
    if (at === -1) return '';
    let end = text.length;
    while (end > at && characters.includes(text[end - 1]!)) end--;
    return text.slice(at, end);
  }),
  lower: onBareText((text) => text.toLowerCase()),
  upper: onBareText((text) => text.toUpperCase()),
  replace: onBareText((text, from, to) => (from ? text.replaceAll(from, to ?? '') : text)),
  printf: (format, ...values) => formatted(format, values),
  dict: (...operands) => {
    const map = emptyMap();
    for (let at = 0; at < operands.length; at += 2) {
      const key = operands[at];
      if (!isComplete(key)) return NOT_KNOWN;
      map[withoutMarks(printed(key))] = operands[at + 1];
    }
    return map;
  },
  list: (...values) => values,
  tuple: (...values) => values,
  first: (list) => (isDataList(list) ? list[0] : NOT_KNOWN),
  last: (list) => (isDataList(list) ? list.at(-1) : NOT_KNOWN),
  concat: (...lists) => (lists.every(isDataList) ? lists.flat() : NOT_KNOWN),
  append: (list, value) => (isDataList(list) ? [...list, value] : NOT_KNOWN),
  get: (map, key) => fieldOf(map, key) ?? '',
  index: (of, ...keys) => keys.reduce(fieldOf, of),
  hasKey: (map, key) =>
    map === NOT_KNOWN || !isComplete(key) ? NOT_KNOWN : isDataMap(map) && Object.hasOwn(map, printed(key)),
  dig: (...operands) => {
    const keys = operands.slice(0, -2);
    const found = keys.reduce(fieldOf, operands.at(-1));
    return found === undefined ? operands.at(-2) : found;
  },
  deepCopy: (value) => copied(value),
  pick: (map, ...keys) =>
    isDataMap(map) ? emptyMap(Object.entries(map).filter(([name]) => keys.includes(name))) : NOT_KNOWN,
  omit: (map, ...keys) =>
    isDataMap(map) ? emptyMap(Object.entries(map).filter(([name]) => !keys.includes(name))) : NOT_KNOWN,
  values: (map) => (isDataMap(map) ? Object.values(map) : NOT_KNOWN),
  keys: (map) => (isDataMap(map) ? Object.keys(map) : NOT_KNOWN),
  toYaml: (value) =>
    value === NOT_KNOWN
      ? NOT_KNOWN
      : yamlOf(plain(value), { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd(),
};

/** Functions that need every operand. */
const STRICT: Record<string, TemplateFunction> = {
  eq: (first, ...others) => others.some((other) => printed(other) === printed(first)),
  ne: (one, other) => printed(one) !== printed(other),
  gt: (one, other) => compared(one, other, (a, b) => a > b),
  ge: (one, other) => compared(one, other, (a, b) => a >= b),
  lt: (one, other) => compared(one, other, (a, b) => a < b),
  le: (one, other) => compared(one, other, (a, b) => a <= b),
  int: (value) => Math.trunc(Number(printed(value))) || 0,
  int64: (value) => Math.trunc(Number(printed(value))) || 0,
  add: (...values) => values.reduce<number>((sum, value) => sum + (Number(printed(value)) || 0), 0),
  len: (value) =>
    typeof value === 'string'
      ? Buffer.byteLength(value)
      : isDataList(value)
        ? value.length
        : isDataMap(value)
          ? Object.keys(value).length
          : NOT_KNOWN,
  contains: (part, text) => printed(text).includes(printed(part)),
  hasPrefix: (start, text) => printed(text).startsWith(printed(start)),
  hasSuffix: (end, text) => printed(text).endsWith(printed(end)),
  has: (value, list) => (isDataList(list) ? list.includes(value) : false),
  trunc: (length, text) =>
    typeof length === 'number' && length >= 0 ? printed(text).slice(0, length) : NOT_KNOWN,
  nospace: (text) => printed(text).replace(/\s+/g, ''),
  join: (separator, list) => (isDataList(list) ? list.map(printed).join(printed(separator)) : NOT_KNOWN),
  splitList: (separator, text) => printed(text).split(printed(separator)),
  split: (separator, text) =>
    emptyMap(
      printed(text)
        .split(printed(separator))
        .map((part, index) => [`_${index}`, part] as const),
    ),
  kindIs: (kind, value) => printed(kind) === kindOf(value),
  kindOf: (value) => kindOf(value),
  typeIs: (kind, value) => printed(kind) === kindOf(value),
  typeOf: (value) => kindOf(value),
  fromYaml: (text) => parsed(printed(text)),
  fromJson: (text) => parsed(printed(text)),
  toJson: (value) => JSON.stringify(plain(value)),
};

function kindOf(value: Data): string {
  if (isDataMap(value)) return 'map';
  if (isDataList(value)) return 'slice';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return 'float64';
  return typeof value === 'string' ? 'string' : 'invalid';
}

function compared(one: Data, other: Data, matches: (a: number, b: number) => boolean): Data {
  const [a, b] = [Number(printed(one)), Number(printed(other))];
  return Number.isNaN(a) || Number.isNaN(b) ? NOT_KNOWN : matches(a, b);
}

function fieldOf(of: Data, key: Data): Data {
  if (of === NOT_KNOWN || !isComplete(key)) return NOT_KNOWN;
  if (isDataList(of)) return typeof key === 'number' ? of[key] : NOT_KNOWN;
  const name = withoutMarks(printed(key));
  return isDataMap(of) && Object.hasOwn(of, name) ? of[name] : undefined;
}

const DEEPEST = 50;

/**
 * Merges a map into another as Helm does, in place.
 * @param wins which of two values is retained
 * @param unsure whether it is unknown if the merge happens, so that merged values become unknown
 */
export function mergeInto(
  target: DataMap,
  from: DataMap,
  { wins, unsure, budget }: { wins: 'target' | 'from'; unsure: boolean; budget: { nodes: number } },
  depth = 0,
): void {
  if (target === from) return;
  for (const [name, value] of Object.entries(from)) {
    if (budget.nodes-- <= 0 || depth > DEEPEST) return;
    const known = Object.hasOwn(target, name) ? target[name] : undefined;
    if (isDataMap(value)) {
      const inner = isDataMap(known) ? known : emptyMap();
      target[name] = inner;
      mergeInto(inner, value, { wins, unsure, budget }, depth + 1);
    } else if (wins === 'from' || truthOf(known) === false) target[name] = unsure ? NOT_KNOWN : value;
  }
}

function copied(value: Data, depth = 0): Data {
  if (depth > DEEPEST || nodesLeft-- <= 0) return NOT_KNOWN;
  if (isDataList(value)) return value.map((item) => copied(item, depth + 1));
  if (!isDataMap(value)) return value;
  return emptyMap(Object.keys(value).map((name) => [name, copied(value[name], depth + 1)] as const));
}

function plain(value: Data, depth = 0): unknown {
  if (value === NOT_KNOWN || depth > DEEPEST || nodesLeft-- <= 0) return UNKNOWN;
  if (isDataList(value)) return value.map((item) => plain(item, depth + 1));
  if (isDataMap(value))
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item, depth + 1)]));
  return value ?? null;
}

function parsed(text: string): Data {
  try {
    return dataFrom(readYaml(text) ?? null);
  } catch {
    return NOT_KNOWN;
  }
}

/** Returns a copy of YAML values, with maps without a prototype. */
export function dataFrom(value: Value): Data {
  if (Array.isArray(value)) return value.map(dataFrom);
  if (typeof value !== 'object' || value === null) return value;
  return emptyMap(Object.entries(value).map(([name, item]) => [name, dataFrom(item)] as const));
}

function formatted(format: Data, values: Data[]): Data {
  if (!isComplete(format)) return NOT_KNOWN;
  const text = printed(format);
  const verbs = text.match(/%%|%[-+ 0]*\d*\w/g)?.filter((verb) => verb !== '%%') ?? [];
  if (verbs.length !== values.length || verbs.some((verb) => !/%[sdvq]/.test(verb))) return NOT_KNOWN;
  let next = 0;
  return text.replace(/%%|%[sdvq]/g, (verb) => {
    if (verb === '%%') return '%';
    const value = printed(values[next++]);
    return verb === '%q' ? `"${value}"` : value;
  });
}
