import { type Path, valueAt, type YamlText } from './yaml-text.ts';

/** Returns a path as text: `platform.vsphere.vcenters[0].server`. */
export function pathText(path: Path): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text ? `${text}.${step}` : step),
    '',
  );
}

/** The inverse of {@link pathText}. */
export function pathOf(text: string): (string | number)[] {
  return [...text.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));
}

/** Returns the key that a Go program decodes as a field: the exact name, else the name in another case. */
export function keyFor(map: object, name: string): string | undefined {
  if (Object.hasOwn(map, name)) return name;
  const lower = name.toLowerCase();
  return Object.keys(map).find((key) => key.toLowerCase() === lower);
}

/** Returns a path with the keys as spelled in the file. Parts that the file doesn't have are unchanged. */
export function writtenPath(document: YamlText, path: Path): Path {
  let value: unknown = valueAt(document, []);
  return path.map((part) => {
    if (typeof value !== 'object' || value === null) return part;
    const key = typeof part === 'number' || Array.isArray(value) ? part : (keyFor(value, part) ?? part);
    value = (value as Record<string | number, unknown>)[key];
    return key;
  });
}

export function samePath(a: Path, b: Path): boolean {
  return a.length === b.length && startsWith(a, b);
}

export function startsWith(path: Path, beginning: Path): boolean {
  return path.length >= beginning.length && beginning.every((part, i) => part === path[i]);
}
