import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { openLedger } from '../../store/workspace/ledger.ts';
import { checkEnclave, namesIn } from '../../store/workspace/next-transfer.ts';
import { APP_SUBJECT, readJournal } from '../transfer/journal.ts';

/**
 * Returns whether the site of an enclave is known to have Airlock: it acknowledged a transfer, or Airlock was copied to a
 * drive for it. Writes nothing.
 * @throws AirlockError `usage` for an invalid name of an enclave
 */
export async function siteHasAirlock(directory: string, enclave: string): Promise<boolean> {
  checkEnclave(enclave);
  const ledger = await openLedger(airlockDirectory(directory, 'enclaves', enclave, 'ledger.jsonl'), enclave);
  if (ledger.transfers().some(({ name }) => ledger.answer(name) !== undefined)) return true;
  const journals = await namesIn(airlockDirectory(directory, 'enclaves', enclave, 'transfers'));
  for (const name of journals.filter((each) => each.endsWith('.jsonl'))) {
    const lines = await readJournal(directory, name.slice(0, -'.jsonl'.length));
    if (lines.some(({ step, subject }) => step === 'acknowledged' || subject?.kind === APP_SUBJECT))
      return true;
  }
  return false;
}
