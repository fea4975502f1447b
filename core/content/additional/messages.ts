import { translator } from '../../base/messages/translator.ts';

/** Texts of additional images. */
export const t = translator({
  nameMissing: '{place} has no name',
  nameMissingRemedy: 'Set the `name` field.',
  directoryNameInvalid: "the directory name in {image} can't be used as a repository name at the destination",
  directoryNameInvalidRemedy: 'Set targetRepo for the image to a path such as base/ubi9.',
  targetRepoRemedy: 'Set targetRepo to a path such as base/ubi9. Set the tag in targetTag.',
  targetTagRemedy: 'Set targetTag to at most 128 letters, digits, periods, underscores and hyphens.',
});
