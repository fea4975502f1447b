import { readYaml, type Value } from '../charts/yaml.ts';
import { COLLECTION_FUNCTIONS, copied, fieldOf, plain, yamlText } from './collection-functions.ts';
import {
  alternatives,
  alternativesOf,
  type Data,
  emptyMap,
  hasAlternatives,
  isComplete,
  isDataList,
  isDataMap,
  LONGEST_ALTERNATIVES,
  marksIn,
  markText,
  NOT_KNOWN,
  type Outcome,
  oneOf,
  printed,
  truthOf,
  UNKNOWN,
  verbatim,
  withoutMarks,
} from './data.ts';
import { formatted, quoted, typeName } from './format.ts';
import { compareVersions, versionParts } from './semantic-versions.ts';
import { TEXT_FUNCTIONS, type TemplateFunction } from './text-functions.ts';
import { mayVisit, visiting } from './visits.ts';

/**
 * Calls a function of Helm's templates: of Go's text/template, sprig, and Helm's engine (pkg/engine/funcs.go). Returns
 * {@link NOT_KNOWN} for functions with random or local results, and if a relevant operand is unknown.
 * @param budget nodes of maps and lists that all calls together may still visit
 */
export function callFunction(name: string, operands: Data[], budget: { nodes: number }): Data {
  return visiting(budget, () => {
    const value = lifted(
      Object.hasOwn(FUNCTIONS, name)
        ? name
        : name.replace(/^must(?=[A-Z])/, '').replace(/^[A-Z]/, (char) => char.toLowerCase()),
      operands,
    );
    return typeof value === 'string' && value.length > LONGEST ? NOT_KNOWN : value;
  });
}

/** Maximum characters of one text. */
const LONGEST = 2_000_000;

/** Calls a function once for each alternative of its operands. */
function lifted(name: string, operands: Data[]): Data {
  if (Object.hasOwn(PASSING, name)) return PASSING[name]!(...operands);
  // Alternatives within lines of a longer text remain in it.
  const isName = (each: Data): each is string =>
    typeof each === 'string' && each.length <= LONGEST_ALTERNATIVES && !each.trim().includes('\n');
  if (!operands.some((each) => isName(each) && hasAlternatives(each))) return called(name, operands);
  // One text with a separator that no operand contains, so that only alternatives that occur together are combined.
  const texts = operands.filter(isName);
  const combinations = alternativesOf(texts.join('\uE008'));
  if (combinations.some(({ text }) => text === UNKNOWN)) return called(name, operands);
  const results = combinations.map(({ text, decision }): Outcome => {
    const parts = text.split('\uE008');
    const each = operands.map((operand) => (isName(operand) ? parts.shift() : operand));
    return { value: called(name, each), decision };
  });
  return oneOf(results);
}

function called(name: string, operands: Data[]): Data {
  const lenient = Object.hasOwn(LENIENT, name) ? LENIENT[name] : undefined;
  if (lenient) return lenient(...operands);
  const change = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (!change || operands.includes(NOT_KNOWN)) return NOT_KNOWN;
  if (!SOFT.has(name) && operands.some((operand) => !isComplete(operand) || !hasCompleteItems(operand)))
    return NOT_KNOWN;
  const marks = new Set<number>();
  const bare = operands.map((operand) => withoutOrigin(operand, marks));
  const result = change(...bare);
  return marks.size > 0 ? withOrigin(result, [...marks].map(markText).join('')) : result;
}

function hasCompleteItems(value: Data): boolean {
  return !isDataList(value) || value.every(isComplete);
}

/** Returns a text, or a list of texts, without marks, which are collected. */
function withoutOrigin(value: Data, marks: Set<number>): Data {
  if (typeof value === 'string') {
    for (const mark of marksIn(value)) marks.add(mark);
    return withoutMarks(value);
  }
  if (!isDataList(value) || !value.some((item) => typeof item === 'string')) return value;
  return value.map((item) => (typeof item === 'string' ? withoutOrigin(item, marks) : item));
}

/** Adds marks to a text that a function returned, or to the texts of a list or map. */
function withOrigin(value: Data, marks: string): Data {
  const marked = (each: Data) => (typeof each === 'string' && each !== '' ? each + marks : each);
  if (isDataList(value)) return value.map(marked);
  if (isDataMap(value) && Object.keys(value).length <= 100)
    return emptyMap(Object.keys(value).map((name) => [name, marked(value[name])] as const));
  return marked(value);
}

const isScalar = (value: Data): boolean =>
  value === null || value === undefined || /^(?:string|number|bigint|boolean)$/.test(typeof value);

