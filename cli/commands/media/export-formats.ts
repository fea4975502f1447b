import type { Command, OptionValues } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { OcLayoutExport } from '../../../core/media/formats/write-oc-layout.ts';
import type { FormatRequest, OcMirrorExport } from '../../../core/media/formats/write-oc-mirror.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { Option } from '../../terminal/commander.ts';
import { bytes, count } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath, wholeNumber } from '../../terminal/options.ts';
import { imagesWords } from './images.ts';

const EXPORT_FORMATS = ['airlock', 'oc-mirror', 'oc'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const IN_PART = 2;
/** Repositories whose command is printed: it is the same for all. */
const MOST_COMMANDS = 10;

/** Options of `media export` that say in which form a transfer is written, and for whom. */
export function formatOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return command
    .option('--for-code <code>', 'only the pieces that lack by the code that the other side gave')
    .addOption(
      new Option('--profile <name>', 'diode: one folder, short names, the index in every piece').choices([
        'diode',
      ]),
    )
    .addOption(
      new Option('--format <format>', 'pieces of Airlock, or what another tool reads')
        .choices(EXPORT_FORMATS)
        .default('airlock'),
    )
    .addOption(
      new Option(
        '--reads-format <number>',
        'newest format that the other side reads, as `media request` there says (default: that of this version)',
      ).argParser(wholeNumber(1, 999)),
    );
}

/** Options of `media export` that formats of other tools have no place for. */
export function checkFormatOptions(format: ExportFormat, options: Record<string, unknown>): void {
  if (format === 'airlock') return;
  const given = ['pieces', 'profile', 'forCode', 'readsFormat', 'sign', 'signCommand', 'withApp'].find(
    (name) => options[name] !== undefined,
  );
  if (given !== undefined)
    throw new AirlockError('usage', `--${dashed(given)} has no meaning with --format ${format}`, {
      remedy: "Leave it out, or use Airlock's own format.",
    });
  if (format === 'oc' && options.pieceSize !== undefined)
    throw new AirlockError('usage', '--piece-size has no meaning with --format oc: it has no pieces');
}

/** The transfer that is to be written, by its name or by the request that it was made for. @throws AirlockError `usage` */
export async function transferRequested(
  directory: string,
  options: Record<string, unknown>,
): Promise<string> {
  const { transfer, request } = options as { transfer?: string; request?: string };
  if ((transfer === undefined) === (request === undefined))
    throw new AirlockError('usage', 'media export needs --transfer, or --request', {
      remedy: 'See `airlock transfers list` for the names of transfers.',
    });
  if (transfer !== undefined) return transfer;
  const { transferOfRequest } = await import('../../../core/media/request/take-request.ts');
  return transferOfRequest(directory, userPath(request!));
}

function dashed(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Writes a transfer as another tool reads it, and says what to do with it. @returns the exit code */
export async function exportInFormat(
  terminal: CommandContext['terminal'],
  format: 'oc-mirror' | 'oc',
  request: FormatRequest & { pieceSize?: number },
): Promise<number> {
  if (format === 'oc-mirror') {
    const { exportOcMirror } = await import('../../../core/media/formats/write-oc-mirror.ts');
    const { DEFAULT_PIECE_SIZE } = await import('../../../core/media/volumes/cut.ts');
    const volumeSize = request.pieceSize ?? DEFAULT_PIECE_SIZE;
    const done = await exportOcMirror({ ...request, pieceSize: volumeSize });
    notifyOcMirror(terminal, done);
    terminal.result({ status: 'whole', format, ...done });
    return 0;
  }
  const { exportOcLayout } = await import('../../../core/media/formats/write-oc-layout.ts');
  const signatureKeys = hostFacts().env.OCP_SIGNATURE_VERIFICATION_PK;
  const done = await exportOcLayout({ ...request, signatureKeys: signatureKeys || undefined });
  describeOcFormat(terminal, done);
  terminal.result({ status: done.incomplete.length > 0 ? 'partial' : 'whole', format, ...done });
  return done.incomplete.length > 0 ? IN_PART : 0;
}

function notifyOcMirror(
  terminal: CommandContext['terminal'],
  { transfer, bytes: size, files }: OcMirrorExport,
): void {
  for (const { path, size: ofFile, kept: saved } of files)
    terminal.print(`${path}  ${bytes(ofFile)}${saved ? '  was there already' : ''}`);
  terminal.print(`${transfer}: ${count(files.length, 'file')}, ${bytes(size)}, as oc-mirror reads them.`);
  terminal.print(
    'On the other side put all of them into one folder: oc-mirror --from file://FOLDER needs all at once.',
  );
}

function describeOcFormat(terminal: CommandContext['terminal'], done: OcLayoutExport): void {
  for (const medium of done.media) {
    const { directory, images } = medium;
    if (images.length > 0) {
      terminal.print(`${directory}: ${imagesWords([medium])}`);
      const repositories = [...new Set(images.map((image) => image.replace(/[:@].*$/s, '')))];
      for (const repository of repositories.slice(0, MOST_COMMANDS))
        terminal.print(
          `  oc image mirror --from-dir=${directory} "file://${repository}:*" REGISTRY/${repository}`,
        );
      if (repositories.length > MOST_COMMANDS)
        terminal.print(`  and so on, for ${repositories.length - MOST_COMMANDS} repositories more`);
      if (done.config.length > 0) terminal.print(`  oc apply -Rf ${directory}/config`);
    }
  }
  for (const { image, missing } of done.incomplete)
    terminal.print(`left out: ${image}: ${count(missing.length, 'blob')} of it are in no set here`);
}
