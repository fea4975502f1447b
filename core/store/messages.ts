import { translator } from '../base/messages/translator.ts';

export const t = translator({
  formatUnsupported:
    '{path} has format {found}, but this version of Airlock supports only format {supported}',
  newerFormatRemedy: 'Use the version of Airlock that wrote it, or a later one.',
  olderWorkspaceRemedy: 'Create a new workspace. This version of Airlock reads no earlier formats.',
  olderTransferRemedy: 'Create the transfer again with this version of Airlock, in a new workspace.',
  olderRequestRemedy: 'Create the request again with this version of Airlock.',
  notLayout: "{directory} isn't an OCI layout: index.json is missing",
  layoutEmpty: '{path} lists no image',
  notJson: "{path} isn't JSON",
  layoutIndexInvalid: "{path} isn't the index of an OCI layout",
  indexMissing: '{directory} has no index.json, so its content is unknown',
  fileUnavailable: '{name} is missing from the sources of the repair',
  contentWrong: "The content received for {name} doesn't match the transfer's index",
  archiveEmpty: '{path} is empty',
  linkInvalid: '{name} in {path} contains no digest',
  notDirectory: "{directory} isn't a directory",
  setIncomplete: '{directory} is a transfer that is still being built',
  setIncompleteRemedy: 'Run `airlock mirror` to disk again. It resumes where it stopped.',
  nothingToRead: '{directory} contains no transfers and no mirror_*.tar files',
  quarantined: '{directory} waits for its check, or the check rejected it',
  quarantinedRemedy: 'Import the transfer again with --check to see which content the check rejects.',
  digestDiffers: 'The content received for {digest} has another digest',
  sizeDiffers: 'The content received for {digest} has another size',
  sizesConflict: '{digest} was reserved with two different sizes',
});
