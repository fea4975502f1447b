import { removeItems } from '../../base/document/edit/remove-items.ts';
import { samePath, startsWith, writtenPath } from '../../base/document/field-path.ts';
import { type Path, valueAt, type YamlText } from '../../base/document/yaml-text.ts';
import { removeField } from './place-field.ts';

/**
 * Removes elements of lists. A catalog whose packages are all removed is removed too, because without packages it
 * selects everything. The text of the other elements is unchanged.
 * @param paths of elements of the document, in any order
 * @throws AirlockError as `setValue`
 */
export function removeEntries(doc: YamlText, paths: readonly Path[]): YamlText {
  const entries = completed(
    doc,
    paths.map((path) => writtenPath(doc, path)),
  );
  let after = doc;
  // Later and deeper lists first, so that the positions of the others stay valid.
  for (const list of distinct(entries.map((entry) => entry.slice(0, -1))).toReversed()) {
    const removed = new Set(
      entries.filter((entry) => samePath(entry.slice(0, -1), list)).map((entry) => Number(entry.at(-1))),
    );
    const elements = listAt(after, list);
    if (elements.length === 0) continue;
    const isAll = elements.every((_, position) => removed.has(position));
    after = isAll ? removeField(after, list) : removeItems(after, list, removed);
  }
  return after;
}

/** Replaces the entries of all packages of a catalog with the entry of the catalog, and drops entries inside others. */
function completed(doc: YamlText, given: readonly Path[]): Path[] {
  let entries = distinct(given);
  for (const list of distinct(entries.map((entry) => entry.slice(0, -1)))) {
    const named = entries.filter((entry) => samePath(entry.slice(0, -1), list)).length;
    const isPackages = String(list.at(-1)).toLowerCase() === 'packages';
    if (isPackages && named >= listAt(doc, list).length)
      entries = [...entries.filter((entry) => !startsWith(entry, list)), list.slice(0, -1)];
  }
  return distinct(entries).filter(
    (entry) => !entries.some((other) => other.length < entry.length && startsWith(entry, other)),
  );
}

function listAt(doc: YamlText, path: Path): readonly unknown[] {
  const value = valueAt(doc, path);
  return Array.isArray(value) ? value : [];
}

/** Returns each path once, in the order of the document for paths of the same list. */
function distinct(paths: readonly Path[]): Path[] {
  const known = new Map(paths.map((path) => [JSON.stringify(path), path]));
  return [...known.values()].toSorted(
    (a, b) =>
      a.length - b.length || JSON.stringify(a).localeCompare(JSON.stringify(b), 'en', { numeric: true }),
  );
}
