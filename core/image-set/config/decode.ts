import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { type DecoderNote, decode as decodeFields } from '../../base/document/decode-fields.ts';
import { keyFor, pathText } from '../../base/document/field-path.ts';
import type { Field, ValueOf } from '../../base/document/fields.ts';
import { resolved } from '../../base/document/node-value.ts';
import { scalarValue } from '../../base/document/plain-value.ts';
import { nearest } from '../../base/document/spelling.ts';
import type { Findings } from './findings.ts';
import { formerField } from './former-fields.ts';
import { entriesOf, isNull, type MapEntry } from './go-yaml.ts';

/** Ends the remedies of fields that the conversion replaces. */
const CONVERSION_HINT = ' `airlock config convert FILE` does it.';

type Note<Kind extends DecoderNote<never>['kind']> = DecoderNote<Node | undefined, MapEntry> & { kind: Kind };

/**
 * Decodes a YAML document the way Go's JSON decoder does with unknown fields forbidden (oc-mirror v2:
 * internal/pkg/config/load.go): field names in any case, no conversion between text, numbers and booleans, null is the
 * same as absent. Everything that does not fit becomes a finding; the rest is decoded.
 * @param reported fields of the top level that a finding names already.
 */
export function decode<F extends Field>(
  root: Node | null,
  field: F,
  findings: Findings,
  reported: readonly string[] = [],
): ValueOf<F> | undefined {
  return decodeFields<Node | undefined, MapEntry>(root ?? undefined, field, [], {
    isNothing: isNull,
    entriesOf: (value) => {
      const map = resolved(value);
      // Go sorts the keys before it decodes, and the last one that matches a field wins.
      return isMap(map) ? entriesOf(map).sort((a, b) => (a.name < b.name ? -1 : 1)) : undefined;
    },
    itemsOf: (value) => {
      const list = resolved(value);
      return isSeq<Node | undefined>(list) ? list.items : undefined;
    },
    scalarOf: (value, { kind }) => {
      const scalar = resolved(value);
      const plain = isScalar(scalar) ? scalarValue(scalar) : undefined;
      const fits = kind === 'integer' ? Number.isSafeInteger(plain) : typeof plain === TYPES[kind];
      return fits ? plain : undefined;
    },
    fieldFor: keyFor,
    lastCounts: true,
    enter: (path, value, entry) => {
      const offset = isNull(value) ? entry?.offset : (value?.range?.[0] ?? 0);
      if (offset !== undefined) findings.mark(pathText(path), offset);
    },
    note: (note) => {
      if (note.kind === 'type') mismatch(note, findings);
      else if (note.kind === 'name') otherName(note, findings);
      else if (note.path.length > 1 || !reported.includes(note.entry.name)) unknownField(note, findings);
    },
  }) as ValueOf<F> | undefined;
}

function otherName({ path, entry, before }: Note<'name'>, findings: Findings): void {
  const field = String(path.at(-1));
  if (before)
    findings.warning(pathText(path), `"${before.name}" does not count: "${entry.name}" is given too`, {
      offset: before.offset,
      remedy: 'Take one of them out.',
    });
  if (entry.name !== field)
    findings.warning(pathText(path), `"${entry.name}" is read as ${field}`, {
      rule: { id: 'field-case', field },
      offset: entry.offset,
      remedy: `Write ${field}.`,
    });
}

function unknownField({ path, entry: { name, offset }, known }: Note<'unknown'>, findings: Findings): void {
  const parent = pathText(path.slice(0, -1));
  const where = parent ? `in ${parent}` : 'at the top level';
  const former = formerField(name);
  const meant = former ? undefined : nearest(name, known);
  const hint = former ? `: ${former.was}` : meant ? ` (did you mean ${meant}?)` : '';
  findings.error(pathText(path), `unknown field "${name}" ${where}${hint}`, {
    rule: former?.converts ? { id: 'former-field', now: former.now } : { id: 'unknown-field', meant },
    offset,
    remedy: former
      ? former.now + (former.converts ? CONVERSION_HINT : '')
      : meant
        ? `Write ${meant}.`
        : `Allowed here: ${known.join(', ')}.`,
  });
}

function mismatch({ path, value, field: { kind } }: Note<'type'>, findings: Findings): void {
  const node = resolved(value);
  const found = described(node);
  const at = pathText(path);
  findings.error(at, `${at || 'the file'} must be ${NAMES[kind]}, found ${found.text}`, {
    offset: node?.range?.[0] ?? 0,
    remedy:
      kind === 'text' && found.scalar !== undefined
        ? `Put it in quotes: "${found.scalar}".`
        : `Write ${NAMES[kind]}.`,
  });
}

const TYPES: Readonly<Record<string, string>> = { text: 'string', flag: 'boolean' };

const NAMES: Readonly<Record<string, string>> = {
  text: 'text',
  flag: 'true or false',
  integer: 'a whole number',
  list: 'a list',
  object: 'a mapping of fields',
};

function described(node: Node | undefined): { text: string; scalar?: string } {
  if (isMap(node)) return { text: 'a mapping' };
  if (isSeq(node)) return { text: 'a list' };
  if (!isScalar(node)) return { text: 'an alias that leads nowhere' };
  const value = scalarValue(node);
  const source = String(node.value ?? '').slice(0, 100);
  if (typeof value === 'string') return { text: `the text ${JSON.stringify(source)}` };
  return { text: `the ${typeof value === 'number' ? 'number' : 'boolean'} ${source}`, scalar: source };
}
