import { z } from 'zod';
import { jsonFault } from '../../base/document/json-tokens.ts';
import { mapOf } from '../../base/document/list-schema.ts';
import { JsonLimitExceeded, parseJson } from '../../base/document/parse-json.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Credentials } from './access.ts';
import { t } from './messages.ts';

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

/** The content of a containers-auth.json(5) file, of docker's config.json, or of the old ~/.dockercfg. */
export interface AuthFile {
  path: string;
  /** Whether it is `~/.dockercfg`, whose keys are API URLs with meaningless paths. */
  legacy: boolean;
  auths: Map<string, Entry>;
  credHelpers: Map<string, string>;
  credsStore: string | undefined;
}

/** The key under which docker and its helpers store the credentials of docker.io. */
export const DOCKER_HUB_KEY = 'https://index.docker.io/v1/';

/** Returns the one name under which all names of docker.io share an entry. Other hosts are returned unchanged. */
export function canonicalHost(host: string): string {
  return host === 'index.docker.io' || host === 'registry-1.docker.io' ? 'docker.io' : host;
}

/**
 * Parses an auth file. An empty file (also /dev/null) has no entries.
 * @throws AirlockError `config-invalid` with file and position, but never with content
 */
export function parseAuthFile(text: string, path: string, legacy: boolean): AuthFile {
  const content = text.trim() === '' ? {} : authFileValue(text, path);
  const file = legacy ? { auths: content } : content;
  const result = fileSchema.safeParse(file);
  if (!result.success) {
    const issue = result.error.issues[0]!;
    const field = issue.path.map(String).join('.');
    const values = { file: path, reason: issue.message };
    const message = field ? t('authFileField', { ...values, field }) : t('authFileRoot', values);
    throw new AirlockError('config-invalid', message, {
      remedy: t('authFileFieldRemedy'),
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
 * Returns the credentials of the most specific entry that contains any: `host/ns/repo`, then `host/ns`, then `host`.
 * Empty entries are ignored. Docker writes one for each login that a helper stores.
 * @throws AirlockError `config-invalid` for an `auth` value that isn't base64
 */
export function findInAuthFile(
  file: AuthFile,
  host: string,
  repository: string,
): { credentials: Credentials; key: string } | undefined {
  const name = repository ? `${canonicalHost(host)}/${repository}` : canonicalHost(host);
  for (let candidate = name; ; candidate = candidate.slice(0, candidate.lastIndexOf('/'))) {
    const keys = [...file.auths.keys()].filter((key) => nameOfKey(key, file.legacy) === candidate);
    // An entry with the plain name takes precedence over one in an old format.
    keys.sort((a, b) => Number(b === candidate) - Number(a === candidate));
    for (const key of keys) {
      const credentials = decodeEntry(file.auths.get(key)!, file.path, key);
      if (credentials) return { credentials, key };
    }
    if (!candidate.includes('/')) return undefined;
  }
}

/** One entry of an auth file, for people, without its secret. */
export interface AuthEntry {
  /** Its key in the file. */
  key: string;
  /** The `host[/path]` that it applies to. */
  name: string;
  /** User of a password entry. */
  user?: string;
  /** The helper that stores the secret, if it isn't in the file. */
  helper?: string;
}

/** Returns all entries with credentials in the file or in a helper. @throws AirlockError `config-invalid` */
export function authEntriesOf(file: AuthFile): AuthEntry[] {
  const entries: AuthEntry[] = [];
  for (const [key, entry] of file.auths) {
    const credentials = decodeEntry(entry, file.path, key);
    const name = nameOfKey(key, file.legacy);
    if (credentials)
      entries.push({ key, name, user: credentials.kind === 'basic' ? credentials.username : undefined });
    else if (file.credsStore) entries.push({ key, name, helper: file.credsStore });
  }
  for (const [key, helper] of file.credHelpers)
    if (helper) entries.push({ key, name: nameOfKey(key, true), helper });
  return entries;
}

/** Returns the helper in `credHelpers` for a host, and the key of the host in the helper. */
export function helperForHost(file: AuthFile, host: string): { helper: string; server: string } | undefined {
  for (const [server, helper] of file.credHelpers) {
    if (nameOfKey(server, true) === canonicalHost(host) && helper) return { helper, server };
  }
  return undefined;
}

/** Returns the `host[/path]` that a key of `auths` applies to. */
export function entryName(key: string): string {
  return nameOfKey(key, false);
}

/** Returns the `host[/path]` that a key applies to. Old formats contain API URLs such as `https://quay.io/v1/`. */
function nameOfKey(key: string, hostOnly: boolean): string {
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
    throw new AirlockError('config-invalid', t('authNotBase64', { file: path, entry: key }), {
      remedy: t('authNotBase64Remedy'),
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
      throw new AirlockError('config-invalid', t('fileUnreadable', { file: path, reason: error.message }), {
        side: 'local',
        at: { file: path },
      });
    const fault = jsonFault(text);
    const message = fault
      ? t('authFileNotJsonAt', { file: path, line: fault.line, column: fault.column })
      : t('authFileNotJson', { file: path });
    throw new AirlockError('config-invalid', message, {
      remedy: t('authFileNotJsonRemedy'),
      side: 'local',
      at: { file: path, ...fault },
    });
  }
}
