import type { Scalar } from 'yaml';
import { capitalized } from './words.ts';

/** Returns the decoded value of a scalar. Quoted and block scalars are text unless they have a tag. */
export function scalarValue(scalar: Scalar): string | number | boolean | null {
  const text = String(scalar.value ?? '');
  if (scalar.tag === 'tag:yaml.org,2002:str' || scalar.tag === '!') return text;
  return scalar.type === 'PLAIN' || scalar.tag?.startsWith('tag:yaml.org,2002:') ? plainValue(text) : text;
}

const WORDS = new Map<string, boolean | null | number>([
  ...words(['y', 'yes', 'true', 'on'], true),
  ...words(['n', 'no', 'false', 'off'], false),
  ...words(['null'], null),
  ['', null],
  ['~', null],
  ['.nan', Number.NaN],
  ['.NaN', Number.NaN],
  ['.NAN', Number.NaN],
  ...['.inf', '.Inf', '.INF'].flatMap((word): [string, number][] => [
    [word, Number.POSITIVE_INFINITY],
    [`+${word}`, Number.POSITIVE_INFINITY],
    [`-${word}`, Number.NEGATIVE_INFINITY],
  ]),
]);

function words<T>(list: string[], value: T): [string, T][] {
  return list.flatMap((word): [string, T][] => [
    [word, value],
    [capitalized(word), value],
    [word.toUpperCase(), value],
  ]);
}

/**
 * Returns the value of a plain scalar as Go's sigs.k8s.io/yaml reads it, which is YAML 1.1 with differences: `0o7`,
 * `010` and `0b1` are integers, `_` may separate digits, base-60 numbers don't exist, and dates remain text.
 */
export function plainValue(text: string): string | number | boolean | null {
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  if (!/^[-+.\d]/.test(text)) return text;
  const digits = text.startsWith('.') ? text : text.replaceAll('_', '');
  const integer =
    /^([-+]?)(?:0[xX]([\da-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9]\d*))$/.exec(digits) ?? undefined;
  if (integer) {
    const [, sign, hex, binary, octal, decimal] = integer;
    const value = hex
      ? Number.parseInt(hex, 16)
      : binary
        ? Number.parseInt(binary, 2)
        : octal
          ? Number.parseInt(octal, 8)
          : Number(decimal);
    return sign === '-' ? -value : value;
  }
  return /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(digits) ? Number(digits) : text;
}
