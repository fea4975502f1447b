import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Credentials } from './access.ts';
import {
  type AuthFile,
  canonicalHost,
  DOCKER_HUB_KEY,
  findInAuthFile,
  helperForHost,
  parseAuthFile,
} from './auth-file.ts';
import { runCredentialHelper } from './credential-helper.ts';
import { t } from './messages.ts';

/** The reserved helper name for the auth files (containers-registries.conf(5)). */
export const AUTH_FILES = 'containers-auth.json';

/** How long answers of helpers are cached (ms), because a run requests them for each repository and some helpers query a cloud service. */
const HELPER_ANSWER_LIFETIME = 30_000;

export interface CredentialOptions {
  env: Record<string, string | undefined>;
  home: string;
  /** --authfile */
  authFile?: string;
  systemRoot: string;
  /** `credential-helpers` of registries.conf, in order. */
  helpers: string[];
}

/** Credentials, and their origin in words. */
export interface FoundCredentials {
  credentials: Credentials;
  origin: string;
}

export type CredentialLookup = (host: string, repository: string) => Promise<FoundCredentials | undefined>;

/** Credentials that a person entered for a registry in this process. They take precedence over every file. */
export type TypedCredentials = (host: string, repository: string) => FoundCredentials | undefined;

/**
 * Returns a lookup of credentials like that of podman, skopeo and oc-mirror (containers-auth.json(5)): only a named file,
 * otherwise the default files in order, and the helpers of registries.conf in order. Changed files are read again.
 * @throws AirlockError `config-unreadable` if a named file can't be read; lookups: `config-invalid`, `credential-helper`
 */
export async function createCredentialLookup(options: CredentialOptions): Promise<CredentialLookup> {
  const files = authFilePaths(options);
  const read = authFileReader(options.home);
  const request = helperRequester(options.env);
  for (const file of files) if (file.named) await read(file);

  const inFiles: CredentialLookup = async (host, repository) => {
    for (const place of files) {
      const file = await read(place);
      const found = file && (await findInFile(file, host, repository));
      if (found) return found;
    }
    return undefined;
  };

  const findInFile = async (
    file: AuthFile,
    host: string,
    repository: string,
  ): Promise<FoundCredentials | undefined> => {
    const shown = shorten(file.path, options.home);
    const named = helperForHost(file, host);
    if (named) {
      // The helper of a host replaces its entries (containers-auth.json(5)).
      const credentials = await request(named.helper, named.server);
      const origin = t('originHelper', { helper: named.helper, file: shown, server: named.server });
      return credentials && { credentials, origin };
    }
    const entry = findInAuthFile(file, host, repository);
    if (entry)
      return {
        credentials: entry.credentials,
        origin: t('originAuthFile', { file: shown, entry: entry.key }),
      };
    if (!file.credsStore) return undefined;
    const server = canonicalHost(host) === 'docker.io' ? DOCKER_HUB_KEY : host;
    const credentials = await request(file.credsStore, server);
    const origin = t('originStore', { helper: file.credsStore, file: shown, server });
    return credentials && { credentials, origin };
  };

  return async (host, repository) => {
    let failure: unknown;
    for (const helper of options.helpers) {
      try {
        if (helper === AUTH_FILES) {
          const found = await inFiles(host, repository);
          if (found) return found;
        } else {
          const credentials = await request(helper, host);
          const origin = t('originRegistriesConf', { helper });
          if (credentials) return { credentials, origin };
        }
      } catch (error) {
        // A later helper may have them. If none has, the first failure is the reason.
        failure ??= error;
      }
    }
    if (failure) throw failure;
    return undefined;
  };
}

/** A file that credentials may come from. */
export interface AuthFilePlace {
  path: string;
  legacy: boolean;
  /** The option or variable that names it. The file must then exist, and no other file is read. */
  named?: string;
}

/** Returns the files that are read, in order. They may not exist. */
export function authFilePaths({
  env,
  home,
  authFile,
  systemRoot,
}: Pick<CredentialOptions, 'env' | 'home' | 'authFile' | 'systemRoot'>): AuthFilePlace[] {
  if (authFile) return [{ path: authFile, legacy: false, named: '--authfile' }];
  if (env.REGISTRY_AUTH_FILE) {
    return [{ path: env.REGISTRY_AUTH_FILE, legacy: false, named: 'REGISTRY_AUTH_FILE' }];
  }
  const uid = process.getuid?.();
  const runtime = env.XDG_RUNTIME_DIR
    ? [join(env.XDG_RUNTIME_DIR, 'containers/auth.json')]
    : uid === undefined
      ? []
      : [join(systemRoot, '/run/containers', String(uid), 'auth.json')];
  return [
    ...runtime,
    join(env.XDG_CONFIG_HOME || join(home, '.config'), 'containers/auth.json'),
    join(env.DOCKER_CONFIG || join(home, '.docker'), 'config.json'),
  ]
    .map((path): AuthFilePlace => ({ path, legacy: false }))
    .concat({ path: join(home, '.dockercfg'), legacy: true });
}

/** Returns a reader of auth files that caches them until their time, size or inode changes. Undefined for a missing file. */
function authFileReader(home: string): (place: AuthFilePlace) => Promise<AuthFile | undefined> {
  const known = new Map<string, { stamp: string; file: AuthFile }>();
  return async (place) => {
    const { path, legacy, named } = place;
    const before = known.get(path);
    try {
      const { mtimeMs, size, ino } = await stat(path);
      const stamp = `${mtimeMs} ${size} ${ino}`;
      if (before?.stamp === stamp) return before.file;
      const file = parseAuthFile(await readFile(path, 'utf8'), path, legacy);
      known.set(path, { stamp, file });
      return file;
    } catch (error) {
      if (error instanceof AirlockError) {
        if (!before) throw error;
        // A login may be rewriting the file at this moment, so that only persistent damage is an error.
        await wait(200);
        const file = parseAuthFile(await readFile(path, 'utf8'), path, legacy);
        known.delete(path);
        return file;
      }
      const { code } = error as NodeJS.ErrnoException;
      if (!named && (code === 'ENOENT' || code === 'ENOTDIR')) return undefined;
      throw new AirlockError(
        'config-unreadable',
        named
          ? t('namedFileUnreadable', { file: shorten(path, home), source: named, reason: code ?? '' })
          : t('fileUnreadable', { file: shorten(path, home), reason: code ?? '' }),
        { side: 'local', at: { file: path }, cause: error },
      );
    }
  };
}

function helperRequester(
  env: Record<string, string | undefined>,
): (helper: string, server: string) => Promise<Credentials | undefined> {
  const answers = new Map<string, { until: number; answer: Promise<Credentials | undefined> }>();
  return (helper, server) => {
    const key = `${helper} ${server}`;
    const saved = answers.get(key);
    if (saved && saved.until > Date.now()) return saved.answer;
    const answer = runCredentialHelper(helper, server, env);
    answers.set(key, { until: Date.now() + HELPER_ANSWER_LIFETIME, answer });
    answer.catch(() => answers.delete(key));
    return answer;
  };
}

/** Returns a path with `~` for the user's home. */
export function shorten(path: string, home: string): string {
  return home && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
