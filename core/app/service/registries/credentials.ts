import { readFile, stat } from 'node:fs/promises';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { KeepCredentials } from '../../../contract/topics/settings.ts';
import type { Credentials } from '../../../registry/access/access.ts';
import { writeAuthEntries } from '../../../registry/access/auth-file-writer.ts';
import { userAuthFile } from '../../../registry/access/user-auth-file.ts';
import { optionalPath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { t } from './messages.ts';
import { registryNameOf } from './name.ts';
import { parsePullSecret } from './pull-secret.ts';

/** The limit of the contract for a pasted pull secret. */
const LARGEST_SECRET = 65_536;

/** Credentials by registry, with their entry for an auth file. */
type NewCredentials = ReadonlyMap<string, { credentials: Credentials; entry: object }>;

export function credentialHandlers(state: ServiceState): HandlersOf<'credentials'> {
  return {
    'credentials.set': async ({ registry, username, password, keep: how }) => {
      const { name } = registryNameOf(registry, 'registry');
      if (username.includes(':'))
        throw new AirlockError('usage', t('userHasColon'), {
          remedy: t('userHasColonRemedy'),
          at: { path: 'username' },
        });
      const entry = { auth: Buffer.from(`${username}:${password}`).toString('base64') };
      const credentials: Credentials = { kind: 'basic', username, password };
      return { where: await keep(state, new Map([[name, { credentials, entry }]]), how) };
    },
    'credentials.forget': async ({ registry }) => {
      state.credentials.forget(registryNameOf(registry, 'registry').name);
      return {};
    },
    'credentials.importPullSecret': async ({ text, file, keep: how }) => {
      if ((text === undefined) === (file === undefined))
        throw new AirlockError('usage', t('pullSecretAmbiguous'), {
          remedy: t('pullSecretAmbiguousRemedy'),
        });
      const path = optionalPath(file, 'file');
      const found = parsePullSecret(text ?? (await readSecret(path!)), path ?? t('pullSecret'));
      return { registries: [...found.keys()], where: await keep(state, found, how) };
    },
  };
}

/** @returns where the credentials are stored, in words. @throws AirlockError `unsupported`, and as writing the auth file does */
async function keep(state: ServiceState, found: NewCredentials, how: KeepCredentials): Promise<string> {
  const { keyStore } = state.options;
  if (how === 'auth-file') {
    const file = await userAuthFile(state.host);
    await writeAuthEntries(file, new Map([...found].map(([name, { entry }]) => [name, entry])));
    // Credentials that were entered before would override the file.
    for (const name of found.keys()) state.credentials.forget(name);
    return file;
  }
  if (how === 'key-store' && !keyStore.available)
    throw new AirlockError(
      'unsupported',
      keyStore.reason ? t('keyStoreMissingBecause', { reason: keyStore.reason }) : t('keyStoreMissing'),
      {
        remedy: t('keyStoreMissingRemedy'),
      },
    );
  for (const [name, { credentials }] of found) state.credentials.set(name, credentials, how);
  return how === 'key-store' ? 'key store' : 'this session';
}

async function readSecret(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size <= LARGEST_SECRET) return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const message =
      code === 'ENOENT'
        ? t('fileMissing', { file: path })
        : t('fileUnreadable', { file: path, code: code ?? '' });
    throw new AirlockError('config-unreadable', message, { side: 'local', at: { file: path } });
  }
  throw new AirlockError('config-unreadable', t('pullSecretTooLarge', { file: path }), {
    expected: t('mostBytes', { bytes: LARGEST_SECRET }),
    at: { file: path },
  });
}
