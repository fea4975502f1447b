import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gzipSync } from 'node:zlib';
import { extract, type Header, pack } from 'tar-stream';
import { sha256 } from '../../core/base/image/sha256.ts';
import { architectureOfHost } from '../../core/content/release-tools/tool-places.ts';
import type { ImageLayer } from '../../core/content/resources/extend-image.ts';
import { ARCHITECTURES } from './build-packages.ts';
import { UsageError } from './run-script.ts';

/** A bundle as a layer of an image. */
export interface BundleLayer extends ImageLayer {
  /** Architecture as in images: `amd64`. */
  architecture: string;
  /** Version of Airlock. */
  version: string;
  /** Time of the bundle's commit. */
  created: Date;
}

/** Directory of the bundle in the image. */
export const APP = 'opt/airlock';
/** Directories that the user of the image may write to, also with an arbitrary user ID in group 0 (OpenShift). */
export const WRITABLE = ['home/airlock', 'workspace'] as const;
/** User of the image. Numeric, because `runAsNonRoot` of Kubernetes rejects names. */
export const USER = 65_532;

const ROOT_NAME = new RegExp(`^airlock-(.+)-linux-(${ARCHITECTURES.join('|')})$`);

/**
 * Reads a bundle as an image layer: `opt/airlock` with owner 0:0, and empty writable directories. The same bundle results
 * in the same bytes with the same Node.
 * @throws UsageError for a file that isn't a bundle for Linux, or can't be read (with the cause)
 */
export async function bundleLayer(archive: string): Promise<BundleLayer> {
  const entries = await readEntries(archive).catch((error: Error) => {
    throw new UsageError(
      `${archive} can't be read as a tar.gz file: ${error.message}. Build it again with \`npm run bundle\`, or check its permissions.`,
      { cause: error },
    );
  });
  const top = entries[0]?.header.name.split('/')[0] ?? '';
  const [, version, architecture] = ROOT_NAME.exec(top) ?? [];
  if (version === undefined || entries.some(({ header }) => !isInBundle(header, top)))
    throw new UsageError(
      `${archive} isn't an Airlock bundle for Linux. Give the tar.gz file of \`npm run bundle\`.`,
    );
  const created = entries[0]!.header.mtime!;
  const layer = pack();
  const owner = { gid: 0, uname: '', gname: '', mtime: created };
  const directory = (name: string, uid: number, mode: number) =>
    layer.entry({ ...owner, uid, name: `${name}/`, type: 'directory', mode });
  directory('home', 0, 0o755);
  directory(WRITABLE[0], USER, 0o775);
  directory('opt', 0, 0o755);
  directory(APP, 0, 0o755);
  for (const { header, content } of entries) {
    if (header.name === `${top}/`) continue;
    const name = `${APP}/${header.name.slice(top.length + 1)}`;
    const { type, mode = 0o644 } = header;
    if (type === 'directory') directory(name.replace(/\/$/, ''), 0, 0o755);
    else layer.entry({ ...owner, uid: 0, name, type: 'file', mode: mode & 0o111 ? 0o755 : 0o644 }, content);
  }
  directory(WRITABLE[1], USER, 0o775);
  layer.finalize();
  const tar = await buffer(layer);
  const bytes = gzipSync(tar, { level: 9 });
  // The tenth byte is the operating system of the packer (RFC 1952), and 255 means unknown.
  bytes[9] = 255;
  return {
    ...{ architecture: architectureOfHost(architecture!), version, created },
    ...{ bytes, digest: sha256(bytes), diffId: sha256(tar) },
  };
}

interface Entry {
  header: Header;
  content: Buffer;
}

/** Returns the entries of a tar.gz, sorted by name. */
async function readEntries(archive: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  const reader = extract();
  reader.on('entry', (header, stream, next) => {
    buffer(stream).then((content) => {
      entries.push({ header, content });
      next();
    }, next);
  });
  await pipeline(createReadStream(archive), createGunzip(), reader);
  return entries.toSorted((a, b) => (a.header.name < b.header.name ? -1 : 1));
}

/** Bundles contain only files and directories below one directory. */
function isInBundle({ name, type, mtime }: Header, top: string): boolean {
  if (mtime === undefined || (type !== 'file' && type !== 'directory')) return false;
  return name === `${top}/` || (name.startsWith(`${top}/`) && !name.split('/').includes('..'));
}
