import { JsonLimitExceeded, parseJson } from '../../base/document/parse-json.ts';
import { AirlockError, amended } from '../../base/errors/airlock-error.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import { LARGEST_MANIFEST, type Manifest, mediaTypeOf, parseManifest } from '../../base/image/manifest.ts';
import { ACCEPT_MANIFESTS, DOCKER_SCHEMA1, isDockerType } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
import type { Endpoint } from '../access/access.ts';
import { following, throwIfAborted } from '../exchange/cancellation.ts';
import { type ExchangeRequest, exchange, faultOf } from '../exchange/http-exchange.ts';
import { firstOf, readEndpoints, writeEndpoint } from '../exchange/mirrors.ts';
import type { RequestOptions } from '../exchange/registry.ts';
import { rejection } from '../exchange/registry-errors.ts';
import { discard, type Reply, readAtMost } from '../exchange/reply.ts';
import { retrying } from '../exchange/retry.ts';
import { retryContext, type Session } from '../exchange/session.ts';
import { t } from './messages.ts';

export interface ManifestFacts {
  digest: Digest;
  size: number;
  mediaType: string;
}

/** See `Registry.manifest`. */
export async function getManifest(
  session: Session,
  host: string,
  repository: string,
  reference: string,
  options: RequestOptions | undefined,
): Promise<Manifest> {
  using cancellation = following(options?.signal, session.closing);
  const { signal } = cancellation;
  throwIfAborted(signal);
  const endpoints = options?.direct
    ? [writeEndpoint(session, host, repository)]
    : readEndpoints(session, host, repository, isDigest(reference));
  const manifest = await firstOf(endpoints, async (endpoint) =>
    retrying(retryContext(session, endpoint, signal, options), () =>
      manifestAt(session, endpoint, reference, signal),
    ),
  );
  return manifest!;
}

/** See `Registry.resolve`. */
export async function resolveManifest(
  session: Session,
  host: string,
  repository: string,
  reference: string,
  options: RequestOptions | undefined,
): Promise<ManifestFacts | undefined> {
  using cancellation = following(options?.signal, session.closing);
  const { signal } = cancellation;
  throwIfAborted(signal);
  const endpoints = options?.direct
    ? [writeEndpoint(session, host, repository)]
    : readEndpoints(session, host, repository, isDigest(reference));
  return await firstOf(endpoints, (endpoint) =>
    retrying(retryContext(session, endpoint, signal, options), () =>
      factsAt(session, endpoint, reference, signal),
    ),
  );
}

/** See `Registry.putManifest`. Serialized like blobs, because concurrent pushes of two tags of one digest break distribution 2.8. */
export async function putManifest(
  session: Session,
  host: string,
  repository: string,
  reference: string,
  manifest: Manifest,
  options: RequestOptions | undefined,
): Promise<void> {
  using cancellation = following(options?.signal, session.closing);
  const { signal } = cancellation;
  throwIfAborted(signal);
  const endpoint = writeEndpoint(session, host, repository);
  const subject = nameOf(endpoint, reference);
  const put = async () => {
    const reply = await exchange(session, endpoint, {
      ...requestFor(endpoint, reference, signal),
      method: 'PUT',
      scopes: [`repository:${endpoint.repository}:pull,push`],
      headers: { 'content-type': manifest.mediaType },
      body: manifest.bytes,
      answerMs: session.stallMs * 10,
    });
    session.counters.sent += manifest.bytes.length;
    if (![200, 201, 202].includes(reply.status)) throw await manifestRejection(reply, subject, manifest);
    discard(reply);
    const stated = reply.headers['docker-content-digest'];
    const found = stated ?? (await factsAt(session, endpoint, manifest.digest, signal))?.digest;
    if (found === manifest.digest) return;
    throw new AirlockError('digest-mismatch', t('otherDigestStored', { content: subject }), {
      expected: manifest.digest,
      found: found ?? t('noDigestStored'),
      remedy: t('otherDigestStoredRemedy'),
    });
  };
  const key = `${endpoint.host}/${endpoint.repository}@${manifest.digest}`;
  await session.oneAtATime(key, signal, () =>
    retrying(retryContext(session, endpoint, signal, options), put),
  );
}

/** Names the causes that registries don't report: a layer from elsewhere, and a format that they don't support. */
async function manifestRejection(reply: Reply, subject: string, manifest: Manifest): Promise<AirlockError> {
  const error = await rejection(reply, subject);
  // Other rejections, such as one for missing permission, have nothing to do with the content. Gitea answers 404 if a blob
  // is missing.
  const aboutContent = error.code === 'protocol' || error.code === 'not-found';
  if (!aboutContent || reply.status === 413) return error;
  const address = foreignAddress(manifest);
  if (address) return amended(error, { remedy: t('foreignLayerRemedy', { address }) });
  const docker = error.code === 'protocol' && isDockerType(manifest.mediaType);
  return docker ? amended(error, { remedy: t('dockerImageRemedy') }) : error;
}

/** Returns the address of the first layer that no registry serves. */
function foreignAddress({ bytes, mediaType }: Manifest): string | undefined {
  try {
    const content = parseManifest(bytes, mediaType);
    const layers = content.kind === 'image' ? content.layers : [];
    return layers.find(({ urls }) => urls?.length)?.urls?.[0];
  } catch {
    return undefined;
  }
}

