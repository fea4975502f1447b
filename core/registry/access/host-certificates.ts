import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { t } from './messages.ts';
import { readAuthorities, trustedAuthorities } from './trusted-authorities.ts';

export interface HostCertificateOptions {
  env: Record<string, string | undefined>;
  home: string;
  systemRoot: string;
}

/**
 * Returns TLS contexts for hosts, with the CAs of the system and the files in the certs.d directory of the host
 * (containers-certs.d(5)): `*.crt` are more CAs, `*.cert` with `*.key` is a client certificate. The directory of a host
 * applies only to that host. Contexts are cached, because parsing a system bundle takes milliseconds.
 * @throws AirlockError `config-unreadable`; the returned function too, for files in certs.d
 */
export function createHostCertificates(options: HostCertificateOptions): (host: string) => SecureContext {
  const authorities = trustedAuthorities(options.env, options.systemRoot);
  const plain = createSecureContext({ ca: authorities });
  const known = new Map<string, SecureContext>();
  const folders = certificateFolders(options);
  return (host) => {
    const saved = known.get(host);
    if (saved) return saved;
    const own = ownCertificates(folders, host);
    const context = own
      ? createSecureContext({ ca: [...authorities, ...own.ca], cert: own.cert, key: own.key })
      : plain;
    known.set(host, context);
    return context;
  };
}

/** Returns the parents of the directories of hosts, the user's own first. */
export function certificateFolders(options: Pick<HostCertificateOptions, 'home' | 'systemRoot'>): string[] {
  return [
    join(options.home, '.config/containers/certs.d'),
    join(options.systemRoot, '/etc/containers/certs.d'),
    join(options.systemRoot, '/etc/docker/certs.d'),
  ];
}

/** Returns the directory for a host: the first that exists. Undefined if there is none. */
export function certificateFolderOf(folders: string[], host: string): string | undefined {
  return folders
    .flatMap((folder) => directoryNames(host).map((name) => join(folder, name)))
    .find((path) => list(path) !== undefined);
}

/** Returns the certificates of the first directory that exists for a host, like podman. Undefined if there is none. */
function ownCertificates(
  folders: string[],
  host: string,
): { ca: string[]; cert: string[]; key: string[] } | undefined {
  const path = certificateFolderOf(folders, host);
  return path === undefined ? undefined : readFolder(path, list(path) ?? []);
}

/** Returns the possible names of the directory of a host. They match the host in references, with or without port 443. */
function directoryNames(host: string): string[] {
  const bare = host.replace(/:443$/, '');
  const names = /:\d+$/.test(bare) ? [bare] : [bare, `${bare}:443`];
  return bare === 'registry-1.docker.io' ? [...names, 'docker.io'] : names;
}

function readFolder(folder: string, files: string[]): { ca: string[]; cert: string[]; key: string[] } {
  const ca: string[] = [];
  const cert: string[] = [];
  const key: string[] = [];
  for (const file of files) {
    const path = join(folder, file);
    const pair = file.replace(/\.(cert|key)$/, '');
    if (file.endsWith('.crt')) ca.push(...readAuthorities(path));
    if (file.endsWith('.cert')) {
      if (!files.includes(`${pair}.key`))
        throw unreadable(path, t('keyMissing', { file: path, key: `${pair}.key` }));
      cert.push(readText(path));
      key.push(readText(join(folder, `${pair}.key`)));
    }
    if (file.endsWith('.key') && !files.includes(`${pair}.cert`))
      throw unreadable(path, t('certificateMissing', { file: path, certificate: `${pair}.cert` }));
  }
  try {
    if (cert.length > 0) createSecureContext({ cert, key });
  } catch (error) {
    // The library's messages contain no keys: "key values mismatch", "no start line".
    throw unreadable(folder, t('clientCertificateInvalid', { folder, reason: (error as Error).message }));
  }
  return { ca, cert, key };
}

function list(folder: string): string[] | undefined {
  try {
    return readdirSync(folder).sort();
  } catch {
    return undefined;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw unreadable(
      path,
      t('fileUnreadable', { file: path, reason: String((error as NodeJS.ErrnoException).code) }),
    );
  }
}

function unreadable(path: string, message: string): AirlockError {
  return new AirlockError('config-unreadable', message, { side: 'local', at: { file: path } });
}
