import type { X509Certificate } from 'node:crypto';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { t } from './messages.ts';
import { nameOnOneLine } from './peer-certificate.ts';
import { type ForwardProxy, hostPort } from './proxy.ts';
import { type ServerClock, skewDuration } from './server-clock.ts';
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

/** Errors of a TLS client if the server doesn't support TLS. */
const NOT_TLS =
  /ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|ERR_SSL_HTTP_REQUEST|wrong version number|packet length too long/;

/** Reasons for a failed connection, and whether the next attempt may succeed. */
const UNREACHABLE = {
  ECONNREFUSED: ['connectionRejected', true, 'connectionRejectedRemedy'],
  ECONNRESET: ['connectionReset', true],
  ECONNABORTED: ['connectionAborted', true],
  EPIPE: ['connectionClosed', true],
  UND_ERR_SOCKET: ['connectionClosed', true],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['answerTooShort', true],
  ETIMEDOUT: ['connectionTimeout', true],
  UND_ERR_CONNECT_TIMEOUT: ['connectTimeout', true, 'connectTimeoutRemedy'],
  EHOSTUNREACH: ['noRouteToHost', true],
  ENETUNREACH: ['noRouteToNetwork', true],
  EAI_AGAIN: ['nameServerSilent', true, 'nameServerSilentRemedy'],
  ENOTFOUND: ['nameUnknown', false, 'nameUnknownRemedy'],
} as const;

/** Returns whether a fault is about the dates of a certificate. The clock of this host may then be the cause. */
export function isDateFault(error: unknown): boolean {
  return causes(error).some((cause) => DATES.has(codeOf(cause)));
}

/** Returns whether the certificates of the server would improve the message. */
export function isCertificateFault(error: unknown): boolean {
  return causes(error).some((cause) => UNKNOWN_ISSUER.has(codeOf(cause)) || DATES.has(codeOf(cause)));
}

/** Returns whether the server answered a TLS client without TLS. */
export function isWithoutTls(error: unknown): boolean {
  return causes(error).some(isNotTls);
}

/**
 * Returns a connection fault as a typed error with address, proxy, issuer and dates. Undefined for other errors.
 * `chain` and `clock` are the certificates and the time of the server, if they could be read.
 */
export function connectionFault(
  error: unknown,
  url: URL,
  context: { proxy: ForwardProxy | undefined; chain: X509Certificate[] | undefined; clock?: ServerClock },
): AirlockError | undefined {
  const { proxy, chain, clock } = context;
  const host = hostPort(url);
  const where = proxy ? t('throughProxy', { host, proxy: proxy.address }) : host;
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
    const statement =
      issuer === undefined
        ? t('issuerUnknown')
        : t(selfSigned ? 'selfSigned' : 'issuerUntrusted', { issuer });
    return new AirlockError(
      'tls-unknown-issuer',
      { subject: where, statement },
      {
        cause,
        found: issuer || undefined,
        remedy: issuer ? t('issuerRemedy', { issuer }) : undefined,
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
          statement: t(clock.skewMs > 0 ? 'clockAhead' : 'clockBehind', {
            duration: skewDuration(clock.skewMs),
            time: now,
          }),
        },
        { expected: new Date(clock.serverMs).toISOString(), found: now, cause },
      );
    const key = code === 'CERT_HAS_EXPIRED' ? 'certificateExpired' : 'certificateNotYetValid';
    const statement = outside
      ? t(`${key}Dates`, {
          start: outside.validFromDate.toISOString(),
          end: outside.validToDate.toISOString(),
          time: now,
        })
      : t(key, { time: now });
    return new AirlockError(
      'tls',
      { subject: where, statement },
      {
        remedy: t('certificateDatesRemedy'),
        cause,
      },
    );
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const { cert } = cause as { cert?: { subjectaltname?: string; subject?: { CN?: string | string[] } } };
    const listed = cert?.subjectaltname || cert?.subject?.CN?.toString();
    const names = listed ? nameOnOneLine(listed) : undefined;
    return new AirlockError(
      'tls',
      {
        subject: where,
        statement: names === undefined ? t('certificateWithoutNames') : t('certificateNames', { names }),
      },
      {
        remedy: t(names === undefined ? 'certificateWithoutNamesRemedy' : 'certificateNamesRemedy'),
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

/** If there is a proxy, a connection that fails immediately is the one to the proxy. */
function proxyFault(code: string, cause: Error, url: URL, proxy: ForwardProxy): AirlockError | undefined {
  if (code === 'UND_ERR_INVALID_ARG' && cause.message.includes('(407)'))
    return proxyRejected(proxy, hostPort(url), 407);
  const { syscall } = cause as NodeJS.ErrnoException;
  if (syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_PRX_TLS')
    return proxyUnreachable(proxy, cause);
  return undefined;
}

function transportFault(code: string, cause: Error, where: string): AirlockError | undefined {
  if (isNotTls(cause)) {
    return new AirlockError(
      'tls',
      { subject: where, statement: t('notTls') },
      {
        remedy: t('notTlsRemedy'),
        cause,
        rule: { id: 'tls-not-spoken' },
      },
    );
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return new AirlockError(
      'stalled',
      { subject: where, statement: t('stalled') },
      { retryable: true, cause },
    );
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED')
    return new AirlockError('interrupted', t('connectionsClosed', { host: where }), { cause });
  if (isUnreachable(code)) {
    const [reason, retryable, remedy] = UNREACHABLE[code];
    return new AirlockError(
      'connection',
      { subject: where, statement: t(reason) },
      {
        retryable,
        cause,
        remedy: remedy && t(remedy),
      },
    );
  }
  if (cause.name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new AirlockError(
      'protocol',
      { subject: where, statement: t('notHttp') },
      {
        remedy: t('notHttpRemedy'),
        cause,
      },
    );
  }
  if (/CERTIFICATE_REQUIRED|ALERT_HANDSHAKE_FAILURE|BAD_CERTIFICATE/.test(code)) {
    return new AirlockError(
      'tls',
      { subject: where, statement: t('handshakeEnded', { code }) },
      {
        remedy: t('handshakeEndedRemedy'),
        cause,
        rule: { id: 'tls-handshake-ended' },
      },
    );
  }
  if (
    code === 'EPROTO' ||
    code.startsWith('ERR_SSL_') ||
    code.startsWith('ERR_TLS_') ||
    /CERT|CRL/.test(code)
  )
    return new AirlockError('tls', { subject: where, statement: t('noTls', { code }) }, { cause });
  return undefined;
}

function isUnreachable(code: string): code is keyof typeof UNREACHABLE {
  return Object.hasOwn(UNREACHABLE, code);
}

/** Returns an error with its causes, and the single errors if several addresses of a name failed. */
function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let next = error; next instanceof Error && found.length < 10; next = next.cause) {
    found.push(next);
    if (next instanceof AggregateError) found.push(...next.errors.filter((one) => one instanceof Error));
  }
  return found;
}

function isNotTls(error: Error): boolean {
  return NOT_TLS.test(`${codeOf(error)} ${error.message}`);
}

function codeOf(error: Error): string {
  return String((error as NodeJS.ErrnoException).code ?? '');
}
