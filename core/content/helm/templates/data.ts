/** A value of a template that only Helm or the cluster knows. */
export const NOT_KNOWN: unique symbol = Symbol('not known');

/** A placeholder for a {@link NOT_KNOWN} value in text. */
export const UNKNOWN = '\uFFFD';

/** A value while a template runs. Undefined means Go's `nil`, a missing value. A bigint is an integer of Go. */
export type Data =
  | string
  | number
  | bigint
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

const MARKS_AND_ABSENT = /\uE000\d+\uE001|\uE005/g;

/** Stands for a missing value among alternatives. */
const ABSENT = '\uE005';

/** Marker in the output that identifies its origin; see {@link marksIn}. */
export function markText(id: number): string {
  return `\uE000${id}\uE001`;
}

export function marksIn(text: string): number[] {
  return [...text.matchAll(MARKS)].map(([, id]) => Number(id));
}

export function withoutMarks(text: string): string {
  return text.replace(MARKS_AND_ABSENT, '');
}

/** Returns whether a value is known, in all its parts if it is a text. */
export function isComplete(value: Data): boolean {
  return (
    value !== NOT_KNOWN && !(typeof value === 'string' && (value.includes(UNKNOWN) || hasAlternatives(value)))
  );
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

/** One of the texts of which only Helm knows which one it outputs. */
export interface Alternative {
  text: string;
  /** Number of the condition's branch that leads to it, in the order of execution; 0 if there is none. */
  decision: number;
}

/** In a text: `\uE002` one `\uE003` other `\uE004`, each after `\uE006` decision `\uE007`. They can be nested. */
const ALTERNATIVES = /[\uE002-\uE004]/;
const MOST_ALTERNATIVES = 64;
export const LONGEST_ALTERNATIVES = 16_000;

/** Returns a text that stands for several. */
export function alternatives(all: readonly (string | Alternative)[]): string {
  const different = new Map<string, Alternative>();
  for (const each of all) {
    const { text, decision } = typeof each === 'string' ? { text: each, decision: 0 } : each;
    for (const inner of alternativesOf(text)) {
      const known = { text: inner.text, decision: Math.max(decision, inner.decision) };
      different.set(`${known.decision} ${bareOf(inner.text)}`, known);
    }
  }
  const known = [...different.values()];
  if (new Set(known.map(({ text }) => bareOf(text))).size === 1) return known[0]!.text;
  const content = known.map(({ text, decision }) => `\uE006${decision}\uE007${text}`).join('\uE003');
  return known.length > MOST_ALTERNATIVES || content.length > LONGEST_ALTERNATIVES
    ? UNKNOWN
    : `\uE002${content}\uE004`;
}

function bareOf(text: string): string {
  return text.includes(ABSENT) ? text : withoutMarks(text);
}

export function hasAlternatives(text: string): boolean {
  return ALTERNATIVES.test(text);
}

/** The chosen decision among those of a group of alternatives. */
interface Choice {
  of: ReadonlySet<number>;
  decision: number;
}
interface Combination {
  text: string;
  choices: readonly Choice[];
}

/** Returns whether choices can occur together: a later branch that ran would have changed both texts. */
function areCompatible(one: readonly Choice[], other: readonly Choice[]): boolean {
  const fits = (a: Choice, b: Choice) => a.decision >= b.decision || !a.of.has(b.decision);
  return one.every((a) => other.every((b) => fits(a, b) && fits(b, a)));
}

/** Returns the texts that a text stands for; `UNKNOWN` if they are too many. */
export function alternativesOf(text: string): Alternative[] {
  if (!hasAlternatives(text)) return [{ text, decision: 0 }];
  const unknown = [{ text: UNKNOWN, decision: 0 }];
  const start: Combination = { text: '', choices: [] };
  // Each level has the finished alternatives of a group, and the current one.
  const levels = [{ done: [] as (Combination & { decision: number })[], current: [start], decision: 0 }];
  for (const part of text.split(/([\uE002-\uE004]|\uE006\d+\uE007)/)) {
    const level = levels.at(-1)!;
    const append = (to: typeof level, parts: readonly Combination[]): void => {
      to.current = to.current.flatMap((left) =>
        parts
          .filter((right) => areCompatible(left.choices, right.choices))
          .map((right) => ({ text: left.text + right.text, choices: [...left.choices, ...right.choices] })),
      );
    };
    if (part === '\uE002') levels.push({ done: [], current: [start], decision: 0 });
    else if (part.startsWith('\uE006')) level.decision = Number(part.slice(1, -1));
    else if (part === '\uE003' || part === '\uE004') {
      level.done.push(...level.current.map((each) => ({ ...each, decision: level.decision })));
      level.current = [start];
      level.decision = 0;
      if (part === '\uE003') continue;
      if (levels.length === 1) return unknown;
      levels.pop();
      const of = new Set(level.done.map(({ decision }) => decision));
      const parts = level.done.map(({ text, choices, decision }) => ({
        text,
        choices: [...choices, { of, decision }],
      }));
      append(levels.at(-1)!, parts);
    } else append(level, [{ text: part, choices: [] }]);
    if (levels.length > MOST_ALTERNATIVES || levels.at(-1)!.current.length > MOST_ALTERNATIVES)
      return unknown;
  }
  if (levels.length !== 1) return unknown;
  return levels[0]!.current.map((each) => ({
    text: each.text,
    decision: Math.max(0, ...each.choices.map(({ decision }) => decision)),
  }));
}

/** Returns the different texts that a text stands for. */
export function expanded(text: string): string[] {
  return hasAlternatives(text) ? [...new Set(alternativesOf(text).map((each) => each.text))] : [text];
}

/** Returns the value of something that is set only if a branch runs. */
export function either(before: Data, after: Data, decision: number): Data {
  if (before === after) return before;
  const [old, set] = [textOfScalar(before), textOfScalar(after)];
  if (old === undefined || set === undefined) return NOT_KNOWN;
  if (isDocument(old) || isDocument(set)) return `${old}\n${set}`;
  const others = alternativesOf(old).filter((each) => each.decision !== decision || decision === 0);
  return alternatives([...others, { text: set, decision }]);
}

/** A value after a branch. */
export interface Outcome {
  value: Data;
  decision: number;
}

/** Returns one of the values of several branches. */
export function oneOf(values: readonly Outcome[]): Data {
  const first = values[0]?.value;
  if (values.every(({ value }) => value === first)) return first;
  const texts = values.map(({ value, decision }) => ({ text: textOfScalar(value), decision }));
  if (texts.some(({ text }) => text === undefined)) return NOT_KNOWN;
  const known = texts as Alternative[];
  return known.some(({ text }) => isDocument(text))
    ? known.map(({ text }) => text).join('\n')
    : alternatives(known);
}

/** Returns whether a text has several lines. Of such texts, one after another is printed, because each line can have an image. */
function isDocument(text: string): boolean {
  return text.trim().includes('\n');
}

function textOfScalar(value: Data): string | undefined {
  if (value === undefined || value === null) return ABSENT;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? verbatim(value)
    : undefined;
}

/** Returns a text whose missing alternatives are replaced by another value. */
export function orElse(text: Data, otherwise: Data): Data {
  if (typeof text !== 'string' || !text.includes(ABSENT)) return text;
  const other = textOfScalar(otherwise);
  if (other === undefined) return NOT_KNOWN;
  return alternatives(
    alternativesOf(text).flatMap((each) => (each.text.includes(ABSENT) ? alternativesOf(other) : [each])),
  );
}

/** Returns whether `if` takes the branch; undefined if that is unknown. */
export function truthOf(value: Data): boolean | undefined {
  if (value === NOT_KNOWN) return undefined;
  if (typeof value === 'string') {
    if (hasAlternatives(value) && truthOfText(value.slice(0, value.indexOf('\uE002')))) return true;
    const truths = new Set(expanded(value).map(truthOfText));
    return truths.size === 1 ? [...truths][0] : undefined;
  }
  if (isDataList(value)) return value.length > 0;
  return isDataMap(value) ? Object.keys(value).length > 0 : Boolean(value);
}

function truthOfText(value: string): boolean | undefined {
  const text = withoutMarks(value);
  if (!text.includes(UNKNOWN)) return text !== '';
  return text.replaceAll(UNKNOWN, '').trim() === '' ? undefined : true;
}

/** Returns a value as an action prints it, which is nothing for a missing value. */
export function printed(value: Data): string {
  return value === undefined || value === null ? '' : verbatim(value);
}

/** Items of lists and maps in one text, because maps may contain one another. */
const MOST_PRINTED = 1_000;

/** Returns a value as Go formats it with `%v`. */
export function verbatim(value: Data, budget = { items: MOST_PRINTED }): string {
  if (value === NOT_KNOWN || budget.items-- <= 0) return UNKNOWN;
  if (value === undefined || value === null) return '<nil>';
  if (typeof value === 'number') return goNumber(value);
  if (isDataList(value)) return `[${value.map((item) => verbatim(item, budget)).join(' ')}]`;
  if (isDataMap(value))
    return `map[${Object.keys(value)
      .sort()
      .map((name) => `${name}:${verbatim(value[name], budget)}`)
      .join(' ')}]`;
  return String(value);
}

/** Returns a number as Go formats a float64: with an exponent from 1e6 and below 1e-4 (strconv.FormatFloat, format `g`). */
function goNumber(value: number): string {
  const [digits, power] = value.toExponential().split('e') as [string, string];
  const exponent = Number(power);
  if (!Number.isFinite(value) || (exponent >= -4 && exponent < 6)) return String(value);
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}
