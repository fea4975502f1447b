import { dirname } from 'node:path';
import type { CollectedImage, ImageContentReader, WorkingFiles } from '../../base/collected/collected.ts';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import type { ImageSource } from '../../base/image/content.ts';
import { destinationOf } from '../../base/image/destination.ts';
import type { Digest } from '../../base/image/digest.ts';
import { present } from '../../base/objects/present.ts';
import { collectHelm } from '../../content/helm/collect-helm.ts';
import {
  catalogAtRegistry,
  findCarriedCatalog,
  findExtractedCatalog,
} from '../../content/operator/carried-catalog.ts';
import { collectOperators } from '../../content/operator/collect-operators.ts';
import { readSourceTemplate } from '../../content/operator/source-template.ts';
import { manifestFrom, setOrigin } from '../../content/plan/manifest-origin.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import { resolveImage } from '../../content/plan/resolve-image.ts';
import { SharedBlobs } from '../../content/plan/shared-blobs.ts';
import { savedGraphs } from '../../content/release/cincinnati.ts';
import { collectReleases } from '../../content/release/collect.ts';
import { verificationKeysWhenNeeded } from '../../content/signature/verification-keys.ts';
import { savedSignatures } from '../../content/signature/verified-signatures.ts';
import { isBlocked } from '../../image-set/config/blocked.ts';
import { type ArchiveSource, openImageSource } from '../../store/archive/archive-source.ts';
import type { BlobCache } from '../../store/workspace/blob-cache.ts';
import type { Approved } from '../approval/approved-plan.ts';
import { type NamedConfiguration, parseConfiguration, readConfiguration } from '../approval/configuration.ts';
import { isSelecting, type PushedSet } from '../copy/pushed-sets.ts';
import { transferFolders } from '../copy/stored-content.ts';
import { t } from '../messages.ts';
import { type Collection, type Collectors, collectImages, joinCollections } from '../run/collect-images.ts';
import type { HostFacts, MirrorRequest } from '../run/request.ts';
import { carriedOriginals } from './built-from-file.ts';
import { VERSION_FILE } from './carried-files.ts';
import { catalogIndexes } from './connected-side.ts';
import { graphBaseOf, mirroredGraphImage } from './graph-data-image.ts';
import { loadTrust, type TrustRequest } from './image-trust.ts';
import type { Supply } from './supply.ts';

/** Options of {@link disconnectedSide}. */
export interface DisconnectedOptions {
  request: TrustRequest &
    Pick<
      MirrorRequest,
      'configFile' | 'ignoreReleaseSignature' | 'skipUnknown' | 'addDependencies' | 'graphBaseImage'
    >;
  host: HostFacts;
  /** A plan, which limits the push to its images. */
  approved?: Approved;
  from: string;
  source: ArchiveSource;
  /** Stores catalogs that are rebuilt here with another filter than that of the sets. */
  cache: BlobCache;
  /** Folder of the catalog indexes. */
  cacheDirectory: string;
  /** Default: the image that clusters pull. */
  catalogImages?: Collectors['catalogImages'];
  /** Called for each collected set while it is open. */
  onSet?(set: Omit<PushedSet, 'destination'>): Promise<void>;
  signal: AbortSignal;
}

/**
 * Collects the content of a push from disk, from the sets alone. A configuration selects from all content of the sets.
 * Without one, the configurations of all sets are joined, each with the update graphs of its set.
 */
