import { type Path, placeAt, readYaml, valueAt, type YamlText } from '../../base/document/yaml-text.ts';

/** The object that contains a configuration. */
export interface Wrapper {
  kind: 'ConfigMap' | 'Secret';
  name: string;
  namespace?: string;
  /** Key of `data` (or `stringData`) with the configuration. */
  key: string;
  /** Labels of OpenShift and Kubernetes. */
  labels?: Record<string, string>;
  /** Other keys of a ConfigMap that contain only certificates, such as `ca-bundle.pem`. */
  otherData: Record<string, string>;
  /** Keys of a ConfigMap that contain anything else. */
  otherKeys: string[];
}

export interface Unwrapped {
  wrapper: Wrapper;
  /** The configuration itself. */
  text: string;
  /** Returns the place in the file for a place in the configuration, both from 1. */
  placeOf(place: { line: number; column: number }): { line: number; column: number };
}

/** Names that installers, operators and charts use, the most likely first. */
const KEYS = [
  'config',
  'cloud.conf',
  'vsphere.conf',
  'cloud.yaml',
  'vsphere.yaml',
  'cloud-config',
  'csi-vsphere.conf',
];

/** Maximum nesting of lists and templates. */
const DEEPEST = 5;

/**
 * Finds the configuration in a ConfigMap or Secret, also among other documents of a file, in a list of `oc get`, or in a
 * Template. Ignores the case of `kind`.
 * @returns undefined if the text isn't such an object
 */
export function unwrap(text: string): Unwrapped | undefined {
  if (!/\b(?:data|stringData|binaryData)["']?\s*:/.test(text)) return undefined;
  const document = readYaml(text);
  for (let index = 0; index < document.documents; index++) {
    for (const [object, path] of objectsIn(valueAt(document, [], index), [])) {
      const found = unwrapObject(document, index, path, object);
      if (found) return found;
    }
  }
  return undefined;
}

function* objectsIn(value: unknown, path: Path, depth = 0): Generator<[Record<string, unknown>, Path]> {
  if (depth > DEEPEST) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* objectsIn(item, [...path, index], depth + 1);
  } else if (isMap(value)) {
    yield [value, path];
    for (const list of ['items', 'objects']) yield* objectsIn(value[list], [...path, list], depth + 1);
  }
}

const FIELDS = ['data', 'stringData', 'binaryData'];

function unwrapObject(
  document: YamlText,
  index: number,
  path: Path,
  object: Record<string, unknown>,
): Unwrapped | undefined {
  const isSecret = /^secret$/i.test(String(object.kind ?? '')) || isMap(object.stringData);
  if (object.global !== undefined || object.vcenter !== undefined) return undefined;
  for (const field of FIELDS) {
    const data = object[field];
    if (!isMap(data)) continue;
    const isEncoded = field === 'binaryData' || (isSecret && field === 'data');
    const texts = Object.entries(data).flatMap(([key, value]): [string, string][] => {
      if (typeof value !== 'string') return [];
      return [[key, (isEncoded ? decoded(value) : undefined) ?? value]];
    });
    const likely = [...KEYS, ...texts.map(([key]) => key)];
    const textOf = (name: string) => texts.find(([each]) => each === name)?.[1];
    const key =
      likely.find((name) => isConfiguration(textOf(name) ?? '')) ??
      KEYS.find((name) => textOf(name) !== undefined);
    if (key === undefined) continue;
    const metadata = isMap(object.metadata) ? object.metadata : {};
    const labels = isMap(metadata.labels) ? knownLabels(metadata.labels) : {};
    const others = isSecret ? [] : texts.filter(([each]) => each !== key);
    return {
      wrapper: {
        ...{ kind: isSecret ? 'Secret' : 'ConfigMap', key },
        name: nameOf(metadata.name) ?? 'cloud-provider-config',
        namespace: nameOf(metadata.namespace),
        labels: Object.keys(labels).length > 0 ? labels : undefined,
        otherData: Object.fromEntries(others.filter(([, text]) => CERTIFICATES.test(text))),
        otherKeys: others.filter(([, text]) => !CERTIFICATES.test(text)).map(([each]) => each),
      },
      text: textOf(key)!,
      placeOf: placesOf(document, index, [...path, field, key]),
    };
  }
  return undefined;
}

/** Returns whether a text contains only certificates. Other content of an object may be an account. */
const CERTIFICATES =
  /^\s*(?:-----BEGIN (?:TRUSTED )?CERTIFICATE-----[A-Za-z0-9+/=\s]*-----END (?:TRUSTED )?CERTIFICATE-----\s*)+$/;

function isConfiguration(text: string): boolean {
  return /^\s*\[\s*(?:global|virtualcenter)\b|(?:^|\{)\s*["']?(?:global|vcenter)["']?\s*:/im.test(text);
}

function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z0-9][a-z0-9.-]*$/.test(value) ? value : undefined;
}

/** Returns the labels of OpenShift and Kubernetes. */
function knownLabels(labels: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(labels).flatMap(([name, value]): [string, string][] =>
      /^(?:[\w.-]+\.)?(?:openshift|k8s|kubernetes)\.io\//.test(name) ? [[name, String(value)]] : [],
    ),
  );
}

/** Returns the place of the content of a scalar. The lines of a literal block follow its header. For other scalars, only the start is known. */
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

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
