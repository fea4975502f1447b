import { translator } from '../../../base/messages/translator.ts';

/** Texts of exports to media and imports from them. */
export const t = translator({
  driveMissing: "drive {device} isn't connected",
  driveMissingRemedy: 'Check whether the drive was already removed.',
  inProgress:
    '{kind, select, export {the export of {name} is already in progress} other {an import into {name} is already in progress}}',
  inProgressRemedy: 'Wait for this job to finish, or pause it.',
  notPaused:
    "{kind, select, export {the export of {name} isn't paused} other {the import into {name} isn't paused}}",
  transferAbsent: "{directory} doesn't contain any files from {transfer}",
  namesAndFiles: 'image names and metadata files',
  imageOmitted:
    "{image} isn't exported, because {blobs, plural, one {# of its blobs isn't} other {# of its blobs aren't}} in any archive set on this host",
  filesOmitted: "attached files aren't exported, because the format of oc can't contain them: {files}",
  filesOmittedRemedy: "Export in Airlock's own format, or copy the files separately.",
  imageOmittedRemedy: 'Fetch the image again, or also export the transfers that contain the missing blobs.',
  recordMismatch:
    "the transfer record on the drives of {transfer} describes a different transfer: the record fingerprints don't match",
  recordMismatchRemedy: 'Before you use the transfer, check the record fingerprint with the sender.',
  setIncomplete: '{transfer} is incomplete: {missing}',
  setIncompleteRemedy:
    'Receive the missing files from the drives or discs that contain them. Airlock adds the files to the incomplete set.',
  fileDamaged:
    '{damage, select, missing {Bytes {start} to {end} of {file} are missing} other {Bytes {start} to {end} of {file} are corrupt}}',
  fileDamagedRemedy:
    'Read the drive or disc again, or use another copy. Only the damaged bytes are replaced.',
  indexMissing:
    "{file} is a volume ({volume}) of {transfer}, but the index.json of {transfer} hasn't arrived yet",
  indexMissingRemedy:
    'Receive index.json from the drive or disc that contains it. Then receive this volume again.',
});
