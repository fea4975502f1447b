import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { WritableFiles } from '../../base/collected/collected.ts';
import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { isTemporary, writeFileAtomic, writeFilesAtomic } from '../../base/files/atomic-file.ts';
import { t } from './messages.ts';

/**
 * Gives access to the files below a folder. On a file system that doesn't allow colons, names are written with `-` instead.
 * Both forms are read (docs/formats.md).
 * @throws from each call: AirlockError `disk`, `disk-full`; `internal` for a name that leaves the folder
 */
export function workingFiles(
  directory: string,
  options: { colons: boolean; onWarning?: (problem: Problem) => void },
): WritableFiles {
  const placeOf = (name: string): string => {
    const plain = options.colons ? name : withoutColons(name);
    if (plain !== name)
      options.onWarning?.({
        code: 'disk',
        level: 'warning',
        message: t('colonsReplaced', { name, saved: plain }),
        remedy: t('colonsReplacedRemedy'),
      });
    return pathOf(directory, plain);
  };
  return {
    async read(name) {
      const exact = await readMaybe(pathOf(directory, name));
      return exact ?? (name.includes(':') ? readMaybe(pathOf(directory, withoutColons(name))) : undefined);
    },
    async list(prefix) {
      // Walk only the folder of the prefix, because `working-dir` can contain millions of files.
      const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      const names = await walk(folder === '' ? directory : pathOf(directory, folder.slice(0, -1)), folder);
      return names.filter((name) => name.startsWith(prefix)).sort();
    },
    async write(name, content) {
      const path = placeOf(name);
      try {
        await writeFileAtomic(path, content);
      } catch (error) {
        throw asAirlockError(error);
      }
    },
    async writeAll(files) {
      const placed = new Map([...files].map(([name, content]) => [placeOf(name), content]));
      try {
        await writeFilesAtomic(placed);
      } catch (error) {
        throw asAirlockError(error);
      }
    },
  };
}

function withoutColons(name: string): string {
  return name.replaceAll(':', '-');
}

function pathOf(directory: string, name: string): string {
  if (
    name === '' ||
    name.split('/').some((step) => step === '' || step === '.' || step === '..') ||
    name.includes('\0')
  )
    throw new AirlockError('internal', t('pathInvalid', { name: JSON.stringify(name), directory }));
  return join(directory, ...name.split('/'));
}

async function readMaybe(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
    throw asAirlockError(error);
  }
}

async function walk(directory: string, prefix: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => entry.isFile() && !isTemporary(entry.name))
      .map(
        (entry) =>
          `${prefix}${join(entry.parentPath, entry.name)
            .slice(directory.length + 1)
            .split(sep)
            .join('/')}`,
      );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw asAirlockError(error);
  }
}
