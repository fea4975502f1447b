import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { sha256 } from '../../base/image/sha256.ts';
import type { ImageLayer } from './extend-image.ts';
import { foldersAbove, type GraphDataFile } from './graph-data.ts';

/** The folder in the image from which the update service's init container copies the graph data, without leading slash. */
export const GRAPH_DATA_FOLDER = 'var/lib/cincinnati-graph-data';

/**
 * Returns the graph data as an image layer. The same files result in the same bytes: sorted names, owner 0:0, mode 0644
 * (0755 for programs and directories, so that the cluster's arbitrary user can read them), time 0, and gzip level 9
 * without time and host system.
 * @param files sorted by path, from `readGraphData`
 */
export async function graphLayer(files: GraphDataFile[]): Promise<ImageLayer> {
  const archive = pack();
  const written = new Set<string>();
  const directory = (name: string) => {
    if (written.has(name)) return;
    written.add(name);
    archive.entry({ ...OWNED_BY_ROOT, name: `${name}/`, type: 'directory', mode: 0o755 });
  };
  directory(GRAPH_DATA_FOLDER);
  for (const { path, executable, content } of files) {
    for (const folder of foldersAbove(path)) directory(`${GRAPH_DATA_FOLDER}/${folder}`);
    const mode = executable ? 0o755 : 0o644;
    archive.entry({ ...OWNED_BY_ROOT, name: `${GRAPH_DATA_FOLDER}/${path}`, type: 'file', mode }, content);
  }
  archive.finalize();
  const parts: Buffer[] = [];
  for await (const part of archive) parts.push(part as Buffer);
  const tar = Buffer.concat(parts);
  const bytes = gzipSync(tar, { level: 9 });
  // The tenth byte is the operating system of the packer (RFC 1952), and 255 means unknown.
  bytes[9] = 255;
  return { bytes, digest: sha256(bytes), diffId: sha256(tar) };
}

const OWNED_BY_ROOT = { uid: 0, gid: 0, uname: '', gname: '', mtime: new Date(0) };
