import type { Command } from '@commander-js/extra-typings';
import { AirlockError, type Problem } from '../../../core/base/errors/airlock-error.ts';
import type { AcknowledgedLine } from '../../../core/contract/topics/transfers.ts';
import { TRANSFER_STEPS, type TransferStep } from '../../../core/media/transfer/journal.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import { InvalidArgumentError, Option } from '../../terminal/commander.ts';
import { bytes, count } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';
import { warned } from '../../terminal/warned.ts';
import { answerPage } from '../output/answer-page.ts';

const NOT_OK = 2;
/** Steps that a person may say of a transfer; the others follow from records and codes. */
const SAID: readonly TransferStep[] = TRANSFER_STEPS.filter(
  (step) => step !== 'fetched' && step !== 'acknowledged',
);

/** What is said of a transfer once it has left: notes, and what arrived. */
export function addTransferAnswers(transfers: Command): void {
  addCommand(
    transfers,
    'note <name> <file://DIR> [text]',
    'write something into the journal of a transfer, with who and when',
    (command) =>
      command
        .addOption(new Option('--step <step>', 'how far the transfer is now').choices(SAID))
        .option('--protect', '`workspace prune` leaves its set')
        .option('--unprotect', '`workspace prune` may remove its set again, once it is acknowledged'),
    async ({ terminal }, options, [name, url, text]) => {
      const directory = userPath(directoryOf(url!, 'transfers note'));
      const { step, protect, unprotect } = options;
      if (protect && unprotect) throw new AirlockError('usage', '--protect and --unprotect contradict');
      if (text === undefined && !step && !protect && !unprotect)
        throw new AirlockError('usage', 'transfers note needs a text, --step, --protect or --unprotect');
      const { transferLife } = await import('../../../core/media/transfer/life.ts');
      const { writeJournal } = await import('../../../core/media/transfer/journal.ts');
      await transferLife(directory, name!);
      const line = await writeJournal(directory, name!, {
        step,
        text,
        protect: protect || unprotect ? protect === true : undefined,
      });
      terminal.print(`Noted for ${name}.`);
      terminal.result({ transfer: name, note: line });
      return 0;
    },
  );
  addCommand(
    transfers,
    'code <file://DIR>',
    'on the disconnected side: read every byte of the sets that arrived, and give the code that acknowledges them',
    (command) =>
      command
        .addOption(
          new Option('--reached <step>', 'how far the content came here')
            .choices(['imported', 'pushed', 'applied'])
            .default('imported'),
        )
        .option('--page <file>', 'write the answer as a page to print (HTML); all of it is shown before'),
    async ({ terminal, signal, pause }, options, [url]) => {
      const directory = userPath(directoryOf(url!, 'transfers code'));
      const page = options.page;
      const { receivedSets } = await import('../../../core/media/delivery/received.ts');
      const sets = await receivedSets(directory, {
        reached: options.reached,
        signal: AbortSignal.any([signal, pause]),
      });
      for (const set of sets) {
        terminal.print(`${set.transfer}  ${bytes(set.bytes)}  ${set.words}`);
        for (const name of set.lacks) terminal.print(`  lacks ${name}`);
        terminal.print(`  ${set.code}`);
      }
      terminal.print('On the connected side: airlock transfers ack CODE file://DIR');
      if (page !== undefined) await answerPage(terminal, page, sets);
      const ok = sets.every(({ lacks: missing }) => missing.length === 0);
      terminal.result({ ok, sets, page: page === undefined ? undefined : userPath(page) });
      return ok ? 0 : NOT_OK;
    },
  );
  addCommand(
    transfers,
    'ack <code> <file://DIR>',
    'on the connected side: take the code that the other side gave; the next transfer is the difference',
    (command) => command,
    async ({ terminal }, _options, [code, url]) => {
      const directory = userPath(directoryOf(url!, 'transfers ack'));
      const { acknowledge } = await import('../../../core/media/delivery/acknowledge.ts');
      const problems: Problem[] = [];
      return report(terminal, await acknowledge(directory, code!, warned(terminal, problems)), problems);
    },
  );
  addCommand(
    transfers,
    'lost <name> <file://DIR>',
    'note without a code that a transfer, or pieces of it, will not arrive; the next transfer carries it again',
    (command) =>
      command
        .option('--pieces <numbers>', 'only these pieces, such as 3,5 (default: all of it)', numbers)
        .addOption(
          new Option(
            '--of <what>',
            'whose pieces: those that `media export` wrote (default for what was exported), or the files of the set',
          ).choices(['export', 'set']),
        ),
    async ({ terminal }, options, [name, url]) => {
      const directory = userPath(directoryOf(url!, 'transfers lost'));
      const { noteLost } = await import('../../../core/media/delivery/acknowledge.ts');
      const { readExportState } = await import('../../../core/media/export/state.ts');
      const { pieces: volumes, of } = options;
      if (of && !volumes) throw new AirlockError('usage', '--of belongs to --pieces');
      const exported = volumes && !of ? (await readExportState(directory, name!)) !== undefined : false;
      const problems: Problem[] = [];
      const accepted = await noteLost(
        directory,
        name!,
        volumes ?? 'all',
        of ?? (exported ? 'export' : 'set'),
        warned(terminal, problems),
      );
      if (volumes) for (const volume of accepted.lacks) terminal.print(`  lost  ${volume}`);
      return report(terminal, accepted, problems);
    },
  );
}

function report(
  terminal: CommandContext['terminal'],
  accepted: AcknowledgedLine,
  problems: Problem[],
): number {
  const { transfer, enclave, words, lacks: missing } = accepted;
  terminal.print(`${enclave}: ${words}.`);
  if (missing.length > 0) {
    const what = missing === 'all' ? `all of ${transfer}` : count(missing.length, 'piece');
    terminal.print(`The next transfer to ${enclave} carries ${what} again, as far as it is wanted.`);
  }
  terminal.result({ ...accepted, problems });
  return 0;
}

function numbers(text: string): number[] {
  if (!/^\d+(,\d+)*$/.test(text)) throw new InvalidArgumentError('must be numbers of pieces, such as 3,5.');
  return text.split(',').map(Number);
}
