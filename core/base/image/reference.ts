import { AirlockError, loginInAddress } from '../errors/airlock-error.ts';
import { type Digest, isDigest } from './digest.ts';
import { t } from './messages.ts';

/**
 * An image reference as parsed by oc-mirror v2 (internal/pkg/image/image.go). The first path component is always the
 * registry.
 */
export interface ImageReference {
  transport: 'docker' | 'oci';
  /** Registry host with port, unchanged. Empty for `oci` and for names without a slash. */
  domain: string;
  /** Repository path without the registry. */
  path: string;
  tag?: string;
  digest?: Digest;
  /** The unchanged reference without transport. */
  text: string;
}

/**
 * Parses `[transport://]name[:tag][@sha256:hex]`. There is no implicit `latest` and no implicit docker.io. A port isn't a
 * tag: the tag is expected after the last slash (unlike in oc-mirror v2, which counts colons).
 * @throws AirlockError `reference-invalid`
 */
export function parseReference(input: string): ImageReference {
  const separator = input.indexOf('://');
  const transport = separator < 0 ? 'docker' : input.slice(0, separator);
  const text = separator < 0 ? input : input.slice(separator + 3);
  if (transport === 'oci') return { transport, domain: '', path: text, text };
  if (transport !== 'docker') throw invalid(input, t('referenceTransport', { transport }));
  const at = text.indexOf('@');
  const digest = at < 0 ? undefined : text.slice(at + 1);
  if (digest?.includes('/')) throw loginInAddress(t('imageReference'));
  if (digest !== undefined && !isDigest(digest)) throw invalid(input, 'the digest is invalid');
  const named = at < 0 ? text : text.slice(0, at);
  const slash = named.lastIndexOf('/');
  const colon = named.lastIndexOf(':');
  const tag = colon > slash ? named.slice(colon + 1) : undefined;
  const name = colon > slash ? named.slice(0, colon) : named;
  if (tag !== undefined && !/^\w[\w.-]{0,127}$/.test(tag))
    throw invalid(input, `the tag "${tag}" is invalid`);
  if (tag === undefined && digest === undefined)
    throw invalid(input, 'it has neither a tag nor a digest', true);
  const first = name.indexOf('/');
  const domain = first < 0 ? '' : name.slice(0, first);
  const path = first < 0 ? name : name.slice(first + 1);
  if (!/^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*$/.test(path)) {
    throw invalid(input, t('referenceName', { name: path }));
  }
  return {
    transport: 'docker',
    domain,
    path,
    tag,
    digest,
    text,
  };
}

/** Returns `registry/path`, without tag and digest. */
export function nameOf(reference: ImageReference): string {
  return reference.domain ? `${reference.domain}/${reference.path}` : reference.path;
}

function invalid(input: string, why: string, untagged = false): AirlockError {
  return new AirlockError('reference-invalid', `${input} isn't a valid image reference: ${why}`, {
    found: input,
    rule: { id: 'image-reference', reference: input, untagged },
  });
}
