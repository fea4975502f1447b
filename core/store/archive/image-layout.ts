import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageContentReader, ImageSourceReference } from '../../base/collected/collected.ts';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import type { ImageSource } from '../../base/image/content.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import { type Manifest, mediaTypeOf } from '../../base/image/manifest.ts';
import { OCI_INDEX } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { openImageSource } from './archive-source.ts';
import { t } from './messages.ts';

/** An image in a folder, as referenced by `oci://`. */
export interface ImageLayout {
  /** Digest of the image's index or manifest. */
  digest: Digest;
  reader: ImageContentReader;
  /** For plans: without a registry, with the folder as repository. */
  source: ImageSourceReference & { digest: Digest };
  /** Content of the folder by digest, without the index that is `index.json` itself. */
  stored: ImageSource;
  close(): Promise<void>;
}

/**
 * Opens an OCI layout. A single manifest in `index.json` is the image. When there are several, `index.json` itself is
 * the image's index (oc-mirror v2: internal/pkg/manifest/oci-manifest.go).
 * @param directory absolute path
 * @throws AirlockError `layout-invalid`, `workspace-invalid`, `content-missing`
 */
export async function openImageLayout(
  directory: string,
  options: { signal?: AbortSignal } = {},
): Promise<ImageLayout> {
  const top = await layoutTop(directory);
  const stored = await openImageSource(directory, options);
  const reader: ImageContentReader = {
    async manifest({ digest }) {
      if (digest === top.digest && top.manifest) return top.manifest;
      const bytes = await stored.bytes(digest!);
      return { digest: digest!, bytes, mediaType: mediaTypeOf(jsonOf(bytes, `${directory}: ${digest}`)) };
    },
    blob: (_, { digest }, signal) => stored.read(digest, { signal }),
  };
  const source = { registry: '', repository: directory, digest: top.digest };
  return { digest: top.digest, reader, source, stored, close: () => stored.close() };
}

async function layoutTop(directory: string): Promise<{ digest: Digest; manifest?: Manifest }> {
  const path = join(directory, 'index.json');
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw asAirlockError(error);
    throw invalid(t('notLayout', { directory }));
  }
  const { manifests } = jsonOf(bytes, path) as { manifests?: { digest?: unknown }[] };
  const first = Array.isArray(manifests) ? manifests[0]?.digest : undefined;
  if (!Array.isArray(manifests) || typeof first !== 'string' || !isDigest(first))
    throw invalid(t('layoutEmpty', { path }));
  if (manifests.length === 1) return { digest: first };
  return { digest: sha256(bytes), manifest: { mediaType: OCI_INDEX, digest: sha256(bytes), bytes } };
}

function jsonOf(bytes: Buffer, name: string): Record<string, unknown> {
  try {
    return (JSON.parse(bytes.toString('utf8')) ?? {}) as Record<string, unknown>;
  } catch (cause) {
    throw invalid(t('notJson', { path: name }), cause);
  }
}

function invalid(message: string, cause?: unknown): AirlockError {
  return new AirlockError('layout-invalid', message, {
    side: 'source',
    cause,
  });
}
