import { X509Certificate } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { publicKeyFile, signingKeysOf } from '../../content/signature/signing-keys.ts';
import { readTrust } from '../../content/signature/trusted-keys.ts';
import { parseVerificationKeys } from '../../content/signature/verification-keys.ts';
import {
  type AuthFile,
  authEntriesOf,
  findInAuthFile,
  parseAuthFile,
} from '../../registry/access/auth-file.ts';
import { authFilePaths } from '../../registry/access/credentials.ts';
import { certificateFolders } from '../../registry/access/host-certificates.ts';
import { certificatesIn } from '../../registry/access/trusted-authorities.ts';
import { t } from './messages.ts';

/** Something that expires soon or has expired. */
export interface Expiring {
  kind: 'token' | 'certificate' | 'key' | 'graph';
  /** Description to show; never contains a secret. */
  subject: string;
  file: string;
  /** RFC 3339, UTC. */
  until: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Anything that expires later than this many days from now isn't listed. */
const SOON_DAYS = 30;
/** Update graphs change about weekly. After this many days a stored graph misses new releases and risks. */
const GRAPH_DAYS = 30;

/**
 * Lists what expires within 30 days or has expired on this host and in this workspace, the earliest first. Tokens are
 * those of auth files with an expiry date (JSON web tokens), certificates those of certs.d, keys those that sign exports of the
 * workspace or that this user trusts, graphs those of the workspace. Skips unreadable files, because `airlock doctor` reports them.
 */
export async function expiring(places: {
  /** The workspace. */
  directory: string;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** The user's state folder with trusted keys. */
  stateDirectory?: string;
  /** Prefix of the system's paths; for tests. */
  systemRoot?: string;
  now?: Date;
}): Promise<Expiring[]> {
  const { directory, env, home, stateDirectory, systemRoot = '', now = new Date() } = places;
  const all = [
    ...(await tokens(authFilePaths({ env, home, systemRoot }))),
    ...(await certificates(certificateFolders({ home, systemRoot }))),
    ...(await keys(directory, stateDirectory)),
    ...(await graphs(join(directory, 'working-dir', 'hold-release', 'cincinnati-graph-data'))),
  ];
  const limit = now.getTime() + SOON_DAYS * DAY_MS;
  return all
    .filter(({ until }) => Date.parse(until) <= limit)
    .toSorted((a, b) => Date.parse(a.until) - Date.parse(b.until));
}

async function tokens(places: { path: string; legacy: boolean }[]): Promise<Expiring[]> {
  const found: Expiring[] = [];
  for (const { path, legacy } of places) {
    try {
      const file = parseAuthFile(await readFile(path, 'utf8'), path, legacy);
      for (const { key, name } of authEntriesOf(file)) {
        const end = endOfToken(file, name);
        if (end !== undefined)
          found.push({
            kind: 'token',
            subject: t('credentialsExpiring', { registry: key }),
            file: path,
            until: end,
          });
      }
    } catch {
      // It doesn't exist, or `airlock doctor` reports it.
    }
  }
  return found;
}

function endOfToken(file: AuthFile, name: string): string | undefined {
  const [host = '', ...path] = name.split('/');
  const credentials = findInAuthFile(file, host, path.join('/'))?.credentials;
  const secret = credentials && (credentials.kind === 'basic' ? credentials.password : credentials.token);
  const parts = secret?.split('.') ?? [];
  if (parts.length !== 3) return undefined;
  try {
    const { exp } = JSON.parse(Buffer.from(parts[1]!, 'base64url').toString('utf8')) as { exp?: unknown };
    return typeof exp === 'number' ? new Date(exp * 1000).toISOString() : undefined;
  } catch {
    return undefined;
  }
}

async function certificates(folders: string[]): Promise<Expiring[]> {
  const found: Expiring[] = [];
  for (const folder of folders)
    for (const host of await namesIn(folder))
      for (const name of (await namesIn(join(folder, host))).filter((each) => /\.(crt|cert)$/.test(each))) {
        const file = join(folder, host, name);
        for (const pem of certificatesIn(await readFile(file, 'utf8').catch(() => ''))) {
          try {
            const { subject, validToDate } = new X509Certificate(pem);
            const text = t('certificateExpiring', { subject: subject.replaceAll('\n', ', '), host });
            found.push({ kind: 'certificate', subject: text, file, until: validToDate.toISOString() });
          } catch {
            // It isn't a certificate. `airlock doctor` reports it.
          }
        }
      }
  return found;
}

async function keys(workspace: string, stateDirectory: string | undefined): Promise<Expiring[]> {
  const found: Expiring[] = [];
  const add = async (subject: string, file: string, armored: string) => {
    const end = await endOfKey(armored);
    if (end) found.push({ kind: 'key', subject, file, until: end.toISOString() });
  };
  for (const { name, fingerprint } of await signingKeysOf(workspace).catch(() => [])) {
    const file = publicKeyFile(workspace, fingerprint);
    await add(t('signingKeyExpiring', { name }), file, await readFile(file, 'utf8').catch(() => ''));
  }
  if (stateDirectory === undefined) return found;
  const { keys: trusted } = await readTrust(stateDirectory).catch(() => ({ keys: [] }));
  for (const { name, armored } of trusted)
    await add(t('trustedKeyExpiring', { name }), join(stateDirectory, 'trusted-keys.json'), armored);
  return found;
}

/** Returns when a public key expires; undefined if it doesn't or can't be read. */
async function endOfKey(armored: string): Promise<Date | undefined> {
  try {
    const [key] = await parseVerificationKeys(armored, 'key');
    const end = await key?.getExpirationTime();
    return end instanceof Date ? end : undefined;
  } catch {
    return undefined;
  }
}

async function graphs(folder: string): Promise<Expiring[]> {
  const found: Expiring[] = [];
  for (const name of (await namesIn(folder)).filter((each) => each.endsWith('.json'))) {
    const file = join(folder, name);
    const requested = await stat(file).catch(() => undefined);
    if (!requested) continue;
    const text = t('graphExpiring', {
      name: name.replace(/\.json$/, ''),
      date: requested.mtime.toISOString().slice(0, 10),
    });
    const until = new Date(requested.mtimeMs + GRAPH_DAYS * DAY_MS).toISOString();
    found.push({ kind: 'graph', subject: text, file, until });
  }
  return found;
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).toSorted();
}
