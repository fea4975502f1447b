import { AirlockError, onSide } from '../../base/errors/airlock-error.ts';
import { inOrder } from '../../base/flow/in-order.ts';
import { createAccess } from '../../registry/access/create-access.ts';
import { createRegistries } from '../../registry/client/registries.ts';
import type { PracticeWorld } from '../../test-world/world.ts';
import { t } from './messages.ts';

const TAGS_AT_ONCE = 16;

/**
 * Queries the destination registry for every tag of the core set. Each must have the same digest as in the upstream.
 * @returns the number of tags
 * @throws AirlockError `digest-mismatch` or `content-missing`, naming the tag; network errors
 */
export async function proveDestination(
  world: Pick<PracticeWorld, 'destination' | 'environment' | 'sets' | 'directory'>,
  signal: AbortSignal,
): Promise<number> {
  const access = await createAccess({ env: world.environment, home: world.directory });
  const registries = createRegistries({ access, retry: { times: 1, delayMs: 100 } });
  const registry = registries.at(world.destination.host);
  try {
    const { images } = world.sets.core.expected;
    const asking = inOrder(images, TAGS_AT_ONCE, async ({ source, destination, digest }) => {
      const colon = destination.lastIndexOf(':');
      const [repository, tag] = [destination.slice(0, colon), destination.slice(colon + 1)];
      const found = await registry.resolve(repository, tag, { signal }).catch((error) => {
        throw onSide(error, 'destination');
      });
      if (!found)
        throw new AirlockError('content-missing', t('tagMissing', { image: destination }), {
          side: 'destination',
        });
      if (found.digest !== digest)
        throw new AirlockError('digest-mismatch', t('tagDiffers', { image: destination, source }), {
          side: 'destination',
          expected: digest,
          found: found.digest,
        });
    });
    for await (const _ of asking);
    return images.length;
  } finally {
    await registries.close();
    await access.close();
  }
}
