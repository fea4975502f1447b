import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { WritableFiles } from '../../../base/collected/collected.ts';
import { workingFiles } from '../../../store/workspace/working-files.ts';
import type { SavedAnswers } from '../../../upgrade/sources/saved-answers.ts';

export interface NewestFiles extends WritableFiles {
  /** Returns when the newest copy was written, in ms since 1970, or undefined if there is none. */
  writtenAt(name: string): Promise<number | undefined>;
}

/**
 * Combines the files of several folders. Of files with the same name, the newest copy counts, because it is the last
 * response of a service or registry.
 * @param folders files are written to the first one
 * @param others places that return when a file was written
 */
export function newestFiles(
  folders: readonly [string, ...string[]],
  others: readonly Pick<SavedAnswers, 'files' | 'writtenAt'>[],
): NewestFiles {
  const places = [
    ...folders.map((folder) => ({
      files: workingFiles(folder, { colons: true }),
      writtenAt: async (name: string) =>
        (await stat(join(folder, ...name.split('/'))).catch(() => undefined))?.mtimeMs,
    })),
    ...others,
  ];
  const ages = async (name: string) => {
    const found = await Promise.all(
      places.map(async (place) => ({ ...place, at: await place.writtenAt(name) })),
    );
    return found.sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
  };
  return {
    async read(name) {
      for (const { files } of await ages(name)) {
        const bytes = await files.read(name);
        if (bytes) return bytes;
      }
      return undefined;
    },
    async list(prefix) {
      const lists = await Promise.all(places.map(({ files }) => files.list(prefix)));
      return [...new Set(lists.flat())].sort();
    },
    write: (name, content) => places[0]!.files.write(name, content),
    writeAll: (files) => places[0]!.files.writeAll(files),
    writtenAt: async (name) => (await ages(name))[0]?.at,
  };
}
