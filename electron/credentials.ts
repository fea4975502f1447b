import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { safeStorage } from 'electron';
import { z } from 'zod';
import type { CredentialRequest } from '../core/app/engine-link/wire-messages.ts';
import { t } from './messages.ts';

const authEntries = z.record(z.string(), z.record(z.string(), z.unknown()));
/** Entries of an auth file, by registry. */
export type AuthEntries = z.infer<typeof authEntries>;

/** Credentials that persist after the app ends, encrypted with a key of the system's key store. */
export interface KeyStore {
  readonly available: boolean;
  /** Why it isn't available. */
  readonly reason?: string;
  /** Returns all stored entries, or none if the store is empty or the system no longer has the key. */
  load(): Promise<AuthEntries>;
  /** Adds entries, and replaces those of the same registries. */
  keep(entries: AuthEntries): Promise<void>;
  forget(registries: string[]): Promise<void>;
}

/**
 * Opens the key store of this desktop session. Without a key store of the system, Chromium would "encrypt" with a fixed
 * password. This is rejected, and the credentials stay in memory.
 * @param file place of the encrypted text
 */
export async function openKeyStore(file: string): Promise<KeyStore> {
  const reason = await whyUnavailable();
  /** Returns undefined if the file exists, but its key isn't available now. */
  const read = async (): Promise<AuthEntries | undefined> => {
    const encrypted = await readFile(file).catch(() => undefined);
    if (!encrypted) return {};
    if (reason !== undefined) return undefined;
    try {
      const { result } = await safeStorage.decryptStringAsync(encrypted);
      return authEntries.parse(JSON.parse(result));
    } catch {
      // Without the cause, which could quote decrypted text.
      console.error(t('notDecrypted', { file }));
      return undefined;
    }
  };
  const keep = async (added: AuthEntries) => {
    const now = await read();
    // The file may be readable again when the key is available.
    if (!now) await rename(file, `${file}.unreadable`);
    await write({ ...now, ...added });
  };
  const forget = async (registries: string[]) => {
    const now = (await read()) ?? {};
    const others = Object.entries(now).filter(([registry]) => !registries.includes(registry));
    if (others.length < Object.keys(now).length) await write(Object.fromEntries(others));
  };
  const write = async (credentials: AuthEntries) => {
    if (Object.keys(credentials).length === 0) return rm(file, { force: true });
    await writePrivately(file, await safeStorage.encryptStringAsync(JSON.stringify(credentials)));
  };
  // Changes run one after another, because each starts with the result of the previous one.
  let last: Promise<void> = Promise.resolve();
  const inTurn = (change: () => Promise<void>) => {
    const done = last.then(change);
    last = done.catch(() => {});
    return done;
  };
  return {
    available: reason === undefined,
    reason,
    load: async () => (await read()) ?? {},
    keep: (entries) => inTurn(() => keep(entries)),
    forget: (registries) => inTurn(() => forget(registries)),
  };
}

/** Returns the requests that give the stored credentials to an engine. */
export function requestedFromEngine(entries: AuthEntries): CredentialRequest[] {
  return Object.entries(entries).map(([registry, entry]) => ({
    name: 'credentials.importPullSecret',
    input: { text: JSON.stringify({ auths: { [registry]: entry } }), keep: 'key-store' },
  }));
}

async function whyUnavailable(): Promise<string | undefined> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return t('keyStoreMissing');
  if (process.platform !== 'linux') return undefined;
  const backend = safeStorage.getSelectedStorageBackend();
  return backend === 'basic_text' || backend === 'unknown' ? t('keyringMissing') : undefined;
}

async function writePrivately(file: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.new`;
  await rm(temporary, { force: true });
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}
