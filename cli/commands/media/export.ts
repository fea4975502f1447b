import { createInterface } from 'node:readline/promises';
import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { parseRate } from '../../../core/base/schedule/rate-text.ts';
import { signerText, type Vouched } from '../../../core/content/signature/origin.ts';
import type { MediaEvent } from '../../../core/media/export/events.ts';
import type { SavedRecord } from '../../../core/media/export/export-record.ts';
import type { ExportResult, MediumNeed } from '../../../core/media/export/media.ts';
import type { MediumProfile } from '../../../core/media/origin/export-profile.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import { InvalidArgumentError, Option } from '../../terminal/commander.ts';
import { bytes, count, table } from '../../terminal/format.ts';
import { commandHost, hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import { printMediaEvent } from './events.ts';
import { checkFormatOptions, exportInFormat, formatOptions, transferRequested } from './export-formats.ts';
import { checkOptions, recordChoice, signerOf, signOptions } from './record-options.ts';
import { workspaceOf } from './status.ts';

const PAUSED = 3;
const INTERRUPTED = 'Stopping: the piece in flight is written again when the same command is run again.';

export function addMediaExport(media: Command): void {
  addCommand(
    media,
    'export [file://DIR]',
    'write a transfer onto removable media, one after another; the same command goes on after any end',
    (command) =>
      checkOptions(
        signOptions(
          formatOptions(
            command
              .option('--transfer <name>', 'the transfer, such as fleet-0007')
              .option('--request <file>', 'the transfer that `mirror --request` made for this request')
              .addOption(
                new Option('--to <folder>', 'where a medium is mounted; several are filled one after another')
                  .argParser((text: string, before: string[] = []) => [...before, text])
                  .makeOptionMandatory(),
              )
              .option(
                '--piece-size <size>',
                'largest file on a medium, such as 4GB (the default) or 650MiB',
                size,
              )
              .option(
                '--pieces <numbers>',
                'only these pieces, such as 3,5-7, also when they were written before',
                numbers,
              )
              .option('--no-read-back', 'do not read back what was written')
              .option(
                '--with-app <folder>',
                'put Airlock itself, as it lies in this folder, onto the first medium',
              ),
          ),
        ),
      ),
    async ({ terminal, signal, pause }, options, [url]) => {
      const directory = workspaceOf(url, 'media export');
      const transfer = await transferRequested(directory, options);
      const { to, pieceSize: volumeSize, readBack, forCode, profile, format, readsFormat, withApp } = options;
      checkFormatOptions(format, options);
      const { formatFor } = await import('../../../core/media/request/skew.ts');
      if (readsFormat !== undefined) formatFor(readsFormat, hostFacts().tool);
      const volumes = await requestedVolumes(directory, transfer, options);
      if (forCode !== undefined && volumes?.length === 0) {
        terminal.print(`By this code nothing of ${transfer} lacks.`);
        terminal.result({ status: 'whole', transfer, written: [] });
        return 0;
      }
      const { prepareExportRecord } = await import('../../../core/media/export/export-record.ts');
      const { readPassphrase } = await import('../../../core/content/signature/signing-keys.ts');
      const { passphraseFile } = options;
      const { defaultConfigDirectory } = await import('../../../core/app/service/state/config-directory.ts');
      const stop = AbortSignal.any([signal, pause]);
      const { tool, env, home } = hostFacts();
      const { stdin, stderr } = commandHost();
      const emit = (event: MediaEvent) => printMediaEvent(terminal, event);
      const transferRecord = await prepareExportRecord({
        ...{ directory, transfer, tool, env, home, emit, signal: stop },
        ...recordChoice(options),
        ...signerOf(
          options,
          passphraseFile === undefined ? undefined : await readPassphrase(userPath(passphraseFile)),
        ),
        configDirectory: defaultConfigDirectory({ env, home }),
      });
      if (format !== 'airlock') {
        const request = { directory, transfer, to: to.map(userPath), readBack, signal: stop, emit };
        const code = await exportInFormat(terminal, format, {
          ...request,
          pieceSize: volumeSize,
        });
        await transferRecord.keep();
        return code;
      }
      const { exportToMedia } = await import('../../../core/media/export/media.ts');
      const queries = !terminal.json && stdin.isTTY && stderr.isTTY;
      const result = await exportToMedia({
        directory,
        transfer,
        destinations: to.map((path) => ({ path: userPath(path) })),
        pieceSize: volumeSize,
        pieces: volumes,
        app: withApp === undefined ? undefined : userPath(withApp),
        profile: profile && (await diode(directory, transfer, volumeSize)),
        readBack,
        tool,
        emit,
        companions: transferRecord.companions,
        signal: stop,
        nextMedium: queries ? askingFor(terminal, to.at(-1)!, stop) : undefined,
      });
      return report(terminal, result, await transferRecord.keep(), transferRecord.signedBy);
    },
    { interrupted: INTERRUPTED },
  );
}

/** Numbers of the pieces that are asked for; undefined: all that are not written yet. */
async function requestedVolumes(
  directory: string,
  transfer: string,
  options: Record<string, unknown>,
): Promise<number[] | undefined> {
  const { pieces: volumes, forCode } = options as { pieces?: number[]; forCode?: string };
  if (forCode === undefined) return volumes;
  if (volumes) throw new AirlockError('usage', '--pieces and --for-code both say which pieces');
  const { volumesForCode } = await import('../../../core/media/delivery/carry-volumes.ts');
  return volumesForCode(directory, transfer, forCode);
}

/** The diode's profile, with the size of the pieces that are there already, or that is asked for. */
async function diode(
  directory: string,
  transfer: string,
  requested: number | undefined,
): Promise<MediumProfile> {
  const { diodeProfile } = await import('../../../core/media/origin/diode-profile.ts');
  const { currentCut, inProfile, readExportState } = await import('../../../core/media/export/state.ts');
  const { DEFAULT_PIECE_SIZE } = await import('../../../core/media/volumes/cut.ts');
  const known = await readExportState(directory, transfer);
  const before = known && inProfile(known, 'diode');
  return diodeProfile(requested ?? (before && currentCut(before).pieceSize) ?? DEFAULT_PIECE_SIZE);
}

/** Asks a person for the next medium: Enter for the same place, or its folder; end of input stops. */
function askingFor(
  terminal: CommandContext['terminal'],
  first: string,
  signal: AbortSignal,
): (need: MediumNeed) => Promise<string | undefined> {
  let place = userPath(first);
  return async (need) => {
    terminal.say('info', `${need.message}. ${leftOf(need)}`);
    // Not as a terminal: Ctrl-C must stay a signal.
    const { stdin, stderr } = commandHost();
    const lines = createInterface({ input: stdin, output: stderr, terminal: false });
    try {
      const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
      const question = `Insert it and press Enter for ${place}, or type its folder: `;
      const answer = await Promise.race([lines.question(question, { signal }), closed]);
      if (answer === undefined) return undefined;
      if (answer.trim() !== '') place = userPath(answer.trim());
      return place;
    } finally {
      lines.close();
    }
  };
}

function leftOf({ pieces: volumes, bytes: left }: MediumNeed): string {
  return `${count(volumes, 'piece')} (${bytes(left)}) left to write.`;
}

function report(
  terminal: CommandContext['terminal'],
  result: ExportResult,
  transferRecord: SavedRecord,
  signedBy?: Vouched,
): number {
  const { status, export: found, media, need } = result;
  if (media.length > 0)
    terminal.print(
      table([
        ['MEDIUM', 'PIECES'],
        ...media.map(({ label, pieces: volumes }) => [label, volumes.join(', ')]),
      ]),
    );
  if (need) {
    terminal.print(`${need.message}. ${leftOf(need)}`);
    terminal.print(
      "Insert the next drive and run the same command with its --to. Pieces already written won't be written again.",
    );
  } else
    terminal.print(
      `${found.transfer}: wrote ${found.whole ? 'all' : 'the requested'} pieces (${count(found.pieces.length, 'piece')}, ${bytes(found.bytes)}, mark ${found.mark})`,
    );
  if (!need && media.length === 0)
    terminal.print(
      `Nothing to write: all pieces are already on ${found.media.join(', ')}. To write them again, add --pieces 1-${found.pieces.length}.`,
    );
  terminal.print(
    `Record fingerprint ${transferRecord.shortHash}, transfer record ${transferRecord.files[0]}`,
  );
  terminal.print(
    signedBy
      ? `Signed by ${signerText(signedBy)}.`
      : 'Not signed. To sign all future exports, run: airlock keys create file://DIR',
  );
  const { media: allMedia, ...rest } = found;
  const record = { record: transferRecord.files, shortHash: transferRecord.shortHash };
  terminal.result({
    status,
    ...rest,
    media: allMedia,
    written: media,
    ...record,
    signedBy,
    need,
  });
  return status === 'paused' ? PAUSED : 0;
}

function size(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : parseRate(text);
  if (value === undefined || value < 1 || text.endsWith('/s'))
    throw new InvalidArgumentError('must be a size such as 4GB, 650MiB or 1000000.');
  return value;
}

function numbers(text: string): number[] {
  if (!/^\d+(-\d+)?(,\d+(-\d+)?)*$/.test(text))
    throw new InvalidArgumentError('must be numbers of pieces, such as 3,5-7.');
  return text.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    if (last < first || last - first > 100_000) throw new InvalidArgumentError(`${part} is no range.`);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}
