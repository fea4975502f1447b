import type { CollectedImage } from '../collect/collected.ts';
import type { Digest } from '../image/digest.ts';
import { closureOf } from './closure.ts';
import { type ClosureMemory, type KnownImage, likenessOf, memoryKey } from './closure-memory.ts';
import type { ManifestOrigin } from './manifest-origin.ts';
import { type Attachment, bytesOf, type PlannedImage } from './planned-image.ts';

export interface ResolveOptions {
  origin: ManifestOrigin;
  memory?: ClosureMemory;
  /** False with --remove-signatures. */
  attachments: boolean;
  /** Holds what was learnt to an approved plan. @throws AirlockError `plan-changed` */
  hold?: (image: PlannedImage) => PlannedImage;
  signal?: AbortSignal;
}

/**
 * Learns what an image consists of: its digest now, every manifest below it, their blobs, and what is attached to any
 * of them (cosign's tag for every image, as oc-mirror v2 does; other artifacts for additional images, which oc-mirror
 * leaves behind).
 */
export async function resolveImage(
  image: CollectedImage,
  { origin, memory, attachments, hold, signal }: ResolveOptions,
): Promise<PlannedImage> {
  const digest = await origin.digestOf(image, signal);
  const key = memoryKey(digest, image.platforms, attachments);
  let known = memory?.get(key);
  if (!known) {
    known = await learn(image, digest, origin, attachments, signal);
    memory?.put(key, known, likenessOf(image));
  }
  const planned = { ...image, ...known, bytes: bytesOf(known) };
  return hold?.(planned) ?? planned;
}

async function learn(
  image: CollectedImage,
  digest: Digest,
  origin: ManifestOrigin,
  attachments: boolean,
  signal?: AbortSignal,
): Promise<KnownImage> {
  const child = (of: { digest: Digest }) => origin.manifest(image.source, of.digest, signal);
  const closure = await closureOf(await child({ digest }), child, image.platforms);
  if (!attachments) return { ...closure, attachments: [] };
  const lookedUp = await Promise.all(
    closure.manifests.map((manifest) =>
      origin.attached(image, manifest.digest, image.kind === 'generic', signal),
    ),
  );
  const attached: Attachment[] = await Promise.all(
    lookedUp.flat().map(async ({ tag, digest }) => ({
      ...(await closureOf(await child({ digest }), child)),
      tag,
    })),
  );
  return { ...closure, attachments: attached };
}
