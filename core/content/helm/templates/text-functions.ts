import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { RE2JS, RE2JSException } from 're2js';
import { type Data, emptyMap, isDataList, isDataMap, NOT_KNOWN, printed, verbatim } from './data.ts';

/** A function of templates. Texts of its operands have no marks and no unknown parts. */
export type TemplateFunction = (...operands: Data[]) => Data;

/** UTF-16 units of a pattern. */
const LONGEST_PATTERN = 1_000;
const MOST_REPEATED = 100_000;

/** Defines a function of texts: each operand is one. */
const ofTexts =
  (change: (...texts: string[]) => Data): TemplateFunction =>
  (...operands) =>
    change(...operands.map(textOf));

/** Returns a value as text, as sprig's `strval` does. */
function textOf(value: Data): string {
  return value === undefined || value === null ? '' : verbatim(value);
}

function matching(use: (pattern: RE2JS, text: string, more: Data[]) => Data): TemplateFunction {
  return (pattern, text, ...more) => {
    const source = textOf(pattern);
    if (source.length > LONGEST_PATTERN) return NOT_KNOWN;
    try {
      return use(RE2JS.compile(source), textOf(text), more);
    } catch (error) {
      if (error instanceof RE2JSException) return NOT_KNOWN;
      throw error;
    }
  };
}

function allMatches(
  pattern: RE2JS,
  text: string,
  limit: number,
): { start: number; end: number; found: string }[] {
  const found: { start: number; end: number; found: string }[] = [];
  const matcher = pattern.matcher(text);
  while ((limit < 0 || found.length < limit) && found.length < MOST_REPEATED && matcher.find())
    found.push({ start: matcher.start(), end: matcher.end(), found: matcher.group() ?? '' });
  return found;
}

/** Replaces as Go's `ReplaceAllString` does: `$1`, `${1}` and `$name` are groups, `$$` is a dollar sign. */
function replacedAll(pattern: RE2JS, text: string, [template]: Data[], isLiteral: boolean): string {
  const matcher = pattern.matcher(text);
  const names = pattern.namedGroups() as Record<string, number>;
  const by = textOf(template);
  let out = '';
  let at = 0;
  for (let count = 0; count < MOST_REPEATED && matcher.find(); count++) {
    const group = (name: string): string => {
      const index = /^\d+$/.test(name) ? Number(name) : names[name];
      return index === undefined || index > matcher.groupCount() ? '' : (matcher.group(index) ?? '');
    };
    out += text.slice(at, matcher.start());
    out += isLiteral
      ? by
      : by.replace(/\$(?:\$|\{(\w+)\}|(\w+))/g, (all, braced?: string, bare?: string) =>
          all === '$$' ? '$' : group(braced ?? bare!),
        );
    at = matcher.end();
  }
  return out + text.slice(at);
}

const hashed = (algorithm: string) =>
  ofTexts((text = '') => createHash(algorithm).update(text).digest('hex'));

function trimmed(characters: string, text: string): string {
  const at = [...text].findIndex((char) => !characters.includes(char));
  if (at === -1) return '';
  let end = text.length;
  while (end > at && characters.includes(text[end - 1]!)) end--;
  return text.slice(at, end);
}

