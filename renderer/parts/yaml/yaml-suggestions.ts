import {
  type ConfigurationField,
  configurationField,
  fieldName,
  fieldsBelow,
} from '../../../core/contract/documents/configuration-fields.ts';
import { t } from '../messages.ts';
import { type YamlPlace, yamlPlace } from './yaml-place.ts';

/** A suggestion at a position. */
export interface YamlSuggestion {
  label: string;
  /** The text that replaces the word; `|` marks the new position of the cursor. */
  text: string;
  /** Short, next to the label. */
  detail: string;
  /** One sentence. */
  info: string;
  kind: 'key' | 'value' | 'item';
}

const STEP = '  ';

/** Returns the type of a field's value, for users. */
export function typeLabel({ type }: ConfigurationField): string {
  return t('fieldType', { type });
}

/** Returns the possible texts at a position of an ImageSetConfiguration. */
export function suggestionsAt(
  lines: readonly string[],
  lineNumber: number,
  column: number,
): { from: number; suggestions: YamlSuggestion[] } {
  const place = yamlPlace(lines, lineNumber, column);
  if (place.at === 'comment') return { from: column, suggestions: [] };
  const suggestions = place.at === 'value' ? valuesOf(join(place.mapping, place.key!)) : keysOrItem(place);
  return { from: place.wordStart, suggestions };
}

/** Returns the field of the key at a position, or undefined without a known key. */
export function fieldAt(
  lines: readonly string[],
  lineNumber: number,
  column: number,
): ConfigurationField | undefined {
  const place = yamlPlace(lines, lineNumber, column);
  if (place.at === 'comment' || place.key === undefined) return undefined;
  return configurationField(join(place.mapping, place.key));
}

function join(mapping: string, key: string): string {
  return mapping ? `${mapping}.${key}` : key;
}

function valuesOf(path: string): YamlSuggestion[] {
  const field = configurationField(path);
  return (field?.values ?? []).map((value) => ({
    label: value,
    text: value,
    detail: '',
    info: field!.doc,
    kind: 'value',
  }));
}

function keysOrItem(place: YamlPlace): YamlSuggestion[] {
  const around = configurationField(place.mapping);
  // Directly below a list, without a dash: only an item is possible.
  if (around?.type === 'objectList') return [newItem(around, place)];
  if (around?.type === 'textList') return (around.values ?? []).map((value) => listValue(around, value));
  if (place.mapping.endsWith('[]')) {
    const list = configurationField(place.mapping.slice(0, -2));
    if (list?.type === 'textList') return valuesOf(list.path);
  }
  return fieldsBelow(place.mapping)
    .filter((field) => !place.present.includes(fieldName(field)))
    .map((field) => ({
      label: fieldName(field),
      text: textOf(field, place.keyColumn),
      detail: typeLabel(field),
      info: field.doc,
      kind: 'key',
    }));
}

/** Returns a key with the start of a value of its type. */
function textOf(field: ConfigurationField, keyColumn: number): string {
  const name = fieldName(field);
  const below = `\n${' '.repeat(keyColumn)}${STEP}`;
  switch (field.type) {
    case 'object':
      return `${name}:${below}|`;
    case 'textList':
      return `${name}:${below}- |`;
    case 'objectList':
      return `${name}:${below}- ${firstKey(field.path)}: |`;
    case 'flag':
      return `${name}: true|`;
    default:
      return field.values?.length === 1 ? `${name}: ${field.values[0]}|` : `${name}: |`;
  }
}

/** Returns the first key of the items of a list. */
function firstKey(listPath: string): string {
  return fieldName(fieldsBelow(`${listPath}[]`)[0]!);
}

function newItem(list: ConfigurationField, place: YamlPlace): YamlSuggestion {
  const name = firstKey(list.path);
  const dash = place.item ? '' : '- ';
  return {
    label: `${dash}${name}`,
    text: `${dash}${name}: |`,
    detail: t('newListItem'),
    info: list.doc,
    kind: 'item',
  };
}

function listValue(list: ConfigurationField, value: string): YamlSuggestion {
  return { label: `- ${value}`, text: `- ${value}|`, detail: '', info: list.doc, kind: 'item' };
}
