import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { Credentials } from '../../../registry/access/access.ts';
import { entryName, findInAuthFile, parseAuthFile } from '../../../registry/access/auth-file.ts';

const REMEDY = 'Download it again from console.redhat.com/openshift/install/pull-secret and take it whole.';

/**
 * The registries of a pull secret as it is downloaded: `{"auths": {"quay.io": {"auth": …}}}`.
 * @param origin what to call it in messages; nothing of its content is quoted but the names of its registries
 * @throws AirlockError `config-invalid`, with its place
 */
export function parsePullSecret(
  text: string,
  origin: string,
): Map<string, { credentials: Credentials; entry: object }> {
  const invalid = (message: string, path: string): AirlockError =>
    new AirlockError('config-invalid', `${origin}: ${message}`, {
      side: 'local',
      remedy: REMEDY,
      at: { path },
    });
  const file = parsed(text, origin);
  if (file.auths.size === 0) throw invalid('it has no "auths"', 'auths');
  const found = new Map<string, { credentials: Credentials; entry: object }>();
  for (const [key, entry] of file.auths) {
    const name = entryName(key);
    if (!/^[\w.:[\]-]+(?:\/[\w./-]*)?$/.test(name))
      throw invalid('one of its "auths" is not named as a registry', 'auths');
    const [host = '', ...path] = name.split('/');
    const own = { ...file, auths: new Map([[key, entry]]) };
    const { credentials } = findInAuthFile(own, host, path.join('/')) ?? {};
    if (!credentials) throw invalid(`the entry ${name} holds no user and password`, `auths.${name}`);
    found.set(name, { credentials, entry: { ...entry } });
  }
  return found;
}

function parsed(text: string, origin: string): ReturnType<typeof parseAuthFile> {
  try {
    return parseAuthFile(text, origin, false);
  } catch (error) {
    if (!(error instanceof AirlockError)) throw error;
    const { code, message, at } = error;
    throw new AirlockError(code, message, { side: 'local', remedy: REMEDY, at });
  }
}
