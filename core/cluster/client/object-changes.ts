import { sameValue } from '../../base/document/node-value.ts';
import type { Resource } from '../../content/resources/resource-yaml.ts';
import type { LiveObject } from './object-ref.ts';

/** A field whose value changes. A side is absent if the field is added or removed. */
export interface FieldChange {
  /** `spec.image`, `metadata.labels["a.b/c"]`. */
  path: string;
  before?: unknown;
  after?: unknown;
}

/** Replaces values of Secrets. */
export const HIDDEN = '(hidden)';

const DOCKER_CONFIG = '.dockerconfigjson';
const SERVERS = new Set([
  ...['managedFields', 'resourceVersion', 'uid', 'generation', 'creationTimestamp', 'selfLink'],
]);

/** Returns an object without the fields that the server writes, as it would be in a file. */
export function withoutServerFields(object: LiveObject): Resource {
  const { status: _, ...rest } = object;
  const saved = Object.entries(object.metadata).filter(([name]) => !SERVERS.has(name));
  return { ...rest, metadata: Object.fromEntries(saved) };
}

/**
 * Returns the changes of an object, field by field. Lists are compared as a unit. Values of Secrets are hidden; for pull
 * secrets, the registries are shown.
 */
export function objectChanges(before: LiveObject | undefined, after: LiveObject): FieldChange[] {
  const secret = after.kind === 'Secret';
  const old = before && readable(withoutServerFields(before));
  const changes = compared(old, readable(withoutServerFields(after)), '').filter(
    ({ path }) => before !== undefined || !['apiVersion', 'kind'].includes(path),
  );
  if (!secret) return changes;
  return changes.map((change) => (/^(data|stringData)\b/.test(change.path) ? masked(change) : change));
}

/** Returns the registries that a pull secret has logins for, or undefined if the object isn't a pull secret. */
export function loginsOf(object: Resource): string[] | undefined {
  const auths = dockerConfig(object)?.auths;
  return typeof auths === 'object' && auths !== null ? Object.keys(auths) : undefined;
}

function dockerConfig(object: Resource): { auths?: unknown } | undefined {
  const data = object.data as Record<string, string> | undefined;
  if (object.kind !== 'Secret' || typeof data?.[DOCKER_CONFIG] !== 'string') return undefined;
  try {
    return JSON.parse(Buffer.from(data[DOCKER_CONFIG], 'base64').toString()) as { auths?: unknown };
  } catch {
    return undefined;
  }
}

function readable(object: Resource): Resource {
  const config = dockerConfig(object);
  return config ? { ...object, data: { ...(object.data as object), [DOCKER_CONFIG]: config } } : object;
}

function masked({ path, before, after }: FieldChange): FieldChange {
  return {
    path,
    before: before === undefined ? undefined : HIDDEN,
    after: after === undefined ? undefined : HIDDEN,
  };
}

function compared(before: unknown, after: unknown, path: string): FieldChange[] {
  if (sameValue(before, after)) return [];
  const old = isMap(before) ? before : undefined;
  const now = isMap(after) ? after : undefined;
  const inner = (old && (now || after === undefined)) || (now && before === undefined);
  if (!inner || (old && now && Object.keys({ ...old, ...now }).length === 0))
    return [{ path, before, after }];
  const names = Object.keys({ ...old, ...now });
  // An empty map that is added or removed is a change of its own.
  if (names.length === 0) return [{ path, before: old && before, after: now && after }];
  return names.flatMap((name) => compared(old?.[name], now?.[name], childPath(path, name)));
}

function childPath(path: string, name: string): string {
  if (!/^[A-Za-z_][\w-]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}

/**
 * Returns the value of a field in the notation of the server (`.data.ca.crt`, `.spec.list[name="x"]`), or undefined if
 * it doesn't exist. Names of fields may contain dots. The longest name that fits is used.
 */
export function valueAtField(object: unknown, field: string): unknown {
  if (field === '') return object;
  if (isMap(object) && field.startsWith('.')) {
    const rest = field.slice(1);
    const names = Object.keys(object)
      .filter((name) => rest === name || (rest.startsWith(name) && /[.[]/.test(rest[name.length]!)))
      .sort((a, b) => b.length - a.length);
    for (const name of names) {
      const value = valueAtField(object[name], rest.slice(name.length));
      if (value !== undefined) return value;
    }
    return undefined;
  }
  const item = /^\[([^\]]*)\](.*)$/s.exec(field);
  if (!item || !Array.isArray(object)) return undefined;
  const [, condition = '', rest = ''] = item;
  if (condition.startsWith('=')) return object.find((one) => JSON.stringify(one) === condition.slice(1));
  const keys = [...condition.matchAll(/(?<!\w)(\w+)=("(?:[^"\\]|\\.)*"|[^,]+)/g)];
  const found = object.find(
    (one) => isMap(one) && keys.every(([, name, value]) => JSON.stringify(one[name!]) === value),
  );
  return valueAtField(found, rest);
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
