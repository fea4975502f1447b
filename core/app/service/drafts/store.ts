import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readYaml } from '../../../base/document/yaml-text.ts';
import { AirlockError, type Problem } from '../../../base/errors/airlock-error.ts';
import { type Draft, type DraftLine, draft as draftSchema } from '../../../contract/topics/drafts.ts';
import { imageSetView } from '../../../image-set/form/view.ts';
import { createStateFiles } from '../state/state-files.ts';
import { draftWithCredentialsOf, draftWithoutCredentials } from './credentials.ts';
import { t } from './messages.ts';

/** Saves drafts of configurations, each in its own file. */
export interface DraftStore {
  /** Returns the drafts, last saved first, and why the other files can't be read. @throws AirlockError `disk` */
  list(): Promise<{ drafts: DraftLine[]; unreadable: Problem[] }>;
  /** Returns the places of the readable drafts, without parsing their YAML. @throws AirlockError `disk` */
  places(): Promise<Pick<Draft, 'file' | 'workspace'>[]>;
  /** @throws AirlockError `not-found` */
  read(id: string): Promise<Draft>;
  /** @throws AirlockError `disk`, `disk-full` */
  save(draft: Draft): Promise<DraftLine>;
  /** Changes the name in lists. @throws AirlockError `not-found`, `disk` */
  rename(id: string, name: string | undefined): Promise<DraftLine>;
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
  const read = async (id: string): Promise<Draft> => {
    const found = await files.read(id);
    if (found) return withCredentials.get(id) ?? withCredentialsOfFile(found);
    throw new AirlockError('not-found', t('draftMissing', { id: id.slice(0, 64) }), {
      side: 'local',
      remedy: t('draftMissingRemedy'),
    });
  };
  const save = async (draft: Draft): Promise<DraftLine> => {
    const savedAt = await files.save(draft.id, draftWithoutCredentials(draft));
    withCredentials.set(draft.id, draft);
    return lineOf(draft, savedAt);
  };
  return {
    async list() {
      const { files: saved, unreadable } = await files.list();
      return { drafts: saved.map(({ value, savedAt }) => lineOf(value, savedAt)), unreadable };
    },
    async places() {
      return (await files.list()).files.map(({ value: { file, workspace } }) => ({ file, workspace }));
    },
    read,
    save,
    rename: async (id, name) => save({ ...(await read(id)), name }),
    async remove(id) {
      withCredentials.delete(id);
      await files.remove(id);
    },
  };
}

function lineOf(draft: Draft, savedAt: string): DraftLine {
  const { id, name, file, enclave, workspace, step } = draft;
  return {
    ...{ id, name: name ?? basename(file), named: name !== undefined, file, enclave, step, savedAt },
    ...versionsOf(draft),
    workspace: workspace || undefined,
  };
}

/** Returns the versions that the user entered, otherwise the bounds of the release channels in the text. */
function versionsOf({ from, to, text }: Draft): Pick<DraftLine, 'from' | 'to'> {
  if (to) return from && from !== to ? { from, to } : { to };
  const doc = readYaml(text);
  const { releases } = doc.faults.length > 0 ? { releases: [] } : imageSetView(doc);
  const [first, last] = [releases[0], releases.at(-1)];
  const highest = last && (last.maxVersion ?? minorIn(last.name));
  const lowest = first && (first.minVersion ?? minorIn(first.name));
  return highest === undefined ? {} : lowest === highest ? { to: highest } : { from: lowest, to: highest };
}

/** Returns `4.18` for the channel `stable-4.18`. */
function minorIn(channel: string): string {
  return /(?<!\d)\d+\.\d+$/.exec(channel)?.[0] ?? channel;
}

/** Returns the draft with the credentials of its file. A file that can't be read has none. */
async function withCredentialsOfFile(draft: Draft): Promise<Draft> {
  if (!draft.strippedLines?.length) return draft;
  return draftWithCredentialsOf(draft, await readFile(draft.file, 'utf8').catch(() => ''));
}
