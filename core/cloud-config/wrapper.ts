import { type Path, placeAt, readYaml, valueAt, type YamlText } from '../document/yaml-text.ts';

/** The object that a configuration was found in. */
export interface Wrapper {
  kind: 'ConfigMap' | 'Secret';
  name: string;
  namespace?: string;
  /** Key of `data` (or `stringData`) that holds the configuration. */
  key: string;
  labels?: Record<string, string>;
  /** Other keys of a ConfigMap, such as `ca-bundle.pem`. */
  otherData: Record<string, string>;
}

export interface Unwrapped {
  wrapper: Wrapper;
  /** The configuration itself. */
  text: string;
  /** Where a place of the configuration is in the file; both count from 1. */
  placeOf(place: { line: number; column: number }): { line: number; column: number };
}

/** Names that installers, operators and charts use, the likeliest first. */
const KEYS = [
  'config',
  'cloud.conf',
  'vsphere.conf',
  'cloud.yaml',
  'vsphere.yaml',
  'cloud-config',
  'csi-vsphere.conf',
];

/**
 * Finds the configuration in a ConfigMap or Secret, also among other documents of a file or in a list of `oc get`.
 * @returns undefined when the text is no such object
 */
export function unwrap(text: string): Unwrapped | undefined {
  if (!/\bkind["']?\s*:\s*["']?(ConfigMap|Secret|List)\b/.test(text)) return undefined;
  const document = readYaml(text);
  for (let index = 0; index < document.documents; index++) {
    const root = valueAt(document, [], index);
    const items = isMap(root) && Array.isArray(root.items) ? root.items : undefined;
    const objects: [unknown, Path][] = items ? items.map((item, i) => [item, ['items', i]]) : [[root, []]];
    for (const [object, path] of objects) {
      const found = isMap(object) ? unwrapObject(document, index, path, object) : undefined;
      if (found) return found;
    }
  }
  return undefined;
}

function unwrapObject(
  document: YamlText,
  index: number,
  path: Path,
  object: Record<string, unknown>,
): Unwrapped | undefined {
  const { kind } = object;
  if (kind !== 'ConfigMap' && kind !== 'Secret') return undefined;
  for (const field of ['data', 'stringData']) {
    const data = object[field];
    if (!isMap(data)) continue;
    const texts = Object.entries(data).flatMap(([key, value]): [string, string][] => {
      const encoded = kind === 'Secret' && field === 'data';
      const text = typeof value !== 'string' ? undefined : encoded ? decoded(value) : value;
      return text === undefined ? [] : [[key, text]];
    });
    const key =
      KEYS.find((name) => texts.some(([each]) => each === name)) ??
      texts.find(([, text]) => isConfiguration(text))?.[0];
    const text = texts.find(([each]) => each === key)?.[1];
    if (key === undefined || text === undefined) continue;
    const metadata = isMap(object.metadata) ? object.metadata : {};
    const labels = isMap(metadata.labels) ? stringsOf(metadata.labels) : undefined;
    return {
      wrapper: {
        ...{ kind, key },
        name: String(metadata.name ?? 'cloud-provider-config'),
        ...(typeof metadata.namespace === 'string' && { namespace: metadata.namespace }),
        ...(labels && { labels }),
        otherData: kind === 'ConfigMap' ? Object.fromEntries(texts.filter(([each]) => each !== key)) : {},
      },
      text,
      placeOf: placesOf(document, index, [...path, field, key]),
    };
  }
  return undefined;
}

function isConfiguration(text: string): boolean {
  return /^\s*\[(global|virtualcenter)\b|^(global|vcenter)\s*:/im.test(text);
}

/** Lines of a literal block follow its header; of other texts only the begin is known. */
function placesOf(document: YamlText, index: number, path: Path): Unwrapped['placeOf'] {
  const value = placeAt(document, path, { document: index });
  if (!value) return (place) => place;
  const { start, end, line, column } = value;
  if (document.text[start] !== '|') return () => ({ line, column });
  const block = document.text.slice(start, end).split('\n').slice(1);
  const indent = /^ */.exec(block.find((each) => each.trim() !== '') ?? '')![0].length;
  return (place) => ({ line: line + place.line, column: indent + place.column });
}

function decoded(base64: string): string | undefined {
  try {
    return new TextDecoder().decode(
      Uint8Array.from(atob(base64.trim()), (character) => character.charCodeAt(0)),
    );
  } catch {
    return undefined;
  }
}

function stringsOf(map: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, String(value)]));
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
