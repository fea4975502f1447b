import { readFile } from 'node:fs/promises';
import { appendLines } from '../../../base/files/line-files.ts';
import { openRecords, sealedRecord } from '../../../base/files/sealed-records.ts';
import type { Digest } from '../../../base/image/digest.ts';
import type { Closure } from '../../../content/plan/planned-image.ts';
import type { ContentTable } from './content-table.ts';
import type { Contents } from './known-contents.ts';

export interface BuiltImageEntry {
  digest: Digest;
  contents: Contents;
  /** When it was built, RFC 3339. */
  at: string;
}

/** Images that were built locally (rebuilt catalogs, the graph-data image), with their content, by key of their source. */
export interface BuiltImages {
  get(key: string): BuiltImageEntry | undefined;
  put(key: string, closure: Closure): Promise<void>;
  /** Reads the file again after another process has written it. */
  refresh(): Promise<void>;
}

/** One JSON line for each image. The last line of a key counts. If the file is lost, the images are built again. */
export function builtImages(path: string, table: ContentTable): BuiltImages {
  const known = new Map<string, BuiltImageEntry>();
  let read = -1;
  const take = (text: string): void => {
    try {
      const { key, at, digest, parts } = JSON.parse(text) as {
        key: string;
        at: string;
        digest: Digest;
        parts: [Digest, number][];
      };
      const contents = Uint32Array.from(new Set(parts.map(([digest, size]) => table.numberOf(digest, size))));
      known.set(key, { digest, contents, at });
    } catch {
      // A line of another version.
    }
  };
  return {
    get: (key) => known.get(key),
    async put(key, { digest, manifests, blobs }) {
      const parts = [...manifests, ...blobs].map(({ digest, size }) => [digest, size]);
      const line = JSON.stringify({ key, at: new Date().toISOString(), digest, parts });
      take(line);
      await appendLines(path, sealedRecord(line), { synced: false });
    },
    async refresh() {
      const text = await readFile(path, 'utf8').catch(() => '');
      if (text.length === read) return;
      read = text.length;
      for (const line of openRecords(text, 'built-images.jsonl')) take(line);
    },
  };
}
