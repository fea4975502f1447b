import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { compare } from 'bcryptjs';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { t } from './messages.ts';

/** Returns whether a password is correct for a user. */
export type VerifyUser = (user: string, password: string) => boolean | Promise<boolean>;

/** Returns a check against plain passwords, for practice and tests. */
export function plainUsers(users: Readonly<Record<string, string>>): VerifyUser {
  const known = new Map(Object.entries(users));
  return (user, password) => {
    const expected = known.get(user);
    return expected !== undefined && timingSafeEqual(digestOf(expected), digestOf(password));
  };
}

/**
 * Returns a check against an `htpasswd` file with bcrypt lines (`htpasswd -B`), as in docker's registry. A correct
 * password is remembered as a keyed hash until the process ends, because bcrypt for every request would be the bottleneck.
 * @param name name of the file, for messages
 * @throws AirlockError `config-invalid` for lines that aren't `user:$2y$…`
 */
export function htpasswdUsers(text: string, name: string): VerifyUser {
  const known = new Map<string, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const parts = /^([^:]+):(\$2[aby]\$\d\d\$[./A-Za-z0-9]{53})\s*$/.exec(line);
    if (!parts) {
      throw new AirlockError('config-invalid', t('htpasswdLine', { file: name, line: index + 1 }), {
        at: { file: name, line: index + 1 },
        remedy: t('htpasswdLineRemedy'),
      });
    }
    known.set(parts[1]!, parts[2]!);
  }
  const proven = new Map<string, Buffer>();
  return async (user, password) => {
    const hash = known.get(user);
    const digest = digestOf(`${hash}\n${password}`);
    const before = proven.get(user);
    if (before && timingSafeEqual(before, digest)) return true;
    // An unknown user takes as much time as a wrong password, so that names can't be guessed.
    const right = await compare(password, hash ?? NOBODY);
    if (!right || hash === undefined) return false;
    proven.set(user, digest);
    return true;
  };
}

/** A bcrypt hash that no password has. */
const NOBODY = `$2b$10$${'.'.repeat(53)}`;

const KEY = randomBytes(32);

function digestOf(text: string): Buffer {
  return createHash('sha256').update(KEY).update(text).digest();
}
