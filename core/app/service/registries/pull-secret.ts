import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { Credentials } from '../../../registry/access/access.ts';
import { entryName, findInAuthFile, parseAuthFile } from '../../../registry/access/auth-file.ts';
import { t } from './messages.ts';

/**
 * Returns the registries of a pull secret in its downloaded form: `{"auths": {"quay.io": {"auth": …}}}`.
 * @param origin its name in messages, which quote only the names of its registries
 * @throws AirlockError `config-invalid`, with its place
 */
export function parsePullSecret(
  text: string,
  origin: string,
): Map<string, { credentials: Credentials; entry: object }> {
  const invalid = (message: string, path: string): AirlockError =>
    new AirlockError('config-invalid', `${origin}: ${message}`, {
      side: 'local',
      remedy: t('pullSecretRemedy'),
      at: { path },
    });
  const file = parsed(text, origin);
  if (file.auths.size === 0) throw invalid(t('pullSecretEmpty'), 'auths');
  const found = new Map<string, { credentials: Credentials; entry: object }>();
  for (const [key, entry] of file.auths) {
    const name = entryName(key);
    if (!/^[\w.:[\]-]+(?:\/[\w./-]*)?$/.test(name)) throw invalid(t('pullSecretName'), 'auths');
    const [host = '', ...path] = name.split('/');
    const own = { ...file, auths: new Map([[key, entry]]) };
    const { credentials } = findInAuthFile(own, host, path.join('/')) ?? {};
    if (!credentials) throw invalid(t('pullSecretEntry', { name }), `auths.${name}`);
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
    throw new AirlockError(code, message, { side: 'local', remedy: t('pullSecretRemedy'), at });
  }
}
