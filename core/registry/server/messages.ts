import { translator } from '../../base/messages/translator.ts';

/** Texts of the registry server for its operator. What it sends to clients imitates real registries and stays in the code. */
export const t = translator({
  listenFailed: "can't listen on {address}: {reason}",
  listenFailedRemedy: 'Use another address or port.',
  htpasswdLine: "{file}: line {line} isn't a user with a bcrypt password",
  htpasswdLineRemedy: 'Create the line with `htpasswd -B`.',
  notADigest: '"{digest}" isn\'t a sha256 digest',
  notARepository: '"{name}" isn\'t a valid repository name',
  notATag: '"{tag}" isn\'t a valid tag',
});
