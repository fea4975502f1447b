import type { CollectedImage, ImageContentReader } from '../../base/collected/collected.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Descriptor, Manifest, Platform } from '../../base/image/manifest.ts';
import { DOCKER_LIST, DOCKER_MANIFEST, OCI_INDEX } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { asObject } from '../../base/objects/as-object.ts';
import { closureOf } from '../plan/closure.ts';
import { bytesOf, type Closure, type PlannedImage } from '../plan/planned-image.ts';
import {
  allInstances,
  type CatalogInstance,
  type CatalogSource,
  CONFIGS_LABEL,
  labelsOf,
} from './catalog-instances.ts';
import {
  type BuiltLayer,
  CONFIGS_FOLDER,
  type ContentStore,
  filteredLayer,
  hidingLayer,
  type LayerPlace,
} from './catalog-layers.ts';
import type { FilteredFile } from './filtered-files.ts';
import { invalidCatalog } from './invalid-catalog.ts';
import { t } from './messages.ts';

export interface RebuildRequest {
  reader: ImageContentReader;
  source: CatalogSource;
  /** The filtered catalog. */
  files: FilteredFile[];
  /** Stores everything that is built: layers, configurations, manifests. */
  store: ContentStore;
  /** For layers while they are built. */
  directory: string;
  /** Only these instances, or all if empty. The rebuilt index is never sparse. */
  platforms: Platform[];
  signal?: AbortSignal;
}

/** A catalog image with a filtered catalog. Its content is in the store or at the source. */
export interface RebuiltCatalog extends Closure {
  /** Always an index, even for one image, as in oc-mirror. Its digest is that of the closure. */
  index: Manifest;
}

/**
 * Rebuilds a catalog image around a filtered catalog (oc-mirror v2: internal/pkg/imagebuilder/catalog_builder.go):
 * every instance gets a layer that hides the old catalog with its cache, and one with the new catalog. Layers of the
 * source aren't read. The same source, files and platforms result in the same bytes.
 * @throws AirlockError `catalog-invalid`, `manifest-invalid`, `disk`, `disk-full`, and the errors of the reader
 */
export async function rebuildCatalog(request: RebuildRequest): Promise<RebuiltCatalog> {
  const { reader, source, files, store, directory, platforms, signal } = request;
  const instances = wanted(await allInstances(reader, source, signal), platforms, source);
  const place: LayerPlace = { store, directory, signal };
  const catalog = await filteredLayer(files, place);
  const made = new Map<Digest, Manifest>();
  const descriptors: Descriptor[] = [];
  for (const instance of instances) {
    const hiding = await hidingLayer(
      [CONFIGS_FOLDER, instance.folder, ...cacheFolders(instance.config)],
      place,
    );
    const manifest = await extended(instance, [hiding, catalog], store, source);
    made.set(manifest.digest, manifest);
    await store.put(manifest.digest, manifest.bytes);
    const { mediaType, digest, bytes } = manifest;
    descriptors.push({ mediaType, digest, size: bytes.length, platform: platformOf(instance) });
  }
  // Registries reject an index of one format with manifests of the other.
  const docker = descriptors.every(({ mediaType }) => mediaType === DOCKER_MANIFEST);
  const index = manifestOf(docker ? DOCKER_LIST : OCI_INDEX, { manifests: descriptors });
  await store.put(index.digest, index.bytes);
  return { index, ...(await closureOf(index, async ({ digest }) => made.get(digest)!)) };
}

/** Returns a rebuilt catalog for the plan. Its manifests are read from the store, because no registry has them. */
export function plannedCatalog(image: CollectedImage, built: RebuiltCatalog): PlannedImage {
  const { registry, repository } = image.source;
  const { digest, manifests, blobs } = built;
  const source = { registry, repository, digest };
  const { platforms: _, ...rest } = image;
  const planned = { ...rest, source, digest, manifests, blobs, attachments: [] };
  return { ...planned, bytes: bytesOf(planned) };
}

