import { join } from 'node:path';
import type { Command, OptionValues } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { OcLayoutExport } from '../../../core/media/formats/write-oc-layout.ts';
import type { FormatRequest, OcMirrorExport } from '../../../core/media/formats/write-oc-mirror.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { Option } from '../../terminal/commander.ts';
import { bytes } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { integer, userPath } from '../../terminal/options.ts';
import { imagesWords } from './images.ts';
import { t } from './messages.ts';

const EXPORT_FORMATS = ['airlock', 'oc-mirror', 'oc'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const IN_PART = 2;
/** Most repositories whose command is printed. */
const MOST_COMMANDS = 10;

/** Adds the options of `media export` that select the format. */
export function formatOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return command
    .option('--for-code <code>', t('forCodeOption'))
    .addOption(new Option('--profile <name>', t('profileOption')).choices(['diode']))
    .addOption(new Option('--format <format>', t('formatOption')).choices(EXPORT_FORMATS).default('airlock'))
    .addOption(
      new Option('--supported-format <number>', t('supportedFormatOption')).argParser(integer(1, 999)),
    );
}

/** Rejects options that formats of other tools don't support. @throws AirlockError `usage` */
export function checkFormatOptions(format: ExportFormat, options: Record<string, unknown>): void {
  if (format === 'airlock') return;
  const given = ['volumes', 'profile', 'forCode', 'supportedFormat', 'sign', 'signCommand', 'withApp'].find(
    (name) => options[name] !== undefined,
  );
  if (given !== undefined)
    throw new AirlockError('usage', t('notInFormat', { option: dashed(given), format }), {
      remedy: t('notInFormatRemedy'),
    });
  if (format === 'oc' && options.volumeSize !== undefined)
    throw new AirlockError('usage', t('volumeSizeInFormat'));
}

/** Returns the name of the transfer to write, given with --transfer or --request. @throws AirlockError `usage` */
export async function transferRequested(
  directory: string,
  options: Record<string, unknown>,
): Promise<string> {
  const { transfer, request } = options as { transfer?: string; request?: string };
  if ((transfer === undefined) === (request === undefined))
    throw new AirlockError('usage', t('transferMissing'), {
      remedy: t('transferMissingRemedy'),
    });
  if (transfer !== undefined) return transfer;
  const { transferOfRequest } = await import('../../../core/media/request/take-request.ts');
  return transferOfRequest(directory, userPath(request!));
}

function dashed(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Writes a transfer in the format of another tool, and prints how to use it. Returns the exit code. */
export async function exportInFormat(
  terminal: CommandContext['terminal'],
  format: 'oc-mirror' | 'oc',
  request: FormatRequest & { volumeSize?: number },
): Promise<number> {
  if (format === 'oc-mirror') {
    const { exportOcMirror } = await import('../../../core/media/formats/write-oc-mirror.ts');
    const { DEFAULT_VOLUME_SIZE } = await import('../../../core/media/volumes/cut.ts');
    const volumeSize = request.volumeSize ?? DEFAULT_VOLUME_SIZE;
    const done = await exportOcMirror({ ...request, volumeSize });
    notifyOcMirror(terminal, done);
    terminal.result({ status: 'complete', format, ...done });
    return 0;
  }
  const { exportOcLayout } = await import('../../../core/media/formats/write-oc-layout.ts');
  const signatureKeys = hostFacts().env.OCP_SIGNATURE_VERIFICATION_PK;
  const done = await exportOcLayout({ ...request, signatureKeys: signatureKeys || undefined });
  describeOcFormat(terminal, done);
  terminal.result({ status: done.incomplete.length > 0 ? 'partial' : 'complete', format, ...done });
  return done.incomplete.length > 0 ? IN_PART : 0;
}

function notifyOcMirror(
  terminal: CommandContext['terminal'],
  { transfer, bytes: size, files }: OcMirrorExport,
): void {
  for (const { path, size: ofFile, unchanged } of files)
    terminal.print(t(unchanged ? 'fileAlreadyPresent' : 'file', { path, size: bytes(ofFile) }));
  terminal.print(t('ocMirrorFiles', { transfer, count: files.length, size: bytes(size) }));
  terminal.print(t('ocMirrorNext'));
}

/** Prints where the images and ConfigMaps are, and how to use them. */
export function describeOcFormat(
  terminal: Pick<CommandContext['terminal'], 'print'>,
  done: OcLayoutExport,
): void {
  for (const drive of done.drives) {
    const { directory, images } = drive;
    if (images.length > 0) {
      terminal.print(t('ocImages', { directory, images: imagesWords([drive]) }));
      const repositories = [...new Set(images.map((image) => image.replace(/[:@].*$/s, '')))];
      for (const repository of repositories.slice(0, MOST_COMMANDS))
        terminal.print(
          `  oc image mirror --from-dir=${directory} "file://${repository}:*" REGISTRY/${repository}`,
        );
      if (repositories.length > MOST_COMMANDS)
        terminal.print(t('ocRepositories', { count: repositories.length - MOST_COMMANDS }));
      for (const name of done.config)
        terminal.print(t('ocConfigMap', { path: join(directory, 'config', name) }));
      if (done.config.length > 0) terminal.print(`  oc apply -Rf ${directory}/config`);
    }
  }
  for (const { image, missing } of done.incomplete)
    terminal.print(t('ocIncomplete', { image, count: missing.length }));
  if (done.omittedFiles.length > 0)
    terminal.print(t('ocFilesOmitted', { files: done.omittedFiles.join(', ') }));
}
