import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { appendLines, lineValues, readOrEmpty } from '../../base/files/line-files.ts';
import { personName } from '../../base/files/person.ts';
import { parseTransferName } from '../../store/workspace/next-transfer.ts';
import { t } from './messages.ts';
import { TRANSFER_STEPS } from './steps.ts';

/** Kind of the subject of a line about Airlock on a drive. */
export const APP_SUBJECT = 'app';

/** A line of `enclaves/<enclave>/transfers/<name>.jsonl`. */
export const JOURNAL_LINE = z.object({
  at: z.string().describe('Time of the event'),
  by: z.string().describe('`user@host`'),
  step: z.enum(TRANSFER_STEPS).optional().describe('Stage that the transfer has reached'),
  text: z.string().optional().describe('A note, or the text of an acknowledgment'),
  code: z.string().optional().describe('Acknowledgment code as it was entered'),
  subject: z
    .object({ kind: z.enum(['export', APP_SUBJECT, 'verified']), id: z.string() })
    .optional()
    .describe(
      'For `on-media`: the export that is complete on drives, with its short ID. For `app`: the directory or archive of Airlock that was copied to a drive. For `verified`: the state of the files in which every byte was verified, or `damaged`',
    ),
  protect: z.boolean().optional().describe('Whether the set is protected from `workspace prune` from now on'),
});

/** A line of a transfer's journal. */
export type JournalLine = z.infer<typeof JOURNAL_LINE>;

/** Longest text of a note, in characters. */
const LONGEST = 2000;

/** Returns the error for a text that isn't the name of a transfer. */
export function transferNameInvalid(name: string): AirlockError {
  return new AirlockError('usage', t('transferNameInvalid', { name: JSON.stringify(name) }), {
    remedy: t('transferNameInvalidRemedy'),
  });
}

/** Returns the path of a transfer's journal. @throws AirlockError `usage` if the name isn't that of a transfer */
function journalPath(directory: string, transfer: string): string {
  const parsed = parseTransferName(transfer);
  if (!parsed || parsed.partial) throw transferNameInvalid(transfer);
  const enclave = airlockDirectory(directory, 'enclaves', parsed.enclave);
  return join(enclave, 'transfers', `${transfer}.jsonl`);
}

/**
 * Adds a line with user and time to the journal of a transfer, and flushes it to the disk. Appends only, so it also works
 * while a run uses the workspace.
 * @throws AirlockError `usage` for an invalid name or a text of more than 2,000 characters, `disk`, `disk-full`
 */
export async function writeJournal(
  directory: string,
  transfer: string,
  line: Omit<JournalLine, 'at' | 'by'>,
  now: Date = new Date(),
): Promise<JournalLine> {
  const path = journalPath(directory, transfer);
  if (line.text !== undefined && (line.text.trim() === '' || line.text.length > LONGEST))
    throw new AirlockError('usage', t('noteLength', { limit: LONGEST }));
  const complete: JournalLine = { at: now.toISOString(), by: `${personName()}@${hostname()}`, ...line };
  await appendLines(path, `${JSON.stringify(complete)}\n`);
  return complete;
}

/** Returns all lines of a transfer's journal in the order they were written. Empty without a journal. */
export async function readJournal(directory: string, transfer: string): Promise<JournalLine[]> {
  const bytes = await readOrEmpty(journalPath(directory, transfer));
  return lineValues(bytes.toString('utf8').split('\n'), (value) => JOURNAL_LINE.safeParse(value).data);
}
