import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { readAuthorities, trustedAuthorities } from './trusted-authorities.ts';

export interface HostCertificateOptions {
  env: Record<string, string | undefined>;
  home: string;
  systemRoot: string;
}

/**
 * TLS contexts for hosts: the CAs of the system, and for one host what its certs.d folder adds
 * (containers-certs.d(5)): `*.crt` more CAs, `*.cert` with `*.key` a client certificate. What one host's folder says
 * counts for that host alone. Contexts are made once: parsing a system bundle takes milliseconds.
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

/** Where folders of hosts are looked for; the user's own first. */
export function certificateFolders(options: Pick<HostCertificateOptions, 'home' | 'systemRoot'>): string[] {
  return [
    join(options.home, '.config/containers/certs.d'),
    join(options.systemRoot, '/etc/containers/certs.d'),
    join(options.systemRoot, '/etc/docker/certs.d'),
  ];
}

/** The folder that is read for a host: the first that exists. Undefined when there is none. */
export function certificateFolderOf(folders: string[], host: string): string | undefined {
  return folders
    .flatMap((folder) => directoryNames(host).map((name) => join(folder, name)))
    .find((path) => list(path) !== undefined);
}

/** The first folder that exists for a host, as the field's tools choose it; undefined when there is none. */
function ownCertificates(
  folders: string[],
  host: string,
): { ca: string[]; cert: string[]; key: string[] } | undefined {
  const path = certificateFolderOf(folders, host);
  return path === undefined ? undefined : readFolder(path, list(path) ?? []);
}

/** Folders are named as the reference names the host; 443 is written by some and left out by others. */
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
        throw unreadable(path, `${path} has no key ${pair}.key (CAs are named *.crt)`);
      cert.push(readText(path));
      key.push(readText(join(folder, `${pair}.key`)));
    }
    if (file.endsWith('.key') && !files.includes(`${pair}.cert`))
      throw unreadable(path, `${path} has no certificate ${pair}.cert`);
  }
  try {
    if (cert.length > 0) createSecureContext({ cert, key });
  } catch (error) {
    // The library's words do not quote keys: "key values mismatch", "no start line".
    throw unreadable(folder, `${folder}: the client certificate cannot be used: ${(error as Error).message}`);
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
    throw unreadable(path, `${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function unreadable(path: string, message: string): AirlockError {
  return new AirlockError('config-unreadable', message, { side: 'local', at: { file: path } });
}
