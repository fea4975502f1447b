import type { X509Certificate } from 'node:crypto';
import { shorten } from '../../../registry/access/credentials.ts';
import { certificateFolderOf, certificateFolders } from '../../../registry/access/host-certificates.ts';
import { nameOnOneLine } from '../../../registry/access/peer-certificate.ts';
import { authorityFile } from '../../../registry/access/trusted-authorities.ts';

/** How the files of this host are found. */
export interface TrustPlaces {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
}

/**
 * How to trust the issuer of a chain: for one host, and for all programs of this system, in the words of this system.
 * @param host as dialled, `registry.lab:5000`
 * @param chain as the server showed it, its own certificate first
 */
export function trustRemedy(host: string, chain: readonly X509Certificate[], places: TrustPlaces): string {
  const top = chain.at(-1);
  const issuer = top ? `"${nameOnOneLine(top.issuer)}"` : 'the issuer';
  const shown = top !== undefined && top.subject === top.issuer;
  const get = shown
    ? `Have its fingerprint confirmed by who runs ${host}`
    : `Ask who runs ${host} for the certificate of ${issuer}; the server does not send it`;
  const folders = certificateFolders({ home: places.home, systemRoot: '' });
  const folder = certificateFolderOf(folders, host) ?? `${folders[0]}/${host}`;
  return [
    `${get}.`,
    `Then put it as PEM into ${shorten(folder, places.home)}/ca.crt, for this host alone;`,
    `or, for every program here, ${systemWords(places)}.`,
  ].join(' ');
}

/** Certificates with their fingerprints, for people to compare. */
export function chainInWords(chain: readonly X509Certificate[]): string[] {
  return chain.map((one, position) => {
    const who =
      position === 0 ? 'the server' : one.subject === one.issuer ? 'its root' : 'an intermediate of it';
    const dates = `${dayOf(one.validFromDate)} to ${dayOf(one.validToDate)}`;
    return `${who} shows "${nameOnOneLine(one.subject)}", issued by "${nameOnOneLine(one.issuer)}", ${dates}, SHA-256 ${one.fingerprint256}`;
  });
}

function systemWords({ env }: TrustPlaces): string {
  if (env.SSL_CERT_FILE) return `append it to ${env.SSL_CERT_FILE}, which SSL_CERT_FILE names`;
  const file = authorityFile({ ...env }, '');
  if (file?.startsWith('/etc/pki/'))
    return 'put it into /etc/pki/ca-trust/source/anchors/ and run update-ca-trust';
  if (file === '/etc/ssl/certs/ca-certificates.crt')
    return 'put it as NAME.crt into /usr/local/share/ca-certificates/ and run update-ca-certificates';
  return 'add it to the trusted CAs of this system, or to a file that SSL_CERT_FILE names';
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
