import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { type Adjacent, exportRecords } from '../../../runs/audit/export-records.ts';
import { sequenceOf } from '../../../runs/audit/run-file.ts';
import { t } from './messages.ts';

/**
 * Writes a run's record, its configuration and its cluster resources to one tar, in one folder with the name of the record.
 * The record of a run that has ended then counts as exported.
 * @param directory of the record
 * @param resources the folder of its cluster resources, if it has any
 * @returns the tar's size in bytes and its digest
 * @throws AirlockError `disk`, `disk-full`. No file remains in this case
 */
export async function exportRun(
  directory: string,
  resources: string | undefined,
  file: string,
): Promise<{ bytes: number; digest: string }> {
  const sequence = sequenceOf(basename(directory));
  if (sequence === undefined) throw new AirlockError('not-found', t('recordMissing', { directory }));
  const adjacent = resources ? await filesIn(resources) : [];
  const { bytes, digest } = await exportRecords(dirname(directory), file, {
    sequences: [sequence],
    adjacent,
  });
  return { bytes, digest };
}

async function filesIn(folder: string): Promise<Adjacent[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return found
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => ({ name: `resources/${entry.name}`, file: join(folder, entry.name) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
