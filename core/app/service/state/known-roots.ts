import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../../base/files/atomic-file.ts';
import { inTurn } from '../../../base/flow/in-turn.ts';
import type { HostFacts } from '../../../mirror/run/request.ts';
import { defaultStateDirectory } from '../../../mirror/run/state-directory.ts';
import type { SettingsStore } from './settings-store.ts';
import type { KnownRoot } from './state.ts';

const FILE = 'state-folders.json';
/** The oldest are forgotten: a folder that is used again is noted again. */
const MOST = 50;

const schema = z.array(z.string());

export interface KnownRoots {
  list(): Promise<KnownRoot[]>;
  /** @throws system errors when the file cannot be written */
  note(directory: string): Promise<void>;
}

/** The folders in which runs are looked for. */
export function createKnownRoots(options: {
  host: HostFacts;
  configDirectory: string;
  settings: SettingsStore;
  practice: { stateDirectory(): string | undefined };
}): KnownRoots {
  const { host, configDirectory, settings, practice } = options;
  const file = join(configDirectory, FILE);
  const turn = inTurn();

  const noted = async (): Promise<string[]> => {
    const text = await readFile(file, 'utf8').catch(() => '[]');
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      return [];
    }
  };

  return {
    async list() {
      const roots = new Map<string, KnownRoot>();
      const add = (root: string, kind: KnownRoot['kind']): void => {
        if (!roots.has(root)) roots.set(root, { root, kind });
      };
      for (const directory of (await settings.read()).workspaces) add(directory, 'workspace');
      const practiceState = practice.stateDirectory();
      if (practiceState) add(practiceState, 'state');
      add(defaultStateDirectory(host), 'state');
      for (const directory of await noted()) add(directory, 'state');
      return [...roots.values()];
    },
    note: (directory) =>
      turn(async () => {
        if (directory === defaultStateDirectory(host) || directory === practice.stateDirectory()) return;
        const known = await noted();
        if (known[0] === directory) return;
        const next = [directory, ...known.filter((one) => one !== directory)].slice(0, MOST);
        await writeFileAtomic(file, `${JSON.stringify(next, undefined, 2)}\n`);
      }),
  };
}
