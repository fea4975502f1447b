import { decode, type FieldEntry, type Reader } from '../../base/document/decode-fields.ts';
import { any, type FieldTable, map, object } from '../../base/document/fields.ts';
import { isPlainMap } from '../../base/document/node-value.ts';
import { type Path, placeAt, readYaml, valueAt, type YamlText } from '../../base/document/yaml-text.ts';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { t } from './messages.ts';
import { emptyConfig, type Leftover, type ParsedConfig } from './model.ts';
import { type CloudConfigCode, problemAt } from './problems.ts';
import {
  GLOBAL,
  harmlessTags,
  isSecret,
  LABELS,
  NODES,
  put,
  shownName,
  UPSTREAM_BLOCKS,
  VCENTER,
} from './settings.ts';
import { isPlaceholder } from './template.ts';

const CLOUD_CONFIG = object({
  global: object(GLOBAL),
  vcenter: map(object(VCENTER)),
  labels: object(LABELS),
  nodes: object(NODES),
  ...Object.fromEntries(Object.keys(UPSTREAM_BLOCKS).map((name) => [name, any])),
});
const BLOCKS = Object.keys(CLOUD_CONFIG.fields);

/** Messages of the YAML parser that don't quote the text. */
const PARSER_MESSAGES = new Set([
  'All mapping items must start at the same column',
  'All sequence items must start at the same column',
  'Block collections are not allowed within flow collections',
  'Flow map in block collection must be sufficiently indented and end with a }',
  'Flow map must end with a }',
  'Flow sequence in block collection must be sufficiently indented and end with a ]',
  'Flow sequence must end with a ]',
  'Implicit keys need to be on a single line',
  'Implicit map keys need to be followed by map values',
  'Map keys must be unique',
  'Missing , between flow map items',
  'Missing , between flow sequence items',
  'Missing closing "quote',
  "Missing closing 'quote",
  'Nested mappings are not allowed in compact mappings',
  'Sequence item without - indicator',
  'Tabs are not allowed as indentation',
]);

/**
 * Reads YAML as the provider does: names are case-sensitive, unknown ones are ignored, and a wrong type is rejected. Never
 * throws. Values of `user` and `password` aren't stored.
 */
export function readYamlConfig(text: string): ParsedConfig {
  const document = readYaml(text);
  const config = emptyConfig();
  const problems: Problem[] = [];
  const leftovers: Leftover[] = [];
  const parsed = (unreadable: boolean): ParsedConfig => ({
    config,
    leftovers,
    comments: document.comments,
    problems,
    unreadable,
  });
  const [fault] = document.faults;
  if (fault) {
    // Other messages of the parser quote the text, which may be a password.
    const [parserMessage = ''] = fault.message.split('\n');
    problems.push(
      fault.isLimit
        ? problemAt('cloud-config-unreadable', fault, fault.message, { remedy: t('shortenRemedy') })
        : problemAt(
            'cloud-config-unreadable',
            fault,
            PARSER_MESSAGES.has(parserMessage)
              ? t('yamlInvalidReason', { reason: parserMessage })
              : t('yamlInvalid'),
          ),
    );
    return parsed(true);
  }
  const root = valueAt(document, []);
  if (!isPlainMap(root)) return parsed(true);
  const decoded = (decode<unknown, FieldEntry<unknown>>(
    root,
    CLOUD_CONFIG,
    [],
    readerOf(document, problems, leftovers),
  ) ?? {}) as Record<string, Record<string, unknown> | null>;
  const fill = (block: object, table: FieldTable, values: object | null | undefined) => {
    for (const [name, value] of Object.entries(values ?? {})) put(block, table, name, value);
  };
  fill(config.global, GLOBAL, decoded.global);
  fill(config.labels, LABELS, decoded.labels);
  fill(config.nodes, NODES, decoded.nodes);
  for (const [key, values] of Object.entries(decoded.vcenter ?? {})) {
    const vcenter = {};
    config.vcenters.set(key, vcenter);
    fill(vcenter, VCENTER, values as object);
  }
  for (const [name, block] of Object.entries(decoded))
    if (block && Object.hasOwn(UPSTREAM_BLOCKS, name)) config.upstream[name] = block;
  for (const [key, { server }] of config.vcenters)
    if (!server)
      problems.push(
        located(
          document,
          ['vcenter', key],
          'cloud-config-invalid',
          // Quotes the provider.
          'vsphere.conf does not have the VirtualCenter IP address specified',
          t('serverMissingYamlRemedy', { name: key }),
        ),
      );
  return parsed(false);
}

/** Kinds of settings that count as unset while they contain a placeholder of a template. */
const FILLED_IN: readonly string[] = ['flag', 'integer', 'list'];

