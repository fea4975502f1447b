import type { ImageReference } from '../image/reference.ts';
import type { ImageSourceReference } from './collected.ts';

/** Returns the source of a reference. Names without a registry host are in docker.io, as in other tools. */
export function sourceOf({ domain, path, tag, digest }: ImageReference): ImageSourceReference {
  const rest = { tag: tag || undefined, digest };
  if (/[.:]/.test(domain) || domain === 'localhost') return { registry: domain, repository: path, ...rest };
  return { registry: 'docker.io', repository: domain ? `${domain}/${path}` : `library/${path}`, ...rest };
}
