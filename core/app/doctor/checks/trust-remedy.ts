import type { X509Certificate } from 'node:crypto';
import { shorten } from '../../../registry/access/credentials.ts';
import { certificateFolderOf, certificateFolders } from '../../../registry/access/host-certificates.ts';
import { nameOnOneLine } from '../../../registry/access/peer-certificate.ts';
import { authorityFile } from '../../../registry/access/trusted-authorities.ts';
import { t } from '../messages.ts';

/** The home and environment that decide which files of this host apply. */
export interface TrustPlaces {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
}

/**
 * Returns how to trust the issuer of a chain on this system: for one host, and for all programs.
 * @param host as dialled, `registry.lab:5000`
 * @param chain in the order of the server, its own certificate first
 */
export function trustRemedy(host: string, chain: readonly X509Certificate[], places: TrustPlaces): string {
  const top = chain.at(-1);
  const shown = top !== undefined && top.subject === top.issuer;
  const folders = certificateFolders({ home: places.home, systemRoot: '' });
  const folder = certificateFolderOf(folders, host) ?? `${folders[0]}/${host}`;
  const forHost = t('trustHostRemedy', { file: `${shorten(folder, places.home)}/ca.crt` });
  const forAll = systemRemedy(places);
  if (shown) return t('trustShownRemedy', { host, forHost, forAll });
  const issuer = top ? `"${nameOnOneLine(top.issuer)}"` : t('unknownIssuer');
  return t('trustUnshownRemedy', { host, issuer, forHost, forAll });
}

/** Describes certificates with their fingerprints, so that users can compare them. */
export function chainInWords(chain: readonly X509Certificate[]): string[] {
  return chain.map((one, position) => {
    const key =
      position === 0
        ? 'serverCertificate'
        : one.subject === one.issuer
          ? 'rootCertificate'
          : 'intermediateCertificate';
    return t(key, {
      subject: nameOnOneLine(one.subject),
      issuer: nameOnOneLine(one.issuer),
      from: dayOf(one.validFromDate),
      until: dayOf(one.validToDate),
      fingerprint: one.fingerprint256,
    });
  });
}

function systemRemedy({ env }: TrustPlaces): string {
  if (env.SSL_CERT_FILE) return t('trustFileRemedy', { file: env.SSL_CERT_FILE });
  const file = authorityFile({ ...env }, '');
  if (file?.startsWith('/etc/pki/')) return t('trustRedHatRemedy');
  return file === '/etc/ssl/certs/ca-certificates.crt' ? t('trustDebianRemedy') : t('trustSystemRemedy');
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
