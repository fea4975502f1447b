import { removeValue, setValue } from '../../base/document/edit/edit.ts';
import { writtenPath } from '../../base/document/field-path.ts';
import { type Path, valueAt, type YamlText } from '../../base/document/yaml-text.ts';
import { textAt } from './spelling.ts';

/** Fields of all levels in their usual order. */
const ORDER = [
  ...['kind', 'apiVersion', 'archiveSize', 'mirror'],
  ...['platform', 'operators', 'additionalImages', 'helm', 'blockedImages'],
  ...['catalog', 'name', 'type', 'targetCatalog', 'targetTag', 'defaultChannel', 'minVersion', 'maxVersion'],
  ...['shortestPath', 'full', 'architectures', 'channels', 'graph', 'packages', 'repositories', 'local'],
];

/**
 * Writes a field: an existing one with its name unchanged in any case, a new one at its usual position.
 * @param value undefined removes the field; false, an empty text or an empty list doesn't add a missing field
 * @throws AirlockError as `setValue`
 */
export function putField(doc: YamlText, path: Path, value: unknown): YamlText {
  const at = writtenPath(doc, path);
  const hasContent = !(value === false || value === '' || (Array.isArray(value) && value.length === 0));
  if (value === undefined || (!hasContent && valueAt(doc, at) === undefined)) return removeField(doc, at);
  return setValue(doc, at, value, { order: ORDER });
}

/**
 * Removes a field or an element, and objects that become empty except `mirror`, which a configuration requires.
 * @throws AirlockError as `removeValue`
 */
export function removeField(doc: YamlText, path: Path): YamlText {
  const at = writtenPath(doc, path);
  const after = removeValue(doc, at);
  const [section] = at;
  if (section === undefined || at.length === 1 || valueAt(after, [section]) !== undefined) return after;
  return valueAt(doc, [section]) === undefined ? after : setValue(doc, [section], {});
}

/**
 * Writes a complete list of named elements, or removes it if it's empty. The text of existing elements is unchanged
 * outside `fields`.
 */
export function putNamed(
  doc: YamlText,
  path: Path,
  elements: readonly { name: string }[],
  fields: readonly string[],
): YamlText {
  if (elements.length === 0) return removeField(doc, path);
  const at = writtenPath(doc, path);
  const list = valueAt(doc, at);
  const existing = Array.isArray(list) ? list : [];
  return putField(
    doc,
    at,
    elements.map((element) => {
      const index = existing.findIndex(
        (_, position) => textAt(doc, [...at, position, 'name']) === element.name,
      );
      return index < 0 ? element : overlaid(existing[index], { ...element }, fields);
    }),
  );
}

/** Returns an element with the given fields, under the names that it already has for them. */
function overlaid(element: unknown, given: Record<string, unknown>, fields: readonly string[]): unknown {
  const written = Object.entries(element as Record<string, unknown>);
  const known = (name: string) => fields.find((field) => field.toLowerCase() === name.toLowerCase());
  const left = { ...given };
  const result: Record<string, unknown> = {};
  for (const [name, value] of written) {
    const field = known(name);
    if (!field) result[name] = value;
    else if (given[field] !== undefined) result[name] = given[field];
    if (field) delete left[field];
  }
  return { ...result, ...left };
}
