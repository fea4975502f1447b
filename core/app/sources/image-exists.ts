import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { lateSession, type NetworkUse } from './late-session.ts';

/**
 * Returns whether a registry has an image.
 * @throws AirlockError of the network; not for an unknown image or repository
 */
export async function imageExists(
  { registry, repository, tag }: { registry: string; repository: string; tag: string },
  use: NetworkUse & { signal?: AbortSignal },
): Promise<boolean> {
  await using session = lateSession(use);
  const { registries } = await session.open();
  try {
    await registries.at(registry).manifest(repository, tag, { signal: use.signal });
    return true;
  } catch (error) {
    const { code } = asAirlockError(error);
    if (code === 'not-found' || code === 'unauthorized' || code === 'denied') return false;
    throw error;
  }
}
