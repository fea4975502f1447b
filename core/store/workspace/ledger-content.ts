import type { Digest } from '../../base/image/digest.ts';
import { attachmentInLedger } from '../set-format/attachments.ts';
import { kindAt } from '../set-format/index-entries.ts';
import type { SetIndex } from '../set-format/set-index.ts';
import type { LedgerContent, LedgerVolume } from './ledger.ts';

/** Returns the content of a set and its volumes, as recorded in the ledger. */
export function ledgerContentOf(index: SetIndex): LedgerContent & { volumes: LedgerVolume[] } {
  const attached = index.attachments ?? [];
  const linked = new Set<Digest>(attached.map(({ digest }) => digest));
  const named = Map.groupBy(attached, ({ digest }) => digest);
  const ofRepository = new Map<string, number[]>();
  const firstVolume = index.volumes.map((_, i) => [i + 1]);
  const found = index.volumes.map(({ entries }, i) => {
    const blobs: Digest[] = [];
    const files: LedgerContent['files'] = [];
    for (let place = 0; place < entries.length; place++) {
      const entry = kindAt(entries, place);
      if (entry.kind === 'blob') {
        blobs.push(entry.digest);
        for (const { name, digest } of named.get(entry.digest) ?? [])
          files.push({ name: attachmentInLedger(name), digest });
      }
      if (entry.kind === 'layer' || entry.kind === 'revision') linked.add(entry.digest);
      else if (entry.kind === 'file') {
        const hex = entries.at(place)![3];
        if (hex !== undefined) files.push({ name: entry.name, digest: `sha256:${hex}` satisfies Digest });
      }
      if (!('repository' in entry)) continue;
      const volumes = ofRepository.get(entry.repository);
      // Most repositories are in one volume, and share a list. Others have a list of their own.
      if (!volumes) ofRepository.set(entry.repository, firstVolume[i]!);
      else if (volumes.at(-1) !== i + 1) {
        if (volumes.length === 1) ofRepository.set(entry.repository, [...volumes, i + 1]);
        else volumes.push(i + 1);
      }
    }
    return { blobs, files };
  });
  // Parts of failed images are stored but reach no registry, so the set that completes an image contains all of it.
  const arriving = found.map(({ blobs, files }) => ({
    blobs: blobs.filter((digest) => linked.has(digest)),
    files,
  }));
  return {
    volumes: index.volumes.map(({ name, sha256 }, i) => ({
      name,
      sha256,
      blobs: arriving[i]!.blobs.length,
      files: arriving[i]!.files.length,
    })),
    blobs: arriving.flatMap(({ blobs }) => blobs),
    links: index.images.flatMap(({ repository, tag, digest }) =>
      tag === undefined ? [] : [{ repository, tag, digest, volumes: ofRepository.get(repository) ?? [] }],
    ),
    files: arriving.flatMap(({ files }) => files),
  };
}
