import { basename } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { shellWord } from '../../../core/base/document/shell-word.ts';
import { AirlockError, type Problem } from '../../../core/base/errors/airlock-error.ts';
import type { AcknowledgedLine } from '../../../core/contract/topics/transfers.ts';
import { acknowledgedState, readAcknowledgment } from '../../../core/media/transfer/acknowledgment-code.ts';
import { TRANSFER_STEPS, type TransferStep } from '../../../core/media/transfer/steps.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import { InvalidArgumentError, Option } from '../../terminal/commander.ts';
import { bytes } from '../../terminal/format.ts';
import { each, userPath } from '../../terminal/options.ts';
import { warned } from '../../terminal/warned.ts';
import { answerPage } from '../output/answer-page.ts';
import { t } from '../runs/messages.ts';
import { isReportFile, recordReport, writeReport } from './sites.ts';

const NOT_OK = 2;
/** Steps that users can record. The others follow from records and codes. */
const USER_STEPS: readonly TransferStep[] = TRANSFER_STEPS.filter(
  (step) => step !== 'fetched' && step !== 'acknowledged',
);

/** Adds the commands for notes and acknowledgments of transfers. */
export function addTransferAnswers(transfers: Command): void {
  addCommand(
    transfers,
    'note <name> <file://DIR> [text]',
    t('noteHelp'),
    (command) =>
      command
        .addOption(new Option('--step <step>', t('stepOption')).choices(USER_STEPS))
        .option('--protect', t('protectOption'))
        .option('--unprotect', t('unprotectOption')),
    async ({ terminal }, options, [name, url, text]) => {
      const directory = userPath(directoryOf(url!, `transfers note ${name!}`));
      const { step, protect, unprotect } = options;
      if (protect && unprotect) throw new AirlockError('usage', t('protectConflict'));
      if (text === undefined && !step && !protect && !unprotect)
        throw new AirlockError('usage', t('noteEmpty'));
      const { transferLife } = await import('../../../core/media/transfer/life.ts');
      const { writeJournal } = await import('../../../core/media/transfer/journal.ts');
      await transferLife(directory, name!);
      const line = await writeJournal(directory, name!, {
        step,
        text,
        protect: protect || unprotect ? protect === true : undefined,
      });
      terminal.print(t('noted', { transfer: name! }));
      terminal.result({ transfer: name, note: line });
      return 0;
    },
  );
  addCommand(
    transfers,
    'code <file://DIR>',
    t('code'),
    (command) =>
      command
        .addOption(
          new Option('--reached <step>', t('reachedOption'))
            .choices(['imported', 'pushed', 'applied'])
            .default('imported'),
        )
        .option('--page <file>', t('pageOption'))
        .option('--report <file>', t('reportOption'))
        .addOption(new Option('--next <file://DIR>', t('nextOption')).argParser(each)),
    async ({ terminal, signal, pause }, options, [url]) => {
      const directory = userPath(directoryOf(url!, 'transfers code'));
      const { page, reached, report: file, next = [] } = options;
      if (next.length > 0 && file === undefined) throw new AirlockError('usage', t('nextWithoutReport'));
      const reading = { reached, signal: AbortSignal.any([signal, pause]) };
      const report =
        file === undefined ? undefined : await writeReport(terminal, directory, { ...reading, file, next });
      const { receivedSets } = await import('../../../core/media/delivery/received.ts');
      const sets = report?.received ?? (await receivedSets(directory, reading));
      for (const set of sets) {
        terminal.print(
          t('transferState', {
            transfer: set.transfer,
            size: bytes(set.bytes),
            state: acknowledgedState(readAcknowledgment(set.code)),
          }),
        );
        for (const name of set.missing) terminal.print(t('missing', { name }));
        terminal.print(t('acknowledgment', { code: set.code }));
      }
      terminal.print(
        report === undefined
          ? t('acknowledge')
          : t('acknowledgeReport', { file: shellWord(basename(report.file)) }),
      );
      if (page !== undefined) await answerPage(terminal, page, sets);
      const ok = sets.every(({ missing }) => missing.length === 0);
      terminal.result({
        ...{ ok, sets, page: page === undefined ? undefined : userPath(page) },
        report: report && { file: report.file, sites: report.sites },
      });
      return ok ? 0 : NOT_OK;
    },
  );
  addCommand(
    transfers,
    'ack <code|file> <file://DIR>',
    t('ack'),
    (command) => command,
    async ({ terminal }, _options, [code, url]) => {
      const directory = userPath(directoryOf(url!, `transfers ack ${code!}`));
      if (isReportFile(code!)) return recordReport(terminal, directory, code!);
      const { acknowledge } = await import('../../../core/media/delivery/acknowledge.ts');
      const problems: Problem[] = [];
      const accepted = await acknowledge(directory, code!, warned(terminal, problems));
      return report(terminal, accepted, acknowledgedState(readAcknowledgment(code!)), problems);
    },
  );
  addCommand(
    transfers,
    'lost <name> <file://DIR>',
    t('lost'),
    (command) =>
      command
        .option('--volumes <numbers>', t('lostVolumesOption'), numbers)
        .addOption(new Option('--of <type>', t('ofOption')).choices(['export', 'set'])),
    async ({ terminal }, options, [name, url]) => {
      const directory = userPath(directoryOf(url!, `transfers lost ${name!}`));
      const { noteLost } = await import('../../../core/media/delivery/acknowledge.ts');
      const { readExportState } = await import('../../../core/media/export/state.ts');
      const { volumes, of } = options;
      if (of && !volumes) throw new AirlockError('usage', t('ofWithoutVolumes'));
      const exported = volumes && !of ? (await readExportState(directory, name!)) !== undefined : false;
      const problems: Problem[] = [];
      const accepted = await noteLost(
        directory,
        name!,
        volumes ?? 'all',
        of ?? (exported ? 'export' : 'set'),
        warned(terminal, problems),
      );
      if (volumes) for (const volume of accepted.missing) terminal.print(t('lostVolume', { volume }));
      const missing = volumes ? [...new Set(volumes)].toSorted((a, b) => a - b) : 'all';
      return report(terminal, accepted, acknowledgedState({ reached: 'imported', missing }), problems);
    },
  );
}

function report(
  terminal: CommandContext['terminal'],
  accepted: AcknowledgedLine,
  state: string,
  problems: Problem[],
): number {
  const { transfer, enclave, missing } = accepted;
  terminal.print(t('accepted', { transfer, enclave, state }));
  if (missing === 'all') terminal.print(t('againAll', { enclave, transfer }));
  else if (missing.length > 0) terminal.print(t('againVolumes', { enclave, count: missing.length }));
  terminal.result({ ...accepted, problems });
  return 0;
}

function numbers(text: string): number[] {
  if (!/^\d+(,\d+)*$/.test(text)) throw new InvalidArgumentError(t('volumesInvalid'));
  return text.split(',').map(Number);
}
