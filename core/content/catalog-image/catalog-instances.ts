import { posix } from 'node:path';
import type { ImageContentReader, ImageSourceReference } from '../../base/collected/collected.ts';
import type { Digest } from '../../base/image/digest.ts';
import {
  type Descriptor,
  type ImageContent,
  type Manifest,
  parseManifest,
} from '../../base/image/manifest.ts';
import { invalidCatalog } from './invalid-catalog.ts';

/** A catalog image by digest. `registry` is empty for one on disk, whose folder is the `repository`. */
export type CatalogSource = ImageSourceReference & { digest: Digest };

/** Label of a catalog image that names the folder of its file-based catalog. */
export const CONFIGS_LABEL = 'operators.operatorframework.io.index.configs.v1';
/** Label of the catalogs of old, which hold a database in place of files. */
const DATABASE_LABEL = 'operators.operatorframework.io.index.database.v1';

/** A configuration is some kB. */
const LARGEST_CONFIG = 8 * 2 ** 20;
const DEEPEST = 5;
const MOST_INSTANCES = 100;

/** A catalog image for one platform. */
export interface CatalogInstance {
  manifest: Manifest;
  image: ImageContent;
  /** Parsed configuration. */
  config: Record<string, unknown>;
  /** Folder of the catalog in it, without slashes at its ends: `configs`. */
  folder: string;
  /** How the index around it describes it; absent for an image without index. */
  descriptor?: Descriptor;
}

/** One instance: for linux/amd64, else the first. All of them hold the same catalog. */
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
 * Every instance, in the order of the index; indexes inside it are followed. Attestations and other attachments are left
 * out: they speak of other digests than those of what is built here.
 * @throws AirlockError `catalog-invalid`, `manifest-invalid`, and what the reader throws
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

/** The images below a manifest that `choose` takes, each once. */
async function imagesBelow(
  reader: ImageContentReader,
  source: CatalogSource,
  choose: (children: Descriptor[]) => Descriptor[],
  signal: AbortSignal | undefined,
): Promise<FoundImage[]> {
  const found = new Map<Digest, FoundImage>();
  const walk = async (digest: Digest, descriptor: Descriptor | undefined, depth: number): Promise<void> => {
    if (found.has(digest)) return;
    if (depth > DEEPEST) throw invalidCatalog(source, `its indexes are nested deeper than ${DEEPEST}`);
    const manifest = await reader.manifest({ ...source, digest }, signal);
    const parsed = parseManifest(manifest.bytes, manifest.mediaType);
    if (parsed.kind === 'image') {
      if (found.size === MOST_INSTANCES) throw invalidCatalog(source, `it has over ${MOST_INSTANCES} images`);
      found.set(digest, { manifest, image: parsed, descriptor });
      return;
    }
    const images = parsed.manifests.filter(
      ({ artifactType, platform }) => artifactType === undefined && platform?.os !== 'unknown',
    );
    for (const child of choose(images)) await walk(child.digest, child, depth + 1);
  };
  await walk(source.digest, undefined, 0);
  if (found.size === 0) throw invalidCatalog(source, 'its index holds no image');
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
    throw invalidCatalog(source, `its configuration has ${descriptor.size} bytes`);
  const parts: Buffer[] = [];
  for await (const part of reader.blob(source, descriptor, signal)) parts.push(part);
  let json: unknown;
  try {
    json = JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch (cause) {
    throw invalidCatalog(source, 'its configuration is not JSON', { cause });
  }
  const config = asObject(json);
  return { ...found, config, folder: folderOf(source, labelsOf(config)) };
}

/** Labels of an image's configuration. */
export function labelsOf(config: Record<string, unknown>): Record<string, unknown> {
  return asObject(asObject(config.config).Labels);
}

/** The value when it is an object, else an empty one; never the value itself. */
export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...(value as Record<string, unknown>) }
    : {};
}

function folderOf(source: CatalogSource, labels: Record<string, unknown>): string {
  const label = labels[CONFIGS_LABEL];
  if (typeof label !== 'string') {
    const old = labels[DATABASE_LABEL] !== undefined;
    const what = old
      ? 'it is a catalog with a database (SQLite), not with files'
      : `it has no label ${CONFIGS_LABEL}`;
    throw invalidCatalog(source, what, {
      remedy: old
        ? 'Take a newer tag of the catalog, or convert it with `opm migrate`.'
        : 'Check that the reference is an operator catalog, not an operator or its bundle.',
    });
  }
  const folder = posix.join('/', label).replace(/^\/+|\/+$/g, '');
  if (folder === '' || /[\\\p{Cc}]/u.test(folder))
    throw invalidCatalog(source, `its label ${CONFIGS_LABEL} names no folder: ${JSON.stringify(label)}`);
  return folder;
}
