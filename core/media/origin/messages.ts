import { translator } from '../../base/messages/translator.ts';

export const t = translator({
  volumesExhausted: 'no short name is left for {name}: a diode transfer can have at most 34,695 volumes',
  transfersExhausted:
    'no short name is left for {transfer}: diode exports support transfer numbers up to 34,695',
  volumeSizeRemedy: 'Use a larger --volume-size.',
  listTooLarge: 'the list of {count} volumes is larger than the space reserved for it in each volume',
  listTooLargeRemedy: 'Use a larger --volume-size, or a directory with more free space.',
  keySignFailed: "--sign: the key in {file} can't sign: {cause}",
  keyNotAFile: "--sign: {file} isn't a file with an OpenPGP private key",
  keyUnreadable: '--sign: {file} contains no readable OpenPGP private key',
  keyMissing: "--sign: {file} doesn't contain an OpenPGP private key",
  keyRemedy: 'Export the private key to a file, or sign with a command: --sign-command {example}.',
  commandRemedy:
    "Use a command that writes a detached signature of '{index}' to standard output or to '{signature}', and exits with code 0.",
  commandEmpty: "--sign-command: the command doesn't specify a program",
  commandUnusable: "--sign-command: {program} can't be run: {cause}",
  commandFailed: '--sign-command: {program} failed ({end})',
  commandFailedWith: '--sign-command: {program} failed ({end}): {output}',
  signatureMissing: "--sign-command: {program} didn't write a signature",
  signatureTooLong: '--sign-command: the output of {program} is too long for a signature',
  indexChanged: '--sign-command: {file} changed during signing',
  signatureInvalid: 'no valid signature for {file}: {reason}',
  indexMissing: 'a signature is required, but the set contains no index.json to sign',
  signatureNotFound: "a signature is required for {transfer}, but {names} wasn't found in {places}",
  rejected: '{transfer}: {reason}',
  rejectedMore: '{transfer} (and {count} more): {reason}',
});
