import { type Digest, isDigest } from '../../../base/image/digest.ts';
import { isRepository, isTag } from '../storage/name-grammar.ts';
import type { RejectionCode } from './exchange.ts';

/** The reference of a manifest: digest or tag. */
export type ManifestReference = { digest: Digest } | { tag: string };

/** The resource that a path of the distribution API refers to. All names in it are valid. */
export type Route =
  | { kind: 'ping' }
  | { kind: 'catalog' }
  | { kind: 'manifests'; repository: string; reference: ManifestReference }
  | { kind: 'blobs'; repository: string; digest: Digest }
  | { kind: 'uploads'; repository: string }
  | { kind: 'upload'; repository: string; id: string }
  | { kind: 'tags'; repository: string }
  | { kind: 'referrers'; repository: string; digest: Digest }
  | { kind: 'malformed'; code: RejectionCode; message: string }
  | { kind: 'other' };

/** Parses the path of a request (without query, still percent-encoded). Never throws. */
export function parseRoute(encoded: string): Route {
  let path: string;
  try {
    path = decodeURIComponent(encoded);
  } catch {
    return { kind: 'other' };
  }
  if (path === '/v2/' || path === '/v2') return { kind: 'ping' };
  if (path === '/v2/_catalog') return { kind: 'catalog' };
  const parts =
    /^\/v2\/(.+)\/(manifests|referrers)\/([^/]+)$/.exec(path) ??
    /^\/v2\/(.+)\/(tags)\/list$/.exec(path) ??
    /^\/v2\/(.+)\/(blobs\/uploads)\/?([^/]*)$/.exec(path) ??
    /^\/v2\/(.+)\/(blobs)\/([^/]+)$/.exec(path);
  if (!parts) return { kind: 'other' };
  const [, repository = '', kind, last = ''] = parts;
  if (!isRepository(repository)) return malformed('NAME_INVALID', 'invalid repository name');
  switch (kind) {
    case 'tags':
      return { kind: 'tags', repository };
    case 'blobs/uploads':
      return last ? { kind: 'upload', repository, id: last } : { kind: 'uploads', repository };
    case 'manifests':
      if (isDigest(last)) return { kind: 'manifests', repository, reference: { digest: last } };
      if (isTag(last)) return { kind: 'manifests', repository, reference: { tag: last } };
      return last.includes(':')
        ? malformed('DIGEST_INVALID', 'invalid digest: only sha256 is supported')
        : malformed('TAG_INVALID', 'invalid tag');
    default:
      if (!isDigest(last)) return malformed('DIGEST_INVALID', 'invalid digest: only sha256 is supported');
      return { kind: kind === 'blobs' ? 'blobs' : 'referrers', repository, digest: last };
  }
}

/** Returns a route's name in the counters: `blobs`, `blobs/uploads`, `manifests`, … */
export function routeName(route: Route): string {
  if (route.kind === 'uploads' || route.kind === 'upload') return 'blobs/uploads';
  return route.kind === 'malformed' ? 'other' : route.kind;
}

function malformed(code: RejectionCode, message: string): Route {
  return { kind: 'malformed', code, message };
}
