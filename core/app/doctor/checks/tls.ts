import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { RULE } from '../../../base/errors/rules.ts';
import { nameOnOneLine, peerCertificates } from '../../../registry/access/peer-certificate.ts';
import { type Finding, fault, fine, note } from './finding.ts';
import { type Handshaken, handshakeOver } from './tls-handshake.ts';
import { chainInWords, type TrustPlaces, trustRemedy } from './trust-remedy.ts';

/** ms: certificates that end sooner are told, unless they were made for a short life. */
const SOON = 14 * 86_400_000;
const SHORT_LIVED = 5;
/** ms for reading the chain of a server that is not trusted. */
const CHAIN_TIME = 5_000;

export interface TlsCheck {
  /** As dialled. */
  host: string;
  hostname: string;
  /** Why it need not be verified; undefined when it must be. */
  allowed: string | undefined;
  /** A proxy stands in between: it may answer in the server's place. */
  proxy: string | undefined;
  socket: (signal: AbortSignal) => Promise<Socket>;
  secureContext: SecureContext;
  explain: (error: unknown, origin: string) => unknown;
  /** Whether plain HTTP is answered there. Asked only where that is allowed. */
  speaksHttp: () => Promise<boolean>;
  places: TrustPlaces;
  signal: AbortSignal;
  /** ms since 1970. */
  now: number;
}

/** What the check found, and where HTTP is spoken then. */
export interface TlsResult {
  finding: Finding;
  scheme: 'https' | 'http';
}

/** A TLS handshake as a run makes it; a certificate that is not trusted is told with its chain and how to trust it. */
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
      const what = `${explained.message}. It is used all the same: ${allowed}`;
      return { finding: note('tls', host, what, explained.remedy), scheme: 'https' };
    }
    if (!(await check.speaksHttp()))
      return { finding: fault('tls', host, 'error', explained), scheme: 'https' };
    const what = `${host} speaks plain HTTP: what is sent can be read on the way. It is used all the same: ${allowed}`;
    return { finding: note('tls', host, what, 'Have the registry speak TLS.'), scheme: 'http' };
  }
}

function trusted(host: string, { protocol, certificate }: Handshaken, now: number): Finding {
  if (!certificate) return fine('tls', host, `${protocol} without a certificate`);
  const { validFromDate, validToDate, issuer } = certificate;
  const until = validToDate.toISOString().slice(0, 10);
  const what = `${protocol}, valid until ${until}, issued by "${nameOnOneLine(issuer)}"`;
  const left = validToDate.getTime() - now;
  const life = validToDate.getTime() - validFromDate.getTime();
  if (left > SOON || left > life / SHORT_LIVED) return fine('tls', host, what);
  const days = Math.max(0, Math.floor(left / 86_400_000));
  return fault(
    'tls',
    host,
    'warning',
    new AirlockError('tls', `the certificate of ${host} ends in ${days} days, on ${until}`, {
      remedy: 'Have it renewed before that day.',
    }),
    chainInWords([certificate]),
  );
}

async function untrusted(check: TlsCheck, error: AirlockError): Promise<Finding> {
  const { host } = check;
  const chain = /^tls|^clock/.test(error.code) ? await chainOf(check) : [];
  const evidence = chainInWords(chain);
  if (error.code !== 'tls-unknown-issuer') return fault('tls', host, 'error', error, evidence);
  if (check.proxy)
    evidence.push(`the proxy ${check.proxy} is in between: it may show a certificate of its own`);
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
