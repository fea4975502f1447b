import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isMap, type Json, type JsonObject } from './field-sets.ts';
import { SERVED_KINDS, type ServedKind, schemaFaults } from './kinds.ts';
import { applyFields, conflictMessage, updateFields, type Writer } from './managed-fields.ts';

/** An error in the format of the API server. */
export interface Rejection {
  status: number;
  reason: string;
  message: string;
  details?: JsonObject;
}

/** A requested write. */
export interface Write {
  kind: ServedKind;
  namespace: string | undefined;
  name: string;
  body: JsonObject;
  writer: Writer;
  dryRun: boolean;
  strict: boolean;
}

export type Stored = { object: JsonObject; created: boolean; warnings: string[] };
type Change = (object: JsonObject, kind: ServedKind) => void;

/** The objects of the test server, with the API server's rules for writes: resource versions, generations, schemas. */
export class ApiStorage {
  readonly #kinds: readonly ServedKind[];
  readonly #onChange: Change;
  readonly #objects = new Map<string, JsonObject>();
  #version = 1000;

  constructor(kinds: readonly ServedKind[], onChange: Change) {
    this.#kinds = kinds;
    this.#onChange = onChange;
  }

  get version(): string {
    return String(this.#version);
  }

  /** All objects, oldest first. */
  get objects(): JsonObject[] {
    return structuredClone([...this.#objects.values()]);
  }

  /** Adds objects as {@link objects} returned them. Objects of unknown kinds are ignored. */
  restore(objects: readonly JsonObject[]): void {
    for (const object of objects) {
      const kind = this.#kinds.find(
        (one) => one.kind === object.kind && apiVersionOf(one) === object.apiVersion,
      );
      const { name, namespace, resourceVersion } = (object.metadata ?? {}) as Record<
        string,
        string | undefined
      >;
      if (!kind || name === undefined) continue;
      this.#objects.set(at(kind, namespace, name), structuredClone(object));
      this.#version = Math.max(this.#version, Number(resourceVersion) || 0);
    }
  }

  find(kind: ServedKind, namespace: string | undefined, name: string): JsonObject | undefined {
    return structuredClone(this.#find(kind, namespace, name));
  }

  list(kind: ServedKind, namespace: string | undefined): JsonObject[] {
    return [...this.#objects]
      .filter(([key]) => key.startsWith(`${kind.group}/${kind.plural}/`))
      .map(([, object]) => structuredClone(object))
      .filter((object) => namespace === undefined || (object.metadata as JsonObject).namespace === namespace);
  }

  remove(kind: ServedKind, namespace: string | undefined, name: string): boolean {
    return this.#objects.delete(at(kind, namespace, name));
  }

  /** Stores an object as a controller would, including its status. */
  put(object: JsonObject, manager: string): void {
    const kind = kindOf(this.#kinds, object);
    const { name, namespace } = object.metadata as { name: string; namespace?: string };
    const before = this.#find(kind, namespace, name);
    const writer = { manager, apiVersion: String(object.apiVersion), time: now() };
    const owned = updateFields(before, object, kind.lists, writer);
    this.#keep(kind, owned, false);
  }

  /** Server-side apply. */
  apply(write: Write & { force: boolean }): Stored | Rejection {
    const { kind, namespace, name, dryRun, writer, force } = write;
    const body = structuredClone(write.body);
    const metadata = body.metadata as JsonObject;
    const bad = (message: string): Rejection => ({ status: 400, reason: 'BadRequest', message });
    if (writer.manager === '')
      return {
        ...{ status: 422, reason: 'Invalid' },
        message:
          'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
      };
    if (metadata.managedFields !== undefined) return bad('metadata.managedFields must be nil');
    if (metadata.name !== name)
      return bad(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`);
    if (kind.namespaced) metadata.namespace ??= namespace!;
    if (kind.status) delete body.status;
    const missing = this.#namespaceMissing(write);
    if (missing) return missing;
    const before = this.#find(kind, namespace, name);
    const { resourceVersion } = metadata;
    if (
      resourceVersion !== undefined &&
      resourceVersion !== (before?.metadata as JsonObject)?.resourceVersion
    )
      return modified(kind, name);
    delete metadata.resourceVersion;
    const [unknown] = schemaFaults({ spec: body.spec ?? {} }, kind.schema).unknown;
    // The server's answer for custom resources, whatever the field validation.
    if (unknown !== undefined && kind.group !== '')
      return {
        ...{ status: 500, reason: 'InternalError' },
        message: `failed to create typed patch object (/${name}; ${apiVersionOf(kind)}, Kind=${kind.kind}): .${unknown}: field not declared in schema`,
      };
    const warnings = this.#checked(write, body);
    if (!Array.isArray(warnings)) return warnings;
    const merged = applyFields(before, body, kind.lists, { ...writer, force });
    if ('conflicts' in merged)
      return {
        ...{ status: 409, reason: 'Conflict', message: conflictMessage(merged.conflicts) },
        details: {
          causes: merged.conflicts.map(({ field, message }) => ({
            ...{ reason: 'FieldManagerConflict', message, field },
          })),
        },
      };
    return { object: this.#keep(kind, merged.object, dryRun), created: before === undefined, warnings };
  }

  /** POST, PUT and other patches, with the complete object as the body. */
  replace(write: Write & { mustBeNew?: boolean; subresource?: 'status' }): Stored | Rejection {
    const { kind, namespace, name, dryRun, writer, mustBeNew, subresource } = write;
    const body = structuredClone(write.body);
    const before = this.#find(kind, namespace, name);
    const metadata = body.metadata as JsonObject;
    const missing = this.#namespaceMissing(write);
    if (missing) return missing;
    if (mustBeNew && before)
      return {
        ...{
          status: 409,
          reason: 'AlreadyExists',
          message: `${resourceName(kind)} "${name}" already exists`,
        },
        details: { name, group: kind.group, kind: kind.plural },
      };
    if (!mustBeNew && !before) return notFound(kind, name);
    if (before && metadata.resourceVersion === undefined && kind.group !== '')
      return {
        ...{ status: 422, reason: 'Invalid' },
        message: `${resourceName(kind)} "${name}" is invalid: metadata.resourceVersion: Invalid value: 0x0: must be specified for an update`,
      };
    const old = before?.metadata as JsonObject | undefined;
    if (before && metadata.resourceVersion !== undefined && metadata.resourceVersion !== old?.resourceVersion)
      return modified(kind, name);
    if (kind.namespaced) metadata.namespace ??= namespace!;
    const warnings = this.#checked(write, body);
    if (!Array.isArray(warnings)) return warnings;
    let next = body;
    if (kind.status && before)
      next = subresource === 'status' ? { ...before, status: body.status ?? {} } : withStatus(body, before);
    if (kind.status && !before && subresource === undefined) delete next.status;
    const owned = updateFields(
      before,
      { ...next, metadata: { ...(next.metadata as JsonObject) } },
      kind.lists,
      {
        ...writer,
        subresource: subresource ?? writer.subresource,
      },
    );
    return { object: this.#keep(kind, owned, dryRun), created: before === undefined, warnings };
  }

  /** Stores an object if it has changed. A write without changes preserves the resource version. */
  #keep(kind: ServedKind, object: JsonObject, dryRun: boolean): JsonObject {
    const { name, namespace } = object.metadata as { name: string; namespace?: string };
    const before = this.#find(kind, namespace, name);
    const metadata = object.metadata as JsonObject;
    const old = before?.metadata as JsonObject | undefined;
    for (const field of ['uid', 'creationTimestamp', 'resourceVersion', 'generation'])
      if (old?.[field] !== undefined) metadata[field] = old[field];
    if (before && isDeepStrictEqual(before, object)) return structuredClone(before);
    metadata.uid ??= randomUUID();
    metadata.creationTimestamp ??= new Date().toISOString().replace(/\.\d+Z$/, 'Z');
    if (kind.status && !isDeepStrictEqual(before?.spec, object.spec))
      metadata.generation = Number(old?.generation ?? 0) + 1;
    if (!dryRun) {
      metadata.resourceVersion = String(++this.#version);
      this.#objects.set(at(kind, namespace, name), object);
      this.#onChange(structuredClone(object), kind);
    }
    return structuredClone(object);
  }

  #checked({ kind, name, strict }: Write, object: JsonObject): string[] | Rejection {
    const { apiVersion: _version, kind: _kind, metadata: _metadata, ...rest } = object;
    const { faults, unknown } = schemaFaults(rest, kind.schema);
    if (unknown.length > 0 && strict)
      return {
        ...{ status: 400, reason: 'BadRequest' },
        message: `${kind.kind} in version "${kind.version}" cannot be handled as a ${kind.kind}: strict decoding error: ${unknown.map((field) => `unknown field "${field}"`).join(', ')}`,
      };
    for (const field of unknown) remove(object, field.split('.'));
    if (faults.length > 0) {
      const messages = faults.map((fault) => `${fault.field}: ${fault.message}`);
      return {
        ...{ status: 422, reason: 'Invalid' },
        message: `${kind.kind}${kind.group && `.${kind.group}`} "${name}" is invalid: ${messages.length > 1 ? `[${messages.join(', ')}]` : messages[0]}`,
        details: {
          ...{ name, group: kind.group, kind: kind.kind },
          causes: faults.map(({ field, message }) => ({ reason: 'FieldValueInvalid', field, message })),
        },
      };
    }
    return unknown.map((field) => `unknown field "${field}"`);
  }

  #namespaceMissing({ kind, namespace }: Write): Rejection | undefined {
    const namespaces = this.#kinds.find((one) => one.kind === 'Namespace');
    if (!kind.namespaced || !namespaces || this.#find(namespaces, undefined, namespace ?? ''))
      return undefined;
    return {
      ...{ status: 404, reason: 'NotFound', message: `namespaces "${namespace}" not found` },
      details: { name: namespace ?? '', kind: 'namespaces' },
    };
  }

  #find(kind: ServedKind, namespace: string | undefined, name: string): JsonObject | undefined {
    return this.#objects.get(at(kind, namespace, name));
  }
}

function at(kind: ServedKind, namespace: string | undefined, name: string): string {
  return [kind.group, kind.plural, kind.namespaced ? namespace : '', name].join('/');
}

export const now = (): string => new Date().toISOString().replace(/\.\d+Z$/, 'Z');

/** Returns a served kind. @throws Error for other kinds, which is an error of the test */
export function kindOf(kinds: readonly ServedKind[], { apiVersion, kind }: JsonObject): ServedKind {
  const found = [...kinds, ...SERVED_KINDS].find(
    (one) => one.kind === kind && apiVersionOf(one) === apiVersion,
  );
  if (!found) throw new Error(`the stand-in has no ${apiVersion} ${kind}`);
  return found;
}

export const apiVersionOf = ({ group, version }: ServedKind): string =>
  group === '' ? version : `${group}/${version}`;
export const resourceName = ({ plural, group }: ServedKind): string =>
  group ? `${plural}.${group}` : plural;

export function notFound(kind: ServedKind, name: string): Rejection {
  return {
    ...{ status: 404, reason: 'NotFound', message: `${resourceName(kind)} "${name}" not found` },
    details: { name, group: kind.group, kind: kind.plural },
  };
}

function modified(kind: ServedKind, name: string): Rejection {
  return {
    ...{ status: 409, reason: 'Conflict' },
    message: `Operation cannot be fulfilled on ${resourceName(kind)} "${name}": the object has been modified; please apply your changes to the latest version and try again`,
    details: { name, group: kind.group, kind: kind.plural },
  };
}

function withStatus(body: JsonObject, before: JsonObject): JsonObject {
  const { status: _, ...rest } = body;
  return before.status === undefined ? rest : { ...rest, status: before.status };
}

function remove(object: JsonObject, [name, ...rest]: string[]): void {
  const plain = name!.replace(/\[\d+\]$/, '');
  if (rest.length === 0) return void delete object[name!];
  const child: Json | undefined = object[plain];
  const index = /\[(\d+)\]$/.exec(name!)?.[1];
  const next = index === undefined ? child : (child as Json[] | undefined)?.[Number(index)];
  if (isMap(next)) remove(next, rest);
}
