import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { INDEX_NAME, readIndexFile, type SetIndex } from '../../store/set-format/set-index.ts';
import { type JournalLine, readJournal, writeJournal } from './journal.ts';
import { t } from './messages.ts';

/** Kind of the subject of a line about a verification. */
const VERIFIED = 'verified';
/** Subject of a verification that found damage. */
const DAMAGED = 'damaged';

/** The result of the last verification of a set. `changed`: its files were intact, but have changed since then. */
export type LastVerification = 'intact' | 'changed' | 'damaged';

/**
 * Records in the journal of a transfer that every byte of its set was read, so that other screens know it. Does nothing for
 * directories that aren't a set of a workspace, and for workspaces that can't be written.
 * @param set directory of the set
 */
export async function noteVerification(set: string, isIntact: boolean): Promise<void> {
  const [transfers, workspace] = [dirname(set), dirname(dirname(set))];
  const read = await readIndexFile(join(set, INDEX_NAME));
  if (basename(transfers) !== 'transfers' || read?.index.transfer !== basename(set)) return;
  if (!(await stat(airlockDirectory(workspace)).catch(() => undefined))) return;
  const id = isIntact ? await stateOf(set, read) : DAMAGED;
  const journal = await readJournal(workspace, read.index.transfer);
  if (lastLine(journal)?.subject?.id === id) return;
  try {
    await writeJournal(workspace, read.index.transfer, {
      text: t(isIntact ? 'journalIntact' : 'journalDamaged'),
      subject: { kind: VERIFIED, id },
    });
  } catch (thrown) {
    if (!['disk', 'disk-full'].includes(asAirlockError(thrown).code)) throw thrown;
  }
}

/** Returns the result of the last verification of a set; undefined if none is recorded. */
export async function lastVerification(
  journal: readonly JournalLine[],
  set: string,
  read: { index: SetIndex; sha256: string },
): Promise<LastVerification | undefined> {
  const id = lastLine(journal)?.subject?.id;
  if (id === undefined) return undefined;
  if (id === DAMAGED) return 'damaged';
  return id === (await stateOf(set, read)) ? 'intact' : 'changed';
}

function lastLine(journal: readonly JournalLine[]): JournalLine | undefined {
  return journal.findLast(({ subject }) => subject?.kind === VERIFIED);
}

/** Returns a digest that changes when the index or a file of the set is replaced or written. */
async function stateOf(
  set: string,
  { index, sha256: of }: { index: SetIndex; sha256: string },
): Promise<string> {
  const files = await Promise.all(
    index.volumes.map(async ({ name }) => {
      const found = await stat(join(set, name)).catch(() => undefined);
      return [name, found?.size, found?.mtimeMs];
    }),
  );
  return sha256(JSON.stringify([of, ...files]));
}
