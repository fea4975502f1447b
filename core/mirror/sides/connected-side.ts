import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type {
  CollectedImage,
  ImageContentReader,
  ImageSourceReference,
  WorkingFiles,
} from '../../base/collected/collected.ts';
import { sourceOf } from '../../base/collected/image-source.ts';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { appendFileSync, mkdirSync } from '../../base/files/created-files.ts';
import { inOrder } from '../../base/flow/in-order.ts';
import type { ContentSource } from '../../base/image/content.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Descriptor } from '../../base/image/manifest.ts';
import { openCatalogLayout } from '../../content/catalog-image/open-catalog.ts';
import { collectHelm } from '../../content/helm/collect-helm.ts';
import { findHelm } from '../../content/helm/render-with-helm.ts';
import { collectOperators } from '../../content/operator/collect-operators.ts';
import { readSourceTemplate } from '../../content/operator/source-template.ts';
import { type ClosureMemory, closureMemory, KNOWN_IMAGES } from '../../content/plan/closure-memory.ts';
import { type KnownTags, openKnownTags, tagKey } from '../../content/plan/known-tags.ts';
import { type ManifestOrigin, registryOrigin } from '../../content/plan/manifest-origin.ts';
import { plannedFromLayout } from '../../content/plan/planned-layout.ts';
import { savedGraphs, updateService } from '../../content/release/cincinnati.ts';
import { collectReleases } from '../../content/release/collect.ts';
import { signatureService } from '../../content/signature/signature-source.ts';
import { verificationKeysWhenNeeded } from '../../content/signature/verification-keys.ts';
import { isBlocked } from '../../image-set/config/blocked.ts';
import { unlessAborted } from '../../registry/exchange/cancellation.ts';
import { type ImageLayout, openImageLayout } from '../../store/archive/image-layout.ts';
import type { BlobCache } from '../../store/workspace/blob-cache.ts';
import type { Approved } from '../approval/approved-plan.ts';
import { t } from '../messages.ts';
import type { Collectors } from '../run/collect-images.ts';
import type { HostFacts, MirrorRequest } from '../run/request.ts';
import type { Session } from '../run/session.ts';
import { type LoadedTrust, loadTrust } from './image-trust.ts';
import { RESOLVE_AT_ONCE } from './resolve-images.ts';

/** The registries and workspace records for planning on the connected side. */
export interface ConnectedSide extends AsyncDisposable {
  origin: ManifestOrigin;
  memory: ClosureMemory;
  content: ImageContentReader;
  /** Local content: the given one, and the folders of `oci://` catalogs after they were collected. */
  stored: ContentSource[];
  collectors: Omit<Collectors, 'catalogImages' | 'signal'>;
  trust: LoadedTrust;
}

/** Options of {@link connectedSide}. */
export interface ConnectedOptions {
  request: MirrorRequest;
  host: HostFacts;
  session: Session;
  files: WorkingFiles;
  /** Airlock's own state. */
  state: WorkingFiles;
  cache: BlobCache;
  /** Local content: the cache and the workspace's sets. */
  stored: readonly ContentSource[];
  /** `.airlock/cache` */
  cacheDirectory: string;
  /** A plan: graphs, signatures and charts are read from its files only, catalogs by its digests. */
  approved: Approved;
  /** Saves manifests to the cache, because nothing is copied afterwards. */
  planOnly?: boolean;
  /** Stores the digests of tags. They are saved at the end. Default: those of the cache. */
  tags?: KnownTags;
  signal: AbortSignal;
}

