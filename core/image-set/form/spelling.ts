import { writtenPath } from '../../base/document/field-path.ts';
import { type Path, placeAt, valueAt, type YamlText } from '../../base/document/yaml-text.ts';

/** Returns the value at a path whose names may be in any case. */
export function fieldAt(doc: YamlText, path: Path): unknown {
  return valueAt(doc, writtenPath(doc, path));
}

/** Returns a text field as written: `4.10` without quotes is a number in YAML, but meant as a version. */
export function textAt(doc: YamlText, path: Path): string | undefined {
  const at = writtenPath(doc, path);
  const value = valueAt(doc, at);
  if (typeof value === 'string') return value;
  if (typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  const place = placeAt(doc, at);
  return place && doc.text.slice(place.start, place.end);
}

/** Returns the paths of the items of a list, none if the value isn't a list. */
export function positionsAt(doc: YamlText, path: Path): Path[] {
  const at = writtenPath(doc, path);
  const list = valueAt(doc, at);
  return Array.isArray(list) ? list.map((_, index) => [...at, index]) : [];
}
