import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageContentReader } from '../../base/collected/collected.ts';
import { sourceOf } from '../../base/collected/image-source.ts';
import { AirlockError, asAirlockError, onSide } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import type { ImageSource } from '../../base/image/content.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import type { ImageReference } from '../../base/image/reference.ts';
import type { Registries } from '../../registry/exchange/registry.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { looseKind } from '../../store/archive/loose-reader.ts';
import { SET_FILE_NAME } from '../../store/set-format/entry-names.ts';
import { namesIn, parseTransferName } from '../../store/workspace/next-transfer.ts';
import { readFormat } from '../../store/workspace/workspace.ts';
import { type CatalogIndex, openCatalogIndex } from '../catalog/index/open-index.ts';
import type { CatalogSource } from '../catalog-image/catalog-instances.ts';
import {
  type CatalogContent,
  openCatalogFolder,
  openCatalogImage,
  openCatalogLayout,
} from '../catalog-image/open-catalog.ts';
import { manifestFrom } from '../plan/manifest-origin.ts';
import { catalogIndexIn } from './catalog-indexes.ts';
import { t } from './messages.ts';
import type { NamedCatalog } from './named-catalog.ts';
import { type CatalogProgress, reportingFiles, reportingReader } from './reading-progress.ts';
import { chosenCatalog } from './stored-catalogs.ts';

/** A catalog that was looked up, for lists and comparisons. */
export interface ViewedCatalog {
  /** The resolved name: the reference, the folder, or the catalog in a set. */
  name: string;
  /** Of the catalog's image. For a folder, computed over its files. */
  digest: Digest;
  index: CatalogIndex;
}

export interface LookOptions {
  /** Folder with the indexes of catalogs by digest. Missing ones are added. */
  indexes: string;
  /** Called if the catalog is in a registry. */
  registries(): Promise<Pick<Registries, 'at'>>;
  /** Gets the progress of reading a catalog that isn't indexed yet. */
  onProgress?(progress: CatalogProgress): void;
  signal?: AbortSignal;
}

/**
 * Opens the index of a catalog, or builds it if there is none for the catalog's digest. For an indexed catalog in a
 * registry, only requests the digest of its tag. Writes nothing to the place of the catalog.
 * @throws AirlockError `not-found`, `catalog-invalid`, `usage` for a folder with several catalogs, `content-missing`,
 * `disk`, `interrupted`, and those of the registry
 */
export async function lookAtCatalog(named: NamedCatalog, options: LookOptions): Promise<ViewedCatalog> {
  options.signal?.throwIfAborted();
  const catalog =
    named.at === 'registry'
      ? await inRegistry(named.reference, options)
      : named.at === 'layout'
        ? await inLayout(named.path, options)
        : await onDisk(named, options);
  if (catalog.index.packages.length > 0) return catalog;
  throw new AirlockError('catalog-invalid', t('catalogEmpty', { catalog: catalog.name }), {
    remedy: t('catalogEmptyRemedy'),
  });
}

async function inRegistry(reference: ImageReference, options: LookOptions): Promise<ViewedCatalog> {
  const { signal } = options;
  const stop = signal ? { signal } : {};
  const { registry: host, repository, tag, digest: pinned } = sourceOf(reference);
  const registry = (await options.registries()).at(host);
  try {
    const digest = pinned ?? (await registry.resolve(repository, tag!, stop))?.digest;
    if (!digest)
      throw new AirlockError('not-found', t('catalogMissing', { catalog: reference.text }), {
        side: 'source',
        remedy: t('catalogMissingRemedy'),
      });
    const reader: ImageContentReader = {
      manifest: (source) => registry.manifest(source.repository, source.digest!, stop),
      blob: (source, blob) => registry.blob(source.repository, blob, stop),
    };
    return await ofImage(reference.text, reader, { registry: host, repository, digest }, options);
  } catch (error) {
    throw onSide(error, 'source');
  }
}

/** @param more additional folders that may contain an index */
async function ofImage(
  name: string,
  reader: ImageContentReader,
  source: CatalogSource,
  options: LookOptions,
  more: string[] = [],
): Promise<ViewedCatalog> {
  const { digest } = source;
  const reported = reportingReader(reader, name, options.onProgress);
  const open = () => openCatalogImage(reported, source, options.signal ? { signal: options.signal } : {});
  return { name, digest, index: await indexOf(digest, open, options, more) };
}

