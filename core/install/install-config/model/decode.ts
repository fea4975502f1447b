import type { Path } from '../../../base/document/yaml-text.ts';
import { pathText } from './field-path.ts';
import type { Field, IntegerField, ObjectField } from './fields.ts';

/** What the decoder notes on its way; values are never part of it. */
export type Note =
  | { kind: 'unknown'; path: Path; known: string[] }
  | { kind: 'case'; path: Path; name: string }
  | { kind: 'twice'; path: Path; name: string }
  | { kind: 'type'; path: Path; message: string };

/** Checks compare the entries of a list with each other; a cluster has fewer machines. */
export const MOST_ENTRIES = 500;

const LIMITS: Record<IntegerField['go'], number> = { int32: 2 ** 31, int64: 2 ** 63 };

/**
 * A plain value as Go's JSON decoder would take it into a structure with these fields: names in any case, scalars into
 * texts, null as nothing. What does not fit is left out and noted.
 */
export function decode(value: unknown, field: Field, path: Path, notes: Note[]): unknown {
  if (value === null || value === undefined) return undefined;
  const misfit = (go: string) => {
    const message = `json: cannot unmarshal ${jsonKind(value)} into Go struct field InstallConfig.${pathText(path)} of type ${go}`;
    notes.push({ kind: 'type', path, message });
    return undefined;
  };
  switch (field.kind) {
    case 'any':
      return value;
    case 'text':
      return typeof value === 'object' ? misfit('string') : String(value);
    case 'flag':
      return flagOf(value) ?? misfit('bool');
    case 'integer':
      if (typeof value !== 'number' || !Number.isInteger(value)) return misfit(field.go);
      return Math.abs(value) < LIMITS[field.go] ? value : misfit(field.go);
    case 'list':
      if (!Array.isArray(value)) return misfit('[]');
      if (value.length > MOST_ENTRIES) {
        const message = `${pathText(path)} has ${value.length} entries; the limit for a list is ${MOST_ENTRIES}`;
        notes.push({ kind: 'type', path, message });
        return undefined;
      }
      return value.map((item, i) => decode(item, field.item, [...path, i], notes) ?? emptyOf(field.item));
    case 'object':
      if (typeof value !== 'object' || Array.isArray(value)) return misfit('struct');
      return decodeObject(value as Record<string, unknown>, field, path, notes);
  }
}

function decodeObject(
  value: Record<string, unknown>,
  { fields }: ObjectField,
  path: Path,
  notes: Note[],
): Record<string, unknown> {
  const names = Object.keys(fields);
  const result: Record<string, unknown> = {};
  const from = new Map<string, string>();
  for (const [key, part] of Object.entries(value)) {
    const name = Object.hasOwn(fields, key)
      ? key
      : names.find((known) => known.toLowerCase() === key.toLowerCase());
    const at = [...path, key];
    if (name === undefined) {
      notes.push({ kind: 'unknown', path: at, known: names });
      continue;
    }
    if (name !== key) notes.push({ kind: 'case', path: at, name });
    if (from.has(name)) {
      notes.push({ kind: 'twice', path: at, name });
      // The spelling of the field wins here; Go takes the last one.
      if (name !== key) continue;
    }
    from.set(name, key);
    const decoded = decode(part, fields[name]!, [...path, name], notes);
    if (decoded !== undefined) result[name] = decoded;
  }
  return result;
}

/** Entries of a list that are null are zero values in Go; so the positions stay. */
function emptyOf(field: Field): unknown {
  if (field.kind === 'object') return {};
  if (field.kind === 'list') return [];
  if (field.kind === 'integer') return 0;
  return field.kind === 'flag' ? false : field.kind === 'text' ? '' : null;
}

/** YAML 1.1 words are flags for the installer's reader, plain texts for ours. */
function flagOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  if (/^(yes|on|true|y)$/i.test(value)) return true;
  return /^(no|off|false|n)$/i.test(value) ? false : undefined;
}

function jsonKind(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value;
}
