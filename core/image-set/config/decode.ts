import { isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { resolved } from '../../base/document/node-value.ts';
import { scalarValue } from '../../base/document/plain-value.ts';
import { nearest } from '../../base/document/spelling.ts';
import type { Decoded, Shape } from './fields.ts';
import type { Findings } from './findings.ts';
import { formerField } from './former-fields.ts';
import { entriesOf, isNull, type MapEntry } from './go-yaml.ts';

/** Ends the remedies of fields that the conversion replaces. */
const CONVERSION_HINT = ' `airlock config convert FILE` does it.';

/**
 * Decodes a YAML document the way Go's JSON decoder does with unknown fields forbidden (oc-mirror v2:
 * internal/pkg/config/load.go): field names in any case, no conversion between text, numbers and booleans, null is the
 * same as absent. Everything that does not fit becomes a finding; the rest is decoded.
 * @param reported fields of the top level that a finding names already.
 */
export function decode<S extends Shape>(
  root: Node | null,
  shape: S,
  findings: Findings,
  reported: readonly string[] = [],
): Decoded<S> | undefined {
  function value(node: Node | undefined, expected: Shape, path: string): unknown {
    const target = resolved(node);
    if (isNull(target) || !target) return undefined;
    findings.mark(path, node?.range?.[0] ?? 0);
    switch (expected.type) {
      case 'object':
        return isMap(target) ? object(target, expected.fields, path) : mismatch(target, expected, path);
      case 'list':
        if (!isSeq(target)) return mismatch(target, expected, path);
        return target.items.map(
          (item, index) => value(item as Node, expected.of, `${path}[${index}]`) ?? emptyOf(expected.of),
        );
      default:
        return isScalar(target) && fits(scalarValue(target), expected)
          ? scalarValue(target)
          : mismatch(target, expected, path);
    }
  }

  function object(map: YAMLMap, fields: Record<string, Shape>, path: string): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    const given = new Map<string, MapEntry>();
    // Go sorts the keys before it decodes, and the last one that matches a field wins.
    for (const entry of entriesOf(map).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const field = fieldNamed(entry.name, fields);
      if (field === undefined) {
        unknown(entry, Object.keys(fields), path);
        continue;
      }
      const before = given.get(field);
      if (before)
        findings.warning(join(path, field), `"${before.name}" does not count: "${entry.name}" is given too`, {
          offset: before.offset,
          remedy: 'Take one of them out.',
        });
      if (entry.name !== field)
        findings.warning(join(path, field), `"${entry.name}" is read as ${field}`, {
          rule: { id: 'field-case', field },
          offset: entry.offset,
          remedy: `Write ${field}.`,
        });
      given.set(field, entry);
    }
    for (const [field, entry] of given) {
      findings.mark(join(path, field), entry.offset);
      const decoded = value(entry.value, fields[field]!, join(path, field));
      if (decoded !== undefined) result[field] = decoded;
    }
    return result;
  }

  function unknown(entry: MapEntry, allowed: string[], path: string): void {
    if (!path && reported.includes(entry.name)) return;
    const where = path ? `in ${path}` : 'at the top level';
    const former = formerField(entry.name);
    const meant = former ? undefined : nearest(entry.name, allowed);
    const hint = former ? `: ${former.was}` : meant ? ` (did you mean ${meant}?)` : '';
    findings.error(join(path, entry.name), `unknown field "${entry.name}" ${where}${hint}`, {
      rule: former?.converts ? { id: 'former-field', now: former.now } : { id: 'unknown-field', meant },
      offset: entry.offset,
      remedy: former
        ? former.now + (former.converts ? CONVERSION_HINT : '')
        : meant
          ? `Write ${meant}.`
          : `Allowed here: ${allowed.join(', ')}.`,
    });
  }

  function mismatch(node: Node, expected: Shape, path: string): undefined {
    const found = described(node);
    const name = path || 'the file';
    findings.error(path, `${name} must be ${NAMES[expected.type]}, found ${found.text}`, {
      offset: node.range?.[0] ?? 0,
      remedy:
        expected.type === 'text' && found.scalar !== undefined
          ? `Put it in quotes: "${found.scalar}".`
          : `Write ${NAMES[expected.type]}.`,
    });
    return undefined;
  }

  return value(root ?? undefined, shape, '') as Decoded<S> | undefined;
}

const NAMES: Record<Shape['type'], string> = {
  text: 'text',
  flag: 'true or false',
  whole: 'a whole number',
  list: 'a list',
  object: 'a mapping of fields',
};

function fits(value: string | number | boolean | null, expected: Shape): boolean {
  if (expected.type === 'text') return typeof value === 'string';
  if (expected.type === 'flag') return typeof value === 'boolean';
  return Number.isSafeInteger(value);
}

function described(node: Node): { text: string; scalar?: string } {
  if (isMap(node)) return { text: 'a mapping' };
  if (isSeq(node)) return { text: 'a list' };
  if (!isScalar(node)) return { text: 'an alias that leads nowhere' };
  const value = scalarValue(node);
  const source = String(node.value ?? '').slice(0, 100);
  if (typeof value === 'string') return { text: `the text ${JSON.stringify(source)}` };
  return { text: `the ${typeof value === 'number' ? 'number' : 'boolean'} ${source}`, scalar: source };
}

/** The field a key matches: exactly, else in any case. */
function fieldNamed(name: string, fields: Record<string, Shape>): string | undefined {
  if (Object.hasOwn(fields, name)) return name;
  const folded = name.toLowerCase();
  return Object.keys(fields).find((field) => field.toLowerCase() === folded);
}

/** A null element of a list is Go's zero value. */
function emptyOf(shape: Shape): unknown {
  if (shape.type === 'object') return {};
  if (shape.type === 'list') return [];
  return shape.type === 'text' ? '' : shape.type === 'flag' ? false : 0;
}

function join(path: string, field: string): string {
  return path ? `${path}.${field}` : field;
}
