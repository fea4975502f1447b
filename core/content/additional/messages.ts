import { translator } from '../../base/messages/translator.ts';

/** Texts of additional images. */
export const t = translator({
  nameMissing: '{place} has no name',
  nameMissingRemedy: 'Set its name.',
  folderNameInvalid: "the folder of {image} can't be used as the name of a repository at the destination",
  folderNameInvalidRemedy: 'Set targetRepo for the image, such as base/ubi9.',
  targetRepoRemedy: 'Use a path such as base/ubi9. Set the tag in targetTag.',
  targetTagRemedy: 'Use at most 128 letters, digits, and the characters ._-',
});
