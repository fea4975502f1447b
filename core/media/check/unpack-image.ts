import { link, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { makeDirectory } from '../../base/files/atomic-file.ts';
import type { ContentSource } from '../../base/image/content.ts';
import type { Digest } from '../../base/image/digest.ts';
import { hexOf } from '../../base/image/digest.ts';
import { type LayerEntry, layerEntries } from '../../base/image/layer-entries.ts';
import { type Descriptor, parseManifest } from '../../base/image/manifest.ts';
import { t } from './messages.ts';
import { RootTree } from './root-tree.ts';
import { writeContent } from './write-content.ts';

/** Limits for an unpacked image. */
export interface UnpackBounds {
  /** Bytes of all layers after decompression. */
  bytes: number;
  /** Files, folders and links of all layers. */
  entries: number;
  /** Bytes that are always allowed, plus `ratio` bytes for each compressed byte. */
  allowance: number;
  ratio: number;
}
/** Layers of real images unpack to 2 to 20 times their size; gzip reaches 1,032 times with zeros alone. */
const BOUNDS: UnpackBounds = {
  bytes: 64 * 2 ** 30,
  entries: 2_000_000,
  allowance: 256 * 2 ** 20,
  ratio: 100,
};

/** Largest manifest or configuration in bytes. */
const SMALL = 16 * 1024 * 1024;

/**
 * Unpacks one image into a folder as its containers would see its files: `rootfs/` with all layers and whiteouts applied,
 * `manifest.json`, `config.json`, and layers that aren't file systems (signatures, other artifacts) as `blobs/<hex>`.
 *
 * Never writes outside of the folder. Creates hard links, but no symbolic links and devices, because a program that reads
 * the folder would follow them out of it. `links.json` lists the symbolic links.
 * @param folder an empty folder
 * @throws AirlockError `content-missing` if a part isn't available locally, `manifest-invalid` if it can't be unpacked,
 *   `archive-hostile` for entries that only a manipulated image contains, `digest-mismatch`, `disk`, `disk-full`, `interrupted`
 */
export async function unpackImage(
  source: ContentSource,
  image: Digest,
  folder: string,
  options: { bounds?: Partial<UnpackBounds>; signal?: AbortSignal } = {},
): Promise<void> {
  const { signal } = options;
  const bounds = { ...BOUNDS, ...options.bounds };
  try {
    const manifest = await source.bytes(image, SMALL);
    await writeFile(join(folder, 'manifest.json'), manifest);
    const parsed = parseManifest(manifest);
    if (parsed.kind === 'index') throw new AirlockError('manifest-invalid', t('imageIsList', { image }));
    const layers = parsed.layers.filter(({ urls }) => !urls?.length);
    for (const { digest } of [parsed.config, ...layers])
      if (source.size(digest) === undefined)
        throw new AirlockError('content-missing', t('partMissing', { digest, image }), {
          side: 'local',
        });
    await writeContent(join(folder, 'config.json'), source.read(parsed.config.digest, { ...options }));
    const root = join(folder, 'rootfs');
    await mkdir(root);
    const tree = new RootTree(root);
    const compressed = layers.reduce((sum, { digest }) => sum + (source.size(digest) ?? 0), 0);
    const limit = Math.min(bounds.bytes, bounds.allowance + bounds.ratio * compressed);
    const budget = { unpacked: limit, limit };
    let entries = 0;
    for (const layer of layers) {
      if (!isFileSystem(layer)) {
        await keepBlob(source, layer, folder, signal);
        continue;
      }
      tree.nextLayer();
      const invalid = (problem: string, cause?: unknown) =>
        new AirlockError('manifest-invalid', t('layerInvalid', { layer: layer.digest, image, problem }), {
          cause,
        });
      const reading = { budget, invalid, signal };
      for await (const entry of layerEntries(source.read(layer.digest, { ...reading }), reading)) {
        if (++entries > bounds.entries) throw invalid(t('tooManyFiles', { limit: bounds.entries }));
        await apply(tree, entry, invalid);
      }
    }
    const links = tree.links();
    if (links.length > 0)
      await writeFile(join(folder, 'links.json'), `${JSON.stringify(Object.fromEntries(links), null, 2)}\n`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENAMETOOLONG')
      throw new AirlockError('manifest-invalid', t('nameTooLong', { image }), {
        cause: error,
      });
    throw asAirlockError(error);
  }
}

/** Also returns true for layers of charts and other artifacts that are tar archives. */
function isFileSystem({ mediaType }: Descriptor): boolean {
  return /\.tar(?:$|[.+])/.test(mediaType);
}

async function keepBlob(
  source: ContentSource,
  { digest }: Descriptor,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  await makeDirectory(join(folder, 'blobs'));
  // Two layers can be the same blob.
  await writeContent(join(folder, 'blobs', hexOf(digest)), source.read(digest, signal ? { signal } : {}));
}

async function apply(
  tree: RootTree,
  { header, content }: LayerEntry,
  invalid: (problem: string) => AirlockError,
): Promise<void> {
  const { name, type, linkname } = header;
  switch (type) {
    case 'directory':
      return tree.folder(name);
    case 'file':
    case 'contiguous-file': {
      if (await tree.whiteout(name)) return;
      // In old GNU tar archives, only the trailing slash marks a folder.
      if (name.endsWith('/')) return tree.folder(name);
      const path = await tree.file(name);
      return writeContent(path, content, header.mode !== undefined && (header.mode & 0o111) !== 0);
    }
    case 'symlink':
      return tree.link(name, linkname ?? '');
    case 'link': {
      const target = await tree.find(linkname ?? '');
      if (target?.kind === 'link') return tree.link(name, target.target);
      if (target?.kind !== 'file') throw invalid(t('hardLinkUnknown', { target: JSON.stringify(linkname) }));
      const path = await tree.file(name);
      // A hard link can have the name of its own target.
      if (path !== target.path) await link(target.path, path);
      return;
    }
    case 'character-device':
    case 'block-device':
    case 'fifo':
      return tree.nothing(name);
    default:
      throw invalid(t('entryUnsupported', { name: JSON.stringify(name) }));
  }
}
