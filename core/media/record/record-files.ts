import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { airlockFolder } from '../../base/files/airlock-folder.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { parseTransferName } from '../../store/workspace/next-transfer.ts';
import { parseTransferRecord, recordJson, type TransferRecord } from './record.ts';
import { recordCsv } from './record-csv.ts';
import { recordHtml } from './record-html.ts';

/** Bytes; that of 20,000 images has a few MiB. */
const LARGEST_RECORD = 128 * 1024 * 1024;

/** The three forms of a record by the ending of their names. */
export const RECORD_FORMS: Readonly<Record<'html' | 'csv' | 'json', (record: TransferRecord) => string>> = {
  html: recordHtml,
  csv: recordCsv,
  json: recordJson,
};

/** A file of a record's three: its ending, and its content. */
export interface RecordFile {
  form: keyof typeof RECORD_FORMS;
  content: string;
}

/** The three forms of a record. */
export function recordFiles(record: TransferRecord): RecordFile[] {
  const forms = Object.keys(RECORD_FORMS) as (keyof typeof RECORD_FORMS)[];
  return forms.map((form) => ({ form, content: RECORD_FORMS[form](record) }));
}

/** Where a side keeps its records of a transfer. @throws AirlockError `usage` for what is no transfer */
export function recordsFolder(directory: string, transfer: string): string {
  const parsed = parseTransferName(transfer);
  if (!parsed || parsed.partial)
    throw new AirlockError('usage', `${JSON.stringify(transfer)} is not the name of a transfer`, {
      remedy: 'See `airlock transfers list`.',
    });
  const enclave = airlockFolder(directory, 'enclaves', parsed.enclave);
  return join(enclave, 'records', transfer);
}

/** Keeps a record on this side, whole, in its three forms. @returns their paths. @throws AirlockError `disk`, `disk-full` */
export async function keepRecord(directory: string, record: TransferRecord): Promise<string[]> {
  const folder = recordsFolder(directory, record.transfer);
  const paths: string[] = [];
  try {
    for (const { form, content } of recordFiles(record)) {
      const path = join(folder, `${record.kind}.${form}`);
      await writeFileAtomic(path, content);
      paths.push(path);
    }
  } catch (error) {
    throw asAirlockError(error);
  }
  return paths;
}

/** The record that this side kept; undefined when there is none that can be read. */
export function savedRecord(
  directory: string,
  transfer: string,
  kind: TransferRecord['kind'],
): Promise<TransferRecord | undefined> {
  return readRecord(join(recordsFolder(directory, transfer), `${kind}.json`));
}

/** A record out of a file; undefined when there is none, or it is none. Never throws. */
export async function readRecord(path: string): Promise<TransferRecord | undefined> {
  try {
    if ((await stat(path)).size > LARGEST_RECORD) return undefined;
    return parseTransferRecord(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}