function cased(text: string, change: (word: string, index: number) => string, separator: string): string {
  const words = text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_.-]+/)
    .filter(Boolean);
  return words.map(change).join(separator);
}
const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Functions of sprig that change texts. */
export const TEXT_FUNCTIONS: Record<string, TemplateFunction> = {
  trim: ofTexts((text = '') => text.trim()),
  trimSuffix: ofTexts((end = '', text = '') =>
    end && text.endsWith(end) ? text.slice(0, -end.length) : text,
  ),
  trimPrefix: ofTexts((start = '', text = '') => (text.startsWith(start) ? text.slice(start.length) : text)),
  trimAll: ofTexts((characters = '', text = '') => trimmed(characters, text)),
  trimall: ofTexts((characters = '', text = '') => trimmed(characters, text)),
  lower: ofTexts((text = '') => text.toLowerCase()),
  upper: ofTexts((text = '') => text.toUpperCase()),
  title: ofTexts((text = '') => text.replace(/(?<![\p{L}\p{N}_'])\p{L}/gu, (char) => char.toUpperCase())),
  untitle: ofTexts((text = '') => text.replace(/(?<!\S)\p{L}/gu, (char) => char.toLowerCase())),
  swapcase: ofTexts((text = '') =>
    [...text].map((char) => (char === char.toUpperCase() ? char.toLowerCase() : char.toUpperCase())).join(''),
  ),
  snakecase: ofTexts((text = '') => cased(text, (word) => word.toLowerCase(), '_')),
  kebabcase: ofTexts((text = '') => cased(text, (word) => word.toLowerCase(), '-')),
  camelcase: ofTexts((text = '') => cased(text, capital, '')),
  replace: ofTexts((from = '', to = '', text = '') => (from ? text.replaceAll(from, () => to) : text)),
  repeat: (count, text) =>
    Number(count) * textOf(text).length < MOST_REPEATED
      ? textOf(text).repeat(Math.max(0, Number(count) || 0))
      : NOT_KNOWN,
  nospace: ofTexts((text = '') => text.replace(/\s+/g, '')),
  initials: ofTexts((text = '') =>
    text
      .split(/\s+/)
      .map((word) => word.slice(0, 1))
      .join(''),
  ),
  trunc: (length, text) => {
    const [count, all] = [Number(length), textOf(text)];
    return count < 0 ? all.slice(all.length + count > 0 ? count : 0) : all.slice(0, count);
  },
  substr: (start, end, text) => {
    const [from, to, all] = [Number(start), Number(end), textOf(text)];
    if (from < 0) return all.slice(0, to);
    return to < 0 || to > all.length ? all.slice(from) : all.slice(from, to);
  },
  abbrev: (width, text) => {
    const [most, all] = [Number(width), textOf(text)];
    return most < 4 || all.length <= most ? all : `${all.slice(0, most - 3)}...`;
  },
  plural: (one, many, count) => (Number(count) === 1 ? one : many),
  cat: (...values) =>
    values
      .filter((value) => value !== undefined && value !== null)
      .map((value) => verbatim(value))
      .join(' '),
  contains: ofTexts((part = '', text = '') => text.includes(part)),
  hasPrefix: ofTexts((start = '', text = '') => text.startsWith(start)),
  hasSuffix: ofTexts((end = '', text = '') => text.endsWith(end)),
  join: (separator, list) =>
    (isDataList(list) ? list : [list])
      .flatMap((item) => (item === undefined || item === null ? [] : [textOf(item as Data)]))
      .join(textOf(separator)),
  splitList: ofTexts((separator = '', text = '') => text.split(separator)),
  split: ofTexts((separator = '', text = '') => numbered(text.split(separator))),
  splitn: (separator, count, text) => {
    const [by, most] = [textOf(separator), Number(count)];
    const parts = textOf(text).split(by);
    const few =
      most > 0 && parts.length > most ? [...parts.slice(0, most - 1), parts.slice(most - 1).join(by)] : parts;
    return numbered(few);
  },
  b64enc: ofTexts((text = '') => Buffer.from(text).toString('base64')),
  b64dec: ofTexts((text = '') =>
    /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text.replace(/[\r\n]/g, ''))
      ? Buffer.from(text, 'base64').toString()
      : NOT_KNOWN,
  ),
  sha1sum: hashed('sha1'),
  sha256sum: hashed('sha256'),
  sha512sum: hashed('sha512'),
  base: ofTexts((path = '') => posix.basename(path) || (path ? '/' : '.')),
  dir: ofTexts((path = '') => posix.dirname(path)),
  ext: ofTexts((path = '') => /\.[^./]*$/.exec(path)?.[0] ?? ''),
  clean: ofTexts((path = '') => posix.normalize(path).replace(/(?<=.)\/$/, '')),
  isAbs: ofTexts((path = '') => path.startsWith('/')),
  regexMatch: matching((pattern, text) => pattern.matcher(text).find()),
  regexFind: matching((pattern, text) => allMatches(pattern, text, 1)[0]?.found ?? ''),
  regexFindAll: matching((pattern, text, [limit]) =>
    allMatches(pattern, text, Number(limit ?? -1)).map(({ found }) => found),
  ),
  regexReplaceAll: matching((pattern, text, more) => replacedAll(pattern, text, more, false)),
  regexReplaceAllLiteral: matching((pattern, text, more) => replacedAll(pattern, text, more, true)),
  regexSplit: matching((pattern, text, [limit]) => {
    const most = Number(limit ?? -1);
    if (most === 0) return [];
    const parts: string[] = [];
    let at = 0;
    for (const { start, end } of allMatches(pattern, text, most < 0 ? -1 : most - 1)) {
      if (end === 0) continue;
      parts.push(text.slice(at, start));
      at = end;
    }
    return [...parts, text.slice(at)];
  }),
  regexQuoteMeta: ofTexts((text = '') => text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&')),
  urlParse: ofTexts((text = '') => {
    const [, scheme = '', user = '', host = '', path = '', query = '', fragment = ''] =
      /^(?:([a-zA-Z][\w+.-]*):)?(?:\/\/(?:([^/@]*)@)?([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(
        text,
      ) ?? [];
    const hostname = host.replace(/:\d*$/, '');
    return emptyMap(
      Object.entries({ scheme, userinfo: user, host, hostname, path, query, fragment, opaque: '' }),
    );
  }),
  urlJoin: (parts) => {
    if (!isDataMap(parts)) return NOT_KNOWN;
    const part = (name: string) => printed(parts[name]);
    const [scheme, user, query, fragment] = ['scheme', 'userinfo', 'query', 'fragment'].map(part);
    const host = `${user ? `${user}@` : ''}${part('host')}`;
    return `${scheme ? `${scheme}:` : ''}${host ? `//${host}` : ''}${part('path')}${query ? `?${query}` : ''}${fragment ? `#${fragment}` : ''}`;
  },
};

function numbered(parts: string[]): Data {
  return emptyMap(parts.map((part, index) => [`_${index}`, part] as const));
}
