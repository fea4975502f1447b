import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { parseTransferName } from '../../store/workspace/next-transfer.ts';
import { transferNameInvalid } from '../transfer/journal.ts';
import { parseTransferRecord, recordJson, type TransferRecord } from './record.ts';
import { recordCsv } from './record-csv.ts';
import { recordHtml } from './record-html.ts';

/** In bytes. The record of 20,000 images has a few MiB. */
const LARGEST_RECORD = 128 * 1024 * 1024;

/** The three forms of a record, by file name extension. */
export const RECORD_FORMS: Readonly<Record<'html' | 'csv' | 'json', (record: TransferRecord) => string>> = {
  html: recordHtml,
  csv: recordCsv,
  json: recordJson,
};

/** One of the three files of a record. */
export interface RecordFile {
  form: keyof typeof RECORD_FORMS;
  content(): string;
}

/** Returns the three files of a record. Each call of `content` creates the text, which is several MB in size for 20,000 images. */
export function recordFiles(record: TransferRecord): RecordFile[] {
  const forms = Object.keys(RECORD_FORMS) as (keyof typeof RECORD_FORMS)[];
  return forms.map((form) => ({ form, content: () => RECORD_FORMS[form](record) }));
}

/** Returns the folder with a side's records of a transfer. @throws AirlockError `usage` if the name is invalid */
export function recordsFolder(directory: string, transfer: string): string {
  const parsed = parseTransferName(transfer);
  if (!parsed || parsed.partial) throw transferNameInvalid(transfer);
  const enclave = airlockDirectory(directory, 'enclaves', parsed.enclave);
  return join(enclave, 'records', transfer);
}

/** Saves the complete record on this side in its three forms. @returns their paths. @throws AirlockError `disk`, `disk-full` */
export async function keepRecord(directory: string, record: TransferRecord): Promise<string[]> {
  const folder = recordsFolder(directory, record.transfer);
  const paths: string[] = [];
  try {
    for (const { form, content } of recordFiles(record)) {
      const path = join(folder, `${record.kind}.${form}`);
      await writeFileAtomic(path, content());
      paths.push(path);
    }
  } catch (error) {
    throw asAirlockError(error);
  }
  return paths;
}

/** Returns the record that this side saved, or undefined without a readable one. */
export function savedRecord(
  directory: string,
  transfer: string,
  kind: TransferRecord['kind'],
): Promise<TransferRecord | undefined> {
  return readRecord(join(recordsFolder(directory, transfer), `${kind}.json`));
}

/** Returns the record in a file, or undefined without a valid one. Never throws. */
export async function readRecord(path: string): Promise<TransferRecord | undefined> {
  try {
    if ((await stat(path)).size > LARGEST_RECORD) return undefined;
    return parseTransferRecord(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}
