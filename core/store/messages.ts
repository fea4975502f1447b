import { translator } from '../base/messages/translator.ts';

export const t = translator({
  formatUnsupported:
    '{path} has format {found}, but this version of Airlock supports only format {supported}',
  newerFormatRemedy: 'Use the version of Airlock that wrote this file, or a later version.',
  olderWorkspaceRemedy:
    "Create a new workspace. This version of Airlock can't read earlier workspace formats.",
  olderTransferRemedy: 'Create the transfer again with this version of Airlock, in a new workspace.',
  olderRequestRemedy: 'Create the request again with this version of Airlock.',
  notLayout: "{directory} isn't an OCI layout: index.json is missing",
  layoutEmpty: "{path} doesn't list any images",
  notJson: "{path} isn't JSON",
  layoutIndexInvalid: "{path} isn't a valid OCI layout index",
  indexMissing: '{directory} has no index.json, so its content is unknown',
  fileUnavailable: "{name} can't be repaired: no source contains this file",
  contentWrong: "The content received for {name} doesn't match the transfer's index",
  archiveEmpty: '{path} is empty',
  volumeSize:
    'The file has {found, number} {found, plural, one {byte} other {bytes}} instead of {expected, number}.',
  linkInvalid: "The link {name} in {path} doesn't contain a digest",
  notDirectory: "{directory} isn't a directory",
  setIncomplete: '{directory} is a transfer that is still being built',
  setIncompleteRemedy: 'Run `airlock mirror` to disk again. The transfer resumes where it stopped.',
  nothingToRead: "{directory} doesn't contain any transfers or mirror_*.tar files",
  quarantined: "The transfer in {directory} hasn't been checked yet, or the check rejected it",
  quarantinedRemedy: 'Import the transfer again with --check to see which content is rejected.',
  digestDiffers: 'The content received for {digest} has a different digest',
  sizeDiffers: 'The content received for {digest} has an unexpected size',
  sizesConflict: 'Space for {digest} was reserved with two different sizes',
});
