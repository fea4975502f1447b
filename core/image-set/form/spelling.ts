import { type Path, placeAt, valueAt, type YamlText } from '../../base/document/yaml-text.ts';

/**
 * A path with its names as the text has them: v2 reads names in any case, the exact one first. Names that are not there
 * stay as they are given.
 */
export function spelled(doc: YamlText, path: Path): Path {
  const found: (string | number)[] = [];
  for (const step of path) {
    const value = valueAt(doc, found);
    found.push(typeof step === 'string' ? (nameIn(value, step) ?? step) : step);
  }
  return found;
}

function nameIn(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, name)) return name;
  return Object.keys(value).find((each) => each.toLowerCase() === name.toLowerCase());
}

/** What is written at a path whose names may be in any case. */
export function fieldAt(doc: YamlText, path: Path): unknown {
  return valueAt(doc, spelled(doc, path));
}

/** A text field as it is written: `4.10` without quotes is a number to YAML, but a version to its writer. */
export function textAt(doc: YamlText, path: Path): string | undefined {
  const at = spelled(doc, path);
  const value = valueAt(doc, at);
  if (typeof value === 'string') return value;
  if (typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  const place = placeAt(doc, at);
  return place && doc.text.slice(place.start, place.end);
}

/** Positions of the list at a path; none where there is no list. */
export function positionsAt(doc: YamlText, path: Path): Path[] {
  const at = spelled(doc, path);
  const list = valueAt(doc, at);
  return Array.isArray(list) ? list.map((_, index) => [...at, index]) : [];
}
