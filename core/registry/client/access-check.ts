import { following } from '../exchange/cancellation.ts';
import { exchange } from '../exchange/http-exchange.ts';
import { writeEndpoint } from '../exchange/mirrors.ts';
import type { RequestOptions } from '../exchange/registry.ts';
import { rejection } from '../exchange/registry-errors.ts';
import { discard } from '../exchange/reply.ts';
import { retrying } from '../exchange/retry.ts';
import { retryContext, type Session } from '../exchange/session.ts';
import { abandonUpload, openUpload } from './upload/upload-session.ts';

/**
 * See `Registry.checkAccess`. Queries the registry itself, not its mirrors. For pull it requests a list of one tag (the
 * repository may be missing). For push it opens and abandons an upload, the only check that writes nothing.
 */
export async function checkAccess(
  session: Session,
  host: string,
  repository: string | undefined,
  actions: 'pull' | 'push' | undefined,
  options: RequestOptions | undefined,
): Promise<void> {
  using cancellation = following(options?.signal, session.closing);
  const { signal } = cancellation;
  const endpoint = writeEndpoint(session, host, repository ?? '');
  const subject = repository === undefined ? endpoint.host : `${endpoint.host}/${endpoint.repository}`;
  await retrying(retryContext(session, endpoint, signal, options), async () => {
    if (repository !== undefined && actions === 'push') {
      const scopes = [`repository:${endpoint.repository}:pull,push`];
      const upload = await openUpload(session, endpoint, scopes, subject, signal);
      await abandonUpload(session, endpoint, upload, scopes);
      return;
    }
    const reply = await exchange(session, endpoint, {
      method: 'GET',
      to: repository === undefined ? '/v2/' : `/v2/${endpoint.repository}/tags/list?n=1`,
      scopes: repository === undefined ? [] : [`repository:${endpoint.repository}:pull`],
      subject,
      signal,
    });
    const fine = reply.status === 200 || (repository !== undefined && reply.status === 404);
    if (!fine) throw await rejection(reply, subject);
    discard(reply);
  });
}
