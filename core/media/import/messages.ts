import { translator } from '../../base/messages/translator.ts';

export const t = translator({
  receivedDamaged: '{path} no longer contains the received content',
  receivedDamagedRemedy:
    'Check the disk for errors, then import again. Airlock will read the damaged content from the drives again.',
  indexInconsistent: '{index} of {transfer} contains inconsistent information about {file}',
  indexInconsistentRemedy: 'Ask the sender to export the transfer again.',
  otherSetArriving: 'a different transfer named {transfer} is being received in {directory}',
  otherSetArrivingRemedy:
    "Receive the two transfers in different directories, or remove the one that you don't need.",
  otherSetPresent: '{directory} already contains a different transfer named {transfer}',
  otherSetPresentRemedy:
    'To receive both, run `airlock media import --from {from} file://{directory}-2`. `airlock mirror --from` accepts either directory.',
  fileTooLarge: '{name} of {transfer} ({size} bytes) is too large for the file system of {directory}',
  spaceMissing: '{transfer} needs {needed} bytes in {directory}, but only {free} bytes are free',
  sourceIsDestination: '{directory} is both the source and the destination',
  destinationInSource: 'the destination {directory} is on the source {source}',
  sourceInDestination:
    'the source {source} is in the destination {directory}, in a directory that Airlock writes to',
  sourceIsDestinationRemedy:
    'Choose another destination, such as a workspace on a disk of this host. Airlock only reads from the source.',
  nothingToImport: 'no content to import was found in {paths}',
  nothingToImportRemedy:
    'Specify the mount point of the drive. The drive must contain mirror_*.tar files, a mirror/v2 directory, or an airlock directory.',
  nothingReadable: "no content to import was found in {paths}, and {directories} can't be read",
  nothingVerifiable: "no content to verify was found in {path}, and {directories} can't be read",
  nothingReadableRemedy:
    'Change the permissions of the directory that contains the transfer, or run Airlock as a user who can read it.',
  quarantined: "{transfer} either hasn't been checked yet or was rejected by the check",
  quarantinedRemedy: 'Import the transfer again with the same --check command.',
  signatureMissing:
    'A signature is required, but {path} was created by another tool and has no index to sign',
  signatureMissingRemedy:
    'Import the transfer without --verify-key, or have the sender export it with Airlock and --sign.',
  trustedSignatureMissingRemedy:
    'Have the sender export the transfer with Airlock and sign it, or import it into a directory without trusted keys.',
  volumeMisnamed: 'The file contains volume {actual} but has the name of volume {named}.',
  volumeMisnamedRemedy:
    "Restore the file's original name, or ask the sender to export the transfer to this drive again.",

  // archive sets of other tools
  filesAbsent: "{files} didn't arrive",
  blobsDamaged: '{count, plural, one {# blob is} other {# blobs are}} damaged in {place}',
  blobsMissing:
    '{count, plural, one {# blob is} other {# blobs are}} missing on this side. Import the earlier archives, then import this archive again. If the registry already has this content, push the archive with `airlock mirror --from` instead',
  deliverableRelease: 'release {release}',
  deliverableOthers: 'operators and other images',

  // checks and verification
  checkTool: '{transfer}, created by {program} {version}',
  checkProgress: '{done, number} of {total, number}: {name}',
  indexAbsent: '{transfer} was created by another tool and has no index.json',
  indexOfSet: 'the index.json file for {path}',
  byteRange: '{path}: bytes {from} to {to}',
});
