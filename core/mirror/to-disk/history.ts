import type { Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import type { Ledger } from '../../store/workspace/ledger.ts';
import { historyCountsFor, nextHistory, readHistory } from '../../store/workspace/oc-mirror-history.ts';
import type { Workspace } from '../../store/workspace/workspace.ts';
import { t } from '../messages.ts';

/** Returns how oc-mirror's history of a workspace counts for an enclave. Empty if only transfers of Airlock count. */
export async function historyProblems({ workingDir }: Workspace, ledger: Ledger): Promise<Problem[]> {
  const { enclave, fromHistory: count } = ledger;
  const counts = historyCountsFor(enclave);
  if (counts ? count === 0 : ledger.transfers().length > 0) return [];
  const history = await readHistory(workingDir);
  if (!history) return [];
  const { name } = history;
  return [
    {
      code: 'oc-mirror-history',
      level: 'info',
      message: counts
        ? t('historyCounted', { count, name, enclave })
        : t('historyIgnored', { name, enclave }),
      remedy: ERROR_CODES['oc-mirror-history'][1],
    },
  ];
}

/** Writes a history file after a transfer, so that oc-mirror continues the chain in this workspace. */
export async function writeHistory(
  { files, workingDir }: Pick<Workspace, 'files' | 'workingDir'>,
  ledger: Ledger,
): Promise<void> {
  if (!historyCountsFor(ledger.enclave)) return;
  const newest = await readHistory(workingDir);
  const { name, text } = nextHistory(newest?.name, ledger.allSent(), new Date());
  await files.write(name, text);
}
