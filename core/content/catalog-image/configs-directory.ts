import { posix } from 'node:path';
import type { Header } from 'tar-stream';
import type { ImageContentReader } from '../../base/collected/collected.ts';
import type { AirlockError } from '../../base/errors/airlock-error.ts';
import { layerEntries } from '../../base/image/layer-entries.ts';
import type { CatalogFile } from '../catalog/model/catalog-files.ts';
import type { CatalogInstance, CatalogSource } from './catalog-instances.ts';
import { invalidCatalog } from './invalid-catalog.ts';
import { t } from './messages.ts';

/**
 * Limits in bytes: of one file of the catalog, and of the unpacked layers of an image. The largest catalogs have 500 MB.
 * A malicious image is rejected at these limits.
 */
export interface DirectoryBounds {
  file: number;
  unpacked: number;
}
const BOUNDS: DirectoryBounds = { file: 2 * 2 ** 30, unpacked: 64 * 2 ** 30 };

/**
 * Returns the files of a catalog image below its configs folder, as a container sees them: with whiteouts, and with
 * precedence for the last layer (OCI image-spec, "Image Layer Filesystem Changeset"). Streams the layers in one pass from
 * the last to the first, and stops at the layer that hides the folder of those below. Links and devices aren't part of a
 * catalog and are skipped.
 *
 * The digest of a layer is verified at its last byte, after its files were returned. Discard all results unless the
 * iteration completes. Content must be read entirely or not at all before the next file is requested.
 * @throws AirlockError `catalog-invalid`, `archive-hostile`, and the errors of the reader
 */
export async function* configsDirectory(
  reader: ImageContentReader,
  source: CatalogSource,
  instance: CatalogInstance,
  options: { signal?: AbortSignal; bounds?: DirectoryBounds } = {},
): AsyncGenerator<CatalogFile> {
  const { signal, bounds = BOUNDS } = options;
  const { folder, image } = instance;
  const budget = { unpacked: bounds.unpacked };
  const above = upperLayers(folder);
  let found = false;
  for (const layer of image.layers.toReversed()) {
    if (layer.urls?.length) continue;
    const entries = layerEntries(reader.blob(source, layer, signal), {
      budget,
      invalid: (reason, cause) =>
        invalidCatalog(source, t('layerInvalid', { digest: layer.digest, fault: reason }), { cause }),
      signal,
    });
    const here = above.newLayer();
    for await (const { header, content } of entries) {
      const path = pathOf(header);
      if (!here.add(path, header, source)) continue;
      if ((header.size ?? 0) > bounds.file)
        throw invalidCatalog(source, t('fileTooLarge', { path, size: header.size ?? 0, limit: bounds.file }));
      found = true;
      yield { path: path.slice(folder.length + 1), content };
    }
    if (here.finish()) break;
  }
  if (!found) throw invalidCatalog(source, t('directoryEmpty', { folder }));
}

/** Tracks what the layers above the next one contain and hide in the folder. */
function upperLayers(folder: string) {
  /** Paths of an upper layer, of any type. */
  const accepted = new Set<string>();
  /** Paths below which the lower layers are hidden. */
  const closed = new Set<string>();
  const shows = (path: string) => !accepted.has(path) && !pathAndAbove(path).some((each) => closed.has(each));
  const concernsUs = (path: string) =>
    path === '' || `${path}/`.startsWith(`${folder}/`) || folder.startsWith(`${path}/`);

  return {
    newLayer() {
      const paths = new Set<string>();
      const closing = new Set<string>();
      return {
        /** Returns whether an entry is a file of the folder that no upper layer hides. */
        add(path: string, { type }: Header, source: CatalogSource): boolean {
          const hides = hiddenBy(path);
          if (!concernsUs(hides ?? path)) return false;
          if (hides !== undefined || type !== 'directory') closing.add(hides ?? path);
          if (hides !== undefined || !path.startsWith(`${folder}/`)) return false;
          if (path.split('/').includes('..') || /[\\\p{Cc}]/u.test(path))
            throw hostile(source, t('entryOutside', { path: JSON.stringify(path) }));
          if (type !== 'directory' && paths.has(path))
            throw hostile(source, t('entryTwice', { path: JSON.stringify(path) }));
          for (const each of pathAndAbove(path)) paths.add(each);
          return (type === 'file' || type === 'contiguous-file') && shows(path);
        },
        /** Ends the layer. Returns whether the folder of all lower layers is hidden. */
        finish(): boolean {
          for (const path of paths) accepted.add(path);
          for (const path of closing) closed.add(path);
          return ['', ...pathAndAbove(folder)].some((path) => closed.has(path));
        },
      };
    },
  };
}

/** Returns the path that a whiteout removes from the layers below; undefined for other entries. */
function hiddenBy(path: string): string | undefined {
  const { dir, base } = posix.parse(path);
  if (base === '.wh..wh..opq') return dir;
  return base.startsWith('.wh.') ? posix.join(dir, base.slice(4)) : undefined;
}

/** Returns `a`, `a/b` and `a/b/c` for `a/b/c`. */
function pathAndAbove(path: string): string[] {
  const elements = path.split('/');
  return elements.map((_, index) => elements.slice(0, index + 1).join('/'));
}

/** Returns the path of an entry below the root, without a slash at either end. */
function pathOf({ name }: Header): string {
  return name.replace(/^(?:\.?\/)+/, '').replace(/(?<!\/)\/+$/, '');
}

function hostile(source: CatalogSource, fault: string): AirlockError {
  return invalidCatalog(source, fault, { code: 'archive-hostile' });
}
