import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, rootCertificates } from 'node:tls';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { t } from './messages.ts';

/** Paths of the CA bundle in distributions. The first that exists is the system's bundle. */
const BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt', // Debian, Ubuntu, Arch
  '/etc/pki/tls/certs/ca-bundle.crt', // Fedora, RHEL
  '/etc/ssl/ca-bundle.pem', // SUSE
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem', // RHEL, CentOS
  '/etc/ssl/cert.pem', // Alpine, macOS
];
const FOLDERS = ['/etc/ssl/certs', '/etc/pki/tls/certs'];

/**
 * Returns the CAs that this host trusts, as PEM. The rules are those of Go's crypto/x509, like in podman and oc:
 * SSL_CERT_FILE replaces the bundle, SSL_CERT_DIR (colon-separated) the folders, and both are read.
 *
 * Node's bundled roots are used only without a system bundle, because an administrator who removed a public CA from the
 * system's trust meant it for every program on the host.
 * @throws AirlockError `config-unreadable` if SSL_CERT_FILE can't be read
 */
export function trustedAuthorities(env: Record<string, string | undefined>, systemRoot: string): string[] {
  const found = new Set<string>();
  const file = env.SSL_CERT_FILE;
  if (file) for (const pem of readAuthorities(file, 'SSL_CERT_FILE')) found.add(pem);
  else {
    for (const bundle of BUNDLES) {
      const pems = certificatesIn(readIfExists(join(systemRoot, bundle)) ?? '');
      for (const pem of pems) found.add(pem);
      if (pems.length > 0) break;
    }
  }
  const folders =
    env.SSL_CERT_DIR?.split(':').filter(Boolean) ?? FOLDERS.map((path) => join(systemRoot, path));
  for (const folder of folders) {
    for (const name of list(folder)) {
      for (const pem of certificatesIn(readIfExists(join(folder, name)) ?? '')) found.add(pem);
    }
  }
  const valid = [...found].filter(isCertificate);
  if (valid.length > 0) return valid;
  return [...(process.platform === 'linux' ? [] : getCACertificates('system')), ...rootCertificates];
}

/** Returns the file that {@link trustedAuthorities} reads first. Undefined if the system has none. */
export function authorityFile(
  env: Record<string, string | undefined>,
  systemRoot: string,
): string | undefined {
  if (env.SSL_CERT_FILE) return env.SSL_CERT_FILE;
  const paths = BUNDLES.map((bundle) => join(systemRoot, bundle));
  return paths.find((path) => certificatesIn(readIfExists(path) ?? '').length > 0);
}

/**
 * Returns the certificates of a file that was named or is in certs.d.
 * @throws AirlockError `config-unreadable` if the file can't be read or contains no certificate
 */
export function readAuthorities(path: string, namedBy?: string): string[] {
  const file = namedBy ? t('fileFrom', { file: path, source: namedBy }) : path;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw unreadable(path, t('fileUnreadable', { file, reason: String(code) }));
  }
  const pems = certificatesIn(text);
  if (pems.length === 0) throw unreadable(path, t('noCertificate', { file }));
  if (!pems.every(isCertificate)) throw unreadable(path, t('damagedCertificate', { file }));
  return pems;
}

/** Returns every PEM certificate in a text, ignoring other content. */
export function certificatesIn(text: string): string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
}

/** Returns whether a certificate is intact, because a damaged one in the system's bundle must not affect the others. */
function isCertificate(pem: string): boolean {
  try {
    return Boolean(new X509Certificate(pem));
  } catch {
    return false;
  }
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function unreadable(path: string, message: string): AirlockError {
  return new AirlockError('config-unreadable', message, { side: 'local', at: { file: path } });
}
