import { isDeepStrictEqual } from 'node:util';
import {
  copyLeaf,
  decodeFields,
  encodeFields,
  isEmptyMap,
  isMap,
  type Json,
  type JsonObject,
  keyOf,
  type ListTypes,
  leavesOf,
  type Path,
  printPath,
  removeLeaf,
  valueAt,
} from './field-sets.ts';

/** One entry of `metadata.managedFields`. */
interface Managed {
  manager: string;
  operation: 'Apply' | 'Update';
  apiVersion: string;
  subresource?: string;
  time: string;
  paths: Path[];
}

export interface Writer {
  manager: string;
  apiVersion: string;
  subresource?: string;
  time: string;
}

export interface FieldConflict {
  field: string;
  /** In the words of the server: `conflict with "kubectl-edit" using v1`. */
  message: string;
  manager: string;
}

/**
 * Server-side apply: sets and owns the fields of the configuration. Removes fields that this manager applied before and
 * now omits, unless others own them too. A value that differs from that of another manager is a conflict, which `force`
 * resolves by taking it over. (Kubernetes documentation, "Server-Side Apply"; structured-merge-diff.)
 */
export function applyFields(
  live: JsonObject | undefined,
  configuration: JsonObject,
  lists: ListTypes,
  { force, ...writer }: Writer & { force: boolean },
): { object: JsonObject } | { conflicts: FieldConflict[] } {
  const entries = managedOf(live);
  const isOwn = (entry: Managed) =>
    entry.manager === writer.manager &&
    entry.operation === 'Apply' &&
    entry.subresource === writer.subresource;
  const own = entries.find(isOwn);
  const others = entries.filter((entry) => entry !== own);
  const wanted = leavesOf(configuration, lists);
  const differs = (path: Path): boolean => {
    const [there, wanted] = [valueAt(live, path), valueAt(configuration, path)];
    return !isDeepStrictEqual(there, wanted) && !(isEmptyMap(wanted) && isMap(there));
  };
  const differing = new Set(wanted.filter(differs).map(keyOf));
  const conflicts = others.flatMap((entry) =>
    entry.paths.filter((path) => differing.has(keyOf(path))).map((path) => ({ entry, path })),
  );
  if (conflicts.length > 0 && !force)
    return {
      conflicts: conflicts.map(({ entry, path }) => ({
        field: printPath(path),
        message: `conflict with ${printManager(entry)}`,
        manager: entry.manager,
      })),
    };
  for (const { entry, path } of conflicts)
    entry.paths = entry.paths.filter((one) => keyOf(one) !== keyOf(path));
  const object = structuredClone(live ?? {});
  const saved = new Set([...wanted, ...others.flatMap(({ paths }) => paths)].map(keyOf));
  for (const path of own?.paths ?? []) if (!saved.has(keyOf(path))) removeLeaf(object, path);
  for (const name of ['apiVersion', 'kind']) object[name] = configuration[name]!;
  for (const path of wanted) copyLeaf(object, configuration, path);
  object.metadata = { ...(object.metadata as JsonObject), ...identity(configuration) };
  const entry: Managed = { ...writer, operation: 'Apply', paths: wanted };
  if (own && isDeepStrictEqual(keys(own.paths), keys(wanted))) entry.time = own.time;
  setManaged(object, [entry, ...others]);
  return { object };
}

/** Create, replace and patch: the writer becomes the owner of all changed fields. */
export function updateFields(
  live: JsonObject | undefined,
  next: JsonObject,
  lists: ListTypes,
  writer: Writer,
): JsonObject {
  const entries = managedOf(live);
  const now = leavesOf(next, lists);
  const there = new Set(now.map(keyOf));
  const changed = now.filter((path) => !isDeepStrictEqual(valueAt(live, path), valueAt(next, path)));
  const accepted = new Set(changed.map(keyOf));
  const own = entries.find(
    (entry) =>
      entry.manager === writer.manager &&
      entry.operation === 'Update' &&
      entry.subresource === writer.subresource,
  );
  for (const entry of entries)
    entry.paths = entry.paths.filter((path) => {
      const key = keyOf(path);
      return (entry === own || !accepted.has(key)) && (there.has(key) || valueAt(next, path) !== undefined);
    });
  const object = structuredClone(next);
  if (changed.length > 0) {
    const before = own?.paths ?? [];
    const known = new Set(before.map(keyOf));
    const entry: Managed = {
      ...writer,
      operation: 'Update',
      paths: [...before, ...changed.filter((path) => !known.has(keyOf(path)))],
    };
    setManaged(object, [entry, ...entries.filter((one) => one !== own)]);
  } else setManaged(object, entries);
  return object;
}

/** Returns several conflicts in the words of the server (apimachinery, managedfields). */
export function conflictMessage(conflicts: readonly FieldConflict[]): string {
  const [only] = conflicts;
  if (conflicts.length === 1) return `Apply failed with 1 conflict: ${only!.message}: ${only!.field}`;
  const groups = Map.groupBy(conflicts, ({ message }) => message.replace(/^conflict /, 'conflicts '));
  const lines = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([message, fields]) => [`${message}:`, ...fields.map(({ field }) => `- ${field}`)]);
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`;
}

function printManager({ manager, operation, apiVersion, subresource }: Managed): string {
  const name = `"${manager}"${subresource ? ` with subresource "${subresource}"` : ''}`;
  return operation === 'Update' ? `${name} using ${apiVersion}` : name;
}

function identity(configuration: JsonObject): JsonObject {
  const { name, namespace } = configuration.metadata as JsonObject;
  return namespace === undefined ? { name: name! } : { name: name!, namespace };
}

const keys = (paths: readonly Path[]): string[] => paths.map(keyOf).sort();

function managedOf(object: JsonObject | undefined): Managed[] {
  const metadata = object?.metadata;
  const list = isMap(metadata) ? ((metadata.managedFields ?? []) as JsonObject[]) : [];
  return list.map((entry) => ({
    ...(entry as unknown as Managed),
    paths: decodeFields((entry.fieldsV1 ?? {}) as JsonObject),
  }));
}

function setManaged(object: JsonObject, entries: readonly Managed[]): void {
  const managedFields: Json = entries
    .filter(({ paths }) => paths.length > 0)
    .map(({ manager, operation, apiVersion, subresource, time, paths }) => {
      const fields = { fieldsType: 'FieldsV1', fieldsV1: encodeFields(paths) };
      const entry = { manager, operation, apiVersion, time, ...fields };
      return subresource === undefined ? entry : { ...entry, subresource };
    });
  object.metadata = { ...(object.metadata as JsonObject), managedFields };
}
