import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBlocked } from '../collect/blocked.ts';
import type { Collected, ImageContentReader, WorkingFiles } from '../collect/collected.ts';
import type { ImageSetConfiguration } from '../config/image-set.ts';
import { asAirlockError } from '../errors/airlock-error.ts';
import { type ClosureMemory, closureMemory } from '../plan/closure-memory.ts';
import { type ManifestOrigin, registryOrigin } from '../plan/manifest-origin.ts';
import { savedGraphs, updateService } from '../release/cincinnati.ts';
import { collectReleases } from '../release/collect.ts';
import { signatureService } from '../signature/signature-source.ts';
import { loadVerificationKeys } from '../signature/verification-keys.ts';
import type { BlobCache } from '../store/blob-cache.ts';
import type { ContentSource } from '../store/content.ts';
import type { HostFacts, MirrorRequest } from './request.ts';
import type { Session } from './session.ts';

/** What planning on the connected side works with: registries, and the workspace that remembers. */
export interface ConnectedSide {
  origin: ManifestOrigin;
  memory: ClosureMemory;
  content: ImageContentReader;
  releases(configuration: ImageSetConfiguration): AsyncIterable<Collected>;
}

/**
 * @param options.held content that need not be fetched: the cache, the workspace's sets
 * @param options.pinned a plan is given: graphs and signatures come from its files only
 */
export async function connectedSide(options: {
  request: MirrorRequest;
  host: HostFacts;
  session: Session;
  files: WorkingFiles;
  cache: BlobCache;
  held: ContentSource[];
  /** `working-dir/airlock`; absent: what is learnt is not kept. */
  memoryDirectory?: string;
  pinned: boolean;
  /** Nothing is copied afterwards: manifests go to the cache. */
  planOnly?: boolean;
  signal: AbortSignal;
}): Promise<ConnectedSide> {
  const { request, host, session, files, cache, held, signal } = options;
  const origin = registryOrigin(session.registries, held, cache, options.planOnly);
  const content = contentReader(session, origin, cache, held, request.retryTimes);
  const keys = await loadVerificationKeys(host.env.OCP_SIGNATURE_VERIFICATION_PK || undefined);
  const graphs = options.pinned
    ? savedGraphs(files)
    : updateService({
        get: session.get,
        files,
        ...(host.env.UPDATE_URL_OVERRIDE && { updateUrl: host.env.UPDATE_URL_OVERRIDE }),
      });
  const signatures = options.pinned
    ? undefined
    : signatureService({
        get: session.get,
        ...(host.env.OCP_SIGNATURE_URL && { baseUrl: host.env.OCP_SIGNATURE_URL }),
      });
  return {
    origin,
    memory: options.memoryDirectory ? memoryIn(options.memoryDirectory) : closureMemory('', () => {}),
    content,
    releases: (configuration) =>
      collectReleases(configuration.platform!, {
        files,
        graphs,
        ...(signatures && { signatures }),
        content,
        keys,
        ignoreReleaseSignature: request.ignoreReleaseSignature,
        blocked: (image) => isBlocked(image, configuration.blockedImages),
        signal,
      }),
  };
}

/** Payload layers are kept in the cache: they are read once for planning and once more into the set, fetched once. */
function contentReader(
  session: Session,
  origin: ManifestOrigin,
  cache: BlobCache,
  held: ContentSource[],
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
      return origin.manifest(source, await origin.digestOf(image, signal), signal);
    },
    async *blob(source, blob, signal) {
      const local = held.find((store) => store.size(blob.digest) === blob.size);
      if (local) return yield* local.read(blob.digest, { ...(signal && { signal }) });
      const fetched = () =>
        session.registries.at(source.registry).blob(source.repository, blob, { ...(signal && { signal }) });
      for (let attempt = 0; ; attempt++) {
        try {
          await cache.put(blob.digest, fetched());
          break;
        } catch (error) {
          // The registry client repeats what a request can mend; damaged content is asked for again from the start.
          if (asAirlockError(error).code !== 'digest-mismatch' || attempt >= retryTimes) throw error;
        }
      }
      yield* cache.read(blob.digest, { ...(signal && { signal }) });
    },
  };
}

/** `known-images.jsonl`: losing it costs requests, never correctness, so lines are not fsynced. */
function memoryIn(directory: string): ClosureMemory {
  const file = join(directory, 'known-images.jsonl');
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    mkdirSync(directory, { recursive: true });
  }
  return closureMemory(text, (line) => appendFileSync(file, line));
}
