import { type Document, isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import {
  fieldPair,
  insertedAfter,
  removed,
  renamed,
  replaced,
  withValue,
} from '../../base/document/edit/field-edits.ts';
import { applyWhatFits, type TextEdit } from '../../base/document/edit/text-edits.ts';
import { keyFor } from '../../base/document/field-path.ts';
import type { Field, ObjectField } from '../../base/document/fields.ts';
import { LineIndex } from '../../base/document/line-index.ts';
import { resolved } from '../../base/document/node-value.ts';
import { ownEntry } from '../../base/document/own-entry.ts';
import { scalarValue } from '../../base/document/plain-value.ts';
import { type FieldPair, startOf } from '../../base/document/written.ts';
import type { Location, Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import { RULE } from '../../base/errors/rules.ts';
import { type Become, becomes } from './convert-fields.ts';
import { API_VERSION, DELETE_IMAGE_SET, IMAGE_SET } from './fields.ts';
import { parseYaml } from './go-yaml.ts';
import type { OperatorSelection } from './image-set.ts';
import { type LoadedImageSet, parseImageSet } from './load-image-set.ts';
import { t } from './messages.ts';

/** One thing that the conversion changes. */
export interface ConfigChange {
  /** The field in the older format, such as `mirror.operators[0].targetName`. */
  path: string;
  /** Line in the original file, from 1. */
  line: number;
  /** The entry in the original file: `name: value`, only the name for several lines and for secrets, empty for an addition. */
  from: string;
  /** Its replacement, empty for a removal. */
  to: string;
  note: string;
}

export interface Conversion {
  /** The file in v2's format with its comments, unchanged if no conversion was necessary. Absent if it can't be converted. */
  text?: string;
  changes: ConfigChange[];
  /**
   * Positions are those of the original file. Errors: content that can't be converted or is invalid in any format.
   * Warnings and infos: content that v2 accepts with another meaning.
   */
  problems: Problem[];
}

/** Removals of adjacent entries touch each other, so they are done in several passes. */
const MOST_PASSES = 50;

interface Change extends Omit<ConfigChange, 'line'> {
  edit: TextEdit;
  offset: number;
}

/**
 * Converts a configuration of oc-mirror v1 (v1alpha2, and the v1alpha1 fields that are still in use) to v2alpha1
 * (OpenShift documentation, "Changes from oc-mirror plugin v1 to v2"). Each field is mapped, removed or
 * rejected. Fields that v2 has too are left unchanged, byte for byte. Returns a file of v2alpha1 without older fields
 * unchanged. Pure.
 * @param file its name in problems
 */
export function convertToV2(text: string, file: string): Conversion {
  const changes: ConfigChange[] = [];
  let current = text;
  let originOf = (offset: number) => offset;
  const older = isOlder(text);
  const lines = new LineIndex(text);
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const found = findChanges(current, older);
    if (found.length === 0) break;
    const done = applyWhatFits(
      current,
      found.map(({ edit }) => edit),
    );
    const before = originOf;
    const applied = new Set(done.applied);
    for (const { edit, offset, path, from, to, note } of found)
      if (applied.has(edit)) changes.push({ path, line: lines.placeOf(before(offset)).line, from, to, note });
    originOf = (offset) => before(done.originOf(offset));
    current = done.text;
  }
  const loaded = parseImageSet(current, file);
  const newLines = new LineIndex(current);
  const original = ({ line, column }: Location) =>
    line === undefined ? {} : lines.placeOf(originOf(newLines.offsetOf(line, column ?? 1)));
  const meant = older || changes.length > 0 ? differences(loaded) : [];
  const problems = [...loaded.problems, ...meant].map((problem) => ({
    ...problem,
    // Older fields that remain couldn't be converted.
    remedy: problem[RULE]?.id === 'former-field' ? problem[RULE].now : problem.remedy,
    ...original(problem),
  }));
  changes.sort((a, b) => a.line - b.line);
  problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  const usable = loaded.configuration ?? loaded.deletion;
  return { text: usable && current, changes, problems };
}

/** Returns true for a file with another format than v2alpha1, or without one. */
function isOlder(text: string): boolean {
  const root = rootOf(text)?.root;
  const value = root && fieldPair(root, 'apiVersion')?.value;
  return !isScalar(value) || scalarValue(value) !== API_VERSION;
}

function rootOf(text: string): { root: YAMLMap; document: Document.Parsed } | undefined {
  const { document, faults } = parseYaml(text);
  // The loader rejects YAML that parsers read differently, with its position.
  if (!document || faults.length > 0) return undefined;
  return isMap(document.contents) ? { root: document.contents, document } : undefined;
}

function findChanges(text: string, older: boolean): Change[] {
  const parsed = rootOf(text);
  if (!parsed) return [];
  const { root } = parsed;
  const changes: Change[] = headChanges(text, root);
  const seen = new Set<Node>();

  function visit(node: Node | null | undefined, field: Field | undefined, path: string): void {
    const target = resolved(node);
    // The target of an alias is changed where it is written.
    if (!target || seen.has(target)) return;
    seen.add(target);
    if (isMap(target) && field?.kind === 'object') object(target, field, path);
    if (isSeq(target) && field?.kind === 'list')
      for (const [index, item] of target.items.entries()) visit(item as Node, field.of, `${path}[${index}]`);
  }

  function object(map: YAMLMap, within: ObjectField, path: string): void {
    for (const pair of map.items as FieldPair[]) {
      if (!isScalar(pair.key)) continue;
      const name = String(pair.key.value);
      if (name === '<<') {
        visit(pair.value, within, path);
        continue;
      }
      const at = path ? `${path}.${name}` : name;
      const become = becomes(ruleKey(path), map, pair, name, older);
      const field = keyFor(within.fields, name);
      if (become) changes.push(changeOf(text, map, pair, name, at, become));
      else if (older && field && field !== name && fieldPair(map, field) === pair)
        changes.push({
          ...{ path: at, from: name, to: field, note: t('noteCase') },
          edit: renamed(pair, field),
          offset: startOf(pair.key),
        });
      if (become === undefined || become.to === 'name')
        visit(pair.value, ownEntry(within.fields, become?.name ?? field ?? name), at);
    }
  }

  const deletion = fieldPair(root, 'delete') !== undefined && fieldPair(root, 'mirror') === undefined;
  visit(root, deletion ? DELETE_IMAGE_SET : IMAGE_SET, '');
  return changes;
}

/** Returns the path by which rules are found: `operators[].packages[]` for `mirror.operators[0].packages[2]`. */
function ruleKey(path: string): string {
  return path === ''
    ? 'top'
    : path
        .replaceAll(/\[\d+\]/g, '[]')
        .replace(/^\w+\.?/, '')
        .replace(/^ocp\b/i, 'platform');
}

function headChanges(text: string, root: YAMLMap): Change[] {
  const change = { path: 'apiVersion', to: `apiVersion: ${API_VERSION}` };
  const [kind, apiVersion] = [fieldPair(root, 'kind'), fieldPair(root, 'apiVersion')];
  if (!apiVersion) {
    if (!kind) return [];
    const edit = insertedAfter(text, root, kind, 'apiVersion', API_VERSION);
    return [{ ...change, from: '', note: t('noteFormat'), edit, offset: startOf(kind.key) }];
  }
  const { value } = apiVersion;
  if (isScalar(value) && scalarValue(value) === API_VERSION) return [];
  const from = written('apiVersion', apiVersion);
  const edit = withValue(root, apiVersion, API_VERSION);
  return [{ ...change, from, note: t('noteFormat'), edit, offset: startOf(apiVersion.key) }];
}

function changeOf(
  text: string,
  map: YAMLMap,
  pair: FieldPair,
  name: string,
  path: string,
  become: Become,
): Change {
  const change = { path, from: written(name, pair), note: become.note, offset: startOf(pair.key) };
  switch (become.to) {
    case 'nothing':
      return { ...change, to: '', edit: removed(text, map, pair) };
    case 'name':
      return { ...change, to: written(become.name, pair), edit: renamed(pair, become.name) };
    case 'value':
      return { ...change, to: `${name}: ${become.value}`, edit: withValue(map, pair, become.value) };
    case 'entries': {
      const to = become.entries.map(([field, value]) => `${field}: ${value}`).join(', ');
      return { ...change, to, edit: replaced(text, map, pair, become.entries) };
    }
  }
}

/** Returns an entry as one line. */
function written(name: string, { value }: FieldPair): string {
  const short = isScalar(value) && !/[\n]/.test(String(value.value)) && name.toLowerCase() !== 'pullsecret';
  return short ? `${name}: ${String(value.value)}`.trimEnd() : name;
}

/** Returns the differences between v1 and v2 for the same fields. */
function differences({ configuration }: LoadedImageSet): Problem[] {
  const info = (operator: OperatorSelection, message: string, remedy: string): Problem => ({
    ...{ code: 'config-suspicious', level: 'info', message, remedy },
    ...operator.at,
  });
  return (configuration?.operators ?? []).flatMap((operator) => {
    const { catalog, full, packages = [] } = operator;
    if (packages.length > 0)
      return [info(operator, t('dependenciesNotAdded', { catalog }), t('dependenciesNotAddedRemedy'))];
    if (full) return [];
    return [info(operator, t('headsOfAllChannels', { catalog }), ERROR_CODES['config-suspicious'][1])];
  });
}
