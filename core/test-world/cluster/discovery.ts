import type { JsonObject } from './field-sets.ts';
import type { ServedKind } from './kinds.ts';
import type { ApiRequest, ApiUser } from './requests.ts';
import { apiVersionOf } from './storage.ts';

/** Answers requests for the version and discovery. */
export function generalAnswer(
  path: string,
  kinds: readonly ServedKind[],
  gitVersion: string,
): JsonObject | undefined {
  const [, major = '1', minor = '0'] = /^v(\d+)\.(\d+)/.exec(gitVersion) ?? [];
  if (path === '/version') return { major, minor, gitVersion, platform: 'linux/amd64' };
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  if (path === '/apis') {
    const groups = [...new Set(kinds.map(({ group }) => group))].filter((group) => group !== '');
    return {
      ...{ kind: 'APIGroupList', apiVersion: 'v1' },
      groups: groups.map((name) => ({
        name,
        versions: [...new Set(kinds.filter(({ group }) => group === name).map(apiVersionOf))].map(
          (groupVersion) => ({ groupVersion, version: groupVersion.split('/')[1]! }),
        ),
      })),
    };
  }
  const groupVersion = /^\/api(?:s\/([^/]+))?\/([^/]+)$/.exec(path);
  if (!groupVersion) return undefined;
  const [, group = '', version] = groupVersion;
  const found = kinds.filter((kind) => kind.group === group && kind.version === version);
  if (found.length === 0) return undefined;
  return {
    ...{ kind: 'APIResourceList', apiVersion: 'v1', groupVersion: apiVersionOf(found[0]!) },
    resources: found.flatMap(({ plural, kind, namespaced, status }) => {
      const resource = {
        name: plural,
        singularName: kind.toLowerCase(),
        namespaced,
        kind,
        verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
      };
      return status
        ? [resource, { ...resource, name: `${plural}/status`, verbs: ['get', 'patch', 'update'] }]
        : [resource];
    }),
  };
}

type Attributes = Pick<ApiRequest, 'verb' | 'resource' | 'group' | 'namespace' | 'name'>;

/** Answers reviews of access and of the user. */
export function reviewAnswer(
  { method, path, body }: ApiRequest,
  user: ApiUser,
  denied: (attributes: Attributes) => boolean,
): JsonObject | undefined {
  if (method !== 'POST' || !body) return undefined;
  if (path === '/apis/authentication.k8s.io/v1/selfsubjectreviews')
    return { ...body, status: { userInfo: { username: user.name, groups: user.groups ?? [] } } };
  if (path !== '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews') return undefined;
  const { verb, resource, group, namespace, name } = (body.spec as JsonObject)
    .resourceAttributes as unknown as Attributes;
  const allowed = !denied({
    verb,
    resource,
    group,
    namespace: namespace || undefined,
    name: name || undefined,
  });
  return { ...body, status: allowed ? { allowed } : { allowed, reason: `no RBAC policy matched` } };
}
