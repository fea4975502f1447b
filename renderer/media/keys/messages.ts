import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of signing keys and trusted keys. */
export const t = translator({
  cancelButton: 'Cancel',

  // Signing key
  signatureTitle: 'Signature',
  signingFailedTitle: "The signing keys couldn't be read",
  unsignedText: "Exports aren't signed. Anyone with physical access to the drive could replace the transfer.",
  otherSignerText:
    "Exports from this workspace are signed by {user}, and you don't have the private key. Create your own key pair.",
  signedText: 'This key signs new exports.',
  nameLabel: 'Name',
  fingerprintLabel: 'Fingerprint',
  publicKeyLabel: 'Public key',
  publicKeyCopyTip: 'Copy public key path',
  publicKeyText:
    'Each drive contains the public key. On the receiving side, open the Receive screen and compare the fingerprint, for example by phone. Then trust the key. You only have to trust the key once.',
  publicKeyDiodeText:
    'Take the public key to the receiving side. Open the Receive screen there and compare the fingerprint, for example by phone. Then trust the key. You only have to trust the key once.',
  passphraseLabel: 'Passphrase file',
  passphraseHelp: 'The first line of this file is the passphrase for the private key.',
  retireButton: 'Stop signing with this key',

  // Create a key pair
  createButton: 'Create key pair',
  createTitle: 'Create a key pair',
  createText:
    'This key will sign all future exports from this workspace. The private key is stored in your configuration directory, not in the workspace.',
  createFailedTitle: "The key pair couldn't be created",
  defaultName: 'Airlock workspace',
  nameHelp: 'The receiving side sees this name next to the fingerprint. For example, use your team name.',
  newPassphraseLabel: 'Passphrase file (optional)',
  newPassphraseHelp:
    'The first line of this file becomes the passphrase for the private key. Every export will require the file.',

  // Stop signing
  retireTitle: 'Stop signing with this key?',
  retireText:
    "This key won't sign future exports. A receiving side that requires this key will reject them. The private key isn't deleted.",
  retireConfirmButton: 'Stop signing',
  retireFailedTitle: "Airlock couldn't stop signing with this key",

  // Trusted keys
  trustedTitle: 'Trusted keys',
  trustedFailedTitle: "The trusted keys couldn't be read",
  noneRequiredText:
    'No signature is required. Anyone with physical access to the drive could have replaced the transfer.',
  requiredText:
    '{keys, plural, one {Only transfers signed with this key are accepted.} other {Only transfers signed with one of these keys are accepted.}}',
  unsignedTransfersText: 'These transfers were received without a signature and remain usable: {transfers}',
  everywhereNote: 'Trusted for all transfers you receive. Added by {user} <time></time>',
  directoryNote: 'Trusted for this directory. Added by {user} <time></time>',
  removeKeyButton: 'Remove',
  removeKeyLabel: 'Remove key {name}',
  findFailedTitle: "The public key couldn't be read",
  foundLabel: 'Keys found',
  unknownKey: 'An unknown key uses this name:',
  trustButton: 'Trust key',
  trustKeyLabel: 'Trust key {name}',
  keyFileLabel: 'Public key file',
  showKeyButton: 'Show key',

  // Trust a key
  compareTitle: 'Compare the fingerprint',
  compareText:
    "Ask the sender for the fingerprint, for example by phone. The sender can find it on the Carry screen. Don't rely on the name: anyone can put a key with any name on a drive.",
  trustText:
    'Once you trust the key, everything received into <path>{directory}</path> must be signed with a trusted key.',
  comparedLabel: 'All digits of the fingerprint match',
  trustFailedTitle: "The key couldn't be trusted",

  // Remove a key
  removeTitle: 'Remove this key?',
  removeLastText: 'This is the last trusted key. If you remove it, signatures are no longer required.',
  removeText: 'If you remove the key, transfers signed only with this key are rejected.',
  removeEverywhereText: 'This key is required for all transfers you receive, not only in this directory.',
  removeButton: 'Remove key',
  removeFailedTitle: "The key couldn't be removed",
});
