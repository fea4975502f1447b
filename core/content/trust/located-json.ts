import { jsonFault, jsonTokens } from '../../base/document/json-tokens.ts';
import { t } from './messages.ts';

type Path = readonly PropertyKey[];

export interface LocatedJson {
  value: unknown;
  /** Returns the line, from 1, of the field or element at a path, or of the nearest existing parent. */
  lineOf(path: Path): number;
  /** The first field that occurs twice. */
  duplicate?: { path: Path; line: number };
}

/** Where and why a text can't be parsed. Line and column count from 1. */
export interface JsonFault {
  fault: string;
  line: number;
  column: number;
}

/** Ten times the depth of real files. */
const DEEPEST = 64;

/** Parses JSON with the line of every part, and finds repeated keys, of which JSON.parse silently uses the last. */
export function readJson(text: string): LocatedJson | JsonFault {
  const wrong = jsonFault(text);
  if (wrong) return { fault: t('notJson'), ...wrong };
  const lines = new Map<string, number>();
  const path: PropertyKey[] = [];
  const open: { names: Set<string> | undefined; items: number }[] = [];
  let [line, counted] = [1, 0];
  let duplicate: LocatedJson['duplicate'];
  for (const { kind, text: token, offset } of jsonTokens(text)) {
    line += text.slice(counted, offset).split('\n').length - 1;
    counted = offset;
    const around = open.at(-1);
    if (kind === '}' || kind === ']') {
      open.pop();
      path.pop();
    } else if (kind === 'key') {
      const name = JSON.parse(token) as string;
      path.push(name);
      if (around?.names?.has(name)) duplicate ??= { path: [...path], line };
      around?.names?.add(name);
      lines.set(keyOf(path), line);
    } else {
      if (around && !around.names) path.push(around.items++);
      if (!lines.has(keyOf(path))) lines.set(keyOf(path), line);
      if (path.length > DEEPEST) return { fault: t('nestedTooDeeply'), line, column: 1 };
      if (kind === 'value') path.pop();
      else open.push({ names: kind === '{' ? new Set() : undefined, items: 0 });
    }
  }
  return {
    value: JSON.parse(text),
    lineOf: (wanted) => {
      for (let length = wanted.length; length >= 0; length--) {
        const found = lines.get(keyOf(wanted.slice(0, length)));
        if (found !== undefined) return found;
      }
      return 1;
    },
    duplicate,
  };
}

/** `transports.docker["quay.io/ns"][0].keyPath` */
export function pathText(path: Path): string {
  return path
    .map((part) =>
      typeof part === 'number'
        ? `[${part}]`
        : /^[A-Za-z_]\w*$/.test(String(part))
          ? `.${String(part)}`
          : `["${String(part)}"]`,
    )
    .join('')
    .replace(/^\./, '');
}

function keyOf(path: Path): string {
  return JSON.stringify(path);
}
