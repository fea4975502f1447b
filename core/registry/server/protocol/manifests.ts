import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { Digest } from '../../../base/image/digest.ts';
import { blobsOf, type ManifestContent, parseManifest } from '../../../base/image/manifest.ts';
import { DOCKER_LIST, DOCKER_MANIFEST, OCI_INDEX, OCI_MANIFEST } from '../../../base/image/media-types.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import { MANIFEST_LIMIT_BYTES } from '../storage/manifest-limit.ts';
import type { RegistryStorage, StorageWriter } from '../storage/storage.ts';
import { type Answer, type Exchange, rejection } from './exchange.ts';
import type { ManifestReference } from './route.ts';

/** Answers GET and HEAD of a manifest. Serves it as pushed and never converts it, regardless of the Accept header. */
export async function readManifest(
  storage: RegistryStorage,
  repository: string,
  reference: ManifestReference,
): Promise<Answer> {
  const digest = 'digest' in reference ? reference.digest : await storage.tag(repository, reference.tag);
  const manifest = digest && (await storage.manifest(repository, digest));
  if (!manifest) return unknownManifest(reference);
  return {
    status: 200,
    headers: {
      'content-type': manifest.mediaType,
      'docker-content-digest': manifest.digest,
      etag: `"${manifest.digest}"`,
    },
    body: manifest.bytes,
  };
}

export interface PutManifestOptions {
  /** Accept an index with missing instances. */
  allowSparse: boolean;
  /** Whether to serve and announce the referrers API. */
  referrersApi: boolean;
  /** Runs work on one digest of a repository, or rejects it if this digest is being pushed. */
  pushing: (repository: string, digest: Digest, work: () => Promise<Answer>) => Promise<Answer>;
}

/**
 * Answers PUT of a manifest. It must be JSON with the given digest, and all references in it must be in the repository.
 */
export async function putManifest(
  storage: RegistryStorage,
  writer: StorageWriter,
  exchange: Exchange,
  repository: string,
  reference: ManifestReference,
  { allowSparse, referrersApi, pushing }: PutManifestOptions,
): Promise<Answer> {
  const bytes = await limitedBody(exchange);
  if (!bytes)
    return rejection(413, 'SIZE_INVALID', `the manifest is larger than ${MANIFEST_LIMIT_BYTES} bytes`);
  const digest = sha256(bytes);
  if ('digest' in reference && reference.digest !== digest)
    return rejection(400, 'DIGEST_INVALID', 'provided digest did not match uploaded content', { digest });
  const stated = exchange.headers['content-type']?.split(';', 1)[0]?.trim();
  let content: ManifestContent;
  try {
    content = parseManifest(bytes, stated);
  } catch (error) {
    return rejection(
      400,
      'MANIFEST_INVALID',
      error instanceof AirlockError ? error.message : 'manifest invalid',
    );
  }
  if (stated && KNOWN_TYPES.includes(stated) && stated !== content.mediaType)
    return rejection(400, 'MANIFEST_INVALID', `pushed as ${stated}, but it says ${content.mediaType}`);
  return pushing(repository, digest, async () => {
    const missing = await missingParts(storage, repository, content, allowSparse);
    if (missing.length > 0) return unknownParts(missing);
    const tag = 'tag' in reference ? reference.tag : undefined;
    await writer.putManifest(repository, { mediaType: content.mediaType, digest, bytes }, content, tag);
    return {
      status: 201,
      headers: {
        location: `/v2/${repository}/manifests/${digest}`,
        'docker-content-digest': digest,
        'oci-subject': referrersApi && content.subject ? content.subject.digest : undefined,
      },
    };
  });
}

/** Answers DELETE of a manifest with all its tags (by digest), or of a tag. */
export async function deleteManifest(
  writer: StorageWriter,
  repository: string,
  reference: ManifestReference,
): Promise<Answer> {
  const deleted =
    'digest' in reference
      ? await writer.deleteManifest(repository, reference.digest)
      : await writer.deleteTag(repository, reference.tag);
  return deleted ? { status: 202, headers: {} } : unknownManifest(reference);
}

const KNOWN_TYPES = [DOCKER_LIST, DOCKER_MANIFEST, OCI_INDEX, OCI_MANIFEST];

function unknownManifest(reference: ManifestReference): Answer {
  return rejection(404, 'MANIFEST_UNKNOWN', 'manifest unknown', reference);
}

function unknownParts(missing: Digest[]): Answer {
  const errors = missing.map((digest) => ({
    code: 'MANIFEST_BLOB_UNKNOWN',
    message: 'blob or manifest unknown to this repository',
    detail: { digest },
  }));
  return {
    status: 400,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(JSON.stringify({ errors })),
  };
}

async function missingParts(
  storage: RegistryStorage,
  repository: string,
  content: ManifestContent,
  allowSparse: boolean,
): Promise<Digest[]> {
  const missing: Digest[] = [];
  if (content.kind === 'image') {
    for (const { digest } of blobsOf(content))
      if ((await storage.blobSize(repository, digest)) === undefined) missing.push(digest);
  } else if (!allowSparse) {
    for (const { digest } of content.manifests)
      if (!(await storage.manifest(repository, digest))) missing.push(digest);
  }
  return missing;
}

/** Returns the complete body, or undefined if it is too large for a manifest. */
async function limitedBody({ body }: Exchange): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size <= MANIFEST_LIMIT_BYTES) chunks.push(chunk);
  }
  return size > MANIFEST_LIMIT_BYTES ? undefined : Buffer.concat(chunks, size);
}
