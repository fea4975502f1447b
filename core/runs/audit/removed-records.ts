import { join } from 'node:path';
import { z } from 'zod';
import { inertJson } from '../../base/document/inert-text.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { appendLines, lineValues, readOrEmpty } from '../../base/files/line-files.ts';
import { personName } from '../../base/files/person.ts';
import { isDigest } from '../../base/image/digest.ts';
import { t } from '../messages.ts';

/** Files next to the records: the exported records, and the ones that were removed after that. */
const EXPORTED_FILE = 'exported.jsonl';
const REMOVED_FILE = 'removed.jsonl';

const digest = z.string().refine(isDigest);
const EXPORT = z.object({
  at: z.string().describe('Time'),
  by: z.string().describe('User'),
  file: z.string().describe('File name of the tar archive'),
  digest: digest.describe('Digest of the tar archive'),
});
/** A line of `exported.jsonl`. */
export const EXPORTED_RECORD = EXPORT.extend({
  sequence: z.number().int().positive().describe('Number of the run'),
  name: z.string().describe('Name of the record'),
  run: digest.describe(
    'Digest of `run.json` in the record. `run.json` contains the digests of the other files in the record',
  ),
});
/** A line of `removed.jsonl`. */
export const REMOVED_RECORD = z.object({
  at: z.string().describe('Time'),
  by: z.string().describe('User'),
  sequence: z.number().int().positive().describe('Number of the run'),
  name: z.string().describe('Name of the record'),
  run: digest.describe('Digest of `run.json` in the record'),
  previous: digest.optional().describe('Same as in `run.json` of the record'),
  previousSequence: z.number().int().positive().optional().describe('Same as in `run.json` of the record'),
  exported: EXPORT.describe('The last export of the record'),
});

/** An exported record. */
export type ExportedRecord = z.infer<typeof EXPORTED_RECORD>;
/** The note about a record that was removed after its export. It replaces the record in the chain. */
export type RemovedRecord = z.infer<typeof REMOVED_RECORD>;

/** Returns the exported records, in the order of their exports. Invalid lines are omitted. */
export async function exportedRecords(runsDirectory: string): Promise<ExportedRecord[]> {
  return await linesOf(join(runsDirectory, EXPORTED_FILE), EXPORTED_RECORD);
}

/** Returns the notes about removed records, in the order of their removal. */
export async function removedRecords(runsDirectory: string): Promise<RemovedRecord[]> {
  return await linesOf(join(runsDirectory, REMOVED_FILE), REMOVED_RECORD);
}

/** Notes that records were exported. @throws AirlockError `disk`, `disk-full` */
export async function noteExported(
  runsDirectory: string,
  records: readonly Pick<ExportedRecord, 'sequence' | 'name' | 'run' | 'file' | 'digest'>[],
): Promise<void> {
  const who = { at: new Date().toISOString(), by: personName() };
  await append(
    join(runsDirectory, EXPORTED_FILE),
    records.map((record) => ({ ...who, ...record })),
  );
}

/** Notes that a record will be removed. Must be called before its removal. @throws AirlockError `disk`, `disk-full` */
export async function noteRemoved(
  runsDirectory: string,
  record: Omit<RemovedRecord, 'at' | 'by'>,
): Promise<void> {
  await append(join(runsDirectory, REMOVED_FILE), [
    { at: new Date().toISOString(), by: personName(), ...record },
  ]);
}

async function linesOf<T>(path: string, schema: z.ZodType<T>): Promise<T[]> {
  const bytes = await readOrEmpty(path).catch((error: Error) => {
    throw new AirlockError('disk', t('fileUnreadable', { file: path }), {
      side: 'local',
      cause: error.cause,
    });
  });
  return lineValues(bytes.toString('utf8').split('\n'), (value) => schema.safeParse(value).data);
}

async function append(path: string, lines: readonly object[]): Promise<void> {
  if (lines.length > 0) await appendLines(path, lines.map((line) => `${inertJson(line)}\n`).join(''));
}
