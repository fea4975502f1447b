import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type HostSetLine, hostSet, type KeptHostSet } from '../contract/hosts.ts';
import { AirlockError, asAirlockError } from '../errors/airlock-error.ts';
import { writeFileAtomic } from '../store/atomic-file.ts';
import { inTurn } from './in-turn.ts';

const KEPT = z.object({ format: z.literal(1), savedAt: z.string(), set: hostSet });
/** Addresses of machines and their BMCs: nobody else's to read. */
const MODE = 0o600;

/** Sets of hosts, a file each, so that a crash of a page or of the engine loses nothing. No password is in them. */
export interface HostSets {
  /** The last saved first; a file that is none is left out. @throws AirlockError `disk` */
  list(): Promise<HostSetLine[]>;
  /** @throws AirlockError `not-found` */
  read(id: string): Promise<KeptHostSet>;
  /** @returns when it was saved. @throws AirlockError `disk`, `disk-full` */
  save(set: KeptHostSet): Promise<string>;
  remove(id: string): Promise<void>;
}

export function createHostSets(configDirectory: string): HostSets {
  const folder = join(configDirectory, 'hosts');
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
        .map(({ set: { id, name, hosts }, savedAt }) => ({ id, name, hosts: hosts.length, savedAt }));
    },
    async read(id) {
      const found = await kept(id);
      if (found) return found.set;
      throw new AirlockError('not-found', `there is no set of hosts ${id.slice(0, 64)}`, {
        side: 'local',
        remedy: 'Open another one: it was removed.',
      });
    },
    save: (set) =>
      turn(async () => {
        const savedAt = new Date().toISOString();
        const text = `${JSON.stringify({ format: 1, savedAt, set }, undefined, 1)}\n`;
        await writeFileAtomic(fileOf(set.id), text, { mode: MODE }).catch((error: unknown) => {
          throw asAirlockError(error);
        });
        return savedAt;
      }),
    remove: (id) =>
      turn(async () => {
        if (await kept(id)) await rm(fileOf(id), { force: true });
      }),
  };
}
