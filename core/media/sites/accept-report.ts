import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import type { ReadSiteReport } from '../../contract/topics/sites.ts';
import { acknowledgeAll, knownAcknowledgment } from '../delivery/acknowledge.ts';
import { acknowledgmentWords, readAcknowledgment } from '../transfer/acknowledgment-code.ts';
import { t } from './messages.ts';
import { savedReport, saveReport } from './saved-report.ts';
import { readReport, sitesBelow } from './site-report.ts';

/**
 * Records the acknowledgments of a site report in the ledger, and what it says about further sites next to it.
 * @param onWarning receives what doesn't stop the work, such as the takeover of a dead process's lock
 * @throws AirlockError `acknowledgment-invalid` for a wrong code, a report of another workspace, or one that is older than
 *   the recorded one; `config-unreadable`, `config-invalid`, `workspace-format`, `workspace-locked`, `workspace-invalid`
 */
export async function acceptReport(
  directory: string,
  file: string,
  onWarning: (problem: Problem) => void,
): Promise<ReadSiteReport> {
  const { text, codes, read } = await checkedReport(directory, file);
  await acknowledgeAll(directory, codes, onWarning, {
    // Another process may have recorded a newer one since.
    before: () => rejectOlder(directory, file, read),
    after: () => saveReport(directory, read.enclave, text),
  });
  return read;
}

/** Returns what {@link acceptReport} would record. Writes nothing, and needs no lock. @throws as it */
export async function previewReport(directory: string, file: string): Promise<ReadSiteReport> {
  return (await checkedReport(directory, file)).read;
}

async function checkedReport(
  directory: string,
  file: string,
): Promise<{ text: string; codes: string[]; read: ReadSiteReport }> {
  const { report, text } = await readReport(file);
  const { enclave, created } = report;
  const acknowledged: ReadSiteReport['acknowledged'] = [];
  const unknown: string[] = [];
  const codes: string[] = [];
  for (const code of report.acknowledgments) {
    const known = await knownAcknowledgment(directory, code);
    if (!known) {
      unknown.push(acknowledgmentWords(readAcknowledgment(code)));
      continue;
    }
    if (known.enclave !== enclave)
      throw new AirlockError(
        'config-invalid',
        t('reportMixed', { file, enclave, transfer: known.transfer, other: known.enclave }),
        { at: { file } },
      );
    acknowledged.push({ transfer: known.transfer, summary: known.summary });
    codes.push(code);
  }
  if (codes.length === 0)
    throw new AirlockError('acknowledgment-invalid', t('reportForeign', { file, directory }), {
      side: 'local',
      remedy: t('reportForeignRemedy'),
    });
  await rejectOlder(directory, file, { enclave, createdAt: created });
  const sites = [...sitesBelow(report.sites)].map(({ name }) => name);
  return { text, codes, read: { enclave, createdAt: created, acknowledged, unknown, sites } };
}

async function rejectOlder(
  directory: string,
  file: string,
  { enclave, createdAt: created }: Pick<ReadSiteReport, 'enclave' | 'createdAt'>,
): Promise<void> {
  const recorded = (await savedReport(directory, enclave))?.created;
  if (recorded !== undefined && Date.parse(recorded) > Date.parse(created))
    throw new AirlockError('acknowledgment-invalid', t('reportOlder', { file, created, enclave, recorded }), {
      side: 'local',
      remedy: t('reportOlderRemedy'),
    });
}
