import { readFile } from 'node:fs/promises';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { RegistryEntry } from '../../../contract/topics/settings.ts';
import type { HostFacts } from '../../../mirror/run/request.ts';
import {
  type AuthEntry,
  authEntriesOf,
  canonicalHost,
  parseAuthFile,
} from '../../../registry/access/auth-file.ts';
import { authFilePaths, shorten } from '../../../registry/access/credentials.ts';
import { findRegistry } from '../../../registry/access/endpoints.ts';
import { certificateFolderOf, certificateFolders } from '../../../registry/access/host-certificates.ts';
import { loadRegistriesConf } from '../../../registry/access/registries-conf-files.ts';
import type { ServiceState } from '../state/state.ts';
import { t } from './messages.ts';

/** What the files of this host say about registries. It stores no secrets and runs no credential helpers. */
export interface RegistrySources {
  /** Registries that something has credentials for. */
  names(): string[];
  about(name: string): Pick<RegistryEntry, 'credentials' | 'mirrors' | 'notes'>;
}

/** An auth file as a list of its entries. */
export interface AuthFileEntries {
  path: string;
  /** For display. */
  shown: string;
  entries: AuthEntry[];
  /** Why the file can't be read. */
  problem?: string;
}

/** Returns all existing auth files in the order of their use. Never throws. */
export async function readAuthEntries({ env, home }: HostFacts): Promise<AuthFileEntries[]> {
  const files = authFilePaths({ env: { ...env }, home, systemRoot: '' }).map(async ({ path, legacy }) => {
    const shown = shorten(path, home);
    try {
      const file = parseAuthFile(await readFile(path, 'utf8'), path, legacy);
      return [{ path, shown, entries: authEntriesOf(file) }];
    } catch (error) {
      if (error instanceof AirlockError) return [{ path, shown, entries: [], problem: error.message }];
      const { code } = error as NodeJS.ErrnoException;
      const absent = code === 'ENOENT' || code === 'ENOTDIR';
      if (absent) return [];
      const problem = t('fileUnreadable', { file: shown, code: code ?? '' });
      return [{ path, shown, entries: [], problem }];
    }
  });
  return (await Promise.all(files)).flat();
}

/** Never throws: the notes of every registry report broken files. */
export async function readRegistrySources(
  state: Pick<ServiceState, 'host' | 'credentials'>,
): Promise<RegistrySources> {
  const { host, credentials } = state;
  const { env, home } = host;
  const files = await readAuthEntries(host);
  const conf = await loadRegistriesConf({ env: { ...env }, home, systemRoot: '' }).catch(
    (error: Error) => error,
  );
  const registries = conf instanceof Error ? [] : conf.registries;
  const broken = [
    ...files.flatMap(({ problem }) => problem ?? []),
    ...(conf instanceof Error ? [conf.message] : []),
  ];
  const typed = new Map(credentials.list().map((one) => [one.registry, one]));
  const folders = certificateFolders({ home, systemRoot: '' });

  const credentialsOf = (name: string): RegistryEntry['credentials'] => {
    for (const place of placesOf(name)) {
      const found = typed.get(place);
      if (found) return { from: found.from, user: found.user };
    }
    for (const { shown, entries } of files) {
      for (const place of placesOf(name)) {
        const found = entries.find((entry) => entry.name === place);
        if (!found) continue;
        const where = t('authFileEntry', { file: shown, entry: found.key });
        if (found.helper)
          return { from: 'helper', where: t('credentialHelper', { helper: found.helper, file: shown }) };
        return { from: 'auth-file', where, user: found.user };
      }
    }
    return { from: 'none' };
  };

  return {
    names: () => [
      ...new Set([...typed.keys(), ...files.flatMap(({ entries }) => entries.map((entry) => entry.name))]),
    ],
    about(name) {
      const table = findRegistry(registries, name)?.entry;
      const certificates = certificateFolderOf(folders, name.split('/')[0]!);
      return {
        credentials: credentialsOf(name),
        mirrors: table?.mirrors.map(({ location }) => location) ?? [],
        notes: [
          ...(table?.blocked ? [t('blocked', { file: table.file })] : []),
          ...(table?.location && table.location !== table.prefix
            ? [t('redirected', { file: table.file, location: table.location })]
            : []),
          ...(table?.insecure ? [t('insecure', { file: table.file })] : []),
          ...(certificates ? [t('ownCertificates', { folder: shorten(certificates, home) })] : []),
          ...broken,
        ],
      };
    },
  };
}

/** Returns `host/a/b`, `host/a`, `host`: the most specific first. */
function placesOf(name: string): string[] {
  const [host = '', ...path] = name.split('/');
  return [...path.keys(), path.length]
    .map((count) => [canonicalHost(host), ...path.slice(0, count)].join('/'))
    .reverse();
}
