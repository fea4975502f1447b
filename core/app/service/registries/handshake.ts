import type { Socket } from 'node:net';
import { AirlockError, amended } from '../../../base/errors/airlock-error.ts';
import { PARTS } from '../../../base/errors/message-parts.ts';
import { RULE } from '../../../base/errors/rules.ts';
import type { Access } from '../../../registry/access/access.ts';
import { isCertificateFault } from '../../../registry/access/connection-faults.ts';
import { createHostCertificates } from '../../../registry/access/host-certificates.ts';
import { nameOnOneLine } from '../../../registry/access/peer-certificate.ts';
import { type Handshaken, handshakeOver } from '../../doctor/checks/tls-handshake.ts';
import type { StageOutcome } from './test-stages.ts';

export interface Handshake {
  /** Where HTTP is spoken: `https://…`, or `http://…` where that is allowed and TLS is not spoken. */
  origin: string;
  outcome: StageOutcome;
}

/**
 * A TLS handshake as a run would make it. What need not be verified is a warning and not a fault.
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
      const used = `It is used all the same: ${because}.`;
      const parts = explained instanceof AirlockError ? explained[PARTS] : undefined;
      const why = explained instanceof Error ? explained.message : 'the certificate is not trusted';
      const detail = parts ? { ...parts, statement: `${parts.statement}. ${used}` } : `${why}. ${used}`;
      return { origin, outcome: { result: 'warning', detail } };
    }
    const plain = `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
    if (!(await speaksHttp(access, plain, signal))) throw explained;
    const detail = `${host} speaks plain HTTP: what is sent can be read on the way. It is used all the same: ${because}.`;
    return { origin: plain, outcome: { result: 'warning', detail } };
  }
}

function isNameFault(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_TLS_CERT_ALTNAME_INVALID';
}

/** The remedies of the engine speak of flags; here there are fields for the same. */
function forPeople(explained: unknown, host: string): unknown {
  if (!(explained instanceof AirlockError)) return explained;
  const remedy =
    explained.code === 'tls-unknown-issuer'
      ? `Add the certificate of this issuer as a CA for ${host}, here in Settings, or have it put into the trusted CAs of this host.`
      : explained[RULE]?.id === 'tls-not-spoken'
        ? `Have the registry speak TLS, or switch verification off for ${host} here in Settings.`
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
    // 400 is what TLS servers answer to plain HTTP.
    return statusCode !== 400;
  } catch {
    return false;
  }
}

function described({ protocol, certificate }: Handshaken): string {
  if (!certificate) return `${protocol} without a certificate.`;
  const { issuer, validToDate } = certificate;
  return `${protocol}, valid until ${validToDate.toISOString().slice(0, 10)}, issued by "${nameOnOneLine(issuer)}".`;
}