async function indexOf(
  digest: Digest,
  open: () => CatalogContent | Promise<CatalogContent>,
  { indexes, signal }: LookOptions,
  more: string[] = [],
): Promise<CatalogIndex> {
  for (const folder of more) {
    const index = await openCatalogIndex(join(folder, hexOf(digest)));
    if (index) return index;
  }
  return catalogIndexIn(indexes, digest, async () => (await open()).files(), signal ? { signal } : {});
}

async function inLayout(path: string, options: LookOptions): Promise<ViewedCatalog> {
  const layout = await openCatalogLayout(path, options.signal ? { signal: options.signal } : {});
  try {
    return await ofImage(path, layout.reader, layout.source, options);
  } finally {
    await layout.close();
  }
}

async function onDisk(named: NamedCatalog & { at: 'disk' }, options: LookOptions): Promise<ViewedCatalog> {
  const { path, within } = await existing(named);
  const found = await stat(path);
  if (found.isDirectory() && (await containsSets(path))) return inSets(path, within, options);
  if (within !== undefined) throw new AirlockError('usage', t('notASet', { path, catalog: within }));
  if (found.isDirectory() && (await looseKind(path)) === 'oci') return inLayout(path, options);
  const content = await openCatalogFolder(path);
  const bytes = await sizeOf(path);
  const files = () => reportingFiles(content.files(), { catalog: path, total: bytes }, options.onProgress);
  return {
    name: path,
    digest: content.digest,
    index: await indexOf(content.digest, () => ({ ...content, files }), options),
  };
}

/** Returns an existing path, and the catalog of a set after `#`. */
async function existing({
  path,
  noReference,
}: NamedCatalog & { at: 'disk' }): Promise<{ path: string; within?: string }> {
  const isPresent = async (each: string) => (await stat(each).catch(() => undefined)) !== undefined;
  if (await isPresent(path)) return { path };
  const mark = path.indexOf('#');
  if (mark > 0 && (await isPresent(path.slice(0, mark))))
    return { path: path.slice(0, mark), within: path.slice(mark + 1) };
  throw noReference
    ? new AirlockError('usage', t('nameInvalid', { path, error: noReference.message }), {
        remedy: t('nameInvalidRemedy'),
      })
    : new AirlockError('usage', t('pathMissing', { path }), { remedy: t('pathMissingRemedy') });
}

async function containsSets(path: string): Promise<boolean> {
  if ((await looseKind(path)) === 'registry' || (await readFormat(path)) !== undefined) return true;
  const [names, transfers] = [await namesIn(path), await namesIn(join(path, 'transfers'))];
  return (
    names.includes('.oc-mirror') ||
    names.some((name) => SET_FILE_NAME.test(name)) ||
    transfers.some((name) => parseTransferName(name) !== undefined)
  );
}

async function inSets(
  path: string,
  within: string | undefined,
  options: LookOptions,
): Promise<ViewedCatalog> {
  const source = await openImageSource(path, options.signal ? { signal: options.signal } : {});
  try {
    const { name, repository, digest, files } = await chosenCatalog(source, within);
    // A mirror to disk stores the indexes of this workspace's catalogs in its cache.
    const own = airlockDirectory(path, 'cache', 'catalogs');
    const image = { registry: '', repository, digest };
    const shown = `${path}#${name}`;
    try {
      return await ofImage(shown, readerOf(source), image, options, [own]);
    } catch (thrown) {
      const error = asAirlockError(thrown);
      if (error.code !== 'content-missing' || !files) throw error;
      return { name: shown, digest, index: await indexOf(digest, () => ({ digest, files }), options) };
    }
  } finally {
    await source.close();
  }
}

function readerOf(source: ImageSource): ImageContentReader {
  return {
    manifest: async ({ digest }) => manifestFrom(digest!, await source.bytes(digest!)),
    blob: (_, { digest }, signal) => source.read(digest, signal ? { signal } : {}),
  };
}

/** Returns the size of a file, or of all files in a folder, in bytes. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path);
  if (!found.isDirectory()) return found.size;
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
