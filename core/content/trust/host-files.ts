import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type Policy, parsePolicy } from './policy.ts';
import { mergeRegistriesD, parseRegistriesD, type RegistriesD } from './registries-d.ts';

/** A file of the host; undefined when there is none. @throws AirlockError `config-unreadable` for one that cannot be read */
export type ReadFile = (path: string) => Promise<Buffer | undefined>;

/** How this host's files of trust are found. */
export interface TrustFilesOptions {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** `/`, or the root that stands for it in tests. */
  systemRoot: string;
  /** `--policy FILE`; wins over everything else. */
  policy?: string;
  /** `--registries.d DIR`; wins over everything else. */
  registriesD?: string;
}

/** Where policy.json may be, the first that exists counts; one that is named must exist. */
function policySearch({ env, home, systemRoot, policy }: TrustFilesOptions): {
  named: boolean;
  files: string[];
} {
  const named = policy || env.CONTAINERS_POLICY_CONF;
  if (named) return { named: true, files: [named] };
  const files = [
    join(home, '.config/containers/policy.json'),
    join(systemRoot, 'etc/containers/policy.json'),
    join(systemRoot, 'usr/share/containers/policy.json'),
  ];
  return { named: false, files };
}

/**
 * The policy of this host, or the one that is named.
 * @throws AirlockError `config-unreadable` when there is none, `config-invalid`
 */
export async function loadPolicy(options: TrustFilesOptions): Promise<Policy> {
  const { named, files } = policySearch(options);
  for (const file of files) {
    const content = await readHostFile(file);
    if (content) return parsePolicy(content.toString('utf8'), file);
  }
  throw new AirlockError(
    'config-unreadable',
    named
      ? `the trust policy ${files[0]} does not exist`
      : `this host has no trust policy (${files.join(', ')})`,
    { side: 'local', remedy: 'Name one with --policy FILE, or run without --secure-policy.' },
  );
}

/**
 * The host's registries.d, merged: the folder that is named, else the user's when there is one, else the system's.
 * A folder that does not exist says nothing.
 * @throws AirlockError `config-unreadable`, `config-invalid`
 */
export async function loadRegistriesD(options: TrustFilesOptions): Promise<RegistriesD> {
  const { home, systemRoot, registriesD } = options;
  const folders = registriesD
    ? [registriesD]
    : [join(home, '.config/containers/registries.d'), join(systemRoot, 'etc/containers/registries.d')];
  for (const folder of folders) {
    const names = await namesIn(folder);
    if (!names) continue;
    const files = await Promise.all(
      names
        .filter((name) => name.endsWith('.yaml'))
        .sort()
        .map(async (name) => {
          const file = join(folder, name);
          return parseRegistriesD(((await readHostFile(file)) ?? '').toString('utf8'), file);
        }),
    );
    return mergeRegistriesD(files);
  }
  return mergeRegistriesD([]);
}

/**
 * Where containers tools keep OpenPGP signatures of images that no registries.d speaks of.
 * @param root whether this process is root's
 */
export function builtInLookaside({ home, systemRoot }: TrustFilesOptions, root: boolean): string {
  return root
    ? join(systemRoot, 'var/lib/containers/sigstore')
    : join(home, '.local/share/containers/sigstore');
}

/** {@link ReadFile} on the file system. */
export const readHostFile: ReadFile = async (path) => {
  try {
    return await readFile(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw unreadable(path, error);
  }
};

async function namesIn(folder: string): Promise<string[] | undefined> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw unreadable(folder, error);
  }
}

function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}

function unreadable(path: string, error: unknown): AirlockError {
  const { code } = error as NodeJS.ErrnoException;
  return new AirlockError('config-unreadable', `${path} cannot be read (${code})`, {
    side: 'local',
    at: { file: path },
    cause: error,
  });
}
