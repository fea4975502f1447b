import { translator } from '../../../base/messages/translator.ts';

/** Texts of reading, checking and changing image set configurations. */
export const t = translator({
  unnamed: 'the configuration',
  readOnlyFile: "this session can only read ImageSetConfiguration files, and {file} isn't one",
  notAFile: "{file} isn't a file",
  fileMissing: "{file} doesn't exist",
  fileUnreadable: "{file} can't be read ({code})",
  fileTooLarge: '{file} is too large for a configuration: {size} bytes',
  mostBytes: 'at most {bytes} bytes',
  notText: "{file} isn't UTF-8 text",
  notEditable: "{file} isn't a configuration that can be changed: {reason}",
  notMapping: "it doesn't contain a mapping",
  notEditableRemedy: 'Fix the file, or choose another one.',
  catalogWithoutPackages: '{file} mirrors the channel heads of all packages of {catalog}',
  catalogWithoutPackagesRemedy:
    'Choose another file, or list all packages of this catalog in it. Adding some packages would remove all others.',
  channelsNarrowed:
    '{package} was mirrored with the head of every channel. It is now mirrored with {channels} only.',
});
