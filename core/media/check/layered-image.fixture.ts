import { gzipSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import type { Digest } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import type { TestImage } from '../../store/archive/set.fixture.ts';

/** An entry of a layer: a header of tar-stream, and content. */
export type LayerFile = Partial<Omit<Header, 'size' | 'name'>> & { name: string; content?: string };

/** A layer as stored in a registry. */
async function layerOf(files: readonly LayerFile[]): Promise<Buffer> {
  const archive = pack();
  for (const { content = '', ...header } of files) archive.entry(header, content);
  archive.finalize();
  const parts: Buffer[] = [];
  for await (const part of archive) parts.push(part as Buffer);
  return gzipSync(Buffer.concat(parts));
}

/** An image of layers that can be unpacked. */
export async function layeredImage(
  repository: string,
  tag: string,
  layers: readonly (readonly LayerFile[] | Buffer)[],
  mediaType = 'application/vnd.oci.image.layer.v1.tar+gzip',
): Promise<TestImage> {
  const content = new Map<Digest, Buffer>();
  const add = (bytes: Buffer, type: string) => {
    const digest = sha256(bytes);
    content.set(digest, bytes);
    return { mediaType: type, digest, size: bytes.length };
  };
  const config = add(
    Buffer.from(`{"os":"linux","name":"${repository}:${tag}"}`),
    'application/vnd.oci.image.config.v1+json',
  );
  const described: ReturnType<typeof add>[] = [];
  for (const layer of layers)
    described.push(add(Buffer.isBuffer(layer) ? layer : await layerOf(layer as LayerFile[]), mediaType));
  const manifest = {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config,
    layers: described,
  };
  const blobs = [...content.keys()];
  const bytes = Buffer.from(JSON.stringify(manifest));
  content.set(sha256(bytes), bytes);
  return { repository, tag, digest: sha256(bytes), blobs, content };
}
