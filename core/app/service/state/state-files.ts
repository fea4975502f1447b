import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AirlockError, asAirlockError, type Problem } from '../../../base/errors/airlock-error.ts';
import { inOrder } from '../../../base/flow/in-order.ts';
import { inTurn } from '../../../base/flow/in-turn.ts';
import {
  type FileFormat,
  inCurrentFormat,
  rethrowFormat,
  writeInFormat,
} from '../../../base/formats/file-format.ts';
import { t } from './messages.ts';

/** Only the user may read the files. */
const MODE = 0o600;
/** Files read at once. */
const READ_AT_ONCE = 16;
const ID = /^[a-z0-9-]{1,64}$/;
const FORMAT = { kind: 'state', current: 2 } as const satisfies FileFormat;
const FILE = z.object({ format: z.literal(FORMAT.current), savedAt: z.string() }).loose();

export interface SavedFile<T> {
  value: T;
  savedAt: string;
}

/** Saves unfinished work, each in its own file, so that a crash of a page or of the engine loses nothing. */
export interface StateFiles<T> {
  /**
   * Returns the readable files, last saved first, and why the others can't be read, by path.
   * @throws AirlockError `disk`
   */
  list(): Promise<{ files: SavedFile<T>[]; unreadable: Problem[] }>;
  /** Returns undefined for an unknown id. @throws AirlockError `disk`, `workspace-format`, `config-unreadable` */
  read(id: string): Promise<T | undefined>;
  /** @returns when it was saved. @throws AirlockError `disk`, `disk-full`, `workspace-format` instead of replacing such a file */
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
    const path = fileOf(id);
    try {
      const file = FILE.parse(inCurrentFormat(JSON.parse(text), path, FORMAT));
      return { value: schema.parse(file[field]), savedAt: file.savedAt };
    } catch (cause) {
      rethrowFormat(cause);
      throw new AirlockError('config-unreadable', t('savedFileDamaged', { file: path }), {
        side: 'local',
        at: { file: path },
        remedy: t('savedFileDamagedRemedy'),
        cause,
      });
    }
  };
  return {
    async list() {
      const names = (await readdir(folder).catch(absent)) ?? [];
      const ids = names.flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []);
      const files: SavedFile<T>[] = [];
      const unreadable: Problem[] = [];
      const reading = inOrder(ids.toSorted(), READ_AT_ONCE, async (id) =>
        saved(id).catch((error: unknown) => asAirlockError(error)),
      );
      for await (const found of reading) {
        if (found instanceof AirlockError) unreadable.push(found.toJSON());
        else if (found) files.push(found);
      }
      return { files: files.sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1)), unreadable };
    },
    read: async (id) => (await saved(id))?.value,
    save: (id, value) =>
      turn(async () => {
        const savedAt = new Date().toISOString();
        const text = `${JSON.stringify({ format: FORMAT.current, savedAt, [field]: value }, undefined, 2)}\n`;
        await writeInFormat(fileOf(id), text, FORMAT, { mode: MODE }).catch((error: unknown) => {
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
