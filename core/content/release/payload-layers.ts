import type { Header } from 'tar-stream';
import type { ImageContentReader, ImageSourceReference } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import { layerEntries } from '../../base/image/layer-entries.ts';
import { type Descriptor, type ImageContent, parseManifest } from '../../base/image/manifest.ts';
import { t } from './messages.ts';

export type PayloadSource = ImageSourceReference & { digest: Digest };

/** Names below `release-manifests/` with their content. */
export type ReleaseManifests = ReadonlyMap<string, Buffer>;

export const IMAGE_REFERENCES = 'image-references';

/**
 * Limits in bytes. A release has about 1,000 manifests with 40 MB, and their layer contains little else. A malicious layer
 * is rejected at these limits.
 */
export interface PayloadBounds {
  manifest: number;
  manifests: number;
  unpacked: number;
}
const BOUNDS: PayloadBounds = { manifest: 32 * 2 ** 20, manifests: 192 * 2 ** 20, unpacked: 8 * 2 ** 30 };

/**
 * Returns the files of `release-manifests/` in a payload (oc-mirror v2: internal/pkg/release/local_stored_collector.go).
 * Reads the linux/amd64 instance of a manifest list, else the first one, because all of them list the same components.
 *
 * Reads layers from the last to the first, because `oc adm release new` adds the manifests on top. A file of an upper
 * layer replaces one of the same name below, and a whiteout hides it. Stops at the layer with `image-references`, because
 * all manifests of a release are added with it, and lower layers belong to the base images. A layer is only used after
 * it was read to its end and its digest was verified.
 * @throws AirlockError `payload-invalid`, and the errors of the reader
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
  throw invalid(source, t('notARelease'));
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
  if (!instance) throw invalid(source, t('listEmpty'));
  const below = await content.manifest({ ...source, digest: instance.digest }, signal);
  const image = parseManifest(below.bytes, below.mediaType);
  if (image.kind === 'image') return image;
  throw invalid(source, t('listNested'));
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
    invalid: (reason, cause) =>
      invalid(source, t('layerInvalid', { digest: layer.digest, fault: reason }), cause),
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

/** Subtracts the size of a manifest from the budget and returns it, in bytes. */
function allowed({ size }: Header, name: string, source: PayloadSource, budget: PayloadBounds): number {
  budget.manifests -= size;
  if (size <= budget.manifest && budget.manifests >= 0) return size;
  throw invalid(source, t('manifestTooLarge', { name, size }));
}

async function readFile(chunks: AsyncIterable<Buffer>, size: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts, size);
}

function invalid(
  { registry, repository, digest }: PayloadSource,
  fault: string,
  cause?: unknown,
): AirlockError {
  const payload = `${registry}/${repository}@${digest}`;
  return new AirlockError('payload-invalid', t('payloadProblem', { payload, fault }), {
    side: 'source',
    cause,
  });
}
