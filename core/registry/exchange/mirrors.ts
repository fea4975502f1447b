import { type AirlockError, amended, asAirlockError } from '../../base/errors/airlock-error.ts';
import type { Endpoint } from '../access/access.ts';
import { t } from './messages.ts';
import type { Session } from './session.ts';

/** Returns the endpoints to read a repository from: its mirrors in order, then the registry. @throws AirlockError `blocked-registry` */
export function readEndpoints(
  session: Session,
  host: string,
  repository: string,
  byDigest: boolean,
): Endpoint[] {
  return session.access.endpoints(host, repository, 'pull', byDigest);
}

/** Returns the endpoint to write a repository to, which is never a mirror. @throws AirlockError `blocked-registry` */
export function writeEndpoint(session: Session, host: string, repository: string): Endpoint {
  return session.access.endpoints(host, repository, 'push', false).at(-1)!;
}

/**
 * Returns the result of the first endpoint that succeeds. Throws the error of the registry, with those of its mirrors.
 * @param run returns undefined if the endpoint doesn't have the content. The next endpoint is then tried
 */
export async function firstOf<T>(
  endpoints: Endpoint[],
  run: (endpoint: Endpoint) => Promise<T | undefined>,
): Promise<T | undefined> {
  const mirrorErrors: AirlockError[] = [];
  for (const [i, endpoint] of endpoints.entries()) {
    try {
      const result = await run(endpoint);
      if (result !== undefined || i === endpoints.length - 1) return result;
    } catch (thrown) {
      const error = asAirlockError(thrown);
      if (i === endpoints.length - 1 || error.code === 'interrupted')
        throw withMirrorErrors(error, mirrorErrors);
      mirrorErrors.push(error);
    }
  }
  return undefined;
}

/** Returns the error of the registry, with the errors of its mirrors in its message. */
export function withMirrorErrors(error: AirlockError, mirrorErrors: readonly AirlockError[]): AirlockError {
  if (mirrorErrors.length === 0 || error.code === 'interrupted') return error;
  const reported = mirrorErrors.map((e) => e.message).join('; ');
  return amended(error, {}, t('withMirrors', { message: error.message, errors: reported }));
}
