import type { ImageReference } from '../image/reference.ts';
import type { ImageSourceReference } from './collected.ts';

/** Where a reference is pulled from: names without a registry host mean docker.io, as everywhere in the field. */
export function sourceOf({ domain, path, tag, digest }: ImageReference): ImageSourceReference {
  const rest = { tag: tag || undefined, digest };
  if (/[.:]/.test(domain) || domain === 'localhost') return { registry: domain, repository: path, ...rest };
  return { registry: 'docker.io', repository: domain ? `${domain}/${path}` : `library/${path}`, ...rest };
}
