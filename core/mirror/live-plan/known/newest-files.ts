import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkingFiles } from '../../../base/collected/collected.ts';
import { workingFiles } from '../../../store/workspace/working-files.ts';
import type { SavedAnswers } from '../../../upgrade/sources/saved-answers.ts';

export interface NewestFiles extends Required<WorkingFiles> {
  /** When the newest copy was written, in ms since 1970; undefined when there is none. */
  writtenAt(name: string): Promise<number | undefined>;
}

/**
 * The files of several folders as one: of a name that is in more than one the copy that was written last counts, as it
 * is what a service or a registry said last.
 * @param folders the first gets what is written
 * @param others places that know themselves when a file was written
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
    writtenAt: async (name) => (await ages(name))[0]?.at,
  };
}