function wanted(
  instances: CatalogInstance[],
  platforms: Platform[],
  source: CatalogSource,
): CatalogInstance[] {
  if (platforms.length === 0) return instances;
  const found = instances.filter((instance) => {
    const { os, architecture } = platformOf(instance);
    return platforms.some((each) => each.os === os && each.architecture === architecture);
  });
  if (found.length > 0) return found;
  const names = (list: Platform[]) => list.map(({ os, architecture }) => `${os}/${architecture}`).join(', ');
  throw invalidCatalog(
    source,
    `no instances found for platform ${names(platforms)}; it has ${names(instances.map(platformOf))}`,
    { remedy: t('platformRemedy') },
  );
}

function platformOf({ descriptor, config }: CatalogInstance): Platform {
  if (descriptor?.platform) return descriptor.platform;
  const { os, architecture, variant } = config as Partial<Platform>;
  if (!os || !architecture) return { os: 'linux', architecture: 'amd64' };
  return { os, architecture, variant: variant || undefined };
}

/** Returns the folders of opm's cache in the image: the usual one, and those in its command. */
function cacheFolders(config: Record<string, unknown>): string[] {
  const { Entrypoint = [], Cmd = [] } = asObject(config.config);
  const words = [Entrypoint, Cmd].flatMap((list) => (Array.isArray(list) ? list.map(String) : []));
  const named = words.flatMap((word, index) => {
    if (word === '--cache-dir') return words[index + 1] ?? [];
    return word.startsWith('--cache-dir=') ? word.slice(12) : [];
  });
  return ['tmp/cache', ...named.map((folder) => folder.replace(/^\/+|\/+$/g, ''))].filter(
    // Never the temporary directory itself, which opm needs.
    (folder) => folder !== 'tmp' && folder.split('/').every((part) => part && part !== '.' && part !== '..'),
  );
}

/** Returns an instance with two more layers and the media types of the source. */
async function extended(
  { image, config, manifest }: CatalogInstance,
  layers: BuiltLayer[],
  store: ContentStore,
  source: CatalogSource,
): Promise<Manifest> {
  const docker = image.mediaType === DOCKER_MANIFEST;
  const rootfs = asObject(config.rootfs);
  const diffIds = rootfs.diff_ids;
  if (!Array.isArray(diffIds) || diffIds.length !== image.layers.length)
    throw invalidCatalog(
      source,
      t('layersMismatch', { digest: manifest.digest, count: image.layers.length }),
    );
  const bytes = Buffer.from(
    JSON.stringify({
      ...config,
      config: {
        ...asObject(config.config),
        // The entry point stays unchanged. Without --cache-dir, because opm doesn't start with the cache of another catalog.
        Cmd: ['serve', `/${CONFIGS_FOLDER}`],
        Labels: { ...labelsOf(config), [CONFIGS_LABEL]: `/${CONFIGS_FOLDER}` },
      },
      rootfs: { ...rootfs, diff_ids: [...diffIds, ...layers.map(({ diffId }) => diffId)] },
      history: Array.isArray(config.history) ? [...config.history, ...HISTORY] : config.history,
    }),
  );
  const digest = sha256(bytes);
  await store.put(digest, bytes);
  const added = layers.map((layer) => ({
    mediaType: docker
      ? 'application/vnd.docker.image.rootfs.diff.tar.gzip'
      : 'application/vnd.oci.image.layer.v1.tar+gzip',
    digest: layer.digest,
    size: layer.size,
  }));
  return manifestOf(image.mediaType, {
    config: { mediaType: image.config.mediaType, digest, size: bytes.length },
    layers: [...image.layers, ...added],
    annotations: image.annotations,
  });
}

const HISTORY = ['hide the whole catalog and its cache', `the filtered catalog in /${CONFIGS_FOLDER}`].map(
  (action) => ({ created: '1970-01-01T00:00:00Z', created_by: `airlock: ${action}` }),
);

function manifestOf(mediaType: string, content: Record<string, unknown>): Manifest {
  const bytes = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType, ...content }));
  return { mediaType, digest: sha256(bytes), bytes };
}
