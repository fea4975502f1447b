import type { Command } from '@commander-js/extra-typings';
import { visibleLine } from '../../../core/base/document/inert-text.ts';
import { firstWords } from '../../../core/base/document/words.ts';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { originProblem } from '../../../core/content/signature/origin.ts';
import type { MediaEvent } from '../../../core/media/export/events.ts';
import type { ReceivedRecord } from '../../../core/media/import/import-record.ts';
import type { ImportResult } from '../../../core/media/import/media.ts';
import type {
  ConcernedDeliverable,
  DamagedPlace,
  TransferArrival,
} from '../../../core/media/import/report.ts';
import { defaultStateDirectory } from '../../../core/mirror/run/state-directory.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import { InvalidArgumentError, Option } from '../../terminal/commander.ts';
import { bytes, count } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import { answerPage } from '../output/answer-page.ts';
import { printMediaEvent } from './events.ts';
import { imagesWords } from './images.ts';
import { checkOptions, keyOrCommand, recordChoice } from './record-options.ts';
import { workspaceOf } from './status.ts';

const INCOMPLETE = 2;
const STOPPED = 3;
const SHOWN = 12;
const INTERRUPTED = 'Stopping: what was received is kept, and the same command goes on from there.';

export function addMediaImport(media: Command): void {
  addCommand(
    media,
    'import [file://DIR]',
    'take in what media brought: in any order, partial, twice; says what is missing and what that means; media are only read',
    (command) =>
      checkOptions(
        command
          .addOption(
            new Option(
              '--from <folder>',
              'where a medium is mounted, or a folder that was copied from one; several may be named',
            ).argParser((text: string, before: string[] = []) => [...before, text]),
          )
          .option(
            '--watch <folder>',
            'take what arrives in this folder, such as that of a diode, until stopped',
          )
          .option('--until-complete', 'with --watch: end when all transfers that began to arrive are whole')
          .option(
            '--for <enclave>',
            'the enclave that sets of oc-mirror and oc are numbered for',
            enclave,
            'default',
          )
          .option(
            '--verify-key <keyfile>',
            'take only sets whose index is signed by a key of this file; or a command that verifies {index} with {signature}',
          ),
      ).option(
        '--page <file>',
        'write the acknowledgement as a page to print (HTML); all of it is shown before',
      ),
    async ({ terminal, signal, pause }, options, [url]) => {
      const directory = workspaceOf(url, 'media import');
      const { from, watch, untilComplete, for: named, verifyKey, page } = options;
      if (from && watch !== undefined) throw new AirlockError('usage', '--from and --watch contradict');
      if (untilComplete && watch === undefined)
        throw new AirlockError('usage', '--until-complete needs --watch');
      const stop = AbortSignal.any([signal, pause]);
      if (!from && watch === undefined) return here(terminal, directory);
      const { tool, env, home } = hostFacts();
      const emit = (event: MediaEvent) => printMediaEvent(terminal, event);
      const { prepareImportRecord } = await import('../../../core/media/import/import-record.ts');
      const transferRecord = await prepareImportRecord({
        ...{ directory, from: (from ?? [watch ?? '']).map(userPath), tool, env, emit, signal: stop },
        stateDirectory: defaultStateDirectory({ env, home }),
        ...recordChoice(options),
        watching: watch === undefined ? undefined : true,
        verifyKey: verifyKey === undefined ? undefined : keyOrCommand(verifyKey),
      });
      const control = { signal: stop, emit, ...transferRecord.hooks };
      if (watch !== undefined) {
        const { watchFolder } = await import('../../../core/media/import/watch-folder.ts');
        terminal.say(
          'info',
          `Waiting for pieces in ${userPath(watch)}. Ctrl-C ends it; nothing is lost by that.`,
        );
        const result = await watchFolder(
          { directory, drop: userPath(watch), untilComplete: untilComplete ?? false },
          control,
        );
        const transferRecords = await transferRecord.finish(result.transfers);
        const code = await report(terminal, directory, result, transferRecords, page);
        return code === 0 ? 0 : stop.aborted ? STOPPED : INCOMPLETE;
      }
      const { importMedia } = await import('../../../core/media/import/media.ts');
      const media = (from ?? []).map(userPath);
      const result = await importMedia({ directory, from: media, enclave: named, tool }, control);
      return report(terminal, directory, result, await transferRecord.finish(result.transfers), page);
    },
    { interrupted: INTERRUPTED },
  );
}

/** Without a medium: what is here of transfers that still arrive. */
async function here(terminal: CommandContext['terminal'], directory: string): Promise<number> {
  const { arrivals } = await import('../../../core/media/import/arrivals.ts');
  const transfers = await arrivals(directory);
  if (transfers.length === 0)
    throw new AirlockError(
      'usage',
      `nothing is under way in ${directory}: name a medium with --from, or a folder with --watch`,
    );
  for (const transfer of transfers) reportArrival(terminal, transfer);
  terminal.result({
    ok: false,
    directory,
    transfers,
    damage: [],
    files: [],
    refused: [],
    waiting: [],
    written: 0,
  });
  return INCOMPLETE;
}

