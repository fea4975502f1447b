import { parse } from 'yaml';
import type { ParserEntry } from './parser-entries.ts';

type Path = (string | number)[];

/** Marks the place where a sample is stretched. */
const HERE = '@here@';

/**
 * Creates large texts from small valid ones: for each list of the samples one with wrong elements and one with valid elements,
 * for each mapping one with many keys. They pass the first validation step, where fixed inputs end.
 */
export function stretchedSamples(
  samples: readonly string[],
  syntax: ParserEntry['syntax'],
): Record<string, (size: number) => string> {
  if (syntax !== 'json' && syntax !== 'yaml') return {};
  const makers: Record<string, (size: number) => string> = {};
  for (const sample of samples) {
    let root: unknown;
    try {
      root = syntax === 'json' ? JSON.parse(sample) : parse(sample);
    } catch {
      // A sample of several documents.
      continue;
    }
    const visit = (value: unknown, path: Path): void => {
      if (typeof value !== 'object' || value === null) return;
      const name = path.map((step) => (typeof step === 'number' ? '[]' : step)).join('.') || 'the root';
      if (Array.isArray(value)) {
        makers[`wrong elements of ${name}`] ??= stretched(root, path, [HERE], `"${HERE}"`, () => '{},', '{}');
        const good = JSON.stringify(value[0] ?? 1);
        makers[`good elements of ${name}`] ??= stretched(
          root,
          path,
          [HERE],
          `"${HERE}"`,
          () => `${good},`,
          good,
        );
      } else {
        const all = { ...value, [HERE]: 0 };
        const key = (index: number) => `"k${index}":1,`;
        makers[`keys of ${name}`] ??= stretched(root, path, all, `"${HERE}":0`, key, '"z":1');
      }
      for (const [step, child] of Object.entries(value))
        visit(child, [...path, Array.isArray(value) ? Number(step) : step]);
    };
    visit(root, []);
  }
  return makers;
}

/** The text of `root` with `put` at a path, with repeated parts at `mark` until the text has its size. */
function stretched(
  root: unknown,
  path: Path,
  put: unknown,
  mark: string,
  part: (index: number) => string,
  last: string,
): (size: number) => string {
  return (size) => {
    const [before = '', after = ''] = JSON.stringify(replaced(root, path, put)).split(mark);
    const parts = [before];
    for (let length = before.length + after.length + last.length, i = 0; ; i++) {
      const next = part(i);
      length += next.length;
      if (length > size) return parts.join('') + last + after;
      parts.push(next);
    }
  };
}

function replaced(value: unknown, [step, ...rest]: Path, put: unknown): unknown {
  if (step === undefined) return put;
  if (Array.isArray(value)) return value.map((item, i) => (i === step ? replaced(item, rest, put) : item));
  const fields = value as Record<string, unknown>;
  return { ...fields, [step]: replaced(fields[step], rest, put) };
}
