import { dirname } from 'node:path';
import type { CollectedImage, ImageContentReader, WorkingFiles } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { ImageSource } from '../../base/image/content.ts';
import { destinationOf } from '../../base/image/destination.ts';
import type { Digest } from '../../base/image/digest.ts';
import { collectHelm } from '../../content/helm/collect-helm.ts';
import {
  catalogAtRegistry,
  findCarriedCatalog,
  findExtractedCatalog,
} from '../../content/operator/carried-catalog.ts';
import { collectOperators } from '../../content/operator/collect-operators.ts';
import { readSourceTemplate } from '../../content/operator/source-template.ts';
import { closureOf } from '../../content/plan/closure.ts';
import { manifestFrom, setOrigin } from '../../content/plan/manifest-origin.ts';
import { bytesOf, type PlannedImage } from '../../content/plan/planned-image.ts';
import { resolveImage } from '../../content/plan/resolve-image.ts';
import { savedGraphs } from '../../content/release/cincinnati.ts';
import { collectReleases } from '../../content/release/collect.ts';
import { loadVerificationKeys } from '../../content/signature/verification-keys.ts';
import { savedSignatures } from '../../content/signature/verified-signatures.ts';
import { isBlocked } from '../../image-set/config/blocked.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import type { BlobCache } from '../../store/workspace/blob-cache.ts';
import type { Approved } from '../approval/approved-plan.ts';
import { type NamedConfiguration, parseConfiguration, readConfiguration } from '../approval/configuration.ts';
import { transferFolders } from '../copy/held-content.ts';
import { type Collection, collectImages, joinCollections } from '../run/collect-images.ts';
import type { HostFacts, MirrorRequest } from '../run/request.ts';
import { catalogIndexes } from './connected-side.ts';
import { graphBaseOf } from './graph-data-image.ts';
import { loadTrust, type TrustRequest } from './image-trust.ts';
import { carriedOriginals } from './made-of-file.ts';
import type { Supply } from './supply.ts';

/**
 * What is to be pushed from a disk, collected from the sets alone. With a configuration it selects from everything
 * that the sets hold; without one each set brings its own, read with that set's own graphs, and what they ask for is
 * joined.
 */
