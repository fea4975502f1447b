import { posix } from 'node:path';
import type { Header } from 'tar-stream';
import type { ImageContentReader } from '../../base/collected/collected.ts';
import type { AirlockError } from '../../base/errors/airlock-error.ts';
import { layerEntries } from '../../base/image/layer-entries.ts';
import type { CatalogFile } from '../catalog/model/catalog-files.ts';
import type { CatalogInstance, CatalogSource } from './catalog-instances.ts';
import { invalidCatalog } from './invalid-catalog.ts';

/**
 * Bounds in bytes: of one file of the catalog, and of all that the layers of an image unpack to. The largest catalogs
 * have 500 MB in all; an image made to keep us busy is refused at these.
 */
export interface FolderBounds {
  file: number;
  unpacked: number;
}
const BOUNDS: FolderBounds = { file: 2 * 2 ** 30, unpacked: 64 * 2 ** 30 };

/**
 * The files of a catalog image below its configs folder, as a container of it sees them: whiteouts applied, the last
 * layer wins (OCI image-spec, "Image Layer Filesystem Changeset"). Streamed, one pass over the layers from the last to
 * the first; it ends with the layer that hides the folder of those below. Links and devices are no part of a catalog
 * and are left out.
 *
 * A layer's digest is known to be right only when its last byte was read, after its files were yielded: what was made of
 * them counts only when the iteration has come to its end. Content is to be read whole or not at all, before the next
 * file is asked for.
 * @throws AirlockError `catalog-invalid`, `archive-hostile`, and what the reader throws
 */
export async function* configsFolder(
  reader: ImageContentReader,
  source: CatalogSource,
  instance: CatalogInstance,
  options: { signal?: AbortSignal; bounds?: FolderBounds } = {},
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
      invalid: (what, cause) => invalidCatalog(source, `its layer ${layer.digest} ${what}`, { cause }),
      signal,
    });
    const here = above.newLayer();
    for await (const { header, content } of entries) {
      const path = pathOf(header);
      if (!here.add(path, header, source)) continue;
      if ((header.size ?? 0) > bounds.file)
        throw invalidCatalog(source, `its file ${path} has ${header.size} bytes, more than a catalog has`);
      found = true;
      yield { path: path.slice(folder.length + 1), content };
    }
    if (here.finish()) break;
  }
  if (!found) throw invalidCatalog(source, `there is no file below /${folder}, which its label names`);
}

/** What the layers read so far, which lie above the next one, say about the folder. */
function upperLayers(folder: string) {
  /** Paths that an upper layer has, in any form. */
  const accepted = new Set<string>();
  /** Paths below which nothing of the lower layers shows. */
  const closed = new Set<string>();
  const shows = (path: string) => !accepted.has(path) && !pathAndAbove(path).some((each) => closed.has(each));
  const concernsUs = (path: string) =>
    path === '' || `${path}/`.startsWith(`${folder}/`) || folder.startsWith(`${path}/`);

  return {
    newLayer() {
      const paths = new Set<string>();
      const closing = new Set<string>();
      return {
        /** True when the entry is a file of the folder that no upper layer hides. */
        add(path: string, { type }: Header, source: CatalogSource): boolean {
          const hides = hiddenBy(path);
          if (!concernsUs(hides ?? path)) return false;
          if (hides !== undefined || type !== 'directory') closing.add(hides ?? path);
          if (hides !== undefined || !path.startsWith(`${folder}/`)) return false;
          if (path.split('/').includes('..') || /[\\\p{Cc}]/u.test(path))
            throw hostile(source, path, 'leads out of its folder');
          if (type !== 'directory' && paths.has(path))
            throw hostile(source, path, 'is there twice in one layer');
          for (const each of pathAndAbove(path)) paths.add(each);
          return (type === 'file' || type === 'contiguous-file') && shows(path);
        },
        /** Ends the layer. True when nothing of those below shows in the folder. */
        finish(): boolean {
          for (const path of paths) accepted.add(path);
          for (const path of closing) closed.add(path);
          return ['', ...pathAndAbove(folder)].some((path) => closed.has(path));
        },
      };
    },
  };
}

/** What a whiteout removes from the layers below; undefined for other entries. */
function hiddenBy(path: string): string | undefined {
  const { dir, base } = posix.parse(path);
  if (base === '.wh..wh..opq') return dir;
  return base.startsWith('.wh.') ? posix.join(dir, base.slice(4)) : undefined;
}

/** `a`, `a/b` and `a/b/c` for `a/b/c`. */
function pathAndAbove(path: string): string[] {
  const elements = path.split('/');
  return elements.map((_, index) => elements.slice(0, index + 1).join('/'));
}

/** The path of an entry below the root, without a slash at either end. */
function pathOf({ name }: Header): string {
  return name.replace(/^(?:\.?\/)+/, '').replace(/(?<!\/)\/+$/, '');
}

function hostile(source: CatalogSource, path: string, what: string): AirlockError {
  return invalidCatalog(source, `the entry ${JSON.stringify(path)} of a layer ${what}`, {
    code: 'archive-hostile',
  });
}
