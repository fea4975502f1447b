import { join } from 'node:path';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { type HostSetLine, hostSet, type KeptHostSet } from '../../../contract/topics/hosts.ts';
import { createStateFiles } from '../state/state-files.ts';

/** Sets of hosts, a file each. No password is in them. */
export interface HostSets {
  /** The last saved first. @throws AirlockError `disk` */
  list(): Promise<HostSetLine[]>;
  /** @throws AirlockError `not-found` */
  read(id: string): Promise<KeptHostSet>;
  /** @returns when it was saved. @throws AirlockError `disk`, `disk-full` */
  save(set: KeptHostSet): Promise<string>;
  remove(id: string): Promise<void>;
}

export function createHostSets(configDirectory: string): HostSets {
  const files = createStateFiles(join(configDirectory, 'hosts'), { field: 'set', schema: hostSet });
  return {
    async list() {
      return (await files.list()).map(({ value: { id, name, hosts }, savedAt }) => ({
        ...{ id, name, savedAt },
        hosts: hosts.length,
      }));
    },
    async read(id) {
      const found = await files.read(id);
      if (found) return found;
      throw new AirlockError('not-found', `there is no set of hosts ${id.slice(0, 64)}`, {
        side: 'local',
        remedy: 'Open another one: it was removed.',
      });
    },
    save: (set) => files.save(set.id, set),
    remove: files.remove,
  };
}
