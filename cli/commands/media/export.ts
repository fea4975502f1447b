import { createInterface } from 'node:readline/promises';
import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { parseRate } from '../../../core/base/schedule/rate-text.ts';
import type { Vouched } from '../../../core/content/signature/origin.ts';
import { signerText } from '../../../core/content/signature/origin-text.ts';
import type { MediaEvent } from '../../../core/media/export/events.ts';
import type { SavedRecord } from '../../../core/media/export/export-record.ts';
import type { DriveNeed, ExportResult } from '../../../core/media/export/media.ts';
import type { MediaProfile } from '../../../core/media/origin/export-profile.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import { InvalidArgumentError, Option } from '../../terminal/commander.ts';
import { bytes, localTime, table } from '../../terminal/format.ts';
import { commandHost, hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import { printMediaEvent } from './events.ts';
import { checkFormatOptions, exportInFormat, formatOptions, transferRequested } from './export-formats.ts';
import { t } from './messages.ts';
import { checkOptions, recordChoice, signerOf, signOptions } from './record-options.ts';
import { workspaceOf } from './status.ts';

const PAUSED = 3;

export function addMediaExport(media: Command): void {
  addCommand(
    media,
    'export [file://DIR]',
    t('export'),
    (command) =>
      checkOptions(
        signOptions(
          formatOptions(
            command
              .option('--transfer <name>', t('transferOption'))
              .option('--request <file>', t('exportRequestOption'))
              .addOption(
                new Option('--to <directory>', t('toOption'))
                  .argParser((text: string, before: string[] = []) => [...before, text])
                  .makeOptionMandatory(),
              )
              .option('--volume-size <size>', t('volumeSizeOption'), size)
              .option('--volumes <numbers>', t('volumesOption'), numbers)
              .option('--no-read-back', t('noReadBackOption'))
              .option('--with-app <path>', t('withAppOption')),
          ),
        ),
      ),
    async ({ terminal, signal, pause }, options, [url]) => {
      const directory = workspaceOf(url, 'media export');
      const transfer = await transferRequested(directory, options);
      const { to, volumeSize, readBack, forCode, profile, format, supportedFormat, withApp } = options;
      checkFormatOptions(format, options);
      const { formatFor } = await import('../../../core/media/request/skew.ts');
      if (supportedFormat !== undefined) formatFor(supportedFormat, hostFacts().tool);
      const volumes = await requestedVolumes(directory, transfer, options);
      if (forCode !== undefined && volumes?.length === 0) {
        terminal.print(t('noneMissing', { transfer }));
        terminal.result({ status: 'complete', transfer, written: [] });
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
          volumeSize,
        });
        await transferRecord.keep();
        return code;
      }
      const { exportToMedia } = await import('../../../core/media/export/media.ts');
      const queries = !terminal.json && stdin.isTTY && stderr.isTTY;
      const isHinted = withApp === undefined && profile === undefined && !terminal.json;
      if (isHinted && !(await hasAirlock(directory, transfer))) terminal.say('info', t('withAppHint'));
      const result = await exportToMedia({
        directory,
        transfer,
        destinations: to.map((path) => ({ path: userPath(path) })),
        volumeSize,
        volumes,
        app: withApp === undefined ? undefined : userPath(withApp),
        profile: profile && (await diode(directory, transfer, volumeSize)),
        readBack,
        tool,
        emit,
        companions: transferRecord.companions,
        signal: stop,
        nextDrive: queries ? promptFor(terminal, to.at(-1)!, stop) : undefined,
      });
      return report(terminal, result, await transferRecord.keep(), transferRecord.signedBy);
    },
    { interrupted: t('exportStopping') },
  );
}

/** Returns whether the site of a transfer is known to have Airlock. The export itself reports an unknown transfer. */
async function hasAirlock(directory: string, transfer: string): Promise<boolean> {
  const { siteHasAirlock } = await import('../../../core/media/delivery/site-has-airlock.ts');
  const { parseTransferName } = await import('../../../core/store/workspace/next-transfer.ts');
  const enclave = parseTransferName(transfer)?.enclave;
  // A damaged ledger doesn't prevent the export.
  return enclave === undefined || (await siteHasAirlock(directory, enclave).catch(() => true));
}

/** Returns the numbers of the requested volumes. Undefined: all volumes that aren't written yet. */
async function requestedVolumes(
  directory: string,
  transfer: string,
  options: Record<string, unknown>,
): Promise<number[] | undefined> {
  const { volumes, forCode } = options as { volumes?: number[]; forCode?: string };
  if (forCode === undefined) return volumes;
  if (volumes) throw new AirlockError('usage', t('volumesWithCode'));
  const { volumesForCode } = await import('../../../core/media/delivery/carry-volumes.ts');
  return volumesForCode(directory, transfer, forCode);
}

