import { basename, join } from 'node:path';
import { AirlockError, type Problem } from '../../../base/errors/airlock-error.ts';
import {
  type InstallConfigDraft,
  type InstallConfigLine,
  installConfigDraft,
} from '../../../contract/topics/install-config-requests.ts';
import { readInstallConfig } from '../../../install/install-config/model/read-install-config.ts';
import { createStateFiles } from '../state/state-files.ts';
import { t } from './messages.ts';

/** Saves drafts of install configurations, each in its own file. They never contain a secret: see `secret-store.ts`. */
export interface InstallConfigDrafts {
  /** Returns the drafts, last saved first, and why the other files can't be read. @throws AirlockError `disk` */
  list(): Promise<{ drafts: InstallConfigLine[]; unreadable: Problem[] }>;
  /** @throws AirlockError `not-found` */
  read(id: string): Promise<InstallConfigDraft>;
  /** @param draft with placeholders instead of secrets. @throws AirlockError `disk`, `disk-full` */
  save(draft: InstallConfigDraft): Promise<void>;
  remove(id: string): Promise<void>;
}

export function createInstallConfigDrafts(configDirectory: string): InstallConfigDrafts {
  const folder = join(configDirectory, 'install-configs');
  const files = createStateFiles(folder, { field: 'draft', schema: installConfigDraft });
  return {
    async list() {
      const { files: saved, unreadable } = await files.list();
      const drafts = saved.map(({ value: { id, file, text }, savedAt }) => ({
        ...{ id, file, savedAt },
        name: readInstallConfig(text).config.metadata?.name || basename(file),
      }));
      return { drafts, unreadable };
    },
    async read(id) {
      const found = await files.read(id);
      if (found) return found;
      throw new AirlockError('not-found', t('draftMissing', { id: id.slice(0, 64) }), {
        side: 'local',
        remedy: t('draftMissingRemedy'),
      });
    },
    async save(draft) {
      await files.save(draft.id, draft);
    },
    remove: files.remove,
  };
}
