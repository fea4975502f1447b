import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { openLedger } from '../../store/workspace/ledger.ts';
import { checkEnclave, namesIn, parseTransferName } from '../../store/workspace/next-transfer.ts';
import { APP_SUBJECT, readJournal } from '../transfer/journal.ts';

/**
 * Returns whether the site of an enclave is known to have Airlock: it acknowledged a transfer, or Airlock was copied to a
 * drive for it. Transfers that were lost completely don't count. Writes nothing.
 * @throws AirlockError `usage` for an invalid name of an enclave
 */
export async function siteHasAirlock(directory: string, enclave: string): Promise<boolean> {
  checkEnclave(enclave);
  const ledger = await openLedger(airlockDirectory(directory, 'enclaves', enclave, 'ledger.jsonl'), enclave);
  const answers = ledger.transfers().map(({ name }) => [name, ledger.answer(name)] as const);
  if (answers.some(([, answer]) => answer !== undefined && answer.missing !== 'all')) return true;
  const lost = new Set(answers.flatMap(([name, answer]) => (answer?.missing === 'all' ? [name] : [])));
  const journals = await namesIn(airlockDirectory(directory, 'enclaves', enclave, 'transfers'));
  for (const file of journals) {
    const name = file.replace(/\.jsonl$/, '');
    if (name === file || parseTransferName(name) === undefined || lost.has(name)) continue;
    const lines = await readJournal(directory, name);
    if (lines.some(({ step, subject }) => step === 'acknowledged' || subject?.kind === APP_SUBJECT))
      return true;
  }
  return false;
}
