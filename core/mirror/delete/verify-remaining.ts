import { AirlockError, asAirlockError, onSide, type Problem } from '../../base/errors/airlock-error.ts';
import { inOrder } from '../../base/flow/in-order.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Registry } from '../../registry/exchange/registry.ts';
import { t } from './messages.ts';
import { nameAt, type TagAt } from './plan/plan.ts';
import { manifestsBelow, type RegistryPicture } from './plan/registry-picture.ts';

const AT_ONCE = 16;

/** The number of checked images, manifests and blobs, and those that can't be pulled. */
export interface VerifiedRemaining {
  images: number;
  manifests: number;
  blobs: number;
  problems: Problem[];
}

/**
 * Checks all content of the retained images: their tags, manifests and blobs, with one HEAD request each. Instances that
 * are missing from a sparse image index were missing before, and aren't checked.
 * @throws AirlockError of the network, `interrupted`
 */
export async function verifyRemaining(
  registry: Registry,
  saved: readonly TagAt[],
  { manifests }: Pick<RegistryPicture, 'manifests'>,
  signal: AbortSignal,
): Promise<VerifiedRemaining> {
  const requested = new Map<string, { repository: string; digest: Digest; image: string; blob: boolean }>();
  for (const { repository, tag, digest } of saved) {
    const image = nameAt({ repository, tag });
    for (const each of manifestsBelow([digest], manifests)) {
      const parts = manifests.get(each);
      if (!parts) continue;
      requested.set(`${repository}@${each}`, { repository, digest: each, image, blob: false });
      for (const blob of parts.blobs)
        requested.set(`${repository} ${blob.digest}`, { repository, digest: blob.digest, image, blob: true });
    }
  }
  const problems: Problem[] = [];
  const broken = (message: string) => {
    const { code, remedy } = new AirlockError('remaining-image-broken', message);
    problems.push({ code, level: 'error', message, remedy });
  };
  const options = { signal, direct: true };
  try {
    for await (const { tag, found } of inOrder([...saved], AT_ONCE, async (tag) => ({
      tag,
      found: await registry.resolve(tag.repository, tag.tag, options),
    })))
      if (!found) broken(t('remainingMissing', { image: `${registry.host}/${nameAt(tag)}` }));
    for await (const { repository, digest, image, blob, there } of inOrder(
      requested.values(),
      AT_ONCE,
      async (each) => ({
        ...each,
        there: each.blob
          ? await registry.hasBlob(each.repository, each.digest, options)
          : await registry.resolve(each.repository, each.digest, options),
      }),
    ))
      if (there === undefined)
        broken(
          t(blob ? 'remainingBlobMissing' : 'remainingManifestMissing', {
            image: `${registry.host}/${image}`,
            digest,
            repository,
          }),
        );
  } catch (error) {
    signal.throwIfAborted();
    throw onSide(asAirlockError(error), 'destination');
  }
  const blobs = [...requested.values()].filter(({ blob }) => blob).length;
  return { images: saved.length, manifests: requested.size - blobs, blobs, problems };
}
