import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { readRegularFile } from '../../../base/files/regular-file.ts';
import type { RequestOutput } from '../../../contract/contract.ts';
import { readHostFiles } from '../../../nmstate/gather/read-host-files.ts';
import type { InventoryFile } from '../../../nmstate/inventory/machine.ts';
import type { NmstateProblem } from '../../../nmstate/model/finding.ts';
import { t } from './messages.ts';

type Imported = RequestOutput<'hosts.import'>;

/** Bytes, above the size of any table or MachineConfig. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_FILES = 5000;
/** Bytes of all files of a folder, which are in memory at the same time. */
const MOST_BYTES_IN_FOLDER = 128 * 1024 * 1024;

/**
 * Reads hosts from a file or a folder of files, see `readHostFiles`.
 * @param path absolute
 * @throws AirlockError `config-unreadable`, `config-invalid` when it contains no hosts
 */
export async function importHosts(path: string): Promise<Imported> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const files = found.isDirectory() ? await filesIn(path) : [{ path, text: await textOf(path) }];
  const read = await readHostFiles(files);
  const imported = { ...read, hosts: [...read.hosts], problems: read.problems.map(plain) };
  if (imported.hosts.length > 0) return imported;
  throw new AirlockError('config-invalid', t('hostsMissing', { path }), {
    side: 'local',
    remedy: t('hostsMissingRemedy'),
    at: { file: path },
    problems: imported.problems,
  });
}

/** @throws AirlockError `config-unreadable`, `config-invalid` for too many or too large files */
async function filesIn(folder: string): Promise<InventoryFile[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw unreadable(folder, error);
  });
  const files = names.filter((name) => /\.(?:ya?ml|json|csv|tsv)$/i.test(name)).sort();
  if (files.length > MOST_FILES)
    throw new AirlockError('config-invalid', t('tooManyFiles', { folder, count: files.length }), {
      side: 'local',
      remedy: t('tooManyFilesRemedy', { most: MOST_FILES }),
    });
  const read: InventoryFile[] = [];
  let bytes = 0;
  for (const file of files) {
    const path = join(folder, file);
    const text = await textOf(path);
    bytes += Buffer.byteLength(text);
    if (bytes > MOST_BYTES_IN_FOLDER)
      throw new AirlockError(
        'config-invalid',
        t('folderTooLarge', { folder, size: MOST_BYTES_IN_FOLDER / 2 ** 20 }),
        { side: 'local', remedy: t('folderTooLargeRemedy') },
      );
    read.push({ path, text });
  }
  return read;
}

/** @throws AirlockError `config-unreadable` */
export async function textOf(file: string): Promise<string> {
  try {
    const content = await readRegularFile(file, MOST_BYTES);
    if (typeof content !== 'string') return content.toString('utf8');
    throw new Error(content === 'too-large' ? t('tooLarge', { bytes: MOST_BYTES }) : t('notRegular'));
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(path: string, error: unknown): AirlockError {
  const message = t('unreadable', { path, reason: asAirlockError(error).message });
  return new AirlockError('config-unreadable', message, { side: 'local', at: { file: path } });
}

/** Returns a problem in the form of the contract. */
export function plain(problem: NmstateProblem): Imported['problems'][number] {
  const { code, level, message, remedy, file, line, column, path } = problem;
  return {
    ...{ code, level, message, remedy },
    file,
    line,
    column,
    path,
  };
}