export async function disconnectedSide(options: {
  request: TrustRequest &
    Pick<
      MirrorRequest,
      'configFile' | 'ignoreReleaseSignature' | 'skipUnknown' | 'addDependencies' | 'graphBaseImage'
    >;
  host: HostFacts;
  /** A plan: nothing but what it holds is pushed. */
  approved?: Approved;
  from: string;
  source: ImageSource;
  /** Gets catalogs that are rebuilt here, with another filter than that of the sets. */
  cache: BlobCache;
  /** For the indexes of catalogs. */
  cacheDirectory: string;
  signal: AbortSignal;
}): Promise<Supply> {
  const { request, host, approved, from, source, cache, cacheDirectory, signal } = options;
  const { skipUnknown, addDependencies } = request;
  const directory = request.configFile === undefined ? undefined : dirname(request.configFile);
  const files = filesOf(source);
  const content = readerOf(source);
  const loaded = await loadTrust(request, host, { side: 'disconnected', content, files }, directory);
  const keys = await loadVerificationKeys(host.env.OCP_SIGNATURE_VERIFICATION_PK || undefined);
  const collect = async (
    named: NamedConfiguration,
    files: WorkingFiles,
    tags: ImageSource,
  ): Promise<Collection> => {
    const { blockedImages } = named.configuration;
    const blocked = (image: Pick<CollectedImage, 'origin' | 'destination'>) =>
      isBlocked(image, blockedImages);
    const collection = await collectImages(named.configuration, {
      releases: (configuration) =>
        collectReleases(configuration.platform!, {
          files,
          graphs: savedGraphs(files),
          content: readerOf(source),
          keys,
          heldTag: (repository, tag) => source.tag(repository, tag),
          ignoreReleaseSignature: request.ignoreReleaseSignature,
          blocked,
          signal,
        }),
      operators: (configuration) =>
        collectOperators(configuration.operators, {
          content: readerOf(source),
          store: cache,
          indexes: catalogIndexes(cacheDirectory),
          async catalogDigest({ catalog }, reference, { original: { repository, tag } }) {
            const digest = reference.digest ?? tags.tag(repository, tag);
            if (digest) return digest;
            throw new AirlockError(
              'content-missing',
              `${source.location} has no ${repository}:${tag} (${catalog})`,
              {
                side: 'source',
              },
            );
          },
          carried: (names, hashes) =>
            findCarriedCatalog(files, (repository, tag) => tags.tag(repository, tag), names, hashes),
          extracted: (digest) => findExtractedCatalog(files, digest),
          template: (path) => readSourceTemplate(path, files, directory),
          blocked,
          skipUnknown,
          addDependencies,
          signal,
        }),
      charts: (helm) => collectHelm(helm, { files, ...(directory && { directory }), blocked, signal }),
      catalogImages: (catalog) => [catalogAtRegistry(catalog)],
    });
    // A tag means what it meant when its own set was made.
    collection.images = collection.images.map((image) => {
      const digest = image.source.digest ?? tags.tag(image.destination.repository, image.destination.tag);
      return digest ? { ...image, source: { ...image.source, digest } } : image;
    });
    return collection;
  };

  const planned = approved && !approved.ofSets ? approved.configuration : undefined;
  const chosen = planned ?? (request.configFile ? await readConfiguration(request.configFile) : undefined);
  const collections: Collection[] = [];
  const configurations: NamedConfiguration[] = [];
  if (chosen) {
    configurations.push(chosen);
    collections.push(await collect(chosen, filesOf(source), source));
  } else {
    const takeFrom = async (set: ImageSource): Promise<void> => {
      const files = await smallOnesInMemory(set);
      for (const { name, text } of await set.configurations()) {
        const named = parseConfiguration(text, name);
        configurations.push(named);
        collections.push(await collect(named, files, set));
      }
    };
    const folders = await transferFolders(from);
    if (folders.length <= 1) await takeFrom(source);
    else
      for (const folder of folders) {
        const set = await openImageSource(folder, { signal });
        try {
          await takeFrom(set);
        } finally {
          await set.close();
        }
      }
    if (configurations.length === 0)
      throw new AirlockError('usage', `${from} carries no configuration of its own: name one with -c FILE`, {
        remedy:
          'Add -c FILE. A set that lacks a piece may have it there: airlock media import says which pieces lack.',
      });
  }
  const collection = joinCollections(collections);
  if (configurations.some(({ configuration }) => configuration.platform?.graph))
    collection.planned.push(await carriedGraphImage(source));
  if (approved)
    collection.images = approved
      .pin([...collection.images, ...collection.planned])
      .slice(0, collection.images.length);
  collection.problems.push(...loaded.doubts);
  const lookingUp = { origin: setOrigin(source), signal };
  const base = graphBaseOf(request).text;
  const trust = loaded.of?.({
    collected: collection.catalogs,
    original: (image) => resolveImage(image, { ...lookingUp, attachments: false }),
    graphBase: { reference: base },
    ...(await carriedOriginals(files)),
  });
  const built = (digest: Digest) => cache.size(digest) !== undefined && source.size(digest) === undefined;
  return {
    collection,
    configurations,
    resolve: { ...lookingUp, ...(approved && { hold: approved.hold }) },
    ...(trust && { trust }),
    content: {
      manifest: (_image, { digest }) => (built(digest) ? cache : source).bytes(digest),
      blob: (_image, { digest }) => (built(digest) ? cache : source).read(digest, { signal }),
    },
    signatures: async ({ source: { digest } }) => (digest ? savedSignatures(files, digest) : []),
  };
}

function filesOf(source: ImageSource): WorkingFiles {
  return { read: (name) => source.file(name), list: async (prefix) => source.files(prefix) };
}

/** Of a set's files the small ones are read once, in one go; catalogs stay where they are. */
async function smallOnesInMemory(set: ImageSource): Promise<WorkingFiles> {
  const files = new Map<string, Buffer>();
  for (const name of set.files('')) {
    if (!/^(hold-release|signatures|helm|airlock)\//.test(name)) continue;
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
        throw new AirlockError('content-missing', `${source.location} has no ${repository}:${tag ?? ''}`, {
          side: 'source',
        });
      return manifestFrom(found, await source.bytes(found));
    },
    blob: (_image, blob, signal) => source.read(blob.digest, signal ? { signal } : {}),
  };
}

async function carriedGraphImage(source: ImageSource): Promise<PlannedImage> {
  const destination = destinationOf({ kind: 'graph' });
  const digest = source.tag(destination.repository, destination.tag);
  if (!digest)
    throw new AirlockError(
      'content-missing',
      `${source.location} has no graph-data image (${destination.repository}:${destination.tag}), which graph: true asks for`,
      { side: 'source' },
    );
  const load = async (of: { digest: typeof digest }) =>
    manifestFrom(of.digest, await source.bytes(of.digest));
  const image = {
    kind: 'cincinnatiGraph' as const,
    origin: `${destination.repository}@${digest}`,
    source: { registry: 'archive', repository: destination.repository, digest },
    destination,
    deliverable: 'update graph data',
    why: 'platform.graph',
    verdict: { result: 'not-checked' as const },
    attachments: [],
    ...(await closureOf(await load({ digest }), load)),
  };
  return { ...image, bytes: bytesOf(image) };
}
