import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { asAirlockError } from '../../../base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../../base/files/atomic-file.ts';
import { inTurn } from './in-turn.ts';

/** Only the user may read the files. */
const MODE = 0o600;
const ID = /^[a-z0-9-]{1,64}$/;
const FILE = z.object({ format: z.literal(2), savedAt: z.string() }).loose();

export interface SavedFile<T> {
  value: T;
  savedAt: string;
}

/** Saves unfinished work, each in its own file, so that a crash of a page or of the engine loses nothing. */
export interface StateFiles<T> {
  /** Returns the files, last saved first, without invalid ones. @throws AirlockError `disk` */
  list(): Promise<SavedFile<T>[]>;
  /** Returns undefined for an unknown or invalid id. @throws AirlockError `disk` */
  read(id: string): Promise<T | undefined>;
  /** @returns when it was saved. @throws AirlockError `disk`, `disk-full` */
  save(id: string, value: T): Promise<string>;
  remove(id: string): Promise<void>;
}

/** @param field the name of the value in the file (docs/formats/user-directories.md) */
export function createStateFiles<T>(
  folder: string,
  { field, schema }: { field: string; schema: z.ZodType<T> },
): StateFiles<T> {
  const turn = inTurn();
  const fileOf = (id: string): string => join(folder, `${id}.json`);
  const saved = async (id: string): Promise<SavedFile<T> | undefined> => {
    if (!ID.test(id)) return undefined;
    const text = await readFile(fileOf(id), 'utf8').catch(absent);
    if (text === undefined) return undefined;
    try {
      const file = FILE.parse(JSON.parse(text));
      return { value: schema.parse(file[field]), savedAt: file.savedAt };
    } catch {
      return undefined;
    }
  };
  return {
    async list() {
      const names = (await readdir(folder).catch(absent)) ?? [];
      const ids = names.flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []);
      const found = (await Promise.all(ids.map(saved))).filter((each) => each !== undefined);
      return found.sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
    },
    read: async (id) => (await saved(id))?.value,
    save: (id, value) =>
      turn(async () => {
        const savedAt = new Date().toISOString();
        const text = `${JSON.stringify({ format: 2, savedAt, [field]: value }, undefined, 2)}\n`;
        await writeFileAtomic(fileOf(id), text, { mode: MODE }).catch((error: unknown) => {
          throw asAirlockError(error);
        });
        return savedAt;
      }),
    remove: (id) =>
      turn(async () => {
        if (ID.test(id)) await rm(fileOf(id), { force: true });
      }),
  };
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw asAirlockError(error);
}