/** See `Registry.deleteManifest`. */
export async function deleteManifest(
  session: Session,
  host: string,
  repository: string,
  digest: Digest,
  options: RequestOptions | undefined,
): Promise<void> {
  using cancellation = following(options?.signal, session.closing);
  const { signal } = cancellation;
  throwIfAborted(signal);
  const endpoint = writeEndpoint(session, host, repository);
  await retrying(retryContext(session, endpoint, signal, options), async () => {
    // The action differs between token services (`delete`, `*`). The challenge contains it.
    const reply = await exchange(session, endpoint, {
      ...requestFor(endpoint, digest, signal),
      method: 'DELETE',
      scopes: [`repository:${endpoint.repository}:pull,push`],
    });
    const removed = [200, 202, 204, 404].includes(reply.status);
    if (!removed) throw await rejection(reply, t('deletion', { content: nameOf(endpoint, digest) }));
    discard(reply);
  });
}

/** Sends one GET for a manifest to one endpoint, and verifies the content. */
export async function manifestAt(
  session: Session,
  endpoint: Endpoint,
  reference: string,
  signal: AbortSignal,
): Promise<Manifest> {
  const subject = nameOf(endpoint, reference);
  const reply = await exchange(session, endpoint, {
    ...requestFor(endpoint, reference, signal),
    method: 'GET',
  });
  if (reply.status !== 200) throw await rejection(reply, subject);
  const bytes = await readAtMost(reply, LARGEST_MANIFEST, (count) => {
    session.counters.fetched += count;
  }).catch(async (error) => {
    throw await faultOf(session, error, subject, reply.url, signal);
  });
  if (!bytes)
    throw new AirlockError(
      'manifest-invalid',
      t('manifestTooLarge', { content: subject, limit: LARGEST_MANIFEST }),
    );
  const digest = sha256(bytes);
  const stated = reply.headers['docker-content-digest'];
  const expected = isDigest(reference) ? reference : isDigest(stated ?? '') ? stated : undefined;
  if (expected !== undefined && expected !== digest) {
    const message = t('otherDigest', { content: subject, found: digest });
    throw new AirlockError('digest-mismatch', message, { expected, found: digest, retryable: true });
  }
  return { digest, bytes, mediaType: mediaTypeFrom(bytes, reply, subject) };
}

/** Sends one HEAD for a manifest to one endpoint. Undefined if it is missing. */
export async function factsAt(
  session: Session,
  endpoint: Endpoint,
  reference: string,
  signal: AbortSignal,
): Promise<ManifestFacts | undefined> {
  const reply = await exchange(session, endpoint, {
    ...requestFor(endpoint, reference, signal),
    method: 'HEAD',
  });
  const { status, headers } = reply;
  const unclear = status === 405 || (reply.foreign && status === 403);
  if (status !== 200 && status !== 404 && !unclear) throw await rejection(reply, nameOf(endpoint, reference));
  discard(reply);
  if (status === 404) return undefined;
  const digest = headers['docker-content-digest'] ?? '';
  const size = Number(headers['content-length'] || Number.NaN);
  const clear = isDigest(digest) && size >= 0 && (!isDigest(reference) || digest === reference);
  if (status === 200 && clear) {
    return { digest, size, mediaType: contentType(reply) };
  }
  try {
    const manifest = await manifestAt(session, endpoint, reference, signal);
    return { digest: manifest.digest, size: manifest.bytes.length, mediaType: manifest.mediaType };
  } catch (error) {
    if (error instanceof AirlockError && error.code === 'not-found') return undefined;
    throw error;
  }
}

function requestFor(
  endpoint: Endpoint,
  reference: string,
  signal: AbortSignal,
): Omit<ExchangeRequest, 'method'> {
  return {
    to: `/v2/${endpoint.repository}/manifests/${reference}`,
    scopes: [`repository:${endpoint.repository}:pull`],
    headers: { accept: ACCEPT_MANIFESTS.join(', ') },
    subject: nameOf(endpoint, reference),
    signal,
  };
}

function nameOf(endpoint: Endpoint, reference: string): string {
  const separator = isDigest(reference) ? '@' : ':';
  return `manifest ${endpoint.host}/${endpoint.repository}${separator}${reference}`;
}

function contentType(reply: Reply): string {
  return (reply.headers['content-type'] ?? '').split(';')[0]!.trim();
}

function mediaTypeFrom(bytes: Buffer, reply: Reply, subject: string): string {
  const type = contentType(reply);
  let json: Record<string, unknown> | null;
  try {
    json = parseJson(bytes.toString('utf8')) as Record<string, unknown> | null;
  } catch (error) {
    if (error instanceof JsonLimitExceeded)
      throw new AirlockError(
        'manifest-invalid',
        t('manifestLimit', { content: subject, reason: error.message }),
        { cause: error },
      );
    throw new AirlockError(
      'protocol',
      type === ''
        ? t('notAManifestUntyped', { content: subject })
        : t('notAManifest', { content: subject, type }),
      {
        cause: error,
      },
    );
  }
  if (json === null || typeof json !== 'object' || Array.isArray(json))
    throw new AirlockError('manifest-invalid', t('manifestNotObject', { content: subject }));
  if (DOCKER_SCHEMA1.includes(type) || json.schemaVersion === 1) {
    throw new AirlockError('manifest-invalid', t('manifestSchemaOne', { content: subject }), {
      remedy: t('manifestSchemaOneRemedy'),
    });
  }
  return mediaTypeOf(json, type);
}
