import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ImageContentReader, ImageSourceReference } from '../../core/base/collected/collected.ts';
import { sourceOf } from '../../core/base/collected/image-source.ts';
import { temporaryName } from '../../core/base/files/atomic-file.ts';
import { parseReference } from '../../core/base/image/reference.ts';
import type { ExtendedImage } from '../../core/content/resources/extend-image.ts';
import type { Registries } from '../../core/registry/exchange/registry.ts';
import { openImageLayout } from '../../core/store/archive/image-layout.ts';
import { UsageError } from './run-script.ts';

/** A base image that can be read. */
export interface OpenBase extends AsyncDisposable {
  reader: ImageContentReader;
  source: ImageSourceReference;
}

/** A `docker://` reference, or the absolute directory of an `oci://` layout. */
export type Place = { registry: ImageSourceReference } | { directory: string };

/** Parses `docker://HOST/REPOSITORY:TAG` or `oci://DIRECTORY`. @throws UsageError, AirlockError `reference-invalid` */
export function parsePlace(text: string): Place {
  if (text.startsWith('docker://')) return { registry: sourceOf(parseReference(text.slice(9))) };
  if (text.startsWith('oci://')) return { directory: resolve(text.slice(6)) };
  throw new UsageError(`${text} must be docker://HOST/REPOSITORY:TAG or oci://DIRECTORY.`);
}

/** Opens a base image. @throws AirlockError `layout-invalid` */
export async function openBase(place: Place, registries: Registries): Promise<OpenBase> {
  if ('directory' in place) {
    const { reader, source, close } = await openImageLayout(place.directory);
    return { reader, source, [Symbol.asyncDispose]: close };
  }
  const reader: ImageContentReader = {
    manifest: ({ registry, repository, tag = 'latest', digest }, signal) =>
      registries.at(registry).manifest(repository, digest ?? tag, { signal }),
    blob: ({ registry, repository }, blob, signal) =>
      registries.at(registry).blob(repository, blob, { signal }),
  };
  return { reader, source: place.registry, async [Symbol.asyncDispose]() {} };
}

/**
 * Writes an image to a registry, or as a new OCI layout with the name `tag` in `index.json`.
 * @throws UsageError if the directory exists; AirlockError of the registry
 */
export async function writeImage(
  image: ExtendedImage,
  base: OpenBase,
  { place, tag, registries }: { place: Place; tag: string; registries: Registries },
): Promise<void> {
  if ('registry' in place) return pushImage(image, base, place.registry, registries);
  const { directory } = place;
  if (await stat(directory).catch(() => undefined))
    throw new UsageError(`${directory} already exists. Choose a new directory.`);
  const staging = temporaryName(dirname(directory));
  try {
    const blobs = join(staging, 'blobs', 'sha256');
    await mkdir(blobs, { recursive: true });
    const fileOf = (digest: string) => join(blobs, digest.slice('sha256:'.length));
    for (const layer of image.reusedBlobs)
      await pipeline(
        base.reader.blob(base.source, layer),
        createWriteStream(fileOf(layer.digest), { flush: true }),
      );
    for (const { descriptor, bytes } of image.blobs)
      await writeFile(fileOf(descriptor.digest), bytes, { flush: true });
    for (const { digest, bytes } of [...image.manifests, image.index])
      await writeFile(fileOf(digest), bytes, { flush: true });
    const { mediaType, digest, bytes } = image.index;
    const annotations = { 'org.opencontainers.image.ref.name': tag };
    const index = { schemaVersion: 2, manifests: [{ mediaType, digest, size: bytes.length, annotations }] };
    await writeFile(join(staging, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}', { flush: true });
    await writeFile(join(staging, 'index.json'), JSON.stringify(index), { flush: true });
    await rename(staging, directory);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function pushImage(
  { index, reusedBlobs, blobs, manifests }: ExtendedImage,
  base: OpenBase,
  { registry, repository, tag = 'latest' }: ImageSourceReference,
  registries: Registries,
): Promise<void> {
  const destination = registries.at(registry);
  const mountFrom = base.source.registry === registry ? [base.source.repository] : [];
  for (const layer of reusedBlobs) {
    if ((await destination.hasBlob(repository, layer.digest, { direct: true })) !== undefined) continue;
    await destination.uploadBlob(repository, layer, () => base.reader.blob(base.source, layer), {
      mountFrom,
    });
  }
  for (const { descriptor, bytes } of blobs)
    await destination.uploadBlob(repository, descriptor, async function* () {
      yield bytes;
    });
  for (const manifest of manifests) await destination.putManifest(repository, manifest.digest, manifest);
  await destination.putManifest(repository, tag, index);
}
