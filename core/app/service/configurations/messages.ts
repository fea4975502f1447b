import { translator } from '../../../base/messages/translator.ts';

/** Texts of reading, checking and changing image set configurations. */
export const t = translator({
  unnamed: 'the configuration',
  readOnlyFile: "a read-only session can read only ImageSetConfiguration files, and {file} isn't one",
  notAFile: "{file} isn't a file",
  fileMissing: "{file} doesn't exist",
  fileUnreadable: "{file} can't be read ({code})",
  fileTooLarge: '{file} is too large for a configuration: {size} bytes',
  mostBytes: 'at most {bytes} bytes',
  notText: "{file} isn't UTF-8 text",
  notEditable: "{file} can't be edited as a configuration: {reason}",
  notMapping: "the content isn't a YAML mapping",
  notEditableRemedy: 'Fix the file, or choose another one.',
  catalogWithoutPackages: '{file} mirrors only the channel heads of all packages in {catalog}',
  catalogWithoutPackagesRemedy:
    "Choose another file, or list all packages of this catalog in the file. Packages that aren't listed are removed.",
  channelsNarrowed:
    'Previously, the head of every channel of {package} was mirrored. From now on, only {channels} will be mirrored.',
});
