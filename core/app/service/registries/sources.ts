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

/** What this host's files say about registries. No secret is kept, no helper is asked. */
export interface RegistrySources {
  /** Registries that something has credentials for. */
  names(): string[];
  about(name: string): Pick<RegistryEntry, 'credentials' | 'mirrors' | 'notes'>;
}

/** An auth file as a list of its entries. */
export interface AuthFileEntries {
  path: string;
  /** As people write it. */
  shown: string;
  entries: AuthEntry[];
  /** Why it could not be read. */
  problem?: string;
}

/** All auth files that are there, in the order in which they are asked. Never throws. */
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
      return absent ? [] : [{ path, shown, entries: [], problem: `${shown} cannot be read (${code})` }];
    }
  });
  return (await Promise.all(files)).flat();
}

/** Never throws: files that are broken are told in the notes of every registry. */
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
        const where = `${shown}, entry ${found.key}`;
        if (found.helper)
          return { from: 'helper', where: `docker-credential-${found.helper}, as ${shown} says` };
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
          ...(table?.blocked ? [`${table.file} blocks it.`] : []),
          ...(table?.location && table.location !== table.prefix
            ? [`${table.file} sends it to ${table.location}.`]
            : []),
          ...(table?.insecure ? [`${table.file} allows it without verified TLS.`] : []),
          ...(certificates ? [`It has certificates of its own in ${shorten(certificates, home)}.`] : []),
          ...broken,
        ],
      };
    },
  };
}

/** `host/a/b`, `host/a`, `host`: the most specific first. */
function placesOf(name: string): string[] {
  const [host = '', ...path] = name.split('/');
  return [...path.keys(), path.length]
    .map((count) => [canonicalHost(host), ...path.slice(0, count)].join('/'))
    .reverse();
}
