import { existsSync } from 'node:fs';
import type { Command, OptionValues } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { FileSigner } from '../../../core/content/signature/sign-detached.ts';
import { isMarking, LONGEST_MARKING } from '../../../core/media/record/marking.ts';
import { InvalidArgumentError } from '../../terminal/commander.ts';
import { userPath } from '../../terminal/options.ts';
import { t } from './messages.ts';

/** Options for checks and transfer records, of export and import. */
export interface RecordChoice {
  marking?: string;
  check?: string;
  requireCheck?: boolean;
}

/** `--check`, `--require-check`, `--marking`. */
export function checkOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return command
    .option('--check <command>', t('checkOption', { files: '{files}', volume: '{volume}' }))
    .option('--require-check', t('requireCheckOption'))
    .option('--marking <text>', t('markingOption'), marking);
}

/** `--sign`, `--sign-command`. @param subject the name of the signed file in commands, such as `index` for `{index}` */
export function signOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
  subject = 'index',
) {
  return command
    .option('--sign <keyfile>', t('signOption', { subject }))
    .option('--no-sign', t('noSignOption'))
    .option('--passphrase-file <file>', t('passphraseFileOption'))
    .option(
      '--sign-command <command>',
      t('signCommandOption', { file: `{${subject}}`, signature: '{signature}' }),
    );
}

/** Returns the options of checks and records. @throws AirlockError `usage` for contradictory options */
export function recordChoice(options: Record<string, unknown>): RecordChoice {
  const { marking: text, check, requireCheck } = options as RecordChoice;
  if (requireCheck && check === undefined)
    throw new AirlockError('usage', t('requireCheckWithoutCheck'), {
      remedy: t('requireCheckWithoutCheckRemedy'),
    });
  return {
    marking: text,
    check,
    requireCheck: requireCheck || undefined,
  };
}

/** Returns the signer of the index. @throws AirlockError `usage` if both options are given */
export function signerOf(
  options: Record<string, unknown>,
  passphrase: string | undefined,
): { sign?: FileSigner | false; passphrase?: string } {
  const { sign, signCommand } = options as { sign?: string | false; signCommand?: string };
  if (typeof sign === 'string' && signCommand !== undefined)
    throw new AirlockError('usage', t('signWithSignCommand'));
  const locked = passphrase === undefined ? {} : { passphrase };
  if (typeof sign === 'string') return { sign: { key: userPath(sign), ...locked } };
  if (signCommand !== undefined) return { sign: { command: signCommand } };
  return sign === false ? { sign } : locked;
}

/** Returns the path of a key file, or an unchanged command. */
export function keyOrCommand(text: string): string {
  return existsSync(userPath(text)) ? userPath(text) : text;
}

/** Parses a marking: one line that fits above every page. */
export function marking(text: string): string {
  const line = text.trim();
  if (!isMarking(line)) throw new InvalidArgumentError(t('markingInvalid', { most: LONGEST_MARKING }));
  return line;
}
