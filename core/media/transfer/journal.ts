import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { airlockFolder } from '../../base/files/airlock-folder.ts';
import { appendLines, lineValues, readOrEmpty } from '../../base/files/line-files.ts';
import { personName } from '../../base/files/person.ts';
import { parseTransferName } from '../../store/workspace/next-transfer.ts';

/** The life of a transfer, in its order (docs/guides/transfers.md#the-life-of-a-transfer). */
export const TRANSFER_STEPS = [
  'planned',
  'approved',
  'fetched',
  'on-media',
  'imported',
  'pushed',
  'applied',
  'acknowledged',
] as const;

export type TransferStep = (typeof TRANSFER_STEPS)[number];

/** A line of `enclaves/<enclave>/transfers/<name>.jsonl`. */
export const JOURNAL_LINE = z.object({
  at: z.string().describe('Time'),
  by: z.string().describe('`user@host`'),
  step: z.enum(TRANSFER_STEPS).optional().describe('The stage that the transfer has reached'),
  text: z.string().optional().describe('A note, or the text of an acknowledgement'),
  code: z.string().optional().describe('The acknowledgement code as it was typed'),
  protect: z
    .boolean()
    .optional()
    .describe('Whether `workspace prune` must leave the set unchanged from now on'),
});

/** A line of a transfer's journal. */
export type JournalLine = z.infer<typeof JOURNAL_LINE>;

/** Longest text of a note, in characters. */
const LONGEST = 2000;

/** Where the journal of a transfer is. @throws AirlockError `usage` for what is no name of a transfer */
function journalPath(directory: string, transfer: string): string {
  const parsed = parseTransferName(transfer);
  if (!parsed || parsed.partial)
    throw new AirlockError('usage', `${JSON.stringify(transfer)} is not the name of a transfer`, {
      remedy: 'See `airlock transfers list`.',
    });
  const enclave = airlockFolder(directory, 'enclaves', parsed.enclave);
  return join(enclave, 'transfers', `${transfer}.jsonl`);
}

/**
 * Adds a line to the journal of a transfer, with who and when. It is one append: a run that works on the workspace is
 * not in the way. On the disk when it returns.
 * @throws AirlockError `usage` for a wrong name or a text of more than 2,000 characters, `disk`, `disk-full`
 */
export async function writeJournal(
  directory: string,
  transfer: string,
  line: Omit<JournalLine, 'at' | 'by'>,
  now: Date = new Date(),
): Promise<JournalLine> {
  const path = journalPath(directory, transfer);
  if (line.text !== undefined && (line.text.trim() === '' || line.text.length > LONGEST))
    throw new AirlockError('usage', `a note has 1 to ${LONGEST} characters`);
  const complete: JournalLine = { at: now.toISOString(), by: `${personName()}@${hostname()}`, ...line };
  await appendLines(path, `${JSON.stringify(complete)}\n`);
  return complete;
}

/** All lines of a transfer's journal, in the order they were written; none where there is no journal. */
export async function readJournal(directory: string, transfer: string): Promise<JournalLine[]> {
  const bytes = await readOrEmpty(journalPath(directory, transfer));
  return lineValues(bytes.toString('utf8').split('\n'), (value) => JOURNAL_LINE.safeParse(value).data);
}
