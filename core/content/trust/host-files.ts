import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { unreadableReason } from '../../base/errors/system-error.ts';
import { t } from './messages.ts';
import { type Policy, parsePolicy } from './policy.ts';
import { mergeRegistriesD, parseRegistriesD, type RegistriesD } from './registries-d.ts';

/** Reads a file of the host; undefined if it doesn't exist. @throws AirlockError `config-unreadable` */
export type ReadFile = (path: string) => Promise<Buffer | undefined>;

/** How the trust policy and registries.d of this host are found. */
export interface TrustFilesOptions {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** `/`, or the root that stands for it in tests. */
  systemRoot: string;
  /** `--policy FILE`; has precedence over everything else. */
  policy?: string;
  /** `--registries.d DIR`; has precedence over everything else. */
  registriesD?: string;
}

/** Returns the paths of policy.json. The first file that exists is used. A file set by the user must exist. */
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
 * Reads the policy of this host, or the one that the user set.
 * @throws AirlockError `config-unreadable` if there is none, `config-invalid`
 */
export async function loadPolicy(options: TrustFilesOptions): Promise<Policy> {
  const { named, files } = policySearch(options);
  for (const file of files) {
    const content = await readHostFile(file);
    if (content) return parsePolicy(content.toString('utf8'), file);
  }
  throw new AirlockError(
    'config-unreadable',
    named ? t('policyMissing', { file: files[0]! }) : t('policyMissingOnHost', { files: files.join(', ') }),
    { side: 'local', remedy: t('policyMissingRemedy') },
  );
}

/**
 * Reads and merges the registries.d of the host: the folder of the option, else that of the user if it exists, else
 * that of the system. A folder that doesn't exist counts as empty.
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
 * Returns where containers tools store OpenPGP signatures of images without an entry in registries.d.
 * @param root whether this process runs as root
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
  return new AirlockError('config-unreadable', unreadableReason(path, error), {
    side: 'local',
    at: { file: path },
    cause: error,
  });
}
