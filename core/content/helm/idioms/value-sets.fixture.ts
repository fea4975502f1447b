import { createHash } from 'node:crypto';
import { mergeValues } from '../charts/values.ts';
import { isValueMap, readYaml, type Value, type ValueMap } from '../charts/yaml.ts';
import type { Idiom } from './idiom.fixture.ts';

/** Returns generated values for an idiom: changed texts and numbers, flipped booleans, and empty maps and lists. */
export function generatedValues({ name, files }: Idiom, seed: number): ValueMap {
  const random = randomNumbers(`${name} ${seed}`);
  const suffix = `g${seed}`;
  const changed = (value: Value, key: string): Value => {
    if (isValueMap(value)) {
      if (key !== '' && random() < 0.08) return null;
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changed(inner, name)]));
    }
    if (Array.isArray(value)) return random() < 0.15 ? [] : value.map((item) => changed(item, key));
    if (typeof value === 'boolean') return random() < 0.5 ? value : !value;
    if (typeof value === 'number') return random() < 0.4 ? value : value + 1;
    return typeof value === 'string' && random() < 0.7 ? changedText(value, key, suffix, random) : value;
  };
  return changed(allValues(files), '') as ValueMap;
}

function changedText(text: string, key: string, suffix: string, random: () => number): string {
  if (/\{\{|\n/.test(text)) return text;
  if (/^sha256:/.test(text) || (text === '' && /digest/i.test(key)))
    return `sha256:${createHash('sha256').update(suffix).digest('hex')}`;
  if (/registry|hub|host/i.test(key)) return random() < 0.2 ? '' : `${suffix}.lan`;
  if (text !== '' && random() < 0.15) return '';
  if (text.includes('/')) return text.replace(/(?<=\w)(?=[:@][^/]*$|$)/, `-${suffix}`);
  if (/^v?\d/.test(text)) return text.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10));
  return `${text}${suffix}`;
}

/** Returns the values of a chart, with those of its subcharts. */
function allValues(files: Record<string, string>): ValueMap {
  return Object.entries(files)
    .filter(([path]) => /(?:^|\/)values\.yaml$/.test(path))
    .sort(([one], [other]) => other.length - one.length)
    .reduce<ValueMap>((all, [path, text]) => {
      const keys = [...path.matchAll(/charts\/([^/]+)\//g)].map(([, key]) => key!);
      const own = (readYaml(text) ?? {}) as ValueMap | null;
      const nested = keys.reduceRight<ValueMap>((inner, key) => ({ [key]: inner }), own ?? {});
      return mergeValues(all, nested);
    }, {});
}

/** Returns numbers from 0 to 1 that depend on a text only. */
function randomNumbers(seed: string): () => number {
  let state = createHash('sha256').update(seed).digest().readUInt32LE();
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
