import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { makeDirectory, syncDirectory } from '../../base/files/atomic-file.ts';
import { open } from '../../base/files/created-files.ts';
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
  const enclave = join(directory, 'working-dir', 'airlock', 'enclaves', parsed.enclave);
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
  const whole: JournalLine = { at: now.toISOString(), by: `${personName()}@${hostname()}`, ...line };
  try {
    await makeDirectory(dirname(path));
    const handle = await open(path, 'a+', 0o644);
    try {
      await handle.writeFile(`${(await endsTorn(handle)) ? '\n' : ''}${JSON.stringify(whole)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await syncDirectory(dirname(path));
    return whole;
  } catch (error) {
    throw asAirlockError(error, path);
  }
}

/** A line that a power failure cut short counts as never written, and must not swallow the next. */
async function endsTorn(handle: Awaited<ReturnType<typeof open>>): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== 0x0a;
}

/** All lines of a transfer's journal, in the order they were written; none where there is no journal. */
export async function readJournal(directory: string, transfer: string): Promise<JournalLine[]> {
  const text = await readFile(journalPath(directory, transfer), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw asAirlockError(error);
    },
  );
  return text.split('\n').flatMap((row) => {
    try {
      const parsed = JOURNAL_LINE.safeParse(JSON.parse(row));
      return parsed.success ? [parsed.data] : [];
    } catch {
      return [];
    }
  });
}
