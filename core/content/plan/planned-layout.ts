import type { CollectedImage } from '../../base/collected/collected.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { ImageLayout } from '../../store/archive/image-layout.ts';
import { closureOf } from './closure.ts';
import { bytesOf, type PlannedImage } from './planned-image.ts';

/**
 * Returns an image of an `oci://` folder with its content. It has no attachments, because it isn't in a registry.
 * @throws AirlockError `content-missing`, `manifest-invalid`
 */
export async function plannedFromLayout(
  image: CollectedImage,
  { reader, source }: ImageLayout,
  signal?: AbortSignal,
): Promise<PlannedImage> {
  const manifest = ({ digest }: { digest: Digest }) => reader.manifest({ ...source, digest }, signal);
  const closure = await closureOf(await manifest(source), manifest, image.platforms);
  const complete = { ...image, source, ...closure, attachments: [] };
  return { ...complete, bytes: bytesOf(complete) };
}
