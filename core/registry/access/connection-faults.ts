import type { X509Certificate } from 'node:crypto';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { nameOnOneLine } from './peer-certificate.ts';
import { type ForwardProxy, hostPort } from './proxy.ts';
import { type ServerClock, skewInWords } from './server-clock.ts';
import { proxyRejected, proxyUnreachable } from './tunnel.ts';

const UNKNOWN_ISSUER = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'CERT_UNTRUSTED',
]);

const DATES = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);

/** What a TLS client sees of a server that does not speak TLS. */
const NOT_TLS =
  /ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|ERR_SSL_HTTP_REQUEST|wrong version number|packet length too long/;

/** Why no connection came about, and whether the next attempt may succeed. */
const UNREACHABLE: Record<string, readonly [reason: string, retryable: boolean, remedy?: string]> = {
  ECONNREFUSED: [
    'nothing listens there (connection refused)',
    true,
    'Check host and port; a registry that speaks plain HTTP listens on 80 or on a port that its name must show.',
  ],
  ECONNRESET: ['the connection was reset', true],
  ECONNABORTED: ['the connection was aborted', true],
  EPIPE: ['the other side closed the connection', true],
  UND_ERR_SOCKET: ['the other side closed the connection', true],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['the answer ended too early', true],
  ETIMEDOUT: ['no answer in time', true],
  UND_ERR_CONNECT_TIMEOUT: [
    'no connection within 20 s',
    true,
    'Check the network and firewalls; where only a proxy leads out, set HTTPS_PROXY.',
  ],
  EHOSTUNREACH: ['no route to this host', true],
  ENETUNREACH: ['no route to this network', true],
  EAI_AGAIN: ['the name server does not answer', true, 'Check the name servers of this host.'],
  ENOTFOUND: [
    'the name is unknown',
    false,
    'Check the spelling and the name servers; where only a proxy leads out, set HTTPS_PROXY.',
  ],
};

/** Whether a fault is about the dates of a certificate: then the clock of this host may be the cause. */
export function isDateFault(error: unknown): boolean {
  return causes(error).some((cause) => DATES.has(codeOf(cause)));
}

/** Whether the certificates that the server shows would make the message better. */
export function isCertificateFault(error: unknown): boolean {
  return causes(error).some((cause) => UNKNOWN_ISSUER.has(codeOf(cause)) || DATES.has(codeOf(cause)));
}

/**
 * A connection fault as a typed error that names address, proxy, issuer and dates; undefined for what is none.
 * `chain` is what the server showed, and `clock` what time it says it is, when they could be read.
 */
export function connectionFault(
  error: unknown,
  url: URL,
  context: { proxy: ForwardProxy | undefined; chain: X509Certificate[] | undefined; clock?: ServerClock },
): AirlockError | undefined {
  const { proxy, chain, clock } = context;
  const where = `${hostPort(url)}${proxy ? ` (through the proxy ${proxy.address})` : ''}`;
  for (const cause of causes(error)) {
    const code = codeOf(cause);
    const fault =
      certificateFault(code, cause, where, chain, clock) ??
      (proxy && proxyFault(code, cause, url, proxy)) ??
      transportFault(code, cause, where);
    if (fault) return fault;
  }
  return undefined;
}

