import { join } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import type { ImageSource } from '../../base/image/content.ts';
import type { Digest } from '../../base/image/digest.ts';
import { contentMissing } from '../../base/image/verified-read.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { classify } from '../../store/set-format/entry-names.ts';
import { readSetIndex, type SetIndex } from '../../store/set-format/set-index.ts';
import { namesIn, parseTransferName } from '../../store/workspace/next-transfer.ts';
import { t } from './messages.ts';

/** A complete set in a workspace. */
export interface StoredSet {
  name: string;
  enclave: string;
  directory: string;
  index: SetIndex;
  /** Bytes of all files. */
  bytes: number;
  /** Bytes of each blob in it. */
  blobs: ReadonlyMap<Digest, number>;
}

/** Returns the complete sets of a workspace, by enclave and number. @throws AirlockError `archive-malformed`, `workspace-format` */
export async function storedSets(directory: string): Promise<StoredSet[]> {
  const found: StoredSet[] = [];
  for (const folder of await namesIn(join(directory, 'transfers'))) {
    const parsed = parseTransferName(folder);
    if (!parsed || parsed.partial) continue;
    const place = join(directory, 'transfers', folder);
    const index = await readSetIndex(place);
    if (!index) continue;
    const blobs = new Map<Digest, number>();
    for (const { entries } of index.volumes)
      for (const [name, , size] of entries) {
        const entry = classify(name);
        if (entry.kind === 'blob') blobs.set(entry.digest, size);
      }
    const bytes = index.volumes.reduce((sum, { size }) => sum + size, 0);
    found.push({ name: folder, enclave: parsed.enclave, directory: place, index, bytes, blobs });
  }
  const number = ({ index }: StoredSet) => index.number;
  return found.sort((a, b) =>
    a.enclave === b.enclave ? number(a) - number(b) : a.enclave < b.enclave ? -1 : 1,
  );
}

/** The readable manifests and configurations of several sets. */
export type ReadableSets = Pick<ImageSource, 'size' | 'bytes' | 'close'>;

/** Opens several sets as one source. Skips sets with missing files. */
export async function openSets(sets: readonly StoredSet[]): Promise<ReadableSets> {
  const sources: ImageSource[] = [];
  for (const { directory } of sets) {
    try {
      sources.push(await openImageSource(directory));
    } catch (thrown) {
      if (asAirlockError(thrown).code !== 'archive-malformed') throw thrown;
    }
  }
  const holder = (digest: Digest) => sources.find((source) => source.size(digest) !== undefined);
  return {
    size: (digest) => holder(digest)?.size(digest),
    async bytes(digest, limit) {
      const source = holder(digest);
      if (!source) throw contentMissing(digest, t('setsOfWorkspace'));
      return source.bytes(digest, limit);
    },
    async close() {
      for (const source of sources) await source.close();
    },
  };
}
