import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { entriesOf } from './image-files.ts';

/** What a folder of `mirror_*.tar` holds, by name; read by nothing of ours. */
export type ArchiveContent = Map<string, Buffer>;

export const ROOT = 'docker/registry/v2';

export async function readArchive(directory: string): Promise<ArchiveContent> {
  const content: ArchiveContent = new Map();
  const pieces = (await readdir(directory)).filter((name) => /mirror_[0-9]{6}\.tar/.test(name)).sort();
  for (const piece of pieces)
    for await (const { name, type, content: bytes } of entriesOf(await readFile(join(directory, piece))))
      if (type !== 'directory') content.set(name, bytes);
  return content;
}

/** A folder with one piece, as oc-mirror leaves it: nothing beside the archive. */
export async function writeArchive(directory: string, content: ArchiveContent): Promise<void> {
  await mkdir(directory, { recursive: true });
  const archive = pack();
  const writing = pipeline(archive, createWriteStream(join(directory, 'mirror_000001.tar')));
  for (const [name, bytes] of content) archive.entry({ name, mode: 0o644, mtime: new Date() }, bytes);
  archive.finalize();
  await writing;
}

/** The part of an archive that is a registry's storage, on the disk: oc-mirror's cache. */
export async function extractStorage(directory: string, content: ArchiveContent): Promise<void> {
  for (const [name, bytes] of content) {
    if (!name.startsWith(`${ROOT}/`)) continue;
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), bytes);
  }
}

export const blobName = (digest: string) =>
  `${ROOT}/blobs/sha256/${digest.slice(7, 9)}/${digest.slice(7)}/data`;
export const tagName = (repository: string, tag: string) =>
  `${ROOT}/repositories/${repository}/_manifests/tags/${tag}/current/link`;
export const revisionName = (repository: string, digest: string) =>
  `${ROOT}/repositories/${repository}/_manifests/revisions/sha256/${digest.slice(7)}/link`;
export const layerName = (repository: string, digest: string) =>
  `${ROOT}/repositories/${repository}/_layers/sha256/${digest.slice(7)}/link`;
export const filteredFolder = (component: string, digest: string, hash: string) =>
  `working-dir/operator-catalogs/${component}/${digest.slice(7)}/filtered-catalogs/${hash}`;

/** The digests of an image in an archive: of itself, and of everything below it. @throws Error for what is absent */
export function closureIn(content: ArchiveContent, digest: string): { manifests: string[]; blobs: string[] } {
  const bytes = content.get(blobName(digest));
  if (!bytes) throw new Error(`the archive has no ${digest}`);
  const {
    manifests = [],
    config,
    layers = [],
  } = JSON.parse(bytes.toString()) as {
    manifests?: { digest: string }[];
    config?: { digest: string };
    layers?: { digest: string }[];
  };
  const below = manifests.map((each) => closureIn(content, each.digest));
  return {
    manifests: [digest, ...below.flatMap((each) => each.manifests)],
    blobs: [
      ...(config ? [config, ...layers] : []).map((blob) => blob.digest),
      ...below.flatMap((each) => each.blobs),
    ],
  };
}

export interface OperatorEntry {
  catalog: string;
  packages: {
    name: string;
    channels?: { name: string; minVersion?: string; maxVersion?: string }[];
    defaultChannel?: string;
    minVersion?: string;
    maxVersion?: string;
  }[];
}

/**
 * The filter hash by the rules of reference 4.6, written out for the keys that the lab's sets have.
 * @param catalog what stands for the catalog: its name with the digest (4.22 on), or as it is in the file (before)
 */
export function filterHash({ packages }: OperatorEntry, catalog: string): string {
  const optional = (key: string, value: string | undefined) => (value ? `,"${key}":"${value}"` : '');
  const range = (of: { minVersion?: string; maxVersion?: string }) =>
    optional('minVersion', of.minVersion) + optional('maxVersion', of.maxVersion);
  const entries = packages.map(({ name, channels = [], defaultChannel, ...of }) => {
    const listed = channels.map((channel) => `{"name":"${channel.name}"${range(channel)}}`).join(',');
    const head = `"name":"${name}"${listed && `,"channels":[${listed}]`}`;
    return `{${head}${optional('defaultChannel', defaultChannel)}${range(of)}}`;
  });
  return createHash('md5')
    .update(`{"packages":[${entries.join(',')}],"catalog":"${catalog}"}`)
    .digest('hex');
}