/** Opens the connected side. @throws AirlockError of the trust policy, verification keys and the cache */
export async function connectedSide(options: ConnectedOptions): Promise<ConnectedSide> {
  const { request, host, session, files, state, cache, cacheDirectory, approved, signal } = options;
  const stored = [...options.stored];
  const layouts: ImageLayout[] = [];
  const opened = <Layout extends ImageLayout>(layout: Layout): Layout => {
    layouts.push(layout);
    stored.push(layout.stored);
    return layout;
  };
  const tags = options.tags ?? openKnownTags(cacheDirectory);
  const { origin, requestTags } = requestingTags(
    registryOrigin({
      ...{ registries: session.registries, stored, cache, keepAll: options.planOnly },
      isNew: (source) => tags.get(source) === undefined,
    }),
    tags,
    signal,
  );
  const content = contentReader(session, origin, cache, stored, request.retryTimes);
  const keys = await verificationKeysWhenNeeded(host.env.OCP_SIGNATURE_VERIFICATION_PK);
  const { mirror } = session;
  // The records of earlier runs have the graphs, signatures and charts of the plan or the mirror.
  const recorded = approved.pinned || mirror !== undefined;
  const graphs = recorded
    ? savedGraphs(files)
    : updateService({
        get: session.get,
        files,
        updateUrl: host.env.UPDATE_URL_OVERRIDE || undefined,
      });
  const signatures = recorded
    ? undefined
    : signatureService({
        get: session.get,
        baseUrl: host.env.OCP_SIGNATURE_URL || undefined,
      });
  const { configFile } = request;
  const directory = configFile === undefined ? undefined : dirname(configFile);
  const get = session.get;
  return {
    origin,
    trust: await loadTrust(
      request,
      host,
      mirror ? { side: 'mirror', content, files } : { side: 'connected', get, content, files },
      directory,
    ),
    memory: memoryIn(cacheDirectory),
    content,
    stored,
    collectors: {
      releases: (configuration, signal) =>
        collectReleases(configuration.platform!, {
          files,
          state,
          graphs,
          signatures,
          content,
          keys,
          ignoreReleaseSignature: request.ignoreReleaseSignature,
          blocked: (image) => isBlocked(image, configuration.blockedImages),
          signal,
        }),
      operators: (configuration, signal) =>
        collectOperators(configuration.operators, {
          content,
          store: cache,
          indexes: catalogIndexes(cacheDirectory),
          catalogDigest: async ({ catalog }, reference) =>
            reference.digest ??
            approved.catalogs.get(catalog) ??
            (await content.manifest(sourceOf(reference), signal)).digest,
          async layout(reference) {
            return opened(await openCatalogLayout(folderOf(reference.path, directory), { signal }));
          },
          template: (path) => readSourceTemplate(path, files, directory),
          blocked: (image) => isBlocked(image, configuration.blockedImages),
          skipUnknown: request.skipUnknown,
          addDependencies: request.addDependencies,
          signal,
        }),
      // A plan names their digests.
      additional: approved.pinned ? undefined : requestTags,
      async folder(image) {
        const folder = folderOf(image.source.repository, directory);
        return plannedFromLayout(image, opened(await openImageLayout(folder, { signal })), signal);
      },
      async *charts(selection, configuration, signal) {
        const helm = recorded ? undefined : await findHelm(host.env, signal);
        yield* collectHelm(selection, {
          files,
          sources: recorded ? undefined : session,
          helm,
          directory,
          acceptEmpty: request.acceptEmptyCharts,
          blocked: (image) => isBlocked(image, configuration.blockedImages),
          signal,
        });
      },
    },
    async [Symbol.asyncDispose]() {
      for (const layout of layouts) await layout.close();
      // A full disk was reported before. The tags are requested again then.
      await tags.save().catch(() => {});
    },
  };
}

/** Tags that are requested before their turn, so that their manifests fit into memory until then. */
const MOST_EARLY_TAGS = 512;

/**
 * Returns an origin that saves the digests of tags, for plans without a network, and a function that requests tags before
 * their turn. An error ends the early requests, because it may affect all of them, and is thrown in its turn.
 */
