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

/** One thing that the conversion changes. */
export interface ConfigChange {
  /** The field in the older format, e.g. `mirror.operators[0].targetName`. */
  path: string;
  /** In the file that is converted, from 1. */
  line: number;
  /** What is written there: `name: value`, the name alone for more than one line and for secrets; empty: nothing. */
  from: string;
  /** What is written in its place; empty: nothing. */
  to: string;
  note: string;
}

export interface Conversion {
  /** The file in v2's format, with its comments; the file itself when nothing had to change. Absent: it is refused. */
  text?: string;
  changes: ConfigChange[];
  /**
   * Places are those of the file that is converted. Errors: what cannot be converted, or is wrong in any format.
   * Warnings and infos: what v2 takes, but means otherwise.
   */
  problems: Problem[];
}

/** Removals of neighbours touch each other and are done one after the other. */
const MOST_PASSES = 50;

interface Change extends Omit<ConfigChange, 'line'> {
  edit: TextEdit;
  offset: number;
}

/**
 * Converts a configuration of oc-mirror v1 (v1alpha2, and v1alpha1 as far as people still have it) to v2alpha1
 * (OpenShift documentation, "Changes from oc-mirror plugin v1 to v2"). Each field is mapped, taken out or refused; what
 * v2 reads as it is stays, byte for byte. A file of v2alpha1 without older fields comes back unchanged. Pure.
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
    // What is left could not be converted.
    remedy: problem[RULE]?.id === 'former-field' ? problem[RULE].now : problem.remedy,
    ...original(problem),
  }));
  changes.sort((a, b) => a.line - b.line);
  problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  const usable = loaded.configuration ?? loaded.deletion;
  return { text: usable && current, changes, problems };
}

/** True for a file that says to be of another format than v2alpha1, or says nothing. */
function isOlder(text: string): boolean {
  const root = rootOf(text)?.root;
  const value = root && fieldPair(root, 'apiVersion')?.value;
  return !isScalar(value) || scalarValue(value) !== API_VERSION;
}

function rootOf(text: string): { root: YAMLMap; document: Document.Parsed } | undefined {
  const { document, faults } = parseYaml(text);
  // What no YAML reader agrees about is refused by the loader, with its place.
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
    // What an alias repeats is changed where it is written.
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
          ...{ path: at, from: name, to: field, note: 'in the case that the field has' },
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

/** `mirror.operators[0].packages[2]` is `operators[].packages[]` for the rules. */
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
    return [{ ...change, from: '', note: 'the format of v2', edit, offset: startOf(kind.key) }];
  }
  const { value } = apiVersion;
  if (isScalar(value) && scalarValue(value) === API_VERSION) return [];
  const from = written('apiVersion', apiVersion);
  const edit = withValue(root, apiVersion, API_VERSION);
  return [{ ...change, from, note: 'the format of v2', edit, offset: startOf(apiVersion.key) }];
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

/** An entry in one line. */
function written(name: string, { value }: FieldPair): string {
  const short = isScalar(value) && !/[\n]/.test(String(value.value)) && name.toLowerCase() !== 'pullsecret';
  return short ? `${name}: ${String(value.value)}`.trimEnd() : name;
}

/** What v2 mirrors otherwise than v1 for the same words. */
function differences({ configuration }: LoadedImageSet): Problem[] {
  const info = (operator: OperatorSelection, message: string, remedy: string): Problem => ({
    ...{ code: 'config-suspicious', level: 'info', message, remedy },
    ...operator.at,
  });
  return (configuration?.operators ?? []).flatMap((operator) => {
    const { catalog, full, packages = [] } = operator;
    if (packages.length > 0)
      return [
        info(
          operator,
          `v1 added the packages that those of ${catalog} depend on; v2 takes only what is listed`,
          'List the packages that are needed, too.',
        ),
      ];
    if (full) return [];
    return [
      info(
        operator,
        `v1 took the head of each package's default channel of ${catalog}; v2 takes the heads of all channels`,
        ERROR_CODES['config-suspicious'][1],
      ),
    ];
  });
}
