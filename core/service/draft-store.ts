import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { type Draft, type DraftLine, draft as draftSchema } from '../contract/drafts.ts';
import { AirlockError, asAirlockError } from '../errors/airlock-error.ts';
import { writeFileAtomic } from '../store/atomic-file.ts';
import { draftWithCredentialsOf, draftWithoutCredentials } from './draft-credentials.ts';
import { inTurn } from './in-turn.ts';

const KEPT = z.object({ format: z.literal(1), savedAt: z.string(), draft: draftSchema });
/** Drafts hold the text of configurations: nobody else's to read. */
const MODE = 0o600;
const ID = /^[a-z0-9-]{1,64}$/;

/** Configurations that are being written: one file each, so that a crash of a page or of the engine loses nothing. */
export interface DraftStore {
  /** The last saved first; a file that is none is left out. @throws AirlockError `disk` */
  list(): Promise<DraftLine[]>;
  /** @throws AirlockError `not-found` */
  read(id: string): Promise<Draft>;
  /** @throws AirlockError `disk`, `disk-full` */
  save(draft: Draft): Promise<DraftLine>;
  remove(id: string): Promise<void>;
}

/**
 * Drafts in the folder `drafts` of the user's settings. Credentials in addresses are not written: such a draft has them
 * as long as the engine lives. Read by the next engine it has them from the configuration's own file where that has
 * them; the lines that lack them then are its `withheld`.
 */
export function createDraftStore(configDirectory: string): DraftStore {
  const folder = join(configDirectory, 'drafts');
  const fileOf = (id: string): string => join(folder, `${id}.json`);
  const turn = inTurn();
  /** As they were saved, with what their files must not hold. */
  const whole = new Map<string, Draft>();

  const kept = async (id: string): Promise<z.infer<typeof KEPT> | undefined> => {
    const text = await readFile(fileOf(id), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw asAirlockError(error);
    });
    if (text === undefined) return undefined;
    try {
      return KEPT.safeParse(JSON.parse(text)).data;
    } catch {
      return undefined;
    }
  };

  return {
    async list() {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw asAirlockError(error);
      });
      const ids = names.flatMap((name) => /^([a-z0-9-]{1,64})\.json$/.exec(name)?.[1] ?? []);
      const found = await Promise.all(ids.map(kept));
      const lines = found.flatMap((each) => (each ? [lineOf(each.draft, each.savedAt)] : []));
      return lines.sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
    },
    async read(id) {
      const found = ID.test(id) ? await kept(id) : undefined;
      if (found) return whole.get(id) ?? withCredentialsOfFile(found.draft);
      throw new AirlockError('not-found', `there is no draft ${id.slice(0, 64)}`, {
        side: 'local',
        remedy: 'Begin again: it was saved and put away, or removed.',
      });
    },
    save: (draft) =>
      turn(async () => {
        const savedAt = new Date().toISOString();
        const clean = draftWithoutCredentials(draft);
        try {
          await writeFileAtomic(
            fileOf(draft.id),
            `${JSON.stringify({ format: 1, savedAt, draft: clean }, undefined, 2)}\n`,
            { mode: MODE },
          );
        } catch (error) {
          throw asAirlockError(error);
        }
        whole.set(draft.id, draft);
        return lineOf(draft, savedAt);
      }),
    remove: (id) =>
      turn(async () => {
        whole.delete(id);
        if (ID.test(id)) await rm(fileOf(id), { force: true });
      }),
  };
}

function lineOf({ id, file, workspace, step }: Draft, savedAt: string): DraftLine {
  return { id, name: basename(file), file, ...(workspace && { workspace }), step, savedAt };
}

/** A file that cannot be read has none. */
async function withCredentialsOfFile(draft: Draft): Promise<Draft> {
  if (!draft.withheld?.length) return draft;
  return draftWithCredentialsOf(draft, await readFile(draft.file, 'utf8').catch(() => ''));
}
