import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { asAirlockError } from '../../../base/errors/airlock-error.ts';
import { inTurn } from '../../../base/flow/in-turn.ts';
import { type FileFormat, inCurrentFormat, writeInFormat } from '../../../base/formats/file-format.ts';
import { type Settings, settings as settingsSchema } from '../../../contract/topics/settings.ts';
import type { ContractProblem } from '../../../contract/topics/vocabulary.ts';
import { t } from './messages.ts';

const SETTINGS_FILE = 'settings.json';

/** Format 1 has no number. Its fields are those of format 2. */
const FORMAT = {
  kind: 'state',
  current: 2,
  unnumbered: 1,
  migrations: { 1: (fields) => fields },
} as const satisfies FileFormat;

/** `settings.json` of a user. */
export const SETTINGS = settingsSchema.extend({ format: z.literal(FORMAT.current) });

/** The user's settings. Another host may write the same file, so it is read again before every change. */
export interface SettingsStore {
  readonly file: string;
  /** Returns the current settings of the file, or defaults without a file. Never throws. */
  read(): Promise<Settings>;
  /**
   * Changes the settings, writes the file and calls `onChange`.
   * @throws AirlockError `workspace-format` instead of replacing a file of another format; system errors
   */
  change(edit: (now: Settings) => Settings): Promise<Settings>;
  /** Returns why the file couldn't be used. */
  problems(): ContractProblem[];
}

export function createSettingsStore(
  configDirectory: string,
  onChange: (settings: Settings) => void,
): SettingsStore {
  const file = join(configDirectory, SETTINGS_FILE);
  const turn = inTurn();
  let problems: ContractProblem[] = [];
  /** Fields of a newer version, which are written back unchanged. */
  let unknown: Record<string, unknown> = {};

  /** Copies a broken file once, so that the next write doesn't destroy content that the user may want to repair. */
  const broken = async (message: string): Promise<Settings> => {
    const backup = `${file}.broken`;
    await copyFile(file, backup).catch(() => undefined);
    problems = [
      {
        code: 'config-invalid',
        level: 'warning',
        message,
        remedy: t('settingsInvalidRemedy', { file: backup }),
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
                message: t('settingsUnreadable', { file, code: code ?? '' }),
                remedy: t('settingsUnreadableRemedy'),
                file,
              },
            ];
      return settingsSchema.parse({});
    }
    let content: unknown;
    try {
      content = JSON.parse(text);
    } catch {
      return broken(t('settingsNotJson', { file }));
    }
    try {
      content = inCurrentFormat(content, file, FORMAT);
    } catch (cause) {
      const { code, message, remedy } = asAirlockError(cause);
      problems = [
        { code, level: 'warning', message: t('settingsFormat', { reason: message }), remedy, file },
      ];
      return settingsSchema.parse({});
    }
    const parsed = SETTINGS.safeParse(content);
    if (!parsed.success) {
      const field = parsed.error.issues[0]!.path.join('.');
      return broken(t('settingsInvalid', { file, field }));
    }
    problems = [];
    unknown = Object.fromEntries(
      Object.entries(content as object).filter(([field]) => !Object.hasOwn(SETTINGS.shape, field)),
    );
    const { format: _format, ...known } = parsed.data;
    return known;
  };

  return {
    file,
    read,
    change: (edit) =>
      turn(async () => {
        const now = await read();
        const next = settingsSchema.parse(edit(now));
        if (JSON.stringify(next) === JSON.stringify(now)) return now;
        const text = `${JSON.stringify({ format: FORMAT.current, ...next, ...unknown }, undefined, 2)}\n`;
        await writeInFormat(file, text, FORMAT);
        problems = [];
        onChange(next);
        return next;
      }),
    problems: () => problems,
  };
}
