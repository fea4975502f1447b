import type { Command } from '@commander-js/extra-typings';
import { visibleLine } from '../../../core/base/document/inert-text.ts';
import { firstWords } from '../../../core/base/document/words.ts';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { originProblem } from '../../../core/content/signature/origin-text.ts';
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
import { bytes } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import { answerPage } from '../output/answer-page.ts';
import { printMediaEvent } from './events.ts';
import { imagesWords } from './images.ts';
import { t } from './messages.ts';
import { checkOptions, keyOrCommand, recordChoice } from './record-options.ts';
import { workspaceOf } from './status.ts';

const INCOMPLETE = 2;
const STOPPED = 3;
const SHOWN = 12;

export function addMediaImport(media: Command): void {
  addCommand(
    media,
    'import [file://DIR]',
    t('import'),
    (command) =>
      checkOptions(
        command
          .addOption(
            new Option('--from <directory>', t('importFromOption')).argParser(
              (text: string, before: string[] = []) => [...before, text],
            ),
          )
          .option('--watch <directory>', t('watchOption'))
          .option('--until-complete', t('untilCompleteOption'))
          .option('--for <enclave>', t('importForOption'), enclave)
          .option(
            '--verify-key <keyfile>',
            t('verifyKeyOption', { index: '{index}', signature: '{signature}' }),
          ),
      ).option('--page <file>', t('importPageOption')),
    async ({ terminal, signal, pause }, options, [url]) => {
      const directory = workspaceOf(url, 'media import');
      const { from, watch, untilComplete, for: named, verifyKey, page } = options;
      if (from && watch !== undefined) throw new AirlockError('usage', t('fromWithWatch'));
      if (untilComplete && watch === undefined)
        throw new AirlockError('usage', t('untilCompleteWithoutWatch'));
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
        const { watchDirectory } = await import('../../../core/media/import/watch-directory.ts');
        terminal.say('info', t('watching', { folder: userPath(watch) }));
        const result = await watchDirectory(
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
    { interrupted: t('importStopping') },
  );
}

/** Shows the transfers that are being received. */
async function here(terminal: CommandContext['terminal'], directory: string): Promise<number> {
  const { arrivals } = await import('../../../core/media/import/arrivals.ts');
  const transfers = await arrivals(directory);
  if (transfers.length === 0)
    throw new AirlockError('usage', t('noArrivals', { directory }), { remedy: t('noArrivalsRemedy') });
  for (const transfer of transfers) reportArrival(terminal, transfer);
  terminal.result({
    ok: false,
    directory,
    transfers,
    damage: [],
    files: [],
    rejected: [],
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
  const { transfers, damage, files, rejected, waiting, written, ok } = result;
  for (const { message, remedy } of rejected) terminal.say('error', t('rejected', { message, remedy }));
  for (const { file, found, remedy } of files)
    terminal.say('warning', t('fileFound', { file, found: String(found), remedy: String(remedy) }));
  const repaired = ok && transfers.every(({ complete }) => complete);
  for (const place of damage)
    if (repaired) terminal.say('info', t('damageRepaired', placeValues(place)));
    else terminal.say('error', ...damageLines(place));
  for (const { file, transfer } of waiting) terminal.say('warning', t('withoutIndex', { file, transfer }));
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
    rejected: rejected.map((error) => error.toJSON()),
    waiting,
    written,
    records: transferRecords,
    page: page === undefined ? undefined : userPath(page),
  });
  return ok ? 0 : INCOMPLETE;
}

function reportRecord(terminal: CommandContext['terminal'], transferRecord: ReceivedRecord): void {
  const { transfer, fingerprint, senderRecord, quarantined, files, origin } = transferRecord;
  terminal.problem(originProblem(transfer, origin));
  if (quarantined) terminal.print(t('notReady'));
  terminal.print(t(FINGERPRINT[senderRecord], { fingerprint, file: String(files[0]) }));
}

const FINGERPRINT = {
  same: 'fingerprintSame',
  different: 'fingerprintDifferent',
  none: 'fingerprintUnknown',
} as const;

async function writeAnswers(
  terminal: CommandContext['terminal'],
  page: string,
  arrivals: readonly TransferArrival[],
  transferRecords: readonly ReceivedRecord[],
): Promise<void> {
  const answers = arrivals.flatMap(({ foreign, transfer, summary, code, volumes }) => {
    if (foreign) return [];
    const transferRecord = transferRecords.find((each) => each.transfer === transfer);
    const missing = volumes.filter(({ state }) => state !== 'complete').map(({ name }) => name);
    const { fingerprint, marking } = transferRecord ?? {};
    return [
      {
        transfer,
        summary,
        code,
        missing,
        fingerprint: fingerprint || undefined,
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
    complete,
    bytes: total,
    bytesReceived: got,
    images,
    volumes,
    missing: missingContent,
    files,
  } = arrival;
  if (complete)
    terminal.print(
      t('arrived', { transfer, size: bytes(total), images: images.total, directory: String(directory) }),
    );
  else {
    terminal.print(
      t('arriving', {
        transfer,
        received: bytes(got),
        size: bytes(total),
        complete: images.complete,
        images: images.total,
      }),
    );
    for (const state of ['missing', 'damaged'] as const) {
      const of = volumes.filter((volume) => volume.state === state);
      if (of.length > 0)
        terminal.print(t(`${state}Volumes`, { volumes: numbers(of.map(({ name }) => name)) }));
    }
    for (const line of deliverableLines(missingContent)) terminal.print(`  ${line}`);
    if (files.length > 0) terminal.print(visibleLine(t('missingFiles', { files: numbers(files) })));
  }
  if (arrival.foreign) {
    if (!complete) terminal.print(`  ${arrival.summary}`);
    return;
  }
  terminal.print(`  ${arrival.summary}`);
  terminal.print(`  ${arrival.code}`);
  terminal.print(t('acknowledge'));
  if (!complete) terminal.print(t('sendMissing', { transfer }));
}

/** Returns a line for each deliverable with its first missing images. */
export function deliverableLines(missingContent: readonly ConcernedDeliverable[]): string[] {
  return missingContent.map((each) =>
    visibleLine(
      t('imagesMissing', {
        deliverable: each.name,
        images: imagesWords([each]),
        names: numbers(each.images),
      }),
    ),
  );
}

function placeValues({ file, offset, length, kind }: DamagedPlace) {
  return { file, damage: kind, start: String(offset), end: String(offset + length) };
}

/** Returns the damage, then a line for each deliverable that is missing content because of it. */
function damageLines(place: DamagedPlace): string[] {
  const { deliverables, files } = place;
  const effects = [
    ...deliverableLines(deliverables),
    ...(files.length > 0 ? [t('filesMissing', { files: numbers(files) })] : []),
  ];
  return [t('damage', placeValues(place)), ...(effects.length > 0 ? effects : [t('noImagesAffected')])];
}

/** Returns the first names, and the number of the others. */
function numbers(names: readonly string[]): string {
  return firstWords(names, names.length > SHOWN + 1 ? SHOWN : names.length);
}

function enclave(text: string): string {
  if (!/^[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?$/.test(text))
    throw new InvalidArgumentError(t('enclaveInvalid'));
  return text;
}
