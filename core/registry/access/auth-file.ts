import { z } from 'zod';
import { jsonFault } from '../../base/document/json-tokens.ts';
import { mapOf } from '../../base/document/list-schema.ts';
import { JsonLimitExceeded, parseJson } from '../../base/document/parse-json.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Credentials } from './access.ts';

const entrySchema = z.object({
  auth: z.string().nullish(),
  username: z.string().nullish(),
  password: z.string().nullish(),
  identitytoken: z.string().nullish(),
  registrytoken: z.string().nullish(),
});
const authsSchema = mapOf(entrySchema.nullable());
const fileSchema = z.object({
  auths: authsSchema.nullish(),
  credHelpers: mapOf(z.string()).nullish(),
  credsStore: z.string().nullish(),
});

type Entry = z.infer<typeof entrySchema>;

/** A file of containers-auth.json(5), of docker's config.json, or of the old ~/.dockercfg. */
export interface AuthFile {
  path: string;
  /** `~/.dockercfg`: keys are API URLs, paths in them mean nothing. */
  legacy: boolean;
  auths: Map<string, Entry>;
  credHelpers: Map<string, string>;
  credsStore: string | undefined;
}

/** The name under which docker and its helpers keep what belongs to docker.io. */
export const DOCKER_HUB_KEY = 'https://index.docker.io/v1/';

/** docker.io has several names; all of them share one entry. */
export function canonicalHost(host: string): string {
  return host === 'index.docker.io' || host === 'registry-1.docker.io' ? 'docker.io' : host;
}

/**
 * Reads an auth file. An empty file (also /dev/null) has no entries.
 * @throws AirlockError `config-invalid` with file and position, and never with content
 */
export function parseAuthFile(text: string, path: string, legacy: boolean): AuthFile {
  const content = text.trim() === '' ? {} : authFileValue(text, path);
  const complete = legacy ? { auths: content } : content;
  const result = fileSchema.safeParse(complete);
  if (!result.success) {
    const issue = result.error.issues[0]!;
    const field = issue.path.map(String).join('.');
    throw new AirlockError('config-invalid', `${path}: ${field || 'the file'}: ${issue.message}`, {
      remedy: 'Mend this entry, or log in again (`podman login HOST`).',
      side: 'local',
      at: { file: path, path: field || undefined },
    });
  }
  const { auths, credHelpers, credsStore } = result.data;
  return {
    path,
    legacy,
    auths: new Map(Object.entries(auths ?? {}).map(([key, entry]) => [key, entry ?? {}])),
    credHelpers: new Map(Object.entries(credHelpers ?? {})),
    credsStore: credsStore || undefined,
  };
}

/**
 * The credentials of the most specific entry that holds any, for `host/ns/repo`, then `host/ns`, then `host`. An
 * empty entry (docker leaves one for each login that a helper keeps) counts as none.
 * @throws AirlockError `config-invalid` for an `auth` that is not base64
 */
export function findInAuthFile(
  file: AuthFile,
  host: string,
  repository: string,
): { credentials: Credentials; key: string } | undefined {
  const name = repository ? `${canonicalHost(host)}/${repository}` : canonicalHost(host);
  for (let candidate = name; ; candidate = candidate.slice(0, candidate.lastIndexOf('/'))) {
    const keys = [...file.auths.keys()].filter((key) => meansName(key, file.legacy) === candidate);
    // An entry under the plain name wins over one in an old format.
    keys.sort((a, b) => Number(b === candidate) - Number(a === candidate));
    for (const key of keys) {
      const credentials = decodeEntry(file.auths.get(key)!, file.path, key);
      if (credentials) return { credentials, key };
    }
    if (!candidate.includes('/')) return undefined;
  }
}

/** One entry of an auth file, for people: never its secret. */
export interface AuthEntry {
  /** As the file names it. */
  key: string;
  /** `host[/path]` that it stands for. */
  name: string;
  /** Of a password entry. */
  user?: string;
  /** The program that keeps the secret, where the file does not. */
  helper?: string;
}

/** All entries of a file that stand for credentials, here or with a helper. @throws AirlockError `config-invalid` */
export function authEntriesOf(file: AuthFile): AuthEntry[] {
  const entries: AuthEntry[] = [];
  for (const [key, entry] of file.auths) {
    const credentials = decodeEntry(entry, file.path, key);
    const name = meansName(key, file.legacy);
    if (credentials)
      entries.push({ key, name, user: credentials.kind === 'basic' ? credentials.username : undefined });
    else if (file.credsStore) entries.push({ key, name, helper: file.credsStore });
  }
  for (const [key, helper] of file.credHelpers)
    if (helper) entries.push({ key, name: meansName(key, true), helper });
  return entries;
}

/** The helper that `credHelpers` names for a host, with the name under which the helper knows the host. */
export function helperForHost(file: AuthFile, host: string): { helper: string; server: string } | undefined {
  for (const [server, helper] of file.credHelpers) {
    if (meansName(server, true) === canonicalHost(host) && helper) return { helper, server };
  }
  return undefined;
}

/** `host[/path]` that a key of `auths` stands for. */
export function entryName(key: string): string {
  return meansName(key, false);
}

/** `host[/path]` that a key stands for: old formats wrote API URLs such as `https://quay.io/v1/`. */
function meansName(key: string, hostOnly: boolean): string {
  const bare = key.replace(/^https?:\/\//, '');
  const old = hostOnly || bare !== key || /^[^/]+\/v[12]\/$/.test(bare);
  const [host = '', ...path] = bare.replace(/(?<!\/)\/+$/, '').split('/');
  return old || path.length === 0 ? canonicalHost(host) : `${canonicalHost(host)}/${path.join('/')}`;
}

function decodeEntry(entry: Entry, path: string, key: string): Credentials | undefined {
  if (entry.registrytoken) return { kind: 'registry-token', token: entry.registrytoken };
  if (entry.identitytoken) return { kind: 'identity-token', token: entry.identitytoken };
  if (!entry.auth) {
    if (!entry.username || !entry.password) return undefined;
    return { kind: 'basic', username: entry.username, password: entry.password };
  }
  const encoded = entry.auth.trim();
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) {
    throw new AirlockError('config-invalid', `${path}: the entry ${key} has an "auth" that is not base64`, {
      remedy: 'Log in again (`podman login HOST`).',
      side: 'local',
      at: { file: path, path: `auths.${key}.auth` },
    });
  }
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 0) return undefined;
  const username = decoded.slice(0, colon);
  const password = decoded.slice(colon + 1).replace(/^\0+|\0+$/g, '');
  return username && password ? { kind: 'basic', username, password } : undefined;
}

function authFileValue(text: string, path: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonLimitExceeded)
      throw new AirlockError('config-invalid', `${path} can't be read: ${error.message}`, {
        side: 'local',
        at: { file: path },
      });
    const fault = jsonFault(text);
    const where = fault ? ` (line ${fault.line}, column ${fault.column})` : '';
    throw new AirlockError('config-invalid', `${path} is not valid JSON${where}`, {
      remedy: 'Mend the file, or log in again (`podman login HOST`).',
      side: 'local',
      at: { file: path, ...fault },
    });
  }
}