function certificateFault(
  code: string,
  cause: Error,
  where: string,
  chain: X509Certificate[] | undefined,
  clock: ServerClock | undefined,
): AirlockError | undefined {
  const leaf = chain?.[0];
  if (UNKNOWN_ISSUER.has(code)) {
    const top = chain?.at(-1);
    const issuer = top && nameOnOneLine(top.issuer);
    const selfSigned = leaf && leaf.subject === leaf.issuer;
    const by = selfSigned ? `it is self-signed (${issuer})` : `its issuer is "${issuer ?? 'not known'}"`;
    return new AirlockError(
      'tls-unknown-issuer',
      { subject: where, statement: `this host does not trust the certificate: ${by}` },
      {
        cause,
        found: issuer || undefined,
        remedy: issuer
          ? `Put the certificate of "${issuer}" into the trusted CAs of this host, or into certs.d/HOST:PORT/ca.crt.`
          : undefined,
      },
    );
  }
  if (DATES.has(code)) {
    const now = new Date().toISOString();
    const outside =
      chain?.find((one) => one.validToDate < new Date() || one.validFromDate > new Date()) ?? leaf;
    if (clock && chain?.every((one) => isValidAt(one, clock.serverMs)))
      return new AirlockError(
        'clock-skew',
        {
          subject: where,
          statement: `the clock of this host says ${now}, ${skewInWords(clock.skewMs)} the server's: by that the certificate is outside of its dates`,
        },
        { expected: new Date(clock.serverMs).toISOString(), found: now, cause },
      );
    const word = code === 'CERT_HAS_EXPIRED' ? 'has expired' : 'is not valid yet';
    const dates = outside
      ? ` (valid from ${outside.validFromDate.toISOString()} to ${outside.validToDate.toISOString()})`
      : '';
    return new AirlockError(
      'tls',
      { subject: where, statement: `the certificate ${word}${dates}; the clock here says ${now}` },
      {
        remedy: 'If the clock of this host is wrong, set it; else the certificate must be renewed.',
        cause,
      },
    );
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const { cert } = cause as { cert?: { subjectaltname?: string; subject?: { CN?: string | string[] } } };
    const names = nameOnOneLine(cert?.subjectaltname ?? String(cert?.subject?.CN ?? 'no name'));
    return new AirlockError(
      'tls',
      { subject: where, statement: `the certificate is for another name: ${names}` },
      {
        remedy: 'Use one of the names of the certificate, or have a certificate issued for this one.',
        found: names,
        cause,
      },
    );
  }
  return undefined;
}

function isValidAt({ validFromDate, validToDate }: X509Certificate, ms: number): boolean {
  return validFromDate.getTime() <= ms && ms <= validToDate.getTime();
}

/** With a proxy in between, a connection that fails at once is the one to the proxy. */
function proxyFault(code: string, cause: Error, url: URL, proxy: ForwardProxy): AirlockError | undefined {
  if (code === 'UND_ERR_INVALID_ARG' && cause.message.includes('(407)'))
    return proxyRejected(proxy, hostPort(url), 407);
  const { syscall } = cause as NodeJS.ErrnoException;
  if (syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_PRX_TLS')
    return proxyUnreachable(proxy, cause);
  return undefined;
}

function transportFault(code: string, cause: Error, where: string): AirlockError | undefined {
  if (NOT_TLS.test(`${code} ${cause.message}`)) {
    return new AirlockError('tls', `${where} does not speak TLS; it seems to be plain HTTP`, {
      remedy:
        'For a registry that has no TLS use --src-tls-verify=false or --dest-tls-verify=false, or insecure = true in registries.conf.',
      cause,
      rule: { id: 'tls-not-spoken' },
    });
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return new AirlockError('stalled', `${where} stopped answering`, { retryable: true, cause });
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED')
    return new AirlockError('interrupted', `the connections to ${where} are closed`, { cause });
  const unreachable = UNREACHABLE[code];
  if (unreachable) {
    const [reason, retryable, remedy] = unreachable;
    return new AirlockError(
      'connection',
      { subject: where, statement: `${reason}` },
      {
        retryable,
        cause,
        remedy: remedy || undefined,
      },
    );
  }
  if (cause.name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new AirlockError('protocol', `${where} did not answer with HTTP`, {
      remedy: 'Check the port; a server that speaks TLS needs https.',
      cause,
    });
  }
  if (/CERTIFICATE_REQUIRED|ALERT_HANDSHAKE_FAILURE|BAD_CERTIFICATE/.test(code)) {
    return new AirlockError('tls', `${where} ended the TLS handshake (${code})`, {
      remedy: 'If it asks for a client certificate, put NAME.cert and NAME.key into certs.d/HOST:PORT.',
      cause,
      rule: { id: 'tls-handshake-ended' },
    });
  }
  if (
    code === 'EPROTO' ||
    code.startsWith('ERR_SSL_') ||
    code.startsWith('ERR_TLS_') ||
    /CERT|CRL/.test(code)
  )
    return new AirlockError('tls', { subject: where, statement: `no TLS connection (${code})` }, { cause });
  return undefined;
}

/** An error with its causes, and the single errors where several addresses of a name failed. */
function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let next = error; next instanceof Error && found.length < 10; next = next.cause) {
    found.push(next);
    if (next instanceof AggregateError) found.push(...next.errors.filter((one) => one instanceof Error));
  }
  return found;
}

function codeOf(error: Error): string {
  return String((error as NodeJS.ErrnoException).code ?? '');
}
