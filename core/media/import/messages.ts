import { translator } from '../../base/messages/translator.ts';

export const t = translator({
  receivedDamaged: '{path} no longer contains the received content',
  receivedDamagedRemedy:
    'Check this disk, then import again. Airlock reads damaged content from the drives again.',
  indexInconsistent: '{index} of {transfer} is inconsistent at {file}',
  indexInconsistentRemedy: 'Ask the sender to export the transfer again.',
  otherSetArriving: 'Another transfer named {transfer} is being received in {directory}',
  otherSetArrivingRemedy:
    "Receive the two transfers in different directories, or remove the one that isn't needed.",
  otherSetPresent: '{directory} already contains another transfer named {transfer}',
  otherSetPresentRemedy: 'Receive this transfer in another directory.',
  fileTooLarge: '{name} of {transfer} has {size} bytes, more than the file system of {directory} supports',
  spaceMissing: '{transfer} needs {needed} bytes in {directory}, but only {free} bytes are free',
  nothingToImport: '{paths} contains nothing to import',
  nothingToImportRemedy:
    "Give the drive's mount point. It contains a directory named airlock, mirror_*.tar files, or mirror/v2.",
  quarantined: '{transfer} waits for its check, or the check rejected it',
  quarantinedRemedy: 'Import it with the same --check again.',
  signatureMissing:
    'A signature is required, but {path} was created by another tool and has no index to sign',
  signatureMissingRemedy:
    'Import the transfer without --verify-key, or have the sender export it with Airlock and --sign.',
  trustedSignatureMissingRemedy:
    'Have the sender export the transfer with Airlock and sign it, or import it into a directory without trusted keys.',
  volumeMisnamed: 'The file contains volume {actual} but has the name of volume {named}.',
  volumeMisnamedRemedy:
    "Restore the file's original name, or ask the sender to export the transfer to this drive again.",
});
