import { posix } from 'node:path';
import type { ImageContentReader, ImageSourceReference } from '../../base/collected/collected.ts';
import type { Digest } from '../../base/image/digest.ts';
import {
  type Descriptor,
  type ImageContent,
  type Manifest,
  parseManifest,
} from '../../base/image/manifest.ts';
import { isImageEntry } from '../../base/image/media-types.ts';
import { asObject } from '../../base/objects/as-object.ts';
import { invalidCatalog } from './invalid-catalog.ts';
import { t } from './messages.ts';

/** A catalog image by digest. For one on disk, `registry` is empty and `repository` is its folder. */
export type CatalogSource = ImageSourceReference & { digest: Digest };

/** Label of a catalog image with the folder of its file-based catalog. */
export const CONFIGS_LABEL = 'operators.operatorframework.io.index.configs.v1';
/** Label of old catalogs, which contain a database instead of files. */
const DATABASE_LABEL = 'operators.operatorframework.io.index.database.v1';

/** In bytes. Real configurations have a few KiB. */
const LARGEST_CONFIG = 8 * 2 ** 20;
const DEEPEST = 5;
const MOST_INSTANCES = 100;

/** A catalog image for one platform. */
export interface CatalogInstance {
  manifest: Manifest;
  image: ImageContent;
  /** Parsed configuration. */
  config: Record<string, unknown>;
  /** Folder of the catalog in the image, without slashes at its ends: `configs`. */
  folder: string;
  /** Its descriptor in the index; absent for an image without index. */
  descriptor?: Descriptor;
}

/** Returns the instance for linux/amd64, else the first. All of them contain the same catalog. */
export async function readableInstance(
  reader: ImageContentReader,
  source: CatalogSource,
  signal?: AbortSignal,
): Promise<CatalogInstance> {
  const found = await imagesBelow(
    reader,
    source,
    (children) => {
      const usual = children.find(
        ({ platform }) => platform?.os === 'linux' && platform.architecture === 'amd64',
      );
      const chosen = usual ?? children[0];
      return chosen ? [chosen] : [];
    },
    signal,
  );
  return instanceOf(reader, source, found[0]!, signal);
}

/**
 * Returns every instance, in the order of the index and its nested indexes. Attestations and other attachments are
 * skipped, because they refer to other digests than those of the rebuilt images.
 * @throws AirlockError `catalog-invalid`, `manifest-invalid`, and the errors of the reader
 */
export async function allInstances(
  reader: ImageContentReader,
  source: CatalogSource,
  signal?: AbortSignal,
): Promise<CatalogInstance[]> {
  const found = await imagesBelow(reader, source, (children) => children, signal);
  const instances: CatalogInstance[] = [];
  for (const image of found) instances.push(await instanceOf(reader, source, image, signal));
  return instances;
}

interface FoundImage {
  manifest: Manifest;
  image: ImageContent;
  descriptor?: Descriptor;
}

/** Returns the images below a manifest that `choose` returns, each once. */
async function imagesBelow(
  reader: ImageContentReader,
  source: CatalogSource,
  choose: (children: Descriptor[]) => Descriptor[],
  signal: AbortSignal | undefined,
): Promise<FoundImage[]> {
  const found = new Map<Digest, FoundImage>();
  const walk = async (digest: Digest, descriptor: Descriptor | undefined, depth: number): Promise<void> => {
    if (found.has(digest)) return;
    if (depth > DEEPEST) throw invalidCatalog(source, t('nestedTooDeeply', { limit: DEEPEST }));
    const manifest = await reader.manifest({ ...source, digest }, signal);
    const parsed = parseManifest(manifest.bytes, manifest.mediaType);
    if (parsed.kind === 'image') {
      if (found.size === MOST_INSTANCES)
        throw invalidCatalog(source, t('tooManyImages', { limit: MOST_INSTANCES }));
      found.set(digest, { manifest, image: parsed, descriptor });
      return;
    }
    const images = parsed.manifests.filter(isImageEntry);
    for (const child of choose(images)) await walk(child.digest, child, depth + 1);
  };
  await walk(source.digest, undefined, 0);
  if (found.size === 0) throw invalidCatalog(source, t('noImages'));
  return [...found.values()];
}

async function instanceOf(
  reader: ImageContentReader,
  source: CatalogSource,
  found: FoundImage,
  signal: AbortSignal | undefined,
): Promise<CatalogInstance> {
  const { config: descriptor } = found.image;
  if (descriptor.size > LARGEST_CONFIG)
    throw invalidCatalog(
      source,
      t('configurationTooLarge', { size: descriptor.size, limit: LARGEST_CONFIG }),
    );
  const parts: Buffer[] = [];
  for await (const part of reader.blob(source, descriptor, signal)) parts.push(part);
  let json: unknown;
  try {
    json = JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch (cause) {
    throw invalidCatalog(source, t('configurationNotJson'), { cause });
  }
  const config = asObject(json);
  return { ...found, config, folder: folderOf(source, labelsOf(config)) };
}

/** Returns the labels in an image's configuration. */
export function labelsOf(config: Record<string, unknown>): Record<string, unknown> {
  return asObject(asObject(config.config).Labels);
}

function folderOf(source: CatalogSource, labels: Record<string, unknown>): string {
  const label = labels[CONFIGS_LABEL];
  if (typeof label !== 'string') {
    const old = labels[DATABASE_LABEL] !== undefined;
    throw invalidCatalog(source, old ? t('database') : t('labelMissing', { label: CONFIGS_LABEL }), {
      remedy: old ? t('databaseRemedy') : t('labelMissingRemedy'),
    });
  }
  const folder = posix.join('/', label).replace(/^\/+|\/+$/g, '');
  if (folder === '' || /[\\\p{Cc}]/u.test(folder))
    throw invalidCatalog(source, t('labelInvalid', { label: CONFIGS_LABEL, value: JSON.stringify(label) }));
  return folder;
}
