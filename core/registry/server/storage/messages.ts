import { translator } from '../../../base/messages/translator.ts';

/** Texts about names in the storage of the registry server. */
export const t = translator({
  notADigest: '"{digest}" isn\'t a sha256 digest',
  notARepository: '"{name}" isn\'t a valid repository name',
  notATag: '"{tag}" isn\'t a valid tag',
});
