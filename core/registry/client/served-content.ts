import { asAirlockError, onSide } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Descriptor } from '../../base/image/manifest.ts';
import { pause } from '../exchange/cancellation.ts';
import type { Registry, RequestOptions } from '../exchange/registry.ts';

/** Attempts after the first: a registry that can't read its storage answers 500 each time. */
const RETRIES = 2;
/** A registry whose replicas agree late may not know a manifest in the first moment. */
const LATE_MS = 1_000;

/**
 * Requests a manifest at the registry itself. Returns what is wrong with it, undefined when the registry serves it.
 * @throws AirlockError (side `destination`) for answers that say nothing about the manifest
 */
export async function manifestDamage(
  registry: Registry,
  repository: string,
  reference: string,
  digest: Digest,
  signal: AbortSignal,
): Promise<string | undefined> {
  const options: RequestOptions = { signal, direct: true, retries: RETRIES };
  const get = async () => {
    const found = (await registry.manifest(repository, reference, options)).digest;
    return found === digest ? undefined : `tag ${reference} points to ${found} instead of ${digest}`;
  };
  try {
    return await get();
  } catch (thrown) {
    const error = onSide(thrown, 'destination');
    if (error.code !== 'not-found') return damageOrThrow(error);
    await pause(LATE_MS, signal);
    return await get().catch(damageOrThrow);
  }
}

/**
 * Requests the last byte of a blob. Returns what is wrong with it, undefined when the registry serves it.
 * @throws AirlockError (side `destination`) for answers that say nothing about the blob
 */
export async function blobDamage(
  registry: Registry,
  repository: string,
  blob: Pick<Descriptor, 'digest' | 'size'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  return await registry.servesBlob(repository, blob, { signal, retries: RETRIES }).catch(damageOrThrow);
}

/** What an error says about stored content; errors of links, logins and overloaded servers say nothing. */
function damageOrThrow(thrown: unknown): string {
  const error = onSide(asAirlockError(thrown), 'destination');
  const broken =
    ['not-found', 'digest-mismatch', 'size-mismatch', 'manifest-invalid', 'protocol'].includes(error.code) ||
    (error.code === 'server-error' && error.found === '500');
  if (!broken) throw error;
  return error.message;
}