function requestingTags(
  origin: ManifestOrigin,
  tags: KnownTags,
  signal: AbortSignal,
): { origin: ManifestOrigin; requestTags(images: readonly CollectedImage[]): void } {
  const requested = new Map<string, Promise<Digest>>();
  const request = async (image: CollectedImage, signal: AbortSignal | undefined) => {
    const digest = await origin.digestOf(image, signal);
    tags.put(image.source, digest);
    return digest;
  };
  return {
    origin: {
      ...origin,
      digestOf(image, signal) {
        const key = tagKey(image.source);
        const early = key === undefined ? undefined : requested.get(key);
        if (!early) return request(image, signal);
        requested.delete(key!);
        return signal ? unlessAborted(early, signal) : early;
      },
    },
    requestTags(images) {
      let failed = false;
      const all = inOrder(images.slice(0, MOST_EARLY_TAGS), RESOLVE_AT_ONCE, async (image) => {
        const key = tagKey(image.source);
        if (key === undefined || requested.has(key) || failed || signal.aborted) return;
        const early = request(image, signal);
        requested.set(key, early);
        await early.catch((error: unknown) => {
          failed ||= asAirlockError(error).code !== 'not-found';
        });
      });
      void Array.fromAsync(all);
    },
  };
}

/** Returns the folder of the catalog indexes, by digest. */
export function catalogIndexes(cacheDirectory: string): string {
  return join(cacheDirectory, 'catalogs');
}

/** Resolves a folder of an `oci://` reference relative to the configuration. */
function folderOf(path: string, directory: string | undefined): string {
  if (isAbsolute(path)) return path;
  if (directory !== undefined) return resolve(directory, path);
  throw new AirlockError('usage', t('layoutNotAbsolute', { path }));
}

/** Returns a reader that saves payload layers to the cache. They are fetched once, and read for planning and for the set. */
function contentReader(
  session: Session,
  origin: ManifestOrigin,
  cache: BlobCache,
  stored: ContentSource[],
  retryTimes: number,
): ImageContentReader {
  return {
    async manifest(source, signal) {
      const image = {
        kind: 'ocpRelease',
        origin: '',
        source,
        destination: { repository: source.repository, tag: source.tag ?? '' },
        deliverable: '',
        why: '',
        verdict: { result: 'not-checked' },
      } as const;
      const manifest = await origin.manifest(source, await origin.digestOf(image, signal), signal);
      // Drafts are planned later with those of payloads and catalogs, without a registry.
      await cache.put(manifest.digest, manifest.bytes);
      return manifest;
    },
    async *blob(source, blob, signal) {
      const options = signal ? { signal } : {};
      // Checked before the first byte: the reader can't start again. After a power failure, a file may have its name
      // and size without its content.
      if (!(await cache.intact(blob.digest))) {
        const local = stored.find((store) => store !== cache && store.size(blob.digest) === blob.size);
        if (local) return yield* local.read(blob.digest, options);
        await fetchIntoCache(source, blob, options);
      }
      yield* cache.read(blob.digest, options);
    },
  };

  async function fetchIntoCache(
    source: ImageSourceReference,
    blob: Descriptor,
    options: { signal?: AbortSignal },
  ) {
    for (let attempt = 0; ; attempt++) {
      try {
        const fetched = session.registries.at(source.registry).blob(source.repository, blob, options);
        return await cache.put(blob.digest, fetched);
      } catch (error) {
        // The registry client retries failed requests. Damaged content is requested again from the start.
        if (asAirlockError(error).code !== 'digest-mismatch' || attempt >= retryTimes) throw error;
      }
    }
  }
}

/** Lines of `known-images.jsonl` aren't fsynced: losing them costs requests, and each has a checksum. */
function memoryIn(directory: string): ClosureMemory {
  const file = join(directory, KNOWN_IMAGES);
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    mkdirSync(directory, { recursive: true });
  }
  // A line that a crash left unfinished must not damage the next record.
  if (text !== '' && !text.endsWith('\n')) appendFileSync(file, '\n');
  return closureMemory(text, (line) => appendFileSync(file, line));
}
