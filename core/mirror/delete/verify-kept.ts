import { AirlockError, asAirlockError, onSide, type Problem } from '../../base/errors/airlock-error.ts';
import { inOrder } from '../../base/flow/in-order.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Registry } from '../../registry/exchange/registry.ts';
import { nameAt, type TagAt } from './plan/plan.ts';
import { manifestsBelow, type RegistryPicture } from './plan/registry-picture.ts';

const AT_ONCE = 16;

/** What was looked at, and what of it cannot be pulled. */
export interface VerifiedKept {
  images: number;
  manifests: number;
  blobs: number;
  problems: Problem[];
}

/**
 * Asks for everything that images which stay are made of: their tags, every manifest and every blob, one HEAD each.
 * Instances that a sparse list does not have were not there before either, and are not asked for.
 * @throws AirlockError of the network, `interrupted`
 */
export async function verifyKept(
  registry: Registry,
  kept: readonly TagAt[],
  { manifests }: Pick<RegistryPicture, 'manifests'>,
  signal: AbortSignal,
): Promise<VerifiedKept> {
  const asked = new Map<string, { repository: string; digest: Digest; image: string; blob: boolean }>();
  for (const { repository, tag, digest } of kept) {
    const image = nameAt({ repository, tag });
    for (const each of manifestsBelow([digest], manifests)) {
      const parts = manifests.get(each);
      if (!parts) continue;
      asked.set(`${repository}@${each}`, { repository, digest: each, image, blob: false });
      for (const blob of parts.blobs)
        asked.set(`${repository} ${blob.digest}`, { repository, digest: blob.digest, image, blob: true });
    }
  }
  const problems: Problem[] = [];
  const broken = (message: string) => {
    const { code, remedy } = new AirlockError('kept-image-broken', message);
    problems.push({ code, level: 'error', message, remedy });
  };
  const options = { signal, direct: true };
  try {
    for await (const { tag, found } of inOrder([...kept], AT_ONCE, async (tag) => ({
      tag,
      found: await registry.resolve(tag.repository, tag.tag, options),
    })))
      if (!found) broken(`${registry.host}/${nameAt(tag)} should stay and is gone`);
    for await (const { repository, digest, image, blob, there } of inOrder(
      asked.values(),
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
          `${registry.host}/${image} cannot be pulled: ${blob ? 'blob' : 'manifest'} ${digest} is not in ${repository}`,
        );
  } catch (error) {
    signal.throwIfAborted();
    throw onSide(asAirlockError(error), 'destination');
  }
  const blobs = [...asked.values()].filter(({ blob }) => blob).length;
  return { images: kept.length, manifests: asked.size - blobs, blobs, problems };
}
