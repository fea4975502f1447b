import {
  type DecoderNote,
  decode as decodeFields,
  type FieldEntry,
} from '../../../base/document/decode-fields.ts';
import { keyFor, pathText } from '../../../base/document/field-path.ts';
import { isPlainMap } from '../../../base/document/node-value.ts';
import type { Path } from '../../../base/document/yaml-text.ts';
import { INSTALL_CONFIG } from './install-config-fields.ts';
import { t } from './messages.ts';
import type { InstallConfig } from './model.ts';

/** A finding of the decoder. It never contains values. */
export type Note =
  | { kind: 'unknown'; path: Path; known: string[] }
  | { kind: 'case'; path: Path; name: string }
  | { kind: 'twice'; path: Path; name: string }
  | { kind: 'type'; path: Path; message: string };

/** Maximum number of entries in a list, because checks compare them with each other. A cluster has fewer machines. */
export const MOST_ENTRIES = 500;

/**
 * Returns a plain value as Go's JSON decoder reads it into the installer's structure: names in any case, scalars as
 * strings, null as absent. Values of the wrong type are omitted and noted.
 */
export function decode(root: unknown, notes: Note[]): InstallConfig {
  const config = decodeFields<unknown, FieldEntry<unknown>>(root, INSTALL_CONFIG, [], {
    isNothing: (value) => value === null || value === undefined,
    entriesOf: (value) =>
      isPlainMap(value) ? Object.entries(value).map(([name, part]) => ({ name, value: part })) : undefined,
    itemsOf: (value) => (Array.isArray(value) && value.length <= MOST_ENTRIES ? value : undefined),
    scalarOf: (value, field) => {
      if (field.kind === 'flag') return flagOf(value);
      if (field.kind === 'text') return typeof value === 'object' ? undefined : String(value);
      if (field.kind !== 'integer') return value;
      const fits = Number.isInteger(value) && Math.abs(Number(value)) < 2 ** ((field.bits ?? 64) - 1);
      return fits ? value : undefined;
    },
    fieldFor: keyFor,
    note: (note) => notes.push(...notesOf(note)),
  });
  return (config ?? {}) as InstallConfig;
}

function notesOf(note: DecoderNote<unknown>): Note[] {
  const { kind, path } = note;
  if (kind === 'unknown') return [{ kind, path, known: note.known }];
  if (kind === 'name') {
    const name = String(path.at(-1));
    const at = [...path.slice(0, -1), note.entry.name];
    const notes: Note[] = note.entry.name === name ? [] : [{ kind: 'case', path: at, name }];
    return note.before ? [...notes, { kind: 'twice', path: at, name }] : notes;
  }
  return [{ kind, path, message: misfit(note) }];
}

function misfit({ path, value, field }: DecoderNote<unknown> & { kind: 'type' }): string {
  const name = pathText(path);
  if (field.kind === 'list' && Array.isArray(value))
    return t('listTooLong', { field: name, count: value.length, limit: MOST_ENTRIES });
  const go = field.kind === 'integer' ? `int${field.bits}` : GO_TYPES[field.kind];
  return `json: cannot unmarshal ${jsonKind(value)} into Go struct field InstallConfig.${name} of type ${go}`;
}

const GO_TYPES: Readonly<Record<string, string>> = {
  text: 'string',
  flag: 'bool',
  list: '[]',
  object: 'struct',
};

/** Returns the boolean for a word of YAML 1.1, which the installer's parser reads as a boolean and ours as a string. */
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
