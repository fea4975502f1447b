import type { Socket } from 'node:net';
import { AirlockError, amended } from '../../../base/errors/airlock-error.ts';
import { PARTS } from '../../../base/errors/message-parts.ts';
import { RULE } from '../../../base/errors/rules.ts';
import { inUrl } from '../../../base/files/loopback-address.ts';
import type { Access } from '../../../registry/access/access.ts';
import { isCertificateFault } from '../../../registry/access/connection-faults.ts';
import { createHostCertificates } from '../../../registry/access/host-certificates.ts';
import { nameOnOneLine } from '../../../registry/access/peer-certificate.ts';
import { type Handshaken, handshakeOver } from '../../doctor/checks/tls-handshake.ts';
import { t } from './messages.ts';
import type { StageOutcome } from './test-stages.ts';

export interface Handshake {
  /** `https://…`, or `http://…` if the registry doesn't use TLS and that is allowed. */
  origin: string;
  outcome: StageOutcome;
}

/**
 * Performs the TLS handshake of a run. If verification is off, failures are warnings.
 * @throws AirlockError `tls`, `tls-unknown-issuer`, and connection faults
 */
export async function handshake(options: {
  /** As dialled. */
  host: string;
  hostname: string;
  port: number;
  insecure: boolean;
  because: string;
  access: Access;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  signal: AbortSignal;
  socket: (signal: AbortSignal) => Promise<Socket>;
}): Promise<Handshake> {
  const { host, hostname, port, insecure, because, access, signal } = options;
  const origin = `https://${host}`;
  const secureContext = createHostCertificates({
    env: { ...options.env },
    home: options.home,
    systemRoot: '',
  })(new URL(origin).host);
  try {
    const seen = await handshakeOver(await options.socket(signal), { hostname, secureContext, signal });
    return { origin, outcome: { detail: described(seen) } };
  } catch (error) {
    const explained = await access.explain(error, origin);
    if (!insecure) throw forPeople(explained, host);
    if (isCertificateFault(error) || isNameFault(error)) {
      const parts = explained instanceof AirlockError ? explained[PARTS] : undefined;
      const statement =
        parts?.statement ?? (explained instanceof Error ? explained.message : t('tlsUntrusted'));
      const used = t('tlsUntrustedUsed', { statement, reason: because });
      const detail = parts ? { ...parts, statement: used } : used;
      return { origin, outcome: { result: 'warning', detail } };
    }
    const plain = `http://${inUrl(hostname)}:${port}`;
    if (!(await speaksHttp(access, plain, signal))) throw explained;
    const detail = t('plainHttp', { host, reason: because });
    return { origin: plain, outcome: { result: 'warning', detail } };
  }
}

function isNameFault(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_TLS_CERT_ALTNAME_INVALID';
}

/** Replaces remedies that name command-line options. The app has fields for the same settings. */
function forPeople(explained: unknown, host: string): unknown {
  if (!(explained instanceof AirlockError)) return explained;
  const remedy =
    explained.code === 'tls-unknown-issuer'
      ? t('issuerUnknownRemedy', { host })
      : explained[RULE]?.id === 'tls-not-spoken'
        ? t('tlsUnavailableRemedy', { host })
        : undefined;
  return remedy ? amended(explained, { remedy }) : explained;
}

async function speaksHttp(access: Access, origin: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { statusCode, body } = await access.dispatcher(origin, 'insecure').request({
      origin,
      path: '/v2/',
      method: 'GET',
      signal,
    });
    body.on('error', () => undefined).destroy();
    // TLS servers respond to plain HTTP with 400.
    return statusCode !== 400;
  } catch {
    return false;
  }
}

function described({ protocol, certificate }: Handshaken): string {
  if (!certificate) return t('handshakeAnonymous', { protocol });
  const { issuer, validToDate } = certificate;
  const date = validToDate.toISOString().slice(0, 10);
  return t('handshake', { protocol, date, issuer: nameOnOneLine(issuer) });
}
