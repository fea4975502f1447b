import { type AirlockError, amended, asAirlockError } from '../../base/errors/airlock-error.ts';
import type { Endpoint } from '../access/access.ts';
import type { Session } from './session.ts';

/** Where a repository is read from: its mirrors in order, then the registry itself. @throws AirlockError `blocked-registry` */
export function readEndpoints(
  session: Session,
  host: string,
  repository: string,
  byDigest: boolean,
): Endpoint[] {
  return session.access.endpoints(host, repository, 'pull', byDigest);
}

/** Where a repository is written: never a mirror. @throws AirlockError `blocked-registry` */
export function writeEndpoint(session: Session, host: string, repository: string): Endpoint {
  return session.access.endpoints(host, repository, 'push', false).at(-1)!;
}

/**
 * The first endpoint's result. When a mirror fails, for whatever reason, the next one is asked; the registry's own
 * error is the one that is thrown, with what its mirrors said.
 * @param run undefined stands for "not there": the next endpoint is asked, and the result is undefined at last
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

/** The registry's error, with the errors of its mirrors in its message. */
export function withMirrorErrors(error: AirlockError, mirrorErrors: readonly AirlockError[]): AirlockError {
  if (mirrorErrors.length === 0 || error.code === 'interrupted') return error;
  const reported = mirrorErrors.map((e) => e.message).join('; ');
  return amended(error, {}, `${error.message} (mirrors before it: ${reported})`);
}
