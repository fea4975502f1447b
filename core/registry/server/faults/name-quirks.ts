import { type Answer, type Exchange, rejection } from '../protocol/exchange.ts';
import type { Route } from '../protocol/route.ts';
import type { Quirks } from './quirks.ts';

/** Rejects names of repositories that are too deep, or in a missing project or organization. */
export function createNameQuirks({ maxPathDepth, projects, organizations }: Quirks) {
  return ({ method }: Exchange, route: Route): Answer | undefined => {
    if (!('repository' in route)) return undefined;
    const elements = route.repository.split('/');
    if (maxPathDepth !== undefined && elements.length > maxPathDepth)
      return rejection(400, 'NAME_INVALID', 'invalid repository name');
    const first = elements[0] ?? '';
    if (projects && (elements.length === 1 || !projects.existing.includes(first)))
      return noProject(projects.status ?? 404, first, route.repository);
    if (!organizations || organizations.includes(first)) return undefined;
    return method === 'GET' || method === 'HEAD'
      ? rejection(404, 'NAME_UNKNOWN', 'repository name not known to registry')
      : rejection(401, 'UNAUTHORIZED', 'access to the requested resource is not authorized');
  };
}

/** Harbor reports a missing project only to administrators. Others get the same error as without push permission. */
function noProject(status: 401 | 403 | 404, project: string, repository: string): Answer {
  if (status === 404) return rejection(404, 'NOT_FOUND', `project ${project} not found`);
  const message = `unauthorized to access repository: ${repository}, action: push`;
  return status === 401 ? rejection(401, 'UNAUTHORIZED', message) : rejection(403, 'DENIED', message);
}
