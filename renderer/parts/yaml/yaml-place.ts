/** Where a position of a YAML text is, in block style; read by indentation, because a text being typed is rarely valid. */
export interface YamlPlace {
  /** Path of the mapping that the position is in, lists as `[]`: `mirror.platform.channels[]`. */
  mapping: string;
  /** The key of the line, when it has one. */
  key?: string;
  /** `key`: a key is being written; `value`: the value of `key`; `comment`: neither. */
  at: 'key' | 'value' | 'comment';
  /** Column where the word at the position begins, from 0. */
  wordStart: number;
  /** Column of the keys of this mapping, from 0. */
  keyColumn: number;
  /** The line begins an item of a list. */
  item: boolean;
  /** Keys that the mapping has already, without that of this line. */
  present: string[];
}

interface Line {
  /** Columns of its dashes. */
  dashes: number[];
  /** Column of what follows the dashes and spaces. */
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
 * The place of a position.
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
  /** The column that parents must be left of; `inItem`: it is that of a dash, and a key may stand in the same column. */
  let edge = keyColumn;
  let inItem = false;
  const takeDashes = (dashes: number[]) => {
    for (const dash of dashes.toReversed()) {
      parents.unshift('[]');
      edge = dash;
      inItem = true;
    }
  };
  takeDashes(own.dashes);
  let siblings = own.dashes.length === 0;
  for (let at = lineNumber - 1; at >= 0 && (edge > 0 || inItem || siblings); at--) {
    const line = readLine(lines[at]!);
    if (line.blank) continue;
    if (line.key !== undefined && (line.start < edge || (inItem && line.start === edge))) {
      parents.unshift(line.key);
      edge = line.start;
      inItem = false;
      siblings = false;
      takeDashes(line.dashes);
    } else if (line.key !== undefined && !inItem && line.start === edge) {
      if (siblings) present.push(line.key);
      if (line.dashes.length > 0) {
        siblings = false;
        takeDashes(line.dashes);
      }
    } else if (line.key === undefined && line.dashes.length > 0 && line.dashes[0]! < edge && !inItem) {
      siblings = false;
      takeDashes(line.dashes);
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
