import { readFile, stat } from 'node:fs/promises';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { KeepCredentials } from '../../../contract/topics/settings.ts';
import type { Credentials } from '../../../registry/access/access.ts';
import { writeAuthEntries } from '../../../registry/access/auth-file-writer.ts';
import { userAuthFile } from '../../../registry/access/user-auth-file.ts';
import { optionalPath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { registryNameOf } from './name.ts';
import { parsePullSecret } from './pull-secret.ts';

/** As the contract limits a pasted one. */
const LARGEST_SECRET = 65_536;

/** Credentials by registry, with the form in which an auth file has them. */
type NewCredentials = ReadonlyMap<string, { credentials: Credentials; entry: object }>;

export function credentialHandlers(state: ServiceState): HandlersOf<'credentials'> {
  return {
    'credentials.set': async ({ registry, username, password, keep: how }) => {
      const { name } = registryNameOf(registry, 'registry');
      if (username.includes(':'))
        throw new AirlockError('usage', 'username: a user name cannot hold a colon', {
          remedy: 'Type the name and the password in their own fields.',
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
        throw new AirlockError('usage', 'a pull secret comes either as text or as a file', {
          remedy: 'Paste it, or name its file.',
        });
      const path = optionalPath(file, 'file');
      const found = parsePullSecret(text ?? (await readSecret(path!)), path ?? 'the pull secret');
      return { registries: [...found.keys()], where: await keep(state, found, how) };
    },
  };
}

/** @returns where they are now, in words. @throws AirlockError `unsupported`, and as writing the auth file does */
async function keep(state: ServiceState, found: NewCredentials, how: KeepCredentials): Promise<string> {
  const { keyStore } = state.options;
  if (how === 'auth-file') {
    const file = await userAuthFile(state.host);
    await writeAuthEntries(file, new Map([...found].map(([name, { entry }]) => [name, entry])));
    // What was typed before would win over the file.
    for (const name of found.keys()) state.credentials.forget(name);
    return file;
  }
  if (how === 'key-store' && !keyStore.available)
    throw new AirlockError(
      'unsupported',
      `there is no key store here${keyStore.reason ? `: ${keyStore.reason}` : ''}`,
      {
        remedy: 'Keep the credentials for this session, or write them to your auth file.',
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
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new AirlockError('config-unreadable', `${path} ${why}`, { side: 'local', at: { file: path } });
  }
  throw new AirlockError('config-unreadable', `${path} is too large for a pull secret`, {
    expected: `at most ${LARGEST_SECRET} bytes`,
    at: { file: path },
  });
}
