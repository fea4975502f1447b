import { translator } from '../../base/messages/translator.ts';

/** Texts of attached files on the other side. */
export const t = translator({
  attachmentUnknown: '{directory} contains no attached file named {name}',
  attachmentUnknownRemedy: 'Use one of these names: {names}.',
  noAttachmentsRemedy: 'No transfer in this directory has attached files.',
  attachmentSizeDiffers: 'the size of the attached file {name} in {transfer} differs from the listed size',
  attachmentExists: '{path} already exists with different content',
  attachmentExistsRemedy: 'Use an empty directory with --to, or move the existing file.',
});
