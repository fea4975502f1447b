import type { Header } from 'tar-stream';
import type { ImageContentReader, ImageSourceReference } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import { layerEntries } from '../../base/image/layer-entries.ts';
import { type Descriptor, type ImageContent, parseManifest } from '../../base/image/manifest.ts';

export type PayloadSource = ImageSourceReference & { digest: Digest };

/** Names below `release-manifests/` with their content. */
export type ReleaseManifests = ReadonlyMap<string, Buffer>;

export const IMAGE_REFERENCES = 'image-references';

/**
 * Bounds in bytes. A release has about 1,000 manifests with 40 MB in all, and the layer that holds them little else; a
 * layer made to fill memory or keep us unpacking is refused at these.
 */
export interface PayloadBounds {
  manifest: number;
  manifests: number;
  unpacked: number;
}
const BOUNDS: PayloadBounds = { manifest: 32 * 2 ** 20, manifests: 192 * 2 ** 20, unpacked: 8 * 2 ** 30 };

/**
 * The files of `release-manifests/` in a payload (oc-mirror v2: internal/pkg/release/local_stored_collector.go). Of a
 * manifest list the linux/amd64 instance is read, else the first one: all of them name the same components.
 *
 * Layers are read from the last to the first, because `oc adm release new` puts the manifests on top; a file of an upper
 * layer wins over, and a whiteout there hides, one of the same name below. Reading ends with the layer that holds
 * `image-references`: the manifests of a release are made together with it, so what lies deeper is from images
 * that the release was built on. A layer counts only when it was read to its end and its digest was right.
 * @throws AirlockError `payload-invalid`, and what the reader throws
 */
export async function readReleaseManifests(
  content: ImageContentReader,
  source: PayloadSource,
  signal?: AbortSignal,
  bounds: PayloadBounds = BOUNDS,
): Promise<ReleaseManifests> {
  const { layers } = await instanceOf(content, source, signal);
  const manifests = new Map<string, Buffer>();
  const hidden = new Set<string>();
  const budget = { ...bounds };
  for (const layer of layers.toReversed()) {
    if (layer.urls?.length) continue;
    const found = await readLayer(content, source, layer, budget, signal);
    for (const [name, bytes] of found.files) {
      if (!manifests.has(name) && !hidden.has(name)) manifests.set(name, bytes);
    }
    if (manifests.has(IMAGE_REFERENCES)) return manifests;
    for (const name of found.hidden) hidden.add(name);
    if (found.hidesAll) break;
  }
  throw invalid(source, 'it has no release-manifests/image-references, so it is no release');
}

async function instanceOf(
  content: ImageContentReader,
  source: PayloadSource,
  signal?: AbortSignal,
): Promise<ImageContent> {
  const manifest = await content.manifest(source, signal);
  const parsed = parseManifest(manifest.bytes, manifest.mediaType);
  if (parsed.kind === 'image') return parsed;
  const isUsual = ({ platform }: Descriptor) => platform?.os === 'linux' && platform.architecture === 'amd64';
  const instance = parsed.manifests.find(isUsual) ?? parsed.manifests[0];
  if (!instance) throw invalid(source, 'its manifest list is empty');
  const below = await content.manifest({ ...source, digest: instance.digest }, signal);
  const image = parseManifest(below.bytes, below.mediaType);
  if (image.kind === 'image') return image;
  throw invalid(source, 'its manifest list holds a manifest list');
}

interface LayerFindings {
  files: Map<string, Buffer>;
  hidden: Set<string>;
  hidesAll: boolean;
}

async function readLayer(
  content: ImageContentReader,
  source: PayloadSource,
  layer: Descriptor,
  budget: PayloadBounds,
  signal?: AbortSignal,
): Promise<LayerFindings> {
  const findings: LayerFindings = { files: new Map(), hidden: new Set(), hidesAll: false };
  const entries = layerEntries(content.blob(source, layer, signal), {
    budget,
    invalid: (what, cause) => invalid(source, `layer ${layer.digest} ${what}`, cause),
    signal,
  });
  for await (const entry of entries) {
    const path = entry.header.name.replace(/^(?:\.?\/)+/, '');
    const [, name] = /^release-manifests\/([\w@+-][\w.@+-]*)$/.exec(path) ?? [];
    const [, whiteout] = /^release-manifests\/\.wh\.(.+)$/.exec(path) ?? [];
    if (whiteout) findings.hidden.add(whiteout);
    if (whiteout === '.wh..opq' || path === '.wh.release-manifests') findings.hidesAll = true;
    if (name && isFile(entry.header)) {
      const size = allowed(entry.header, name, source, budget);
      findings.files.set(name, await readFile(entry.content, size));
    }
  }
  return findings;
}

function isFile({ type }: Header): boolean {
  return type === 'file' || type === 'contiguous-file';
}

/** Size in bytes of a manifest, taken off the budget. */
function allowed({ size }: Header, name: string, source: PayloadSource, budget: PayloadBounds): number {
  budget.manifests -= size;
  if (size <= budget.manifest && budget.manifests >= 0) return size;
  throw invalid(source, `release-manifests/${name} has ${size} bytes, more than releases have`);
}

async function readFile(chunks: AsyncIterable<Buffer>, size: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts, size);
}

function invalid(
  { registry, repository, digest }: PayloadSource,
  what: string,
  cause?: unknown,
): AirlockError {
  return new AirlockError('payload-invalid', `${registry}/${repository}@${digest}: ${what}`, {
    side: 'source',
    cause,
  });
}