/** Returns one of two values; alternatives if the condition is unknown. */
const choice = (condition: Data, yes: Data, no: Data): Data => {
  const truth = truthOf(condition);
  if (truth !== undefined) return truth ? yes : no;
  if (condition !== NOT_KNOWN || yes === NOT_KNOWN || no === NOT_KNOWN) return NOT_KNOWN;
  return isScalar(yes) && isScalar(no) ? alternatives([printed(yes), printed(no)]) : NOT_KNOWN;
};
const negated: TemplateFunction = (value) => {
  const truth = truthOf(value);
  return truth === undefined ? NOT_KNOWN : !truth;
};
const indented = (width: Data, text: Data): Data => {
  const spaces = Number(width);
  if (!(spaces >= 0 && spaces <= 1000) || text === NOT_KNOWN) return NOT_KNOWN;
  return printed(text).replace(/^/gm, ' '.repeat(spaces));
};
const present = (values: Data[]) => values.filter((value) => value !== undefined && value !== null);

/** Functions whose result contains their operands unchanged: marks, unknown parts and alternatives remain in it. */
const PASSING: Record<string, TemplateFunction> = {
  quote: (...values) =>
    values.includes(NOT_KNOWN)
      ? NOT_KNOWN
      : present(values)
          .map((value) => quoted(verbatim(value)))
          .join(' '),
  squote: (...values) =>
    values.includes(NOT_KNOWN)
      ? NOT_KNOWN
      : present(values)
          .map((value) => `'${verbatim(value)}'`)
          .join(' '),
  toString: (value: Data) => (value === NOT_KNOWN ? NOT_KNOWN : verbatim(value)),
  print: (...values) => spaced(values),
  println: (...values) => `${values.map((value) => verbatim(value)).join(' ')}\n`,
  printf: (format, ...values) => (isComplete(format) ? formatted(printed(format), values) : NOT_KNOWN),
  indent: indented,
  nindent(width, text) {
    const inner = indented(width, text);
    return typeof inner === 'string' ? `\n${inner}` : inner;
  },
  trim: (text) => (text === NOT_KNOWN ? NOT_KNOWN : printed(text).trim()),
  toYaml: (value) => (value === NOT_KNOWN ? NOT_KNOWN : yamlText(value)),
  toJson: (value) => (value === NOT_KNOWN ? NOT_KNOWN : JSON.stringify(plain(value))),
  toPrettyJson: (value) => (value === NOT_KNOWN ? NOT_KNOWN : JSON.stringify(plain(value), null, 2)),
  toRawJson: (value) => (value === NOT_KNOWN ? NOT_KNOWN : JSON.stringify(plain(value))),
  fromYaml: (text) => parsed(text),
  fromJson: (text) => parsed(text),
  fromYamlArray: (text) => parsed(text),
  fromJsonArray: (text) => parsed(text),
  list: (...values) => values,
  tuple: (...values) => values,
  dict: (...operands) => {
    const map = emptyMap();
    for (let at = 0; at < operands.length; at += 2) {
      const key = operands[at];
      if (!isComplete(key)) return NOT_KNOWN;
      map[withoutMarks(printed(key))] = operands[at + 1];
    }
    return map;
  },
  fail: () => '',
  deepCopy: (value) => copied(value),
};

/** Returns operands as `fmt.Sprint` does: with a space between two that aren't texts. */
function spaced(values: Data[]): string {
  return values
    .map((value, index) =>
      index > 0 && typeof value !== 'string' && typeof values[index - 1] !== 'string'
        ? ` ${verbatim(value)}`
        : verbatim(value),
    )
    .join('');
}

/** Functions that support unknown operands. */
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
  all: (...values) => every(values, true),
  any: (...values) => every(values, false),
  get: (map, key) => fieldOf(map, key) ?? '',
  index: (of, ...keys) => keys.reduce(fieldOf, of),
  hasKey: (map, key) =>
    map === NOT_KNOWN || !isComplete(key)
      ? NOT_KNOWN
      : isDataMap(map) && Object.hasOwn(map, withoutMarks(printed(key))),
  dig: (...operands) => {
    const found = operands.slice(0, -2).reduce(fieldOf, operands.at(-1));
    return found === undefined ? operands.at(-2) : found;
  },
  ...COLLECTION_FUNCTIONS,
};

function every(values: Data[], wanted: boolean): Data {
  const truths = values.map(truthOf);
  if (truths.includes(!wanted)) return !wanted;
  return truths.includes(undefined) ? NOT_KNOWN : wanted;
}

/** Functions of texts that support partially unknown ones. */
const SOFT = new Set([
  ...['trimSuffix', 'trimPrefix', 'trimAll', 'trimall', 'lower', 'upper', 'title', 'untitle', 'replace'],
  ...['nospace', 'cat', 'join', 'b64enc', 'repeat'],
]);

const integer = (value: Data): bigint => {
  const number = typeof value === 'string' && !/^[-+]?\d+$/.test(value) ? Number.NaN : Number(value ?? 0);
  return Number.isFinite(number) ? BigInt(Math.trunc(number)) : 0n;
};
const integers =
  (change: (one: bigint, other: bigint) => bigint): TemplateFunction =>
  (...values) =>
    values.map(integer).reduce(change);
