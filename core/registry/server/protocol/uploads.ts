import { randomUUID } from 'node:crypto';
import { type Digest, isDigest } from '../../../base/image/digest.ts';
import { finish, newHash } from '../../../base/image/sha256.ts';
import type { BlobSink, StorageWriter } from '../storage/storage.ts';
import { parseContentRange } from './byte-range.ts';
import { type Answer, type Exchange, rejection } from './exchange.ts';

interface Session {
  id: string;
  repository: string;
  sink: BlobSink;
  hash: ReturnType<typeof newHash>;
  received: number;
  /** Whether a request is writing to it. A second one at the same time would mix their bytes. */
  busy: boolean;
}

/** Blob uploads: sessions with an ID as in the distribution specification ("Pushing blobs"). */
export interface Uploads {
  /** Answers POST: mounts, accepts a complete blob (`?digest=`), or opens a session. */
  start(exchange: Exchange, repository: string, query: URLSearchParams): Promise<Answer>;
  /** Answers GET, PATCH, PUT and DELETE of a session. */
  go(exchange: Exchange, repository: string, id: string, query: URLSearchParams): Promise<Answer>;
  /** Discards unfinished uploads. */
  close(): Promise<void>;
}

/** @param pushing runs work on one digest of a repository, or rejects it if this digest is being pushed */
export function createUploads(
  writer: StorageWriter,
  pushing: (repository: string, digest: Digest, work: () => Promise<Answer>) => Promise<Answer>,
): Uploads {
  const sessions = new Map<string, Session>();

  async function open(repository: string): Promise<Session> {
    const sink = await writer.newBlob();
    const session = { id: randomUUID(), repository, sink, hash: newHash(), received: 0, busy: false };
    sessions.set(session.id, session);
    return session;
  }

  async function drop(session: Session): Promise<void> {
    sessions.delete(session.id);
    await session.sink.discard();
  }

  async function append(session: Session, { body }: Exchange): Promise<void> {
    for await (const chunk of body) {
      session.hash.update(chunk);
      session.received += chunk.length;
      await session.sink.write(chunk);
    }
  }

  async function complete(session: Session, exchange: Exchange, digest: Digest): Promise<Answer> {
    const { repository } = session;
    return pushing(repository, digest, async () => {
      await append(session, exchange);
      const found = finish(session.hash);
      if (found !== digest) {
        await drop(session);
        return rejection(400, 'DIGEST_INVALID', 'provided digest did not match uploaded content', {
          digest,
          found,
        });
      }
      sessions.delete(session.id);
      try {
        await session.sink.keep(repository, digest);
      } catch (error) {
        await session.sink.discard();
        throw error;
      }
      return created(repository, digest);
    });
  }

  async function work(session: Session, exchange: Exchange, query: URLSearchParams): Promise<Answer> {
    const outOfOrder = checkRange(session, exchange);
    if (outOfOrder) return outOfOrder;
    if (exchange.method === 'PATCH') {
      await append(session, exchange);
      return progress(session, 202);
    }
    const digest = query.get('digest') ?? '';
    return isDigest(digest) ? complete(session, exchange, digest) : badDigest(digest);
  }

  return {
    async start(exchange, repository, query) {
      const mount = query.get('mount');
      const from = query.get('from');
      if (
        mount !== null &&
        from !== null &&
        isDigest(mount) &&
        (await writer.mountBlob(repository, mount, from))
      )
        return created(repository, mount);
      const digest = query.get('digest');
      if (digest !== null && !isDigest(digest)) return badDigest(digest);
      const session = await open(repository);
      if (digest === null) return progress(session, 202);
      session.busy = true;
      try {
        return await complete(session, exchange, digest);
      } finally {
        if (sessions.has(session.id)) await drop(session);
      }
    },
    async go(exchange, repository, id, query) {
      const session = sessions.get(id);
      if (session?.repository !== repository)
        return rejection(404, 'BLOB_UPLOAD_UNKNOWN', 'blob upload unknown to registry');
      if (exchange.method === 'GET') return progress(session, 204);
      if (session.busy) return rejection(400, 'BLOB_UPLOAD_INVALID', 'another request writes to this upload');
      session.busy = true;
      try {
        if (exchange.method !== 'DELETE') return await work(session, exchange, query);
        await drop(session);
        return { status: 204, headers: {} };
      } finally {
        session.busy = false;
      }
    },
    async close() {
      await Promise.all([...sessions.values()].map(drop));
    },
  };
}

/** Returns 416 with the current offset if a chunk doesn't start where the last one ended. */
function checkRange(session: Session, { headers }: Exchange): Answer | undefined {
  const stated = headers['content-range'];
  if (stated === undefined) return undefined;
  const range = parseContentRange(stated);
  const length = headers['content-length'];
  const fits =
    range?.offset === session.received && (length === undefined || Number(length) === range.length);
  if (fits) return undefined;
  return rejection(
    416,
    'BLOB_UPLOAD_INVALID',
    'the chunk is out of order',
    null,
    progress(session, 416).headers,
  );
}

function progress({ repository, id, received }: Session, status: number): Answer {
  return {
    status,
    headers: {
      location: `/v2/${repository}/blobs/uploads/${id}`,
      range: `0-${Math.max(0, received - 1)}`,
      'docker-upload-uuid': id,
    },
  };
}

function created(repository: string, digest: Digest): Answer {
  return {
    status: 201,
    headers: { location: `/v2/${repository}/blobs/${digest}`, 'docker-content-digest': digest },
  };
}

function badDigest(digest: string): Answer {
  return rejection(400, 'DIGEST_INVALID', 'invalid digest: only sha256 is supported', { digest });
}
