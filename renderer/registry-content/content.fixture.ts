import type { ContentEntry, ContentImage } from '../../core/contract/topics/registry/registry-content.ts';

/** Returns an entry of a registry. */
export function contentEntry(name: string, more: Partial<ContentEntry> = {}): ContentEntry {
  const part = more.kind === 'catalog' || more.kind === 'package' ? undefined : `image ${name}`;
  return {
    ...{ kind: 'image', name, part, count: 1, bytes: 2 ** 20, shared: 0 },
    ...{ requestedBy: ['fleet.yaml'], transfers: ['fleet-0001'], verdicts: { verified: 1 }, drift: {} },
    ...more,
  };
}

/** Returns an image of a registry. */
export function contentImage(repository: string, more: Partial<ContentImage> = {}): ContentImage {
  return {
    ...{ repository, tag: 'v1', digest: `sha256:${'a'.repeat(64)}`, expected: [], bytes: 2 ** 20 },
    ...{ requestedBy: ['fleet.yaml'], transfers: [] },
    ...more,
  };
}