function readerOf(document: YamlText, problems: Problem[], leftovers: Leftover[]): Reader<unknown> {
  return {
    isNothing: (value, { kind }) =>
      value === null || (typeof value === 'string' && isPlaceholder(value) && FILLED_IN.includes(kind)),
    entriesOf: (value) =>
      isPlainMap(value) ? Object.entries(value).map(([name, each]) => ({ name, value: each })) : undefined,
    itemsOf: (value) =>
      // Go reads an entry without a value as an empty text.
      Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object')
        ? value.map((item) => String(item ?? '')).filter((item) => item !== '')
        : undefined,
    scalarOf: (value, field, path) => {
      if (field.kind === 'flag') return typeof value === 'boolean' ? value : undefined;
      if (field.kind === 'integer') return Number.isInteger(value) && Number(value) >= 0 ? value : undefined;
      if (field.kind === 'any') {
        if (isPlainMap(value)) return knownOf(document, path, value, problems, leftovers);
        unknown(document, path, BLOCKS, problems, leftovers);
        return null;
      }
      if (typeof value === 'object') return undefined;
      const written = asWritten(document, path, value);
      if (isSecret(field) && written) leftovers.push(clearText(document, path));
      return written;
    },
    fieldFor: (table, name) => (Object.hasOwn(table, name) ? name : undefined),
    note: (note) => {
      if (note.kind === 'type') problems.push(typeProblem(document, note.path, note.field.kind));
      // A block without a value has no effect, even if its name is unknown.
      else if (note.kind === 'unknown' && (note.path.length > 1 || note.entry.value !== null))
        unknown(document, note.path, note.known, problems, leftovers);
    },
  };
}

/** Returns a scalar as written. Go stores a number or flag in a string field with its exact characters. */
function asWritten(document: YamlText, path: Path, value: unknown): string {
  if (typeof value === 'string') return value;
  const place = placeAt(document, path);
  return place ? document.text.slice(place.start, place.end) : String(value);
}

function unknown(
  document: YamlText,
  path: Path,
  known: readonly string[],
  problems: Problem[],
  leftovers: Leftover[],
): void {
  const name = String(path.at(-1));
  const plain = (text: string) => text.toLowerCase().replaceAll(/[-_]/g, '');
  const meant = known.find((each) => plain(each) === plain(name));
  problems.push(
    located(
      document,
      path,
      'cloud-config-suspicious',
      t('settingUnknown', { setting: [...path.slice(0, -1), shownName(name)].join('.') }),
      meant ? t('settingMisspelledRemedy', { name: meant }) : t('settingUnknownRemedy'),
    ),
  );
  const line = placeAt(document, path, { of: 'key' })?.line ?? 1;
  leftovers.push({ section: path.slice(0, -1).join('.'), key: shownName(name), line, kind: 'unknown' });
}

function clearText(document: YamlText, path: Path): Leftover {
  const line = placeAt(document, path)?.line ?? 1;
  return { section: path.slice(0, -1).join('.'), key: String(path.at(-1)), line, kind: 'clear-text' };
}

function typeProblem(document: YamlText, path: Path, type: string): Problem {
  const values = { setting: path.join('.'), type };
  return located(
    document,
    path,
    'cloud-config-invalid',
    t('typeInvalid', values),
    t('typeInvalidRemedy', values),
  );
}

function located(
  document: YamlText,
  path: Path,
  code: CloudConfigCode,
  message: string,
  remedy: string,
): Problem {
  const place = placeAt(document, path, { of: 'key' }) ?? { line: 1, column: 1 };
  return problemAt(code, place, message, { remedy, path: [...path.slice(0, -1), shownPart(path)].join('.') });
}

/** Returns the last part of a path for display: the name of a vCenter, or a key. */
function shownPart(path: Path): string {
  const name = String(path.at(-1));
  return path.length === 2 && path[0] === 'vcenter' ? name : shownName(name);
}

/** Returns the known settings of a block of the upstream provider. Omits accounts and unknown settings. */
function knownOf(
  document: YamlText,
  path: Path,
  value: Record<string, unknown>,
  problems: Problem[],
  leftovers: Leftover[],
): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  const names = UPSTREAM_BLOCKS[String(path[0])]!;
  for (const [name, each] of Object.entries(value)) {
    const at = [...path, name];
    if (path[0] === 'loadBalancerClass' && path.length === 1 && isPlainMap(each))
      known[name] = knownOf(document, at, each, problems, leftovers);
    else if (name === 'tags' && names.includes(name) && isPlainMap(each)) known[name] = harmlessTags(each);
    else if (/^(user|password|vmcAccessToken)$/i.test(name)) {
      if (each !== '' && each !== null) leftovers.push(clearText(document, at));
    } else if (names.includes(name) && typeof each !== 'object') known[name] = each;
    else unknown(document, at, names, problems, leftovers);
  }
  return known;
}
