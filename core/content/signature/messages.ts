import { translator } from '../../base/messages/translator.ts';

/** Texts of release signatures, detached signatures, signing keys and trusted keys. */
export const t = translator({
  // release signatures
  signatureNotPublished: 'no signature for {digest} found at {location}',
  signatureNotTransferred: 'no signature for {digest} found in the transferred content',
  signatureOfOther: 'the signature for {digest} was made for another release',
  noSha256: 'no sha256 digest',
  signatureInvalid: 'the signature for {digest} is invalid: {why}',
  signatureTooLarge: 'the signature is {size} bytes, which exceeds the limit of {limit} bytes',
  keyNotTrusted: "key {key} isn't trusted",
  notSigned: "the message isn't signed",
  nameInvalid: "the signed name isn't an image reference",
  notJson: "the signed payload isn't JSON",
  claimMalformed: "the signed payload isn't a release signature: {path}: {fault}",
  signatureFromFuture:
    'the signature for {digest} is dated {created}, which is in the future (clock on this host: {now})',
  expectedTime: 'after {created}',
  serviceUrlInvalid: "OCP_SIGNATURE_URL isn't a URL",
  serviceUrlInvalidRemedy:
    'Use a complete URL, such as https://mirror.example.com/signatures/openshift/release/.',
  serviceResponse: '{location} responded with status {status} to a request for the signature of {digest}',
  keyMissing: '{origin} contains no readable OpenPGP public key',
  keyMissingRemedy: 'Specify a file with an armored public key (`gpg --armor --export KEY`).',
  keyUnreadable: "the key file {file} can't be read",

  // detached signatures
  notAKeyFile: "{option}: {required} isn't an OpenPGP public key file, and this session can't run commands",
  notAKeyFileRemedy: 'Choose a file with OpenPGP public keys.',
  requirementEmpty: '{option} requires a key file or a command',
  requirementInvalid:
    '{option}: {program} is neither a file with an OpenPGP public key nor a program that can be run',
  rejectedByCommand: 'the command {program} rejected {file} ({end})',
  rejectedByCommandWithOutput: 'the command {program} rejected {file} ({end}): {output}',
  changedMeanwhile: 'the file changed during the check',
  fileTooLarge: '{file} is too large to be a signature',
  fileUnreadable: "{file} can't be read",
  fileMissing: 'neither {first} nor {second} exists',
  detachedInvalid: "{file} isn't a valid signature: {faults}",
  detachedEmpty: "{file} doesn't contain a signature",
  stopped: 'stopped on request',
  signedByOther: "signed with key {key}, which isn't one of the required keys",

  // signing a file
  signFailed: "--sign: the key in {file} can't sign: {cause}",
  signerNotAFile: "--sign: {file} isn't a file with an OpenPGP private key",
  signerUnreadable: '--sign: {file} contains no readable OpenPGP private key',
  signerMissing: "--sign: {file} doesn't contain an OpenPGP private key",
  signerRemedy: 'Export the private key to a file, or sign with a command: --sign-command {example}.',
  signCommandRemedy:
    "Use a command that writes a detached signature of '{'{subject}'}' to standard output or to '{signature}', and exits with code 0.",
  signCommandEmpty: "--sign-command: the command doesn't specify a program",
  signCommandUnusable: "--sign-command: {program} can't be run: {cause}",
  signCommandFailed: '--sign-command: {program} failed ({end})',
  signCommandFailedWith: '--sign-command: {program} failed ({end}): {output}',
  signCommandSilent: "--sign-command: {program} didn't write a signature",
  signatureTooLong: '--sign-command: the output of {program} is too long for a signature',
  signedFileChanged: '--sign-command: {file} changed during signing',

  // signing keys
  keyNameInvalid: "a key name must be a single line of 1 to 200 characters without '<' or '>'",
  notAWorkspace: "{workspace} isn't a workspace",
  notAWorkspaceRemedy:
    'Create the workspace with `airlock workspace init file://DIR`, or mirror to the directory first.',
  keyDirectoryPublic: "can't store a private key in {folder}: {problem}",
  keyDirectoryPublicRemedy:
    'Make the directory private (chmod 700), or set XDG_CONFIG_HOME to another directory.',
  signingKeysDamaged: "{file} is damaged or can't be read",
  signingKeysDamagedRemedy: 'Remove the file and create a new key, or export with --no-sign.',
  passphraseUnreadable: "can't read the passphrase file {file}",
  passphraseEmpty: 'the passphrase file {file} is empty',
  privateKeyMissing: '{file} contains no OpenPGP private key',
  privateKeyOfOther: "{file} doesn't contain the key {fingerprint}",
  privateKeyOfOtherUser:
    "exports from {workspace} are signed with key {fingerprint} of {user}, but your account doesn't have the private key",
  privateKeyOfOtherUserRemedy:
    'To create your own key, run `airlock keys create file://{workspace}`, then take the public key to the receiving side. Alternatively, export with --no-sign.',
  passphraseRequired: 'the private key {file} requires a passphrase',
  passphraseWrong: "the private key {file} can't be unlocked with this passphrase",
  passphraseRemedy: 'Use --passphrase-file FILE to specify the file that contains the passphrase.',

  // public keys
  publicKeyUnreadable: "can't read the key file {file}",
  publicKeyCount:
    '{file} contains {count, plural, =0 {no public key} one {# public key} other {# public keys}}',
  publicKeyCountRemedy: 'Specify a file that contains exactly one public key.',
  publicKeyUnusable: "the key in {file} can't be used for signing: {why}",
  publicKeyUnusableRemedy: 'Ask the sender for a valid signing key.',
  notARegularFile: "the file isn't a regular file or is larger than 1 MiB",
  trustedKeysDamaged: "the list of trusted keys ({file}) is damaged or can't be read",
  trustedKeysDamagedRemedy: 'Remove the file and trust the keys again with `airlock keys trust`.',
  otherFingerprint: "{file} doesn't contain the expected key",
  otherFingerprintRemedy:
    "Don't trust this file. Ask the sender for the correct key over a separate channel.",
  fingerprintIncomplete: "{text} isn't a full key fingerprint",
  fingerprintIncompleteRemedy:
    'Enter the full fingerprint (40 or 64 hexadecimal digits), as shown by `airlock keys list`.',

  // origins
  keySigner: 'key {fingerprint}',
  commandSigner: 'an external command',
  originVerified: 'Origin verified by {signer}.',
  originNotVerified: 'Origin not verified: this host accepts unsigned transfers.',
  originRejected: 'Origin rejected: {why}.',
  originVerifiedRemedy: 'No action is needed.',
  originNotVerifiedRemedy:
    "To require signatures, have the sender run `airlock keys create` and export the transfer again. Then trust the sender's public key on this host with `airlock keys trust`.",

  outputTooLarge: 'the command {program} wrote too much output',
  publicKeyText: 'Airlock signing key: {name}\nFingerprint: {fingerprint}',
});
