import { isMap, type JsonObject } from './field-sets.ts';
import type { ServedKind } from './kinds.ts';
import { type Api, type ApiRequest, type ApiRule, isDenied, type Place } from './requests.ts';
import { apiVersionOf, notFound, now, type Rejection, resourceName, type Stored } from './storage.ts';

/** An answer with a JSON body. */
export interface ApiAnswer {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

export function answerOfRule(rule: Extract<ApiRule['answer'], object>): ApiAnswer {
  const { status, reason = 'InternalError', retryAfter } = rule;
  const { message = 'etcdserver: request timed out' } = rule;
  return {
    ...rejected({ status, reason, message }),
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  };
}

export function rejected({ status, reason, message, details }: Rejection): ApiAnswer {
  const head = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' };
  return { status, body: { ...head, message, reason, code: status, details } };
}

export function found(body: JsonObject): ApiAnswer {
  return { status: 200, body };
}

function stored(result: Stored | Rejection): ApiAnswer {
  if ('reason' in result) return rejected(result);
  const { object, warnings } = result;
  const warning = warnings.map((text) => `299 - ${JSON.stringify(text)}`).join(', ');
  return { status: result.created ? 201 : 200, body: object, headers: warning ? { warning } : {} };
}

type NamedPlace = Place & { kind: ServedKind };

export function forbiddenAnswer(
  api: Api,
  request: ApiRequest,
  { kind, namespace, name }: NamedPlace,
  applies: boolean,
): ApiAnswer | undefined {
  const creates = applies && name && !api.storage.find(kind, namespace, name);
  const missing = (creates ? ['patch', 'create'] : [request.verb]).find((verb) =>
    isDenied(api, { ...request, verb }),
  );
  if (!missing) return undefined;
  return rejected({
    ...{ status: 403, reason: 'Forbidden' },
    message: `${resourceName(kind)}${name ? ` "${name}"` : ''} is forbidden: User "${request.user}" cannot ${missing} resource "${kind.plural}" in API group "${kind.group}" ${namespace ? `in the namespace "${namespace}"` : 'at the cluster scope'}`,
    details: { name: name ?? '', group: kind.group, kind: kind.plural },
  });
}

export function readAnswer(
  { storage }: Api,
  { verb, query }: ApiRequest,
  { kind, namespace, name }: NamedPlace,
): ApiAnswer | undefined {
  if (verb === 'list')
    return found({
      ...{ kind: `${kind.kind}List`, apiVersion: apiVersionOf(kind) },
      metadata: { resourceVersion: storage.version },
      items: selected(storage.list(kind, namespace), query.labelSelector),
    });
  if (verb !== 'get') return undefined;
  const object = storage.find(kind, namespace, name!);
  return object ? found(object) : rejected(notFound(kind, name!));
}

export function writeAnswer(
  { storage }: Api,
  { verb, query, body = {}, dryRun }: ApiRequest,
  { kind, namespace, name, status }: NamedPlace,
  { applies, manager }: { applies: boolean; manager: string },
): ApiAnswer {
  const write = {
    ...{ kind, namespace, name: name ?? String((body.metadata as JsonObject | undefined)?.name ?? '') },
    ...{ body, dryRun, strict: query.fieldValidation === 'Strict' },
    writer: { manager, apiVersion: apiVersionOf(kind), time: now() },
  };
  const part = status ? { subresource: 'status' as const } : {};
  if (verb === 'create') return stored(storage.replace({ ...write, mustBeNew: true }));
  if (verb === 'update') return stored(storage.replace({ ...write, ...part }));
  if (applies) return stored(storage.apply({ ...write, force: query.force === 'true' }));
  const before = storage.find(kind, namespace, name!);
  if (!before) return rejected(notFound(kind, name!));
  return stored(storage.replace({ ...write, body: mergePatch(before, body), ...part }));
}

export function deleteAnswer(
  { storage, changed }: Api,
  { body, dryRun }: ApiRequest,
  { kind, namespace, name }: NamedPlace,
): ApiAnswer {
  const object = storage.find(kind, namespace, name!);
  if (!object) return rejected(notFound(kind, name!));
  const uid = (body?.preconditions as JsonObject | undefined)?.uid;
  if (uid !== undefined && uid !== (object.metadata as JsonObject).uid)
    return rejected({
      ...{ status: 409, reason: 'Conflict' },
      message: `Operation cannot be fulfilled on ${resourceName(kind)} "${name}": Precondition failed: UID in precondition: ${uid}`,
    });
  if (!dryRun) {
    storage.remove(kind, namespace, name!);
    // A watch reports a deletion as a last change with its time.
    const metadata = { ...(object.metadata as JsonObject), deletionTimestamp: new Date().toISOString() };
    changed({ ...object, metadata }, kind);
  }
  return found({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' });
}

function selected(items: JsonObject[], selector: string | undefined): JsonObject[] {
  if (!selector) return items;
  return items.filter((item) => {
    const labels = ((item.metadata as JsonObject).labels ?? {}) as Record<string, string>;
    return selector.split(',').every((part) => {
      if (part.startsWith('!')) return labels[part.slice(1)] === undefined;
      const [name, value] = part.split('=');
      return value === undefined ? labels[name!] !== undefined : labels[name!] === value;
    });
  });
}

/** JSON merge patch (RFC 7396). */
function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const result = { ...target };
  for (const [name, value] of Object.entries(patch)) {
    const before = result[name];
    if (value === null) delete result[name];
    else result[name] = isMap(value) ? mergePatch(isMap(before) ? before : {}, value) : value;
  }
  return result;
}
