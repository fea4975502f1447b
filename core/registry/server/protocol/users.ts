import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { compare } from 'bcryptjs';
import { AirlockError } from '../../../base/errors/airlock-error.ts';

/** Says whether a password is a user's. */
export type VerifyUser = (user: string, password: string) => boolean | Promise<boolean>;

/** Users by name and plain password: for practice and tests. */
export function plainUsers(users: Readonly<Record<string, string>>): VerifyUser {
  const known = new Map(Object.entries(users));
  return (user, password) => {
    const expected = known.get(user);
    return expected !== undefined && timingSafeEqual(digestOf(expected), digestOf(password));
  };
}

/**
 * Users of an `htpasswd` file with bcrypt lines (`htpasswd -B`), the kind docker's registry takes. A password that was
 * right once is remembered by a keyed hash for as long as the process lives: bcrypt on every request would be the bottleneck.
 * @param name of the file, for messages
 * @throws AirlockError `config-invalid` for lines that are not `user:$2y$…`
 */
export function htpasswdUsers(text: string, name: string): VerifyUser {
  const known = new Map<string, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const parts = /^([^:]+):(\$2[aby]\$\d\d\$[./A-Za-z0-9]{53})\s*$/.exec(line);
    if (!parts) {
      throw new AirlockError(
        'config-invalid',
        `${name} line ${index + 1} is not a user with a bcrypt password`,
        {
          at: { file: name, line: index + 1 },
          remedy: 'Make the line with `htpasswd -B`.',
        },
      );
    }
    known.set(parts[1]!, parts[2]!);
  }
  const proven = new Map<string, Buffer>();
  return async (user, password) => {
    const hash = known.get(user);
    const digest = digestOf(`${hash}\n${password}`);
    const before = proven.get(user);
    if (before && timingSafeEqual(before, digest)) return true;
    // An unknown user costs as much time as a wrong password, so that names cannot be found out.
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
