import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../../../base/files/atomic-file.ts';
import { type Settings, settings as settingsSchema } from '../../../contract/topics/settings.ts';
import type { ContractProblem } from '../../../contract/topics/vocabulary.ts';
import { inTurn } from './in-turn.ts';

const SETTINGS_FILE = 'settings.json';

/** The user's settings. Another host may write the same file: it is read again before every change. */
export interface SettingsStore {
  readonly file: string;
  /** As the file has them now; defaults where it has none. Never throws. */
  read(): Promise<Settings>;
  /** Changes them, writes the file and tells `onChange`. @throws system errors when it cannot be written */
  change(edit: (now: Settings) => Settings): Promise<Settings>;
  /** Why the file could not be taken as it was. */
  problems(): ContractProblem[];
}

export function createSettingsStore(
  configDirectory: string,
  onChange: (settings: Settings) => void,
): SettingsStore {
  const file = join(configDirectory, SETTINGS_FILE);
  const turn = inTurn();
  let problems: ContractProblem[] = [];
  /** Fields that a newer version wrote: they are kept for it. */
  let unknown: Record<string, unknown> = {};

  /** A broken file is put aside once, so that the next write does not destroy what somebody may still want to mend. */
  const broken = async (why: string): Promise<Settings> => {
    const aside = `${file}.broken`;
    await copyFile(file, aside).catch(() => undefined);
    problems = [
      {
        code: 'config-invalid',
        level: 'warning',
        message: `${file} ${why}; Airlock goes on with default settings`,
        remedy: `What it held is in ${aside}.`,
        file,
      },
    ];
    return settingsSchema.parse({});
  };

  const read = async (): Promise<Settings> => {
    unknown = {};
    let text: string;
    try {
      text = await readFile(file, 'utf8');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      problems =
        code === 'ENOENT'
          ? []
          : [
              {
                code: 'config-unreadable',
                level: 'warning',
                message: `${file} cannot be read (${code})`,
                remedy: 'Check its permissions.',
                file,
              },
            ];
      return settingsSchema.parse({});
    }
    let content: unknown;
    try {
      content = JSON.parse(text);
    } catch {
      return broken('is not JSON');
    }
    const parsed = settingsSchema.safeParse(content);
    if (!parsed.success) return broken(`has a wrong value at ${parsed.error.issues[0]!.path.join('.')}`);
    problems = [];
    unknown = Object.fromEntries(
      Object.entries(content as object).filter(([field]) => !Object.hasOwn(settingsSchema.shape, field)),
    );
    return parsed.data;
  };

  return {
    file,
    read,
    change: (edit) =>
      turn(async () => {
        const now = await read();
        const next = settingsSchema.parse(edit(now));
        if (JSON.stringify(next) === JSON.stringify(now)) return now;
        await writeFileAtomic(file, `${JSON.stringify({ ...next, ...unknown }, undefined, 2)}\n`);
        problems = [];
        onChange(next);
        return next;
      }),
    problems: () => problems,
  };
}
