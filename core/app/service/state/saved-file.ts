import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import { t } from './messages.ts';

/** Returns the content of a file; undefined where there is none. @throws system errors */
export async function contentOf(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/**
 * Rejects a file that isn't the one that was read.
 * @param expected its digest; undefined if there must be no file
 * @throws AirlockError `file-changed`
 */
export async function requireUnchanged(path: string, expected: string | undefined): Promise<void> {
  const content = await contentOf(path);
  const found = content && sha256(content);
  if (found === expected) return;
  const message =
    expected === undefined
      ? t('fileExists', { file: path })
      : found === undefined
        ? t('fileRemoved', { file: path })
        : t('fileChanged', { file: path });
  throw new AirlockError('file-changed', message, {
    side: 'local',
    at: { file: path },
    expected: expected ?? t('absentFile'),
    found: found ?? t('absentFile'),
  });
}

/**
 * Returns the first of `NAME.yaml`, `NAME-2.yaml`, … that doesn't exist in a folder.
 * @param planned paths of files that will be written later
 */
export async function freeName(
  folder: string,
  name: string,
  planned: readonly string[] = [],
): Promise<string> {
  for (let number = 1; ; number++) {
    const file = join(folder, `${name}${number === 1 ? '' : `-${number}`}.yaml`);
    if (!planned.includes(file) && !(await stat(file).catch(() => undefined))) return file;
  }
}