async function report(
  terminal: CommandContext['terminal'],
  directory: string,
  result: ImportResult,
  transferRecords: readonly ReceivedRecord[],
  page: string | undefined,
): Promise<number> {
  const { transfers, damage, files, refused: rejected, waiting, written, ok } = result;
  for (const { message, remedy } of rejected) terminal.say('error', `${message}. ${remedy}`);
  for (const { file, found, remedy } of files) terminal.say('warning', `${file}: ${found} ${remedy}`);
  const repaired = ok && transfers.every(({ whole: complete }) => complete);
  for (const place of damage)
    if (repaired) terminal.say('info', `${placeWords(place)}: repaired from another copy`);
    else terminal.say('error', damageLine(place));
  for (const { file, transfer } of waiting)
    terminal.say(
      'warning',
      `${file} belongs to ${transfer}, but its index.json hasn't been received yet. Import another drive of this transfer.`,
    );
  for (const arrival of transfers) {
    reportArrival(terminal, arrival);
    const transferRecord = transferRecords.find(({ transfer }) => transfer === arrival.transfer);
    if (transferRecord) reportRecord(terminal, transferRecord);
  }
  if (page !== undefined) await writeAnswers(terminal, page, transfers, transferRecords);
  terminal.result({
    ok,
    directory,
    transfers,
    damage,
    files,
    refused: rejected.map((error) => error.toJSON()),
    waiting,
    written,
    records: transferRecords,
    page: page === undefined ? undefined : userPath(page),
  });
  return ok ? 0 : INCOMPLETE;
}

function reportRecord(terminal: CommandContext['terminal'], transferRecord: ReceivedRecord): void {
  const { transfer, shortHash, told: reported, held: stored, files, origin } = transferRecord;
  terminal.problem(originProblem(transfer, origin));
  if (stored) terminal.print('  nothing can be pushed until the whole transfer is received and checked');
  terminal.print(`  record fingerprint ${shortHash}${TOLD[reported]}; record ${files[0]}`);
}

const TOLD: Readonly<Record<ReceivedRecord['told'], string>> = {
  same: ' matches the sender',
  different: " DOESN'T MATCH the record on the drive, which describes different content",
  none: ' (compare it with the record of the sender)',
};

async function writeAnswers(
  terminal: CommandContext['terminal'],
  page: string,
  arrivals: readonly TransferArrival[],
  transferRecords: readonly ReceivedRecord[],
): Promise<void> {
  const answers = arrivals.flatMap(({ foreign, transfer, words, code, pieces: volumes }) => {
    if (foreign) return [];
    const transferRecord = transferRecords.find((each) => each.transfer === transfer);
    const missing = volumes.filter(({ state }) => state !== 'whole').map(({ name }) => name);
    const { shortHash, marking } = transferRecord ?? {};
    return [
      {
        transfer,
        words,
        code,
        lacks: missing,
        shortHash: shortHash || undefined,
        marking: marking || undefined,
      },
    ];
  });
  await answerPage(terminal, page, answers);
}

function reportArrival(terminal: CommandContext['terminal'], arrival: TransferArrival): void {
  const {
    transfer,
    directory,
    whole: complete,
    bytes: total,
    here: got,
    images,
    pieces: volumes,
    lacking: missingContent,
    files,
  } = arrival;
  if (complete)
    terminal.print(
      `${transfer}: complete, ${bytes(total)}, ${count(images.total, 'image')}, in ${directory}`,
    );
  else {
    terminal.print(
      `${transfer}: received ${bytes(got)} of ${bytes(total)}; ${images.whole} of ${count(images.total, 'image')} can already be pushed`,
    );
    for (const state of ['missing', 'damaged'] as const) {
      const of = volumes.filter((volume) => volume.state === state);
      if (of.length > 0) terminal.print(`  ${state}: ${numbers(of.map(({ name }) => name))}`);
    }
    for (const line of deliverableLines(missingContent)) terminal.print(`  ${line}`);
    if (files.length > 0) terminal.print(visibleLine(`  not received yet: ${numbers(files)}`));
  }
  if (arrival.foreign) {
    if (!complete) terminal.print(`  ${arrival.words}`);
    return;
  }
  terminal.print(`  ${arrival.words}`);
  terminal.print(`  ${arrival.code}`);
  terminal.print('  On the connected side: airlock transfers ack CODE file://DIR');
  if (!complete)
    terminal.print(
      `  To send the missing pieces again: airlock media export --transfer ${transfer} --for-code CODE --to DRIVE file://DIR`,
    );
}

/** One line for each, with its images as far as there is room. */
export function deliverableLines(missingContent: readonly ConcernedDeliverable[]): string[] {
  return missingContent.map((each) =>
    visibleLine(`${each.name} is missing ${imagesWords([each])}: ${numbers(each.images)}`),
  );
}

function placeWords({ file, offset, length, what }: DamagedPlace): string {
  return `${file} is ${what} from byte ${offset} to ${offset + length}`;
}

function damageLine(place: DamagedPlace): string {
  const { deliverables, files } = place;
  const means =
    [...deliverableLines(deliverables), ...(files.length > 0 ? [`missing ${numbers(files)}`] : [])].join(
      '; ',
    ) || 'no images are affected';
  return `${placeWords(place)}: ${means}`;
}

/** The first of them, and how many more. */
function numbers(names: readonly string[]): string {
  return firstWords(names, names.length > SHOWN + 1 ? SHOWN : names.length);
}

function enclave(text: string): string {
  if (!/^[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?$/.test(text))
    throw new InvalidArgumentError('is not a name for an enclave.');
  return text;
}