const divided =
  (change: (one: bigint, other: bigint) => bigint): TemplateFunction =>
  (one, other) =>
    integer(other) === 0n ? NOT_KNOWN : change(integer(one), integer(other));

/** Functions that need every operand. */
const FUNCTIONS: Record<string, TemplateFunction> = {
  ...TEXT_FUNCTIONS,
  eq: (first, ...others) => others.some((other) => isEqual(first, other)),
  ne: (one, other) => !isEqual(one, other),
  gt: (one, other) => compared(one, other, (order) => order > 0),
  ge: (one, other) => compared(one, other, (order) => order >= 0),
  lt: (one, other) => compared(one, other, (order) => order < 0),
  le: (one, other) => compared(one, other, (order) => order <= 0),
  int: integer,
  int64: integer,
  atoi: integer,
  float64: (value) => Number(printed(value)) || 0,
  add: integers((one, other) => one + other),
  add1: (value) => integer(value) + 1n,
  sub: integers((one, other) => one - other),
  mul: integers((one, other) => one * other),
  div: divided((one, other) => one / other),
  mod: divided((one, other) => one % other),
  max: integers((one, other) => (one > other ? one : other)),
  biggest: integers((one, other) => (one > other ? one : other)),
  min: integers((one, other) => (one < other ? one : other)),
  addf: (...values) => values.reduce<number>((sum, value) => sum + Number(printed(value)), 0),
  subf: (first, ...values) =>
    values.reduce<number>((sum, value) => sum - Number(printed(value)), Number(printed(first))),
  mulf: (first, ...values) =>
    values.reduce<number>((sum, value) => sum * Number(printed(value)), Number(printed(first))),
  divf: (first, ...values) =>
    values.reduce<number>((sum, value) => sum / Number(printed(value)), Number(printed(first))),
  ceil: (value) => Math.ceil(Number(printed(value))),
  floor: (value) => Math.floor(Number(printed(value))),
  round: (value, digits) =>
    Number(Number(printed(value)).toFixed(Math.min(20, Math.max(0, Number(digits ?? 0))))),
  len: (value) =>
    typeof value === 'string'
      ? BigInt(Buffer.byteLength(value))
      : isDataList(value)
        ? BigInt(value.length)
        : isDataMap(value)
          ? BigInt(Object.keys(value).length)
          : NOT_KNOWN,
  kindIs: (kind, value) => printed(kind) === kindOf(value),
  kindOf,
  typeIs: (kind, value) => printed(kind) === typeName(value),
  typeIsLike: (kind, value) => printed(kind).replace(/^\*/, '') === typeName(value),
  typeOf: typeName,
  deepEqual: (one, other) => JSON.stringify(plain(one)) === JSON.stringify(plain(other)),
  semver: (version) => versionParts(printed(version)) ?? NOT_KNOWN,
  semverCompare: (range, version) => compareVersions(printed(range), printed(version)) ?? NOT_KNOWN,
  // The functions of Helm that don't connect to a cluster return nothing.
  lookup: () => emptyMap(),
  getHostByName: () => '',
  html: (text) => printed(text).replace(/[<>&'"]/g, (char) => `&#${char.charCodeAt(0)};`),
};

function kindOf(value: Data): string {
  if (isDataMap(value)) return 'map';
  if (isDataList(value)) return 'slice';
  const type = typeName(value);
  return type === '<nil>' ? 'invalid' : type;
}

/** Compares as Go's `eq`: a missing value only equals another one. */
function isEqual(one: Data, other: Data): boolean {
  const isMissing = (value: Data) => value === undefined || value === null;
  if (isMissing(one) || isMissing(other)) return isMissing(one) && isMissing(other);
  return verbatim(one) === verbatim(other);
}

function compared(one: Data, other: Data, matches: (order: number) => boolean): Data {
  if (typeof one === 'string' && typeof other === 'string')
    return matches(one < other ? -1 : one > other ? 1 : 0);
  const [a, b] = [Number(printed(one)), Number(printed(other))];
  return Number.isNaN(a) || Number.isNaN(b) ? NOT_KNOWN : matches(a - b);
}

/** Characters of YAML per node. A text of more than about 200 kB, such as a definition of resources, isn't parsed. */
const CHARACTERS_PER_NODE = 10;

function parsed(value: Data): Data {
  if (value === NOT_KNOWN) return NOT_KNOWN;
  const text = withoutMarks(printed(value));
  if (!mayVisit(Math.ceil(text.length / CHARACTERS_PER_NODE))) return NOT_KNOWN;
  try {
    return dataFrom(readYaml(text) ?? null) ?? emptyMap();
  } catch {
    return NOT_KNOWN;
  }
}

/** Returns a copy of YAML values, with maps without a prototype. */
function dataFrom(value: Value): Data {
  if (Array.isArray(value)) return value.map(dataFrom);
  if (typeof value !== 'object' || value === null) return value;
  return emptyMap(Object.entries(value).map(([name, item]) => [name, dataFrom(item)] as const));
}