export async function disconnectedSide(options: DisconnectedOptions): Promise<Supply> {
  const { request, host, approved, source, cache, signal } = options;
  const directory = request.configFile === undefined ? undefined : dirname(request.configFile);
  const files = filesOf(source);
  const content = readerOf(source);
  const loaded = await loadTrust(request, host, { side: 'disconnected', content, files }, directory);
  const keys = await verificationKeysWhenNeeded(host.env.OCP_SIGNATURE_VERIFICATION_PK);
  const configurations: NamedConfiguration[] = [];
  let collection = joinCollections([]);
  for await (const part of configuredParts(options)) {
    configurations.push(part.named);
    const collected = await collectPart(part, { ...options, content, keys, directory });
    await options.onSet?.({ configuration: part.named, files: part.files, ...collected });
    // Sets often have the same images, which are then in memory once.
    collection = joinCollections([collection, collected]);
  }
  if (configurations.some(({ configuration }) => configuration.platform?.graph))
    collection.planned.push(await carriedGraphImage(source));
  if (approved)
    collection.images = approved
      .pin([...collection.images, ...collection.planned])
      .slice(0, collection.images.length);
  collection.problems.push(...loaded.doubts, ...(await versionProblems(files, host.tool)));
  const lookingUp = { origin: setOrigin(source), shared: new SharedBlobs(), signal };
  const base = graphBaseOf(request).text;
  const trust = loaded.of?.({
    collected: collection.catalogs,
    original: (image) => resolveImage(image, { ...lookingUp, attachments: false }),
    graphBase: { reference: base },
    ...present(await carriedOriginals(files)),
  });
  const built = (digest: Digest) => cache.size(digest) !== undefined && source.size(digest) === undefined;
  return {
    collection,
    configurations,
    resolve: { ...lookingUp, retain: approved?.retain },
    trust,
    content: {
      has: (digest) => cache.size(digest) !== undefined || source.size(digest) !== undefined,
      manifest: (_image, { digest }) => (built(digest) ? cache : source).bytes(digest),
      blob: (_image, { digest }) =>
        (built(digest) ? cache : source).read(digest, { signal, reuseBuffers: true }),
    },
    signatures: async ({ source: { digest } }) => (digest ? savedSignatures(files, digest) : []),
  };
}

/** A configuration with the source of its files and tags. */
interface ConfiguredPart {
  named: NamedConfiguration;
  files: WorkingFiles;
  tags: ImageSource;
}

/**
 * Yields the configuration of the request for all sets, or else the one of each set, which is open meanwhile.
 * @throws AirlockError `usage` without a configuration
 */
async function* configuredParts(options: DisconnectedOptions): AsyncGenerator<ConfiguredPart> {
  const { request, approved, from, source, signal } = options;
  const planned = approved && !approved.ofSets ? approved.configuration : undefined;
  const chosen = planned ?? (request.configFile ? await readConfiguration(request.configFile) : undefined);
  if (chosen) return yield { named: chosen, files: filesOf(source), tags: source };
  const folders = await transferFolders(from);
  let found = false;
  for (const folder of folders.length > 1 ? folders : [undefined]) {
    const opened = folder === undefined ? source : source.set(folder);
    const set = opened ?? (await openImageSource(folder!, { signal }));
    try {
      const files = await smallOnesInMemory(set);
      for (const { name, text } of await set.configurations()) {
        found = true;
        yield { named: parseConfiguration(text, name), files, tags: set };
      }
    } finally {
      if (!opened) await set.close();
    }
  }
  if (!found)
    throw new AirlockError('usage', t('setsWithoutConfiguration', { folder: from }), {
      remedy: t('setsWithoutConfigurationRemedy'),
    });
}

