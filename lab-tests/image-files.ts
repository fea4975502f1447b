import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { ACCEPT_MANIFESTS } from '../core/image/media-types.ts';

const LOGIN = `Basic ${Buffer.from('airlock:airlock').toString('base64')}`;

interface ManifestJson {
  mediaType: string;
  manifests?: { mediaType: string; digest: string; size: number; platform?: { architecture: string } }[];
  config: { digest: string };
  layers: { digest: string; mediaType: string }[];
}

/** One architecture of an image, as a container of it sees its files. Nothing of ours reads them. */
export interface ImageFiles {
  architecture: string;
  config: { Entrypoint?: string[]; Cmd?: string[]; Labels?: Record<string, string> };
  /** Path without a slash in front to content and mode; folders have no content. */
  files: Map<string, { mode: number; content?: Buffer }>;
}

export interface ServedImage {
  digest: string;
  mediaType: string;
  instances: ImageFiles[];
}

async function get(url: string): Promise<{ body: Buffer; digest: string | null }> {
  const answer = await fetch(url, {
    headers: { accept: ACCEPT_MANIFESTS.join(', '), authorization: LOGIN },
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return {
    body: Buffer.from(await answer.arrayBuffer()),
    digest: answer.headers.get('docker-content-digest'),
  };
}

/** Reads all architectures of an image from one repository alone, its layers laid over each other. */
export async function servedImage(host: string, repository: string, reference: string): Promise<ServedImage> {
  const base = `http://${host}/v2/${repository}`;
  const manifest = async (of: string) => {
    const { body, digest } = await get(`${base}/manifests/${of}`);
    return { digest: digest ?? '', json: JSON.parse(body.toString()) as ManifestJson };
  };
  const top = await manifest(reference);
  const instances = await Promise.all(
    (top.json.manifests ?? []).map(async ({ digest, platform }) => {
      const { json } = await manifest(digest);
      const config = JSON.parse((await get(`${base}/blobs/${json.config.digest}`)).body.toString());
      const files: ImageFiles['files'] = new Map();
      for (const layer of json.layers)
        await overlay(files, gunzipSync((await get(`${base}/blobs/${layer.digest}`)).body));
      return { architecture: platform?.architecture ?? '', config: config.config, files };
    }),
  );
  return { digest: top.digest, mediaType: top.json.mediaType, instances };
}

/** A layer upon what lies below it: whiteouts remove, everything else adds or replaces. */
async function overlay(files: ImageFiles['files'], tar: Buffer): Promise<void> {
  const added: ImageFiles['files'] = new Map();
  for await (const { name, mode, type, content } of entriesOf(tar)) {
    const path = name.replace(/\/$/, '');
    const whiteout = /^(.*?)\.wh\.([^/]+)$/.exec(path);
    if (whiteout) {
      const hidden = whiteout[1]! + whiteout[2]!;
      for (const each of files.keys())
        if (each === hidden || each.startsWith(`${hidden}/`)) files.delete(each);
    } else added.set(path, { mode, ...(type !== 'directory' && { content }) });
  }
  for (const [path, file] of added) files.set(path, file);
}

export interface TarEntry {
  name: string;
  mode: number;
  type: string;
  content: Buffer;
}

/** Everything in a tar. */
export async function* entriesOf(tar: Buffer): AsyncGenerator<TarEntry> {
  const reading = extract();
  reading.end(tar);
  for await (const entry of reading) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    const { name, mode = 0, type } = entry.header;
    yield { name, mode, type: type ?? 'file', content: Buffer.concat(chunks) };
  }
}

export interface CatalogDocument {
  schema: string;
  package?: string;
  name?: string;
  entries?: { name?: string; reference?: { schema: string; name?: string } }[];
  [key: string]: unknown;
}

/** The documents of a catalog's files below a folder: JSON texts one after the other, each ending at a line's start. */
export function documentsBelow(
  files: Iterable<readonly [string, Buffer]>,
  folder: string,
): CatalogDocument[] {
  return [...files]
    .filter(([path]) => path.startsWith(`${folder}/`))
    .flatMap(([, content]) =>
      content
        .toString('utf8')
        .split(/(?<=^\})\n/m)
        .filter((text) => text.trim() !== '')
        .map((text) => JSON.parse(text) as CatalogDocument),
    );
}

/** The documents that `opm serve` would read in an image. */
export function catalogOf({ files }: ImageFiles): CatalogDocument[] {
  const contents = [...files].flatMap(([path, { content }]) => (content ? [[path, content] as const] : []));
  return documentsBelow(contents, 'configs');
}
