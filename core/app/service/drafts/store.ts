import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { type Draft, type DraftLine, draft as draftSchema } from '../../../contract/topics/drafts.ts';
import { createStateFiles } from '../state/state-files.ts';
import { draftWithCredentialsOf, draftWithoutCredentials } from './credentials.ts';

/** Configurations that are being written, a file each. */
export interface DraftStore {
  /** The last saved first. @throws AirlockError `disk` */
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
  const files = createStateFiles(join(configDirectory, 'drafts'), { field: 'draft', schema: draftSchema });
  /** As they were saved, with what their files must not hold. */
  const complete = new Map<string, Draft>();
  return {
    async list() {
      return (await files.list()).map(({ value, savedAt }) => lineOf(value, savedAt));
    },
    async read(id) {
      const found = await files.read(id);
      if (found) return complete.get(id) ?? withCredentialsOfFile(found);
      throw new AirlockError('not-found', `there is no draft ${id.slice(0, 64)}`, {
        side: 'local',
        remedy: 'Begin again: it was saved and put away, or removed.',
      });
    },
    async save(draft) {
      const savedAt = await files.save(draft.id, draftWithoutCredentials(draft));
      complete.set(draft.id, draft);
      return lineOf(draft, savedAt);
    },
    async remove(id) {
      complete.delete(id);
      await files.remove(id);
    },
  };
}

function lineOf({ id, file, workspace, step }: Draft, savedAt: string): DraftLine {
  return { id, name: basename(file), file, workspace: workspace || undefined, step, savedAt };
}

/** A file that cannot be read has none. */
async function withCredentialsOfFile(draft: Draft): Promise<Draft> {
  if (!draft.withheld?.length) return draft;
  return draftWithCredentialsOf(draft, await readFile(draft.file, 'utf8').catch(() => ''));
}
