import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { Digest } from '../../../base/image/digest.ts';
import type { RegistryStorage, StorageWriter } from '../storage/storage.ts';
import { deleteBlob, readBlob } from './blobs.ts';
import { type Answer, type Exchange, type Handler, jsonAnswer, rejection } from './exchange.ts';
import { deleteManifest, putManifest, readManifest } from './manifests.ts';
import { page } from './pagination.ts';
import { listReferrers } from './referrers.ts';
import { parseRoute, type Route } from './route.ts';
import { createUploads } from './uploads.ts';

export interface ProtocolOptions {
  /** Whether to reject all writes (405 UNSUPPORTED). Always true if the storage has no writer. */
  readOnly?: boolean;
  /** Whether to reject deletions (405 UNSUPPORTED), like registries by default. Default: allowed. */
  allowDelete?: boolean;
  /**
   * Accept an index although some of its instances are missing (distribution: `validation.manifests.indexes.platforms`).
   * Default: reject it.
   */
  allowSparse?: boolean;
  /** Whether to serve the referrers API. Otherwise, clients use the fallback tag. Default: served. */
  referrersApi?: boolean;
  /** Whether to answer 400 if one digest is pushed twice at once to one repository, like docker distribution 2.8. */
  strictConcurrentPush?: boolean;
}

export interface Protocol {
  handle: Handler;
  /** Discards unfinished uploads. */
  close(): Promise<void>;
}

/** Implements the distribution protocol (OCI distribution specification 1.1, docker registry v2) for a storage. */
export function createProtocol(storage: RegistryStorage, options: ProtocolOptions = {}): Protocol {
  const writer = options.readOnly ? undefined : storage.writer;
  const pushing = options.strictConcurrentPush ? onePushAtATime() : runAtOnce;
  const uploads = writer && createUploads(writer, pushing);
  const { allowDelete = true, allowSparse = false, referrersApi = true } = options;

  async function read(exchange: Exchange, route: Route, path: string, query: URLSearchParams) {
    switch (route.kind) {
      case 'ping':
        return jsonAnswer(200, {});
      case 'catalog':
        return page(path, query, await storage.repositories(), (repositories) => ({ repositories }));
      case 'tags': {
        const tags = await storage.tags(route.repository);
        if (!tags) return rejection(404, 'NAME_UNKNOWN', 'repository name not known to registry');
        return page(path, query, tags, (names) => ({ name: route.repository, tags: names }));
      }
      case 'manifests':
        return readManifest(storage, route.repository, route.reference);
      case 'blobs':
        return readBlob(storage, exchange, route.repository, route.digest);
      case 'referrers':
        if (!referrersApi) return rejection(404, 'UNSUPPORTED', 'there is no referrers API here');
        return listReferrers(storage, route.repository, route.digest, query.get('artifactType'));
      default:
        return unsupported();
    }
  }

  async function write(exchange: Exchange, route: Route, to: StorageWriter) {
    const { method } = exchange;
    if (method === 'DELETE' && route.kind !== 'upload' && !allowDelete) return unsupported();
    if (route.kind === 'manifests' && method === 'PUT') {
      const rules = { allowSparse, referrersApi, pushing };
      return putManifest(storage, to, exchange, route.repository, route.reference, rules);
    }
    if (route.kind === 'manifests' && method === 'DELETE')
      return deleteManifest(to, route.repository, route.reference);
    if (route.kind === 'blobs' && method === 'DELETE') return deleteBlob(to, route.repository, route.digest);
    return unsupported();
  }

  async function answer(exchange: Exchange): Promise<Answer> {
    const [path = '', search = ''] = exchange.url.split('?', 2);
    const query = new URLSearchParams(search);
    const route = parseRoute(path);
    if (route.kind === 'malformed') return rejection(400, route.code, route.message);
    if (route.kind === 'other') return rejection(404, 'UNKNOWN', 'there is nothing at this address');
    const { method } = exchange;
    if (uploads && route.kind === 'uploads' && method === 'POST')
      return uploads.start(exchange, route.repository, query);
    if (uploads && route.kind === 'upload' && ['GET', 'PATCH', 'PUT', 'DELETE'].includes(method))
      return uploads.go(exchange, route.repository, route.id, query);
    if (method === 'GET' || method === 'HEAD') return read(exchange, route, path, query);
    return writer ? write(exchange, route, writer) : unsupported();
  }

  return {
    async handle(exchange) {
      const { status, headers, body } = await answer(exchange).catch(answerFor);
      return {
        status,
        headers: { 'docker-distribution-api-version': 'registry/2.0', ...headers },
        body,
      };
    },
    async close() {
      await uploads?.close();
    },
  };
}

function unsupported(): Answer {
  return rejection(405, 'UNSUPPORTED', 'the operation is unsupported');
}

/** Returns the error that a client may see for a fault of the storage. Other faults are only for the operator. */
function answerFor(error: unknown): Answer {
  if (error instanceof AirlockError && error.code === 'content-missing')
    return rejection(404, 'BLOB_UNKNOWN', 'this registry does not contain this content');
  throw error;
}

const runAtOnce = (_repository: string, _digest: Digest, work: () => Promise<Answer>) => work();

function onePushAtATime() {
  const underWay = new Set<string>();
  return async (repository: string, digest: Digest, work: () => Promise<Answer>): Promise<Answer> => {
    const key = `${repository} ${digest}`;
    // The answer of distribution 2.8 if it reads a link file that the other push hasn't finished.
    if (underWay.has(key))
      return rejection(400, 'DIGEST_INVALID', 'invalid checksum digest format', { digest });
    underWay.add(key);
    try {
      return await work();
    } finally {
      underWay.delete(key);
    }
  };
}
