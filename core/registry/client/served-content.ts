import { asAirlockError, onSide } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Descriptor } from '../../base/image/manifest.ts';
import { pause } from '../exchange/cancellation.ts';
import type { Registry, RequestOptions } from '../exchange/registry.ts';
import { t } from './messages.ts';

/** A registry that can't read its storage answers every attempt with 500. */
const INTERNAL_ERROR_RETRIES = 2;
/** Wait for a registry with eventually consistent replicas, which may not have a new manifest yet. */
const LATE_MS = 1_000;

/**
 * Requests a manifest at the registry itself. Returns what is wrong with it, or undefined if the registry serves it.
 * @throws AirlockError (side `destination`) for responses that show nothing about the manifest
 */
export async function manifestDamage(
  registry: Registry,
  repository: string,
  reference: string,
  digest: Digest,
  signal: AbortSignal,
): Promise<string | undefined> {
  const options: RequestOptions = { signal, direct: true, internalErrorRetries: INTERNAL_ERROR_RETRIES };
  const get = async () => {
    const found = (await registry.manifest(repository, reference, options)).digest;
    return found === digest ? undefined : t('tagElsewhere', { tag: reference, found, expected: digest });
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
 * Requests the last byte of a blob. Returns what is wrong with it, or undefined if the registry serves it.
 * @throws AirlockError (side `destination`) for responses that show nothing about the blob
 */
export async function blobDamage(
  registry: Registry,
  repository: string,
  blob: Pick<Descriptor, 'digest' | 'size'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const options: RequestOptions = { signal, internalErrorRetries: INTERNAL_ERROR_RETRIES };
  return await registry.servesBlob(repository, blob, options).catch(damageOrThrow);
}

/** Returns the message of an error about stored content. Throws errors of connections, logins and overloaded servers. */
function damageOrThrow(thrown: unknown): string {
  const error = onSide(asAirlockError(thrown), 'destination');
  const broken =
    ['not-found', 'digest-mismatch', 'size-mismatch', 'manifest-invalid', 'protocol'].includes(error.code) ||
    (error.code === 'server-error' && error.found === '500');
  if (!broken) throw error;
  return error.message;
}
