import { existsSync } from 'node:fs';
import type { Command, OptionValues } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { IndexSigner } from '../../../core/media/origin/index-signature.ts';
import { LONGEST_MARKING } from '../../../core/media/record/record.ts';
import { InvalidArgumentError } from '../../terminal/commander.ts';
import { userPath } from '../../terminal/options.ts';

/** What both directions ask of checks and papers. */
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
    .option(
      '--check <command>',
      'check every image with this command ({files}: the unpacked image), or every archive file ({piece}); a non-zero exit code rejects it',
    )
    .option('--require-check', "also reject content that the check can't read")
    .option(
      '--marking <text>',
      'marking at the top and bottom of every page of the transfer record, such as RESTRICTED',
      marking,
    );
}

/** `--sign`, `--sign-command`. */
export function signOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return command
    .option(
      '--sign <keyfile>',
      "sign the index with this OpenPGP private key (default: the workspace's signing key)",
    )
    .option('--no-sign', "don't sign, even if the workspace has a signing key")
    .option('--passphrase-file <file>', 'file that contains the passphrase of the private key')
    .option(
      '--sign-command <command>',
      'command that signs {index}, for example with a smart card, and writes the detached signature to standard output or {signature}',
    );
}

/** @throws AirlockError `usage` for options that contradict */
export function recordChoice(options: Record<string, unknown>): RecordChoice {
  const { marking: text, check, requireCheck } = options as RecordChoice;
  if (requireCheck && check === undefined)
    throw new AirlockError('usage', '--require-check requires --check', {
      remedy:
        "Specify the check command with --check. Content that it has already checked isn't checked again.",
    });
  return {
    marking: text,
    check,
    requireCheck: requireCheck || undefined,
  };
}

/** @throws AirlockError `usage` when both are given */
export function signerOf(
  options: Record<string, unknown>,
  passphrase: string | undefined,
): { sign?: IndexSigner | false; passphrase?: string } {
  const { sign, signCommand } = options as { sign?: string | false; signCommand?: string };
  if (typeof sign === 'string' && signCommand !== undefined)
    throw new AirlockError('usage', "--sign and --sign-command can't be used together");
  const locked = passphrase === undefined ? {} : { passphrase };
  if (typeof sign === 'string') return { sign: { key: userPath(sign), ...locked } };
  if (signCommand !== undefined) return { sign: { command: signCommand } };
  return sign === false ? { sign } : locked;
}

/** A file of keys by its path, or a command as it was typed. */
export function keyOrCommand(text: string): string {
  return existsSync(userPath(text)) ? userPath(text) : text;
}

/** One line that fits above every page. */
export function marking(text: string): string {
  const line = text.trim();
  if (line === '' || line.length > LONGEST_MARKING || /\p{Cc}/u.test(line))
    throw new InvalidArgumentError(`must be one line of 1 to ${LONGEST_MARKING} characters.`);
  return line;
}
