import type { Digest } from '../../../base/image/digest.ts';
import { type ManifestContent, parseManifest } from '../../../base/image/manifest.ts';
import { DOCKER_LIST, DOCKER_MANIFEST } from '../../../base/image/media-types.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import { type Answer, type Exchange, type Handler, rejection } from '../protocol/exchange.ts';
import type { Route } from '../protocol/route.ts';
import { MANIFEST_LIMIT_BYTES } from '../storage/manifest-limit.ts';
import type { RegistryStorage } from '../storage/storage.ts';
import type { Quirks } from './quirks.ts';

type ManifestRoute = Extract<Route, { kind: 'manifests' }>;

/** Handles PUT of a manifest for a registry that rejects some. Unreadable manifests are left to the protocol. */
export async function putWithQuirks(
  quirks: Quirks,
  storage: RegistryStorage,
  exchange: Exchange,
  route: ManifestRoute,
  next: Handler,
): Promise<Answer> {
  const bytes = await bodyOf(exchange);
  const again = { ...exchange, body: once(bytes) };
  const content = contentOf(bytes, exchange.headers['content-type']);
  if (!content) return next(again);
  const no =
    (await rejectedTag(quirks, storage, route, sha256(bytes))) ??
    (await rejectedIndex(quirks, storage, route.repository, content)) ??
    (quirks.subjects === 'rejected' && content.subject
      ? rejection(400, 'MANIFEST_INVALID', 'manifest invalid')
      : undefined);
  if (no) return no;
  const answer = await next(again);
  if (quirks.subjects === 'ignored') delete answer.headers['oci-subject'];
  return answer;
}

/** Harbor and Quay retain the target of an immutable tag. Other registries reject the deletion of single tags. */
export async function rejectDeletion(
  { immutableTags, tagDeletions }: Quirks,
  storage: RegistryStorage,
  { repository, reference }: ManifestRoute,
): Promise<Answer | undefined> {
  if (tagDeletions === 'rejected' && 'tag' in reference)
    return rejection(405, 'UNSUPPORTED', 'The operation is unsupported.');
  if (immutableTags !== 'harbor' && immutableTags !== 'quay') return undefined;
  if ('tag' in reference) return immutable(immutableTags, repository, reference.tag);
  for (const tag of (await storage.tags(repository)) ?? []) {
    if ((await storage.tag(repository, tag)) === reference.digest)
      return immutable(immutableTags, repository, tag);
  }
  return undefined;
}

async function rejectedTag(
  { immutableTags }: Quirks,
  storage: RegistryStorage,
  { repository, reference }: ManifestRoute,
  digest: Digest,
): Promise<Answer | undefined> {
  if (!immutableTags || !('tag' in reference)) return undefined;
  const stored = await storage.tag(repository, reference.tag);
  if (stored === undefined || stored === digest) return undefined;
  return immutable(immutableTags, repository, reference.tag);
}

function immutable(product: NonNullable<Quirks['immutableTags']>, repository: string, tag: string): Answer {
  switch (product) {
    case 'harbor':
      return rejection(
        412,
        'PRECONDITION',
        `Failed to process request due to '${repository}:${tag}' configured as immutable.`,
      );
    case 'quay':
      return rejection(409, 'TAG_ALREADY_EXISTS', 'tag was already pushed');
    case 'ecr':
      return rejection(
        400,
        'TAG_INVALID',
        `The image tag '${tag}' already exists in the '${repository}' repository and cannot be overwritten ` +
          'because the repository is immutable.',
      );
    case 'nexus':
      return rejection(
        400,
        'BLOB_UPLOAD_INVALID',
        'blob upload invalid',
        'Repository does not allow updating assets: docker-hosted',
      );
  }
}

async function rejectedIndex(
  { mixedIndexes, sparseIndexes }: Quirks,
  storage: RegistryStorage,
  repository: string,
  content: ManifestContent,
): Promise<Answer | undefined> {
  if (content.kind !== 'index') return undefined;
  const docker = content.mediaType === DOCKER_LIST;
  const mixed = content.manifests.some(({ mediaType }) => (mediaType === DOCKER_MANIFEST) !== docker);
  if (mixedIndexes === 'rejected' && mixed) return rejection(400, 'MANIFEST_INVALID', 'manifest invalid');
  if (!sparseIndexes) return undefined;
  for (const { digest } of content.manifests) {
    if (!(await storage.manifest(repository, digest)))
      return rejection(
        400,
        sparseIndexes,
        sparseIndexes === 'MANIFEST_INVALID' ? 'manifest invalid' : 'blob or manifest unknown to registry',
        { digest },
      );
  }
  return undefined;
}

function contentOf(bytes: Buffer, type: string | undefined): ManifestContent | undefined {
  try {
    return parseManifest(bytes, type?.split(';', 1)[0]?.trim());
  } catch {
    return undefined;
  }
}

/** Enough bytes for the protocol to detect that a body is too large. */
async function bodyOf({ body }: Exchange): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (size <= MANIFEST_LIMIT_BYTES) chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks);
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
