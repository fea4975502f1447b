import { type Path, valueAt, type YamlText } from '../../../base/document/yaml-text.ts';

/** `platform.vsphere.vcenters[0].server`, as the installer writes paths. */
export function pathText(path: Path): string {
  return path.map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i ? '.' : ''}${part}`)).join('');
}

/** The key of a mapping that Go takes for a field: the same letters, else the same in another case. */
export function keyFor(map: object, name: string): string | undefined {
  if (Object.hasOwn(map, name)) return name;
  const lower = name.toLowerCase();
  return Object.keys(map).find((key) => key.toLowerCase() === lower);
}

/** A path with the keys as the file spells them; parts that the file does not have stay as they are. */
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
  return a.length === b.length && a.every((part, i) => part === b[i]);
}

export function startsWith(path: Path, beginning: Path): boolean {
  return path.length >= beginning.length && beginning.every((part, i) => part === path[i]);
}
