import { translator } from '../../../base/messages/translator.ts';

/** Texts of exports to media and imports from them. */
export const t = translator({
  driveGone: "drive {device} isn't connected",
  driveGoneRemedy: 'Check whether it was already removed.',
  inProgress:
    '{kind, select, export {the export of {name} is already in progress} other {an import into {name} is already in progress}}',
  inProgressRemedy: 'Wait for it to finish, or pause it.',
  notPaused:
    "{kind, select, export {the export of {name} isn't paused} other {the import into {name} isn't paused}}",
  transferAbsent: '{directory} contains nothing of {transfer}',
  namesAndFiles: 'names and files',
  imageOmitted:
    "{image} isn't exported: {blobs, plural, one {# of its blobs isn't} other {# of its blobs aren't}} in any archive set on this host",
  imageOmittedRemedy: 'Fetch the image again, or also export the transfers that contain these blobs.',
  recordMismatch:
    "the transfer record that came with {transfer} describes a different transfer: the record fingerprints don't match",
  recordMismatchRemedy: 'Compare the record fingerprint with the sender before you use this transfer.',
  setIncomplete: '{transfer} is incomplete: {missing}',
  setIncompleteRemedy: 'Receive the media with the missing files. Airlock adds them to the same set.',
  fileDamaged: '{file} is {damage} from byte {start} to {end}',
  fileDamagedRemedy:
    'Read this drive or disc again, or use another copy. Only the damaged bytes are replaced.',
  indexMissing: "{file} is volume {volume} of {transfer}, whose index.json hasn't arrived yet",
  indexMissingRemedy: 'Receive the drive or disc with index.json, then this one again.',
});
