import { translator } from '../../base/messages/translator.ts';

/** Texts of attached files on the other side. */
export const t = translator({
  attachmentUnknown: '{directory} contains no attached file named {name}',
  attachmentUnknownRemedy: 'Use one of these names: {names}.',
  noAttachmentsRemedy: 'No transfer in this directory has attached files.',
  attachmentSizeDiffers: 'the attached file {name} of {transfer} has another size than listed',
  attachmentExists: '{path} already exists with other content',
  attachmentExistsRemedy: 'Use an empty directory with --to, or move the existing file.',
});
