import { removeValue, setValue } from '../../base/document/edit/edit.ts';
import { writtenPath } from '../../base/document/field-path.ts';
import { type Path, valueAt, type YamlText } from '../../base/document/yaml-text.ts';
import { textAt } from './spelling.ts';

/** Fields in the order that people write them, of all levels at once. */
const ORDER = [
  ...['kind', 'apiVersion', 'archiveSize', 'mirror'],
  ...['platform', 'operators', 'additionalImages', 'helm', 'blockedImages'],
  ...['catalog', 'name', 'type', 'targetCatalog', 'targetTag', 'defaultChannel', 'minVersion', 'maxVersion'],
  ...['shortestPath', 'full', 'architectures', 'channels', 'graph', 'packages', 'repositories', 'local'],
];

/**
 * Writes a field, its name as the text has it in whatever case, a new one where people expect it.
 * @param value undefined takes the field out; so does what says nothing (false, an empty text or list) where nothing is
 * written yet
 * @throws AirlockError as `setValue`
 */
export function putField(doc: YamlText, path: Path, value: unknown): YamlText {
  const at = writtenPath(doc, path);
  const states = !(value === false || value === '' || (Array.isArray(value) && value.length === 0));
  if (value === undefined || (!states && valueAt(doc, at) === undefined)) return takeOut(doc, at);
  return setValue(doc, at, value, { order: ORDER });
}

/**
 * Takes a field or an element out, and what is empty then; `mirror` itself must stay in a configuration.
 * @throws AirlockError as `removeValue`
 */
export function takeOut(doc: YamlText, path: Path): YamlText {
  const at = writtenPath(doc, path);
  const after = removeValue(doc, at);
  const [section] = at;
  if (section === undefined || at.length === 1 || valueAt(after, [section]) !== undefined) return after;
  return valueAt(doc, [section]) === undefined ? after : setValue(doc, [section], {});
}

/**
 * A list of named elements, all of them; an empty one is taken out. Elements that are there keep their text, and what they
 * say besides `fields`.
 */
export function putNamed(
  doc: YamlText,
  path: Path,
  elements: readonly { name: string }[],
  fields: readonly string[],
): YamlText {
  if (elements.length === 0) return takeOut(doc, path);
  const at = writtenPath(doc, path);
  const list = valueAt(doc, at);
  const there = Array.isArray(list) ? list : [];
  return putField(
    doc,
    at,
    elements.map((element) => {
      const index = there.findIndex((_, position) => textAt(doc, [...at, position, 'name']) === element.name);
      return index < 0 ? element : overlaid(there[index], { ...element }, fields);
    }),
  );
}

/** The given fields of an element in place of its own, under the names that it has them by. */
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
