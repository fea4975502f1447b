import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Digest } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import type { WrittenIndex } from '../set-format/set-index.ts';
import { SetWriter } from './write/set-writer.ts';

export interface TestImage {
  repository: string;
  tag: string;
  digest: Digest;
  blobs: Digest[];
  content: Map<Digest, Buffer>;
}

const DOCKER = 'application/vnd.docker.distribution.manifest.v2+json';

/** Returns an image whose config and layers are derived from its name. */
export function testImage(
  repository: string,
  tag: string,
  layers: string[] = [`${repository}:${tag}`],
): TestImage {
  const content = new Map<Digest, Buffer>();
  const add = (bytes: Buffer, mediaType: string): { mediaType: string; digest: Digest; size: number } => {
    const digest = sha256(bytes);
    content.set(digest, bytes);
    return { mediaType, digest, size: bytes.length };
  };
  const config = Buffer.from(
    JSON.stringify({ architecture: 'amd64', os: 'linux', name: `${repository}:${tag}` }),
  );
  const manifest = {
    schemaVersion: 2,
    mediaType: DOCKER,
    config: add(config, 'application/vnd.docker.container.image.v1+json'),
    layers: layers.map((seed) => add(layerBytes(seed), 'application/vnd.docker.image.rootfs.diff.tar.gzip')),
  };
  const bytes = Buffer.from(JSON.stringify(manifest));
  const blobs = [...content.keys()];
  content.set(sha256(bytes), bytes);
  return { repository, tag, digest: sha256(bytes), blobs, content };
}

function layerBytes(seed: string): Buffer {
  return Buffer.alloc(40_000 + (seed.length % 7) * 911, createHash('sha512').update(seed).digest());
}

/** Writes a complete set of images below `transfers/` of a workspace. */
export async function writeTestSet(
  workspace: string,
  number: number,
  images: TestImage[],
  options: { sent?: Set<Digest>; files?: Record<string, string>; archiveSizeBytes?: number } = {},
): Promise<{ directory: string; index: WrittenIndex }> {
  const name = `lab-${String(number).padStart(4, '0')}`;
  const directory = join(workspace, 'transfers', name);
  const { archiveSizeBytes } = options;
  const set = await SetWriter.open({
    directory: `${directory}.partial`,
    name,
    archiveSizeBytes,
  });
  for (const { content } of images)
    for (const [digest, bytes] of content) if (!options.sent?.has(digest)) await set.putBytes(digest, bytes);
  const files = Object.entries(options.files ?? {}).map(([file, content]) => ({ name: file, content }));
  const index = await set.finish({
    enclave: 'lab',
    number,
    tool: 'test',
    links: images,
    files,
    configuration: `set ${number}`,
  });
  const volumes = index.volumes.map(({ entries, ...volume }) => ({ ...volume, entries: [...entries] }));
  return { directory, index: { ...index, volumes } };
}
