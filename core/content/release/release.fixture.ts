import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pack } from 'tar-stream';
import { request } from 'undici';
import type { ImageContentReader, WorkingFiles, WritableFiles } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Descriptor, Manifest } from '../../base/image/manifest.ts';
import { DOCKER_LIST, DOCKER_MANIFEST } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
import type { HttpGet } from '../signature/http-get.ts';

/** A real GET without retries. */
export const get: HttpGet = async (url, { signal, accept }) => {
  const { statusCode, body } = await request(url, {
    headers: accept ? { accept } : {},
    signal,
  });
  return { status: statusCode, body: Buffer.from(await body.arrayBuffer()) };
};

export interface TemporaryFiles extends WritableFiles {
  directory: string;
  /** The same files as the disconnected side sees them. */
  readOnly(): WorkingFiles;
  remove(): Promise<void>;
}

/** Working files in a new temporary directory. */
export async function temporaryFiles(): Promise<TemporaryFiles> {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-release-'));
  const read: WorkingFiles['read'] = (name) =>
    readFile(join(directory, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  const list: WorkingFiles['list'] = async (prefix) => {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
      .filter((name) => name.startsWith(prefix))
      .sort();
  };
  return {
    directory,
    read,
    list,
    write: async (name, content) => {
      const path = join(directory, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(`${path}.tmp`, content);
      await rename(`${path}.tmp`, path);
    },
    // Tests replace `write` to fail or to count.
    async writeAll(this: TemporaryFiles, all) {
      for (const [name, content] of all) await this.write(name, content);
    },
    readOnly: () => ({ read, list }),
    remove: () => rm(directory, { recursive: true }),
  };
}

/** A tar of regular files; `type` is for other entries. */
export async function tarOf(
  files: Record<string, string | { type: 'symlink' | 'directory'; linkname?: string }>,
): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of Object.entries(files)) {
    if (typeof content === 'string') archive.entry({ name }, content);
    else archive.entry({ name, ...content });
  }
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Images in memory, served by digest (and by `repository:tag`), with a record of what was read. */
export class ImageShelf implements ImageContentReader {
  readonly content = new Map<Digest, Manifest | Buffer>();
  readonly tags = new Map<string, Digest>();
  readonly reads: string[] = [];

  image(layers: Buffer[]): Manifest {
    const blob = (bytes: Buffer, mediaType: string) => {
      this.content.set(sha256(bytes), bytes);
      return { mediaType, digest: sha256(bytes), size: bytes.length };
    };
    return this.keep(DOCKER_MANIFEST, {
      config: blob(Buffer.from('{}'), 'application/vnd.docker.container.image.v1+json'),
      layers: layers.map((layer) => blob(layer, 'application/vnd.docker.image.rootfs.diff.tar.gzip')),
    });
  }

  list(instances: { manifest: Manifest; architecture: string }[]): Manifest {
    return this.keep(DOCKER_LIST, {
      manifests: instances.map(({ manifest, architecture }) => ({
        mediaType: manifest.mediaType,
        digest: manifest.digest,
        size: manifest.bytes.length,
        platform: { os: 'linux', architecture },
      })),
    });
  }

  private keep(mediaType: string, fields: object): Manifest {
    const bytes = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType, ...fields }));
    const manifest = { mediaType, digest: sha256(bytes), bytes };
    this.content.set(manifest.digest, manifest);
    return manifest;
  }

  async manifest(source: { repository: string; tag?: string; digest?: Digest }): Promise<Manifest> {
    const digest = source.digest ?? this.tags.get(`${source.repository}:${source.tag}`);
    const stored = digest && this.content.get(digest);
    this.reads.push(`manifest ${source.digest ?? source.tag}`);
    if (!stored || Buffer.isBuffer(stored))
      throw new AirlockError('content-missing', `${source.repository} is not held`);
    return stored;
  }

  async *blob(_: unknown, { digest }: Descriptor): AsyncGenerator<Buffer> {
    this.reads.push(`blob ${digest}`);
    const stored = this.content.get(digest);
    if (!Buffer.isBuffer(stored)) throw new AirlockError('content-missing', `${digest} is not held`);
    for (let at = 0; at < stored.length; at += 1000) yield stored.subarray(at, at + 1000);
    if (sha256(stored) !== digest) throw new AirlockError('digest-mismatch', `${digest} is damaged`);
  }
}