/** Returns the profile for a diode, with the requested volume size or that of an earlier export. */
async function diode(
  directory: string,
  transfer: string,
  requested: number | undefined,
): Promise<MediaProfile> {
  const { diodeProfile } = await import('../../../core/media/origin/diode-profile.ts');
  const { currentCut, inProfile, readExportState } = await import('../../../core/media/export/state.ts');
  const { DEFAULT_VOLUME_SIZE } = await import('../../../core/media/volumes/cut.ts');
  const known = await readExportState(directory, transfer);
  const before = known && inProfile(known, 'diode');
  return diodeProfile(requested ?? (before && currentCut(before).volumeSize) ?? DEFAULT_VOLUME_SIZE);
}

/** Returns a prompt for the next drive: Enter for the same folder, or another folder. The end of input stops. */
function promptFor(
  terminal: CommandContext['terminal'],
  first: string,
  signal: AbortSignal,
): (need: DriveNeed) => Promise<string | undefined> {
  let place = userPath(first);
  return async (need) => {
    terminal.say('info', volumesLeft(need));
    // Without terminal mode, so that Ctrl-C remains a signal.
    const { stdin, stderr } = commandHost();
    const lines = createInterface({ input: stdin, output: stderr, terminal: false });
    try {
      const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
      const question = t('nextDriveQuestion', { folder: place });
      const answer = await Promise.race([lines.question(question, { signal }), closed]);
      if (answer === undefined) return undefined;
      if (answer.trim() !== '') place = userPath(answer.trim());
      return place;
    } finally {
      lines.close();
    }
  };
}

function volumesLeft({ message, volumes: count, bytes: left }: DriveNeed): string {
  return t('volumesLeft', { message, count, size: bytes(left) });
}

function report(
  terminal: CommandContext['terminal'],
  result: ExportResult,
  transferRecord: SavedRecord,
  signedBy?: Vouched,
): number {
  const { status, export: found, drives, checked, need, app } = result;
  if (app) {
    const { directory, list } = app;
    terminal.print(
      list === undefined ? t('appCopied', { directory }) : t('bundleCopied', { directory, list }),
    );
  }
  if (drives.length > 0)
    terminal.print(
      table([
        [t('driveColumn'), t('volumesColumn')],
        ...drives.map(({ label, volumes }) => [label, volumes.join(', ')]),
      ]),
    );
  if (need) {
    terminal.print(volumesLeft(need));
    terminal.print(t('nextDrive'));
  } else if (drives.length > 0)
    terminal.print(
      t(found.complete ? 'exported' : 'exportedRequested', {
        transfer: found.transfer,
        count: found.volumes.length,
        size: bytes(found.bytes),
        shortId: found.shortId,
      }),
    );
  if (!need && drives.length === 0) {
    const { volumes } = found;
    const latest = volumes.map(({ at }) => at ?? '').reduce((a, b) => (a > b ? a : b));
    terminal.print(
      t('alreadyWritten', {
        transfer: found.transfer,
        shortId: found.shortId,
        drives: found.drives.join(', '),
        count: volumes.length,
        date: localTime(latest),
        readBack: String(volumes.every(({ readBack }) => readBack !== undefined && readBack !== 'no')),
      }),
    );
    if (checked.length === 0) terminal.print(t('notChecked'));
    for (const path of checked) terminal.print(t('sizesChecked', { path }));
  }
  terminal.print(
    t('record', { fingerprint: transferRecord.fingerprint, file: String(transferRecord.files[0]) }),
  );
  terminal.print(signedBy ? t('signed', { signer: signerText(signedBy) }) : t('notSigned'));
  const { drives: allDrives, ...rest } = found;
  const record = { record: transferRecord.files, fingerprint: transferRecord.fingerprint };
  terminal.result({
    status,
    ...rest,
    drives: allDrives,
    written: drives,
    ...record,
    signedBy,
    need,
    app,
  });
  return status === 'paused' ? PAUSED : 0;
}

function size(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : parseRate(text);
  if (value === undefined || value < 1 || text.endsWith('/s'))
    throw new InvalidArgumentError(t('sizeInvalid'));
  return value;
}

function numbers(text: string): number[] {
  if (!/^\d+(-\d+)?(,\d+(-\d+)?)*$/.test(text)) throw new InvalidArgumentError(t('volumesInvalid'));
  return text.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    if (last < first || last - first > 100_000)
      throw new InvalidArgumentError(t('rangeInvalid', { range: part }));
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}
