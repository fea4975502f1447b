import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { AUTH_FILES } from './credentials.ts';
import { t } from './messages.ts';
import { parseRegistriesConf, type RegistriesConf, type RegistryEntry } from './registries-conf.ts';

export interface RegistriesConfOptions {
  env: Record<string, string | undefined>;
  home: string;
  /** A file given on the command line. It takes precedence over CONTAINERS_REGISTRIES_CONF. */
  registriesConf?: string;
  systemRoot: string;
}

export interface LoadedRegistriesConf {
  registries: RegistryEntry[];
  credentialHelpers: string[];
}

/**
 * Loads the registries.conf of this host with its drop-ins (containers-registries.conf.d(5)): a named file or the
 * system's, then the drop-ins of the system and the user. A user's own registries.conf excludes the system's drop-ins.
 * Later files replace tables with the same prefix.
 * @throws AirlockError `config-unreadable`, `config-invalid`
 */
export async function loadRegistriesConf(options: RegistriesConfOptions): Promise<LoadedRegistriesConf> {
  const { env, home, systemRoot } = options;
  const user = join(home, '.config/containers');
  const system = join(systemRoot, '/etc/containers');
  const named = options.registriesConf || env.CONTAINERS_REGISTRIES_CONF;
  const files: RegistriesConf[] = [];
  const own = named ? undefined : await readConf(join(user, 'registries.conf'));
  if (named) {
    const conf = await readConf(named);
    if (!conf) {
      const message = options.registriesConf
        ? t('fileMissing', { file: named })
        : t('namedFileMissing', { file: named, source: 'CONTAINERS_REGISTRIES_CONF' });
      throw new AirlockError('config-unreadable', message, {
        side: 'local',
        at: { file: named },
      });
    }
    files.push(conf);
  } else {
    const conf = own ?? (await readConf(join(system, 'registries.conf')));
    if (conf) files.push(conf);
  }
  if (!own) files.push(...(await readDropIns(join(system, 'registries.conf.d'))));
  files.push(...(await readDropIns(join(user, 'registries.conf.d'))));

  const byPrefix = new Map<string, RegistryEntry>();
  let credentialHelpers: string[] | undefined;
  for (const file of files) {
    // Within one file, the first table of a prefix applies. A later file replaces it.
    const seen = new Set<string>();
    for (const entry of file.registries) {
      if (!seen.has(entry.prefix)) byPrefix.set(entry.prefix, entry);
      seen.add(entry.prefix);
    }
    if (file.credentialHelpers?.length) credentialHelpers = file.credentialHelpers;
  }
  return { registries: [...byPrefix.values()], credentialHelpers: credentialHelpers ?? [AUTH_FILES] };
}

/** Returns the files that {@link loadRegistriesConf} reads on this host, in order. Never throws. */
export async function registriesConfPaths(options: RegistriesConfOptions): Promise<string[]> {
  const { env, home, systemRoot } = options;
  const user = join(home, '.config/containers');
  const system = join(systemRoot, '/etc/containers');
  const named = options.registriesConf || env.CONTAINERS_REGISTRIES_CONF;
  const own = join(user, 'registries.conf');
  const isOwn = !named && (await fileExists(own));
  const first = named ?? (isOwn ? own : join(system, 'registries.conf'));
  const folders = [...(isOwn ? [] : [join(system, 'registries.conf.d')]), join(user, 'registries.conf.d')];
  const dropIns = folders.map(async (folder) =>
    (await readdir(folder).catch(() => []))
      .filter((name) => name.endsWith('.conf'))
      .sort()
      .map((name) => join(folder, name)),
  );
  return [...((await fileExists(first)) ? [first] : []), ...(await Promise.all(dropIns)).flat()];
}

async function fileExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function readDropIns(folder: string): Promise<RegistriesConf[]> {
  const names = await readdir(folder).catch((error) => {
    if (isAbsent(error)) return [];
    throw unreadable(folder, error);
  });
  const confs: RegistriesConf[] = [];
  for (const name of names.filter((name) => name.endsWith('.conf')).sort()) {
    const conf = await readConf(join(folder, name));
    if (conf) confs.push(conf);
  }
  return confs;
}

/** Reads a file. Undefined if it doesn't exist. */
async function readConf(path: string): Promise<RegistriesConf | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw unreadable(path, error);
  }
  return parseRegistriesConf(text, path);
}

function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}

function unreadable(path: string, error: unknown): AirlockError {
  const { code } = error as NodeJS.ErrnoException;
  return new AirlockError('config-unreadable', t('fileUnreadable', { file: path, reason: String(code) }), {
    side: 'local',
    at: { file: path },
    cause: error,
  });
}
