import { join } from 'node:path';
import { AirlockError, type Problem } from '../../../base/errors/airlock-error.ts';
import { type HostSetLine, hostSet, type SavedHostSet } from '../../../contract/topics/hosts.ts';
import { createStateFiles } from '../state/state-files.ts';
import { t } from './messages.ts';

/** Saves sets of hosts, each in its own file. They contain no passwords. */
export interface HostSets {
  /** Returns the sets, last saved first, and why the other files can't be read. @throws AirlockError `disk` */
  list(): Promise<{ sets: HostSetLine[]; unreadable: Problem[] }>;
  /** @throws AirlockError `not-found` */
  read(id: string): Promise<SavedHostSet>;
  /** @returns when it was saved. @throws AirlockError `disk`, `disk-full` */
  save(set: SavedHostSet): Promise<string>;
  remove(id: string): Promise<void>;
}

export function createHostSets(configDirectory: string): HostSets {
  const files = createStateFiles(join(configDirectory, 'hosts'), { field: 'set', schema: hostSet });
  return {
    async list() {
      const { files: saved, unreadable } = await files.list();
      const sets = saved.map(({ value: { id, name, hosts }, savedAt }) => ({
        ...{ id, name, savedAt },
        hosts: hosts.length,
      }));
      return { sets, unreadable };
    },
    async read(id) {
      const found = await files.read(id);
      if (found) return found;
      throw new AirlockError('not-found', t('setMissing', { id: id.slice(0, 64) }), {
        side: 'local',
        remedy: t('setMissingRemedy'),
      });
    },
    save: (set) => files.save(set.id, set),
    remove: files.remove,
  };
}