/** Collects the content of one configuration from the sets. */
async function collectPart(
  { named, files, tags }: ConfiguredPart,
  options: DisconnectedOptions & {
    content: ImageContentReader;
    keys: Awaited<ReturnType<typeof verificationKeysWhenNeeded>>;
    /** Folder for relative paths of the configuration. */
    directory: string | undefined;
  },
): Promise<Collection> {
  const { request, source, cache, cacheDirectory, content, keys, directory, signal } = options;
  const { catalogImages = (catalog) => [catalogAtRegistry(catalog)] } = options;
  const { ignoreReleaseSignature, skipUnknown, addDependencies } = request;
  const { blockedImages } = named.configuration;
  const blocked = (image: Pick<CollectedImage, 'origin' | 'destination'>) => isBlocked(image, blockedImages);
  const tagAt = (repository: string, tag: string) => tags.tag(repository, tag);
  const collection = await collectImages(named.configuration, {
    releases: (configuration, signal) =>
      collectReleases(configuration.platform!, {
        ...{ files, content, keys, ignoreReleaseSignature, blocked, signal },
        graphs: savedGraphs(files),
        storedTag: (repository, tag) => source.tag(repository, tag),
      }),
    operators: (configuration, signal) =>
      collectOperators(configuration.operators, {
        ...{ content, store: cache, blocked, skipUnknown, addDependencies, signal },
        indexes: catalogIndexes(cacheDirectory),
        async catalogDigest({ catalog }, reference, { original: { repository, tag } }) {
          const digest = reference.digest ?? tagAt(repository, tag);
          if (digest) return digest;
          throw contentMissing(
            t('catalogNotInSets', { folder: source.location, image: `${repository}:${tag}`, catalog }),
          );
        },
        carried: (names, hashes) => findCarriedCatalog(files, tagAt, names, hashes),
        extracted: (digest) => findExtractedCatalog(files, digest),
        template: (path) => readSourceTemplate(path, files, directory),
      }),
    charts: (helm, _, signal) => collectHelm(helm, { files, directory, blocked, signal }),
    catalogImages,
    signal,
  });
  // A tag has the digest from the set that contains it.
  collection.images = collection.images.map((image) => {
    const digest = image.source.digest ?? tagAt(image.destination.repository, image.destination.tag);
    return digest ? { ...image, source: { ...image.source, digest } } : image;
  });
  return collection;
}

/** Returns a warning if another version created the sets, as oc-mirror does (internal/oc-mirror-version.json). */
async function versionProblems(files: WorkingFiles, tool: string): Promise<Problem[]> {
  const text = (await files.read(VERSION_FILE))?.toString('utf8') ?? '';
  const created = /"gitVersion"\s*:\s*"([^"]{1,100})"/.exec(text)?.[1];
  if (created === undefined || created === tool) return [];
  const isAirlock = created.startsWith('airlock ');
  return [
    {
      code: 'version-differs',
      // Airlock reads all versions of oc-mirror.
      level: isAirlock ? 'warning' : 'info',
      message: t('versionDiffers', { created: isAirlock ? created : `oc-mirror ${created}`, tool }),
      remedy: ERROR_CODES['version-differs'][1],
    },
  ];
}

function contentMissing(message: string): AirlockError {
  return new AirlockError('content-missing', message, { side: 'source' });
}

function filesOf(source: ImageSource): WorkingFiles {
  return { read: (name) => source.file(name), list: async (prefix) => source.files(prefix) };
}

/** Reads the small files of a set once. Catalogs aren't read into memory. */
async function smallOnesInMemory(set: ImageSource): Promise<WorkingFiles> {
  const files = new Map<string, Buffer>();
  for (const name of set.files('')) {
    if (!isSelecting(name)) continue;
    const content = await set.file(name);
    if (content) files.set(name, content);
  }
  const all = filesOf(set);
  return { read: async (name) => files.get(name) ?? all.read(name), list: all.list };
}

function readerOf(source: ImageSource): ImageContentReader {
  return {
    async manifest({ repository, tag, digest }) {
      const found = digest ?? (tag ? source.tag(repository, tag) : undefined);
      if (!found)
        throw contentMissing(
          t('imageNotInSets', { folder: source.location, image: `${repository}:${tag ?? ''}` }),
        );
      return manifestFrom(found, await source.bytes(found));
    },
    blob: (_image, blob, signal) => source.read(blob.digest, signal ? { signal } : {}),
  };
}

async function carriedGraphImage(source: ImageSource): Promise<PlannedImage> {
  const destination = destinationOf({ kind: 'graph' });
  const digest = source.tag(destination.repository, destination.tag);
  if (!digest)
    throw contentMissing(
      t('graphImageNotInSets', {
        folder: source.location,
        image: `${destination.repository}:${destination.tag}`,
      }),
    );
  return mirroredGraphImage({ registry: 'archive', repository: destination.repository, digest }, async (of) =>
    manifestFrom(of.digest, await source.bytes(of.digest)),
  );
}
