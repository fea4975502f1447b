import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { type Draft, type DraftLine, draft as draftSchema } from '../../../contract/topics/drafts.ts';
import { createStateFiles } from '../state/state-files.ts';
import { draftWithCredentialsOf, draftWithoutCredentials } from './credentials.ts';
import { t } from './messages.ts';

/** Saves drafts of configurations, each in its own file. */
export interface DraftStore {
  /** Returns the drafts, last saved first. @throws AirlockError `disk` */
  list(): Promise<DraftLine[]>;
  /** @throws AirlockError `not-found` */
  read(id: string): Promise<Draft>;
  /** @throws AirlockError `disk`, `disk-full` */
  save(draft: Draft): Promise<DraftLine>;
  remove(id: string): Promise<void>;
}

/**
 * Stores drafts in the folder `drafts` of the user's settings. Credentials in URLs aren't written: a draft has them only
 * while the engine runs. The next engine restores them from the configuration file if it contains them. The other lines
 * without credentials are listed in `strippedLines`.
 */
export function createDraftStore(configDirectory: string): DraftStore {
  const files = createStateFiles(join(configDirectory, 'drafts'), { field: 'draft', schema: draftSchema });
  /** Drafts with their credentials, which their files must not contain. */
  const withCredentials = new Map<string, Draft>();
  return {
    async list() {
      return (await files.list()).map(({ value, savedAt }) => lineOf(value, savedAt));
    },
    async read(id) {
      const found = await files.read(id);
      if (found) return withCredentials.get(id) ?? withCredentialsOfFile(found);
      throw new AirlockError('not-found', t('draftMissing', { id: id.slice(0, 64) }), {
        side: 'local',
        remedy: t('draftMissingRemedy'),
      });
    },
    async save(draft) {
      const savedAt = await files.save(draft.id, draftWithoutCredentials(draft));
      withCredentials.set(draft.id, draft);
      return lineOf(draft, savedAt);
    },
    async remove(id) {
      withCredentials.delete(id);
      await files.remove(id);
    },
  };
}

function lineOf({ id, file, workspace, step }: Draft, savedAt: string): DraftLine {
  return { id, name: basename(file), file, workspace: workspace || undefined, step, savedAt };
}

/** Returns the draft with the credentials of its file. A file that can't be read has none. */
async function withCredentialsOfFile(draft: Draft): Promise<Draft> {
  if (!draft.strippedLines?.length) return draft;
  return draftWithCredentialsOf(draft, await readFile(draft.file, 'utf8').catch(() => ''));
}
