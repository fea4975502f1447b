import { createHash } from 'node:crypto';
import { Agent, get, type IncomingMessage } from 'node:http';
import { ACCEPT_MANIFESTS } from '../../core/base/image/media-types.ts';
import { type ExpectedImage, partsOf, split } from '../../core/mirror/mirror.fixture.ts';
import { openImageSource } from '../../core/store/archive/archive-source.ts';

const accept = ACCEPT_MANIFESTS.join(', ');

async function digestOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return `sha256:${hash.digest('hex')}`;
}

/** Reads every manifest and blob of images from a set on disk. Returns the number of bytes. @throws Error for a wrong byte */
export async function readEveryByteOnDisk(path: string, images: ExpectedImage[]): Promise<number> {
  const signal = new AbortController().signal;
  const source = await openImageSource(path);
  try {
    const parts = [...partsOf(images, 'manifests'), ...partsOf(images, 'blobs')];
    let bytes = 0;
    for (const { digest, size } of parts) {
      const found = await digestOf(source.read(digest, { signal }));
      if (found !== digest) throw new Error(`${path}: ${digest} has the digest ${found}`);
      bytes += size;
    }
    return bytes;
  } finally {
    await source.close();
  }
}

/** Reads every tag, manifest and blob of images from a registry. Returns the number of bytes. @throws Error for a wrong byte */
export async function readEveryByteAt(registry: string, images: ExpectedImage[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  let bytes = 0;
  const compare = async (path: string, digest: string): Promise<void> => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`http://${registry}/v2/${path}`, { agent, headers: { accept } }, resolve).on('error', reject);
    });
    const found = await digestOf(response);
    bytes += Number(response.headers['content-length']);
    if (found !== digest) throw new Error(`${path}: ${response.statusCode}, ${found} instead of ${digest}`);
  };
  try {
    for (const { destination, digest, attachments, ...image } of images) {
      const { repository, tag } = split(destination);
      const tags = [{ tag, digest, ...image }, ...attachments];
      const paths = tags.flatMap((each) => [
        ...[[`${repository}/manifests/${each.tag}`, each.digest] as const],
        ...each.manifests.map((part) => [`${repository}/manifests/${part.digest}`, part.digest] as const),
        ...each.blobs.map((part) => [`${repository}/blobs/${part.digest}`, part.digest] as const),
      ]);
      await Promise.all(paths.map(([path, expected]) => compare(path, expected)));
    }
    return bytes;
  } finally {
    agent.destroy();
  }
}
