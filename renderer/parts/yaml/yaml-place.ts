/** The place of a position in a YAML text in block style, found by indentation because a text being typed is rarely valid. */
export interface YamlPlace {
  /** Path of the mapping that contains the position, lists as `[]`: `mirror.platform.channels[]`. */
  mapping: string;
  /** The key of the line, if any. */
  key?: string;
  /** `key`: a key is being typed; `value`: the value of `key`; `comment`: neither. */
  at: 'key' | 'value' | 'comment';
  /** Column where the word at the position starts, from 0. */
  wordStart: number;
  /** Column of the keys of this mapping, from 0. */
  keyColumn: number;
  /** The line starts an item of a list. */
  item: boolean;
  /** Other keys of the mapping. */
  present: string[];
}

interface Line {
  /** Columns of its dashes. */
  dashes: number[];
  /** Column of the text after dashes and spaces. */
  start: number;
  key?: string;
  blank: boolean;
}

function readLine(text: string): Line {
  const dashes: number[] = [];
  let start = 0;
  for (;;) {
    while (text[start] === ' ') start++;
    if (text[start] !== '-' || (text[start + 1] !== ' ' && start + 1 < text.length)) break;
    dashes.push(start);
    start++;
  }
  const rest = text.slice(start);
  const blank = rest === '' || rest.startsWith('#');
  const key = blank ? undefined : /^["']?([A-Za-z0-9_.-]+)["']?\s*:(?=\s|$)/.exec(rest)?.[1];
  return { dashes, start, blank: blank && dashes.length === 0, key };
}

/**
 * Returns the place of a position.
 * @param lineNumber from 0
 * @param column from 0
 */
export function yamlPlace(lines: readonly string[], lineNumber: number, column: number): YamlPlace {
  const text = lines[lineNumber] ?? '';
  const before = text.slice(0, column);
  const own = readLine(text.trimEnd() === '' ? before : text);
  const keyColumn = text.trim() === '' ? column : own.start;
  const parents: string[] = [];
  const present: string[] = [];
  /** Parents are left of this column. With `inItem` it's the column of a dash, which can also be that of a parent key. */
  let edge = keyColumn;
  let inItem = false;
  const addItems = (dashes: number[]) => {
    for (const dash of dashes.toReversed()) {
      parents.unshift('[]');
      edge = dash;
      inItem = true;
    }
  };
  addItems(own.dashes);
  let siblings = own.dashes.length === 0;
  for (let at = lineNumber - 1; at >= 0 && (edge > 0 || inItem || siblings); at--) {
    const line = readLine(lines[at]!);
    if (line.blank) continue;
    if (line.key !== undefined && (line.start < edge || (inItem && line.start === edge))) {
      parents.unshift(line.key);
      edge = line.start;
      inItem = false;
      siblings = false;
      addItems(line.dashes);
    } else if (line.key !== undefined && !inItem && line.start === edge) {
      if (siblings) present.push(line.key);
      if (line.dashes.length > 0) {
        siblings = false;
        addItems(line.dashes);
      }
    } else if (line.key === undefined && line.dashes.length > 0 && line.dashes[0]! < edge && !inItem) {
      siblings = false;
      addItems(line.dashes);
    }
  }
  for (let at = lineNumber + 1; at < lines.length; at++) {
    const line = readLine(lines[at]!);
    if (line.blank) continue;
    if (line.start < keyColumn || (line.dashes[0] ?? keyColumn) < keyColumn) break;
    if (line.start === keyColumn && line.key !== undefined) present.push(line.key);
  }
  const mapping = parents.reduce(
    (path, part) => (part === '[]' || path === '' ? path + part : `${path}.${part}`),
    '',
  );
  const colon = own.key === undefined ? -1 : text.indexOf(':', own.start + own.key.length);
  const inComment = /(^|\s)#/.test(before);
  const inValue = colon >= 0 && column > colon;
  const word = /(?<![^\s[\]{},:"'])[^\s[\]{},:"']*$/.exec(before)![0];
  return {
    mapping,
    at: inComment ? 'comment' : inValue ? 'value' : 'key',
    wordStart: column - word.length,
    keyColumn,
    item: own.dashes.length > 0,
    present,
    key: own.key,
  };
}
