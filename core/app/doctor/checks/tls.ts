import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { RULE } from '../../../base/errors/rules.ts';
import { nameOnOneLine, peerCertificates } from '../../../registry/access/peer-certificate.ts';
import { t } from '../messages.ts';
import { type Finding, fault, fine, note } from './finding.ts';
import { type Handshaken, handshakeOver } from './tls-handshake.ts';
import { chainInWords, type TrustPlaces, trustRemedy } from './trust-remedy.ts';

/** ms. Certificates that expire sooner are reported, unless they are short-lived. */
const SOON = 14 * 86_400_000;
const SHORT_LIVED = 5;
/** Limit in ms of reading the chain of an untrusted server. */
const CHAIN_TIME = 5_000;

export interface TlsCheck {
  /** As dialled. */
  host: string;
  hostname: string;
  /** Why verification is off; undefined if it is on. */
  allowed: string | undefined;
  /** The proxy in between, which may respond instead of the server. */
  proxy: string | undefined;
  socket: (signal: AbortSignal) => Promise<Socket>;
  secureContext: SecureContext;
  explain: (error: unknown, origin: string) => unknown;
  /** Checks whether the server responds to plain HTTP. Called only where that is allowed. */
  speaksHttp: () => Promise<boolean>;
  places: TrustPlaces;
  signal: AbortSignal;
  /** ms since 1970. */
  now: number;
}

/** The finding, and the scheme for HTTP requests. */
export interface TlsResult {
  finding: Finding;
  scheme: 'https' | 'http';
}

/** Performs the TLS handshake of a run. For an untrusted certificate, reports its chain and how to trust it. */
export async function checkTls(check: TlsCheck): Promise<TlsResult> {
  const { host, hostname, allowed, secureContext, signal } = check;
  try {
    const below = await check.socket(signal);
    const seen = await handshakeOver(below, { hostname, secureContext, signal });
    return { finding: trusted(host, seen, check.now), scheme: 'https' };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const explained = await check.explain(thrown, `https://${host}`);
    if (!(explained instanceof AirlockError)) throw explained;
    if (allowed === undefined) return { finding: await untrusted(check, explained), scheme: 'https' };
    const plain = explained[RULE]?.id === 'tls-not-spoken' || explained.code === 'connection';
    if (!plain) {
      const statement = t('usedAnyway', { message: explained.message, reason: allowed });
      return { finding: note('tls', host, statement, explained.remedy), scheme: 'https' };
    }
    if (!(await check.speaksHttp()))
      return { finding: fault('tls', host, 'error', explained), scheme: 'https' };
    const statement = t('plainHttp', { host, reason: allowed });
    const finding = note('tls', host, statement, t('plainHttpRemedy'));
    return { finding: { ...finding, why: t('plainHttpWhy') }, scheme: 'http' };
  }
}

function trusted(host: string, { protocol, certificate }: Handshaken, now: number): Finding {
  if (!certificate) return fine('tls', host, t('handshakeAnonymous', { protocol }));
  const { validFromDate, validToDate, issuer } = certificate;
  const until = validToDate.toISOString().slice(0, 10);
  const statement = t('handshake', { protocol, date: until, issuer: nameOnOneLine(issuer) });
  const left = validToDate.getTime() - now;
  const life = validToDate.getTime() - validFromDate.getTime();
  if (left > SOON || left > life / SHORT_LIVED) return fine('tls', host, statement);
  const days = Math.max(0, Math.floor(left / 86_400_000));
  return fault(
    'tls',
    host,
    'warning',
    new AirlockError('tls', t('certificateExpires', { host, days, date: until }), {
      remedy: t('certificateExpiresRemedy'),
    }),
    chainInWords([certificate]),
  );
}

async function untrusted(check: TlsCheck, error: AirlockError): Promise<Finding> {
  const { host } = check;
  const chain = /^tls|^clock/.test(error.code) ? await chainOf(check) : [];
  const evidence = chainInWords(chain);
  if (error.code !== 'tls-unknown-issuer') return fault('tls', host, 'error', error, evidence);
  if (check.proxy) evidence.push(t('proxyIntercepts', { proxy: check.proxy }));
  return fault(
    'tls',
    host,
    'error',
    { code: error.code, message: error.message, remedy: trustRemedy(host, chain, check.places) },
    evidence,
  );
}

async function chainOf(check: TlsCheck): Promise<X509Certificate[]> {
  const { host, secureContext, signal } = check;
  try {
    const socket = await check.socket(signal);
    const url = new URL(`https://${host}`);
    return (await peerCertificates(url, { socket, secureContext, timeout: CHAIN_TIME })) ?? [];
  } catch {
    return [];
  }
}
