import { translator } from '../../base/messages/translator.ts';

export const t = translator({
  volumeTooSmall: '--volume-size {size} is too small for any content',
  volumeTooSmallForSet: '--volume-size {size} is too small for the content of this transfer',
  volumeSizeExpected: 'at least {size} bytes',
  volumeSizeRemedy: 'Use a larger --volume-size.',
  bytesRepeated: '{path} contains the same bytes of {file} twice',
  bytesForeign: '{path} contains bytes of {file} beyond the file size listed in the index of {transfer}',
  setDamaged: "{path} wasn't exported, because {name} is damaged",
  setDamagedRemedy: 'Repair the transfer with `airlock runs replay`, then export it again.',
  driveMissing: '{path} disappeared while it was being read',
  driveMissingRemedy:
    'Connect the drive again and run the same command. The command resumes where it stopped.',
  fileChanged: '{path} changed while it was being read',
  fileChangedRemedy: 'Make sure nothing else is writing to the drive, then run the same command again.',
  transferNameInvalid: '{path} contains an invalid transfer name: {name}',
  imageUnlinked:
    '{path} lists {image}, but no archive in the set contains a link to this image. The index was altered.',
  imageUnlinkedRemedy: 'Copy the transfer again from its original source.',
  documentUnreadable: "{path} can't be read: {reason}",
  documentInvalid: '{path} is invalid: {reason}',
  documentFieldInvalid: '{path} is invalid at {field}: {reason}',
  headerSizeInvalid: '{path}: {name} has an invalid size of {size} bytes',
  volumeTruncated: '{path} is truncated: {name} is incomplete',
});
