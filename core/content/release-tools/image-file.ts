import { posix } from 'node:path';
import type { ImageContentReader, ImageSourceReference } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import { type LayerEntry, layerEntries } from '../../base/image/layer-entries.ts';
import type { Descriptor, ImageContent } from '../../base/image/manifest.ts';
import { t } from './messages.ts';

/** An image for one platform. */
export interface SingleImage {
  /** Its source, which the digest is read from. */
  source: ImageSourceReference & { digest: Digest };
  content: ImageContent;
}

/** Limits for the layers that are read for one file. */
export interface FileBounds {
  /** Bytes of all layers after decompression. */
  bytes: number;
  /** Entries of all layers. */
  entries: number;
  /** Bytes that are always allowed, plus `ratio` bytes for each compressed byte. */
  allowance: number;
  ratio: number;
  /** Links from one name to the next. */
  links: number;
}

/** Layers of tools unpack to about three times their size, live ISOs to their size. */
const BOUNDS: FileBounds = {
  bytes: 64 * 2 ** 30,
  entries: 2_000_000,
  allowance: 256 * 2 ** 20,
  ratio: 100,
  links: 16,
};

/**
 * Yields a file of an image as its containers would see it: the one of the top layer that has it, with whiteouts and links
 * applied. Nothing is written, so names in layers can't lead anywhere. The file is valid only after the iteration has
 * ended, because the digest of its layer is checked with the last byte.
 * @param path without a slash at its start, such as `usr/bin/oc`
 * @throws AirlockError `not-found` if the image has no such file, `payload-invalid` for layers that can't be unpacked,
 *   too large ones and loops of links, and the errors of the reader
 */
export async function* imageFile(
  reader: ImageContentReader,
  image: SingleImage,
  path: string,
  options: { bounds?: Partial<FileBounds>; signal?: AbortSignal } = {},
): AsyncGenerator<Buffer> {
  const bounds = { ...BOUNDS, ...options.bounds };
  const layers = image.content.layers.filter(({ urls }) => !urls?.length);
  const compressed = layers.reduce((sum, { size }) => sum + size, 0);
  const limit = Math.min(bounds.bytes, bounds.allowance + bounds.ratio * compressed);
  const reading = { reader, image, budget: { unpacked: limit, limit, entries: bounds.entries }, ...options };
  let wanted: Found & { kind: 'link' } = { kind: 'link', path, from: layers.length - 1 };
  for (let hop = 0; hop <= bounds.links; hop++) {
    const found: Found = yield* inLayers(layers, wanted, reading);
    if (found.kind === 'file') return;
    if (found.kind === 'missing')
      throw new AirlockError('payload-invalid', t('fileMissing', { image: nameOf(image), path }), {
        side: 'source',
        remedy: t('fileMissingRemedy'),
      });
    wanted = found;
  }
  throw invalid(image, t('tooManyLinks', { path, limit: bounds.links }));
}

interface Reading {
  reader: ImageContentReader;
  image: SingleImage;
  budget: { unpacked: number; limit: number; entries: number };
  signal?: AbortSignal;
}

/** `link`: continue with another path in the layers up to number `from`. */
type Found = { kind: 'file' } | { kind: 'missing' } | { kind: 'link'; path: string; from: number };

/** Yields the file of the top layer that has it. Returns what was found there. */
async function* inLayers(
  layers: Descriptor[],
  { path, from }: { path: string; from: number },
  reading: Reading,
): AsyncGenerator<Buffer, Found> {
  for (let number = from; number >= 0; number--) {
    const found = yield* inLayer(layers[number]!, path, reading);
    if (found === undefined) continue;
    if (found === 'file' || found === 'missing') return { kind: found };
    return { kind: 'link', path: found.path, from: found.hard ? number : layers.length - 1 };
  }
  return { kind: 'missing' };
}

/** Yields the file of one layer. Returns undefined if lower layers decide. */
async function* inLayer(
  layer: Descriptor,
  path: string,
  { reader, image, budget, signal }: Reading,
): AsyncGenerator<Buffer, 'file' | 'missing' | { path: string; hard: boolean } | undefined> {
  let found: 'file' | 'missing' | { path: string; hard: boolean } | undefined;
  let isHidden = false;
  const layerInvalid = (fault: string, cause?: unknown) =>
    invalid(image, t('layerInvalid', { digest: layer.digest, fault }), cause);
  const entries = layerEntries(reader.blob(image.source, layer, signal), {
    budget,
    invalid: layerInvalid,
    signal,
  });
  for await (const entry of entries) {
    if (--budget.entries < 0) throw layerInvalid(t('tooManyEntries'));
    const name = normalized(entry.header.name);
    if (hides(name, path)) isHidden = true;
    const seen = decision(entry, name, path);
    if (seen === undefined) continue;
    // Two entries of one name would be read one after the other. Builders of images never write them.
    if (found !== undefined) throw layerInvalid(t('nameTwice', { name: JSON.stringify(name) }));
    found = seen;
    if (seen === 'file') yield* entry.content;
  }
  return found ?? (isHidden ? 'missing' : undefined);
}

/** Returns what an entry says about a path: the file itself, a link that leads to it, or something else in its place. */
function decision(
  { header }: LayerEntry,
  name: string,
  path: string,
): 'file' | 'missing' | { path: string; hard: boolean } | undefined {
  const isItself = name === path;
  if (!isItself && !path.startsWith(`${name}/`)) return undefined;
  const { type, linkname } = header;
  if (type === 'directory' || header.name.endsWith('/')) return isItself ? 'missing' : undefined;
  if (type === 'symlink') {
    const target = posix.join('/', posix.dirname(name), linkname ?? '');
    const absolute = linkname?.startsWith('/') ? posix.normalize(linkname) : target;
    return { path: normalized(absolute + path.slice(name.length)), hard: false };
  }
  if (isItself && type === 'link') return { path: normalized(linkname ?? ''), hard: true };
  return isItself && (type === 'file' || type === 'contiguous-file') ? 'file' : 'missing';
}

/** Returns whether an entry is a whiteout of a path in the layers below (OCI image layer specification). */
function hides(name: string, path: string): boolean {
  const { dir, base } = posix.parse(name);
  if (!base.startsWith('.wh.')) return false;
  const hidden = base === '.wh..wh..opq' ? dir : posix.join(dir, base.slice('.wh.'.length));
  return hidden === '' || hidden === path || path.startsWith(`${hidden}/`);
}

/** Returns a name below the image's root. `..` never leads above it, as in a container. */
function normalized(name: string): string {
  return posix.normalize(`/${name}`).replace(/^\/+|\/+$/g, '');
}

function nameOf({ source: { registry, repository, digest } }: SingleImage): string {
  return `${registry}/${repository}@${digest}`;
}

function invalid(image: SingleImage, fault: string, cause?: unknown): AirlockError {
  return new AirlockError('payload-invalid', t('imageProblem', { image: nameOf(image), fault }), {
    side: 'source',
    remedy: t('imageProblemRemedy'),
    cause,
  });
}
