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
import { t } from './messages.ts';

type Note<Kind extends DecoderNote<never>['kind']> = DecoderNote<Node | undefined, MapEntry> & { kind: Kind };

/**
 * Decodes a YAML document like Go's JSON decoder with unknown fields forbidden (oc-mirror v2:
 * internal/pkg/config/load.go): field names in any case, no conversion between text, numbers and booleans, null is the
 * same as absent. Reports values that don't fit as findings and decodes the rest.
 * @param reported top-level fields that a finding already names
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
    findings.warning(pathText(path), t('fieldRepeated', { ignored: before.name, used: entry.name }), {
      offset: before.offset,
      remedy: t('fieldRepeatedRemedy'),
    });
  if (entry.name !== field)
    findings.warning(pathText(path), t('fieldCase', { name: entry.name, field }), {
      rule: { id: 'field-case', field },
      offset: entry.offset,
      remedy: t('fieldCaseRemedy', { field }),
    });
}

function unknownField({ path, entry: { name, offset }, known }: Note<'unknown'>, findings: Findings): void {
  const parent = pathText(path.slice(0, -1));
  const former = formerField(name);
  const meant = former ? undefined : nearest(name, known);
  const message = t('unknownField', {
    name,
    parent: parent || 'none',
    reason: former?.was ?? (meant ? 'meant' : 'none'),
    meant: meant ?? '',
  });
  findings.error(pathText(path), message, {
    rule: former?.converts ? { id: 'former-field', now: former.now } : { id: 'unknown-field', meant },
    offset,
    remedy: former
      ? former.converts
        ? t('convertibleFieldRemedy', { remedy: former.now })
        : former.now
      : meant
        ? t('unknownFieldMeantRemedy', { meant })
        : t('unknownFieldRemedy', { known: known.join(', ') }),
  });
}

function mismatch({ path, value, field: { kind } }: Note<'type'>, findings: Findings): void {
  const node = resolved(value);
  const { found, shown = '' } = described(node);
  const at = pathText(path);
  findings.error(at, t('valueType', { path: at || 'none', kind, found, value: shown }), {
    offset: node?.range?.[0] ?? 0,
    remedy:
      kind === 'text' && (found === 'number' || found === 'boolean')
        ? t('valueQuotesRemedy', { value: shown })
        : t('valueTypeRemedy', { kind }),
  });
}

const TYPES: Readonly<Record<string, string>> = { text: 'string', flag: 'boolean' };

/** Returns the kind of a node, and of scalars the value as a message shows it. */
function described(node: Node | undefined): { found: string; shown?: string } {
  if (isMap(node)) return { found: 'mapping' };
  if (isSeq(node)) return { found: 'list' };
  if (!isScalar(node)) return { found: 'alias' };
  const value = scalarValue(node);
  const source = String(node.value ?? '').slice(0, 100);
  if (typeof value === 'string') return { found: 'text', shown: JSON.stringify(source) };
  return { found: typeof value === 'number' ? 'number' : 'boolean', shown: source };
}
