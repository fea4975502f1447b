import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { safeStorage } from 'electron';
import { z } from 'zod';
import type { CredentialRequest } from '../core/app/engine-link/messages.ts';

const authEntries = z.record(z.string(), z.record(z.string(), z.unknown()));
/** Entries of an auth file by registry. */
export type AuthEntries = z.infer<typeof authEntries>;

/** Credentials that outlive the app, encrypted with a key of the system's key store. */
export interface KeyStore {
  readonly available: boolean;
  /** Why it is not. */
  readonly reason?: string;
  /** All that is kept. Empty when there is none, or when the system no longer has the key. */
  load(): Promise<AuthEntries>;
  /** Adds these, or puts them in place of those of the same registries. */
  keep(entries: AuthEntries): Promise<void>;
  forget(registries: string[]): Promise<void>;
}

/**
 * The key store of this desktop session. Where the system has none, Chromium would "encrypt" with a fixed password:
 * that is refused, and the credentials stay in memory.
 * @param file where the encrypted text is kept
 */
export async function openKeyStore(file: string): Promise<KeyStore> {
  const reason = await whyUnavailable();
  /** Undefined: there is a file, and its key is not to be had now. */
  const read = async (): Promise<AuthEntries | undefined> => {
    const encrypted = await readFile(file).catch(() => undefined);
    if (!encrypted) return {};
    if (reason !== undefined) return undefined;
    try {
      const { result } = await safeStorage.decryptStringAsync(encrypted);
      return authEntries.parse(JSON.parse(result));
    } catch {
      // Without the cause: it could quote what was decrypted.
      console.error(`${file} cannot be decrypted now; its registries ask for their passwords again`);
      return undefined;
    }
  };
  const keep = async (added: AuthEntries) => {
    const now = await read();
    // It may be readable again when the key is back.
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
  // One after another: each change begins with what the one before has written.
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

/** What an engine is asked before anything else, so that it has what is kept. */
export function requestedFromEngine(entries: AuthEntries): CredentialRequest[] {
  return Object.entries(entries).map(([registry, entry]) => ({
    name: 'credentials.importPullSecret',
    input: { text: JSON.stringify({ auths: { [registry]: entry } }), keep: 'key-store' },
  }));
}

async function whyUnavailable(): Promise<string | undefined> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return 'this system offers no key store';
  if (process.platform !== 'linux') return undefined;
  const backend = safeStorage.getSelectedStorageBackend();
  return backend === 'basic_text' || backend === 'unknown'
    ? 'this desktop session has no key store (GNOME Keyring or KWallet)'
    : undefined;
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
