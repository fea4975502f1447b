import { translator } from '../../../base/messages/translator.ts';

/** Texts of blob uploads. */
export const t = translator({
  mountedFrom: '{content} mounted from {repository}',
  uploadTo: 'upload to {repository}',
  moreThan: 'more than {bytes}',
  otherDigestStoredAs: '{content}: the registry stored a different digest ({found})',
  uploadSize: '{content}: the content to upload is {found} bytes instead of {expected}',
  chunkAgain: '{content}: a chunk must be sent again',
  uploadStalled: '{content}: the registry stopped accepting data',
  uploadWithoutLocation: "{content}: the registry started an upload but didn't return a Location header",
});
