import { translator } from '../../../base/messages/translator.ts';

/** Texts about users of the registry server. */
export const t = translator({
  htpasswdLine: "{file}: line {line} isn't a user name with a bcrypt password hash",
  htpasswdLineRemedy: 'Create the line with `htpasswd -B`.',
});
