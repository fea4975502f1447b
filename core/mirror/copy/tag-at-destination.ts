import { onSide } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Registry } from '../../registry/exchange/registry.ts';

/**
 * Returns the digest of a tag at a destination, or undefined if the tag doesn't exist or the registry rejects the
 * repository's name (400).
 * @throws AirlockError on the destination's side
 */
export async function tagAtDestination(
  registry: Registry,
  repository: string,
  tag: string,
  signal: AbortSignal,
): Promise<Digest | undefined> {
  try {
    return (await registry.resolve(repository, tag, { signal, direct: true }))?.digest;
  } catch (thrown) {
    const error = onSide(thrown, 'destination');
    if (error.code === 'protocol' && error.found === '400') return undefined;
    throw error;
  }
}
