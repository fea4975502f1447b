import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import {
  type InstallConfigDraft,
  type InstallConfigLine,
  installConfigDraft,
} from '../contract/install-config-requests.ts';
import { AirlockError, asAirlockError } from '../errors/airlock-error.ts';
import { readInstallConfig } from '../install-config/read-install-config.ts';
import { writeFileAtomic } from '../store/atomic-file.ts';
import { inTurn } from './in-turn.ts';

const KEPT = z.object({ format: z.literal(1), savedAt: z.string(), draft: installConfigDraft });
const MODE = 0o600;

/** Install configurations that are being written, a file each. No secret is ever in one: see `held-secrets.ts`. */
export interface InstallConfigDrafts {
  /** The last saved first; a file that is none is left out. @throws AirlockError `disk` */
  list(): Promise<InstallConfigLine[]>;
  /** @throws AirlockError `not-found` */
  read(id: string): Promise<InstallConfigDraft>;
  /** @param draft with names in the place of secrets. @throws AirlockError `disk`, `disk-full` */
  save(draft: InstallConfigDraft): Promise<void>;
  remove(id: string): Promise<void>;
}

export function createInstallConfigDrafts(configDirectory: string): InstallConfigDrafts {
  const folder = join(configDirectory, 'install-configs');
  const turn = inTurn();
  const fileOf = (id: string): string => join(folder, `${id}.json`);
  const kept = async (id: string): Promise<z.infer<typeof KEPT> | undefined> => {
    if (!/^[a-z0-9-]{1,64}$/.test(id)) return undefined;
    const text = await readFile(fileOf(id), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw asAirlockError(error);
    });
    try {
      return text === undefined ? undefined : KEPT.safeParse(JSON.parse(text)).data;
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
      const ids = names.flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []);
      const found = (await Promise.all(ids.map(kept))).filter((each) => each !== undefined);
      return found
        .sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1))
        .map(({ draft: { id, file, text }, savedAt }) => ({
          ...{ id, file, savedAt },
          name: readInstallConfig(text).config.metadata?.name || basename(file),
        }));
    },
    async read(id) {
      const found = await kept(id);
      if (found) return found.draft;
      throw new AirlockError('not-found', `there is no install configuration ${id.slice(0, 64)}`, {
        side: 'local',
        remedy: 'Begin again: it was removed.',
      });
    },
    save: (draft) =>
      turn(async () => {
        const savedAt = new Date().toISOString();
        await writeFileAtomic(
          fileOf(draft.id),
          `${JSON.stringify({ format: 1, savedAt, draft }, undefined, 2)}\n`,
          { mode: MODE },
        ).catch((error: unknown) => {
          throw asAirlockError(error);
        });
      }),
    remove: (id) =>
      turn(async () => {
        if (await kept(id)) await rm(fileOf(id), { force: true });
      }),
  };
}
