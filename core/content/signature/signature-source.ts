import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import type { HttpGet } from './http-get.ts';
import { t } from './messages.ts';

/** Where release signatures are published (oc-mirror v2: internal/pkg/release/cincinnati.go). */
export const SIGNATURE_URL = 'https://mirror.openshift.com/pub/openshift-v4/signatures/openshift/release/';

const MAX_SIGNATURES = 10;

/** The candidate signatures for a digest at a service. None of them is verified yet. */
export interface SignatureSource {
  /** Without credentials or query, for messages. */
  readonly location: string;
  /** Returns raw messages one by one, until the service has no more. */
  signatures(digest: Digest, signal?: AbortSignal): AsyncIterable<Buffer>;
}

/**
 * Sends `GET <base>sha256=<hex>/signature-1`, `-2` and so on until the first that is absent, at most ten. Every 4xx
 * except 401, 407 and 429 means absent, because static file servers respond with 403 to missing files.
 * @param options.baseUrl value of OCP_SIGNATURE_URL; an empty one is ignored
 * @throws AirlockError `usage` for an invalid URL; while reading `unauthorized`, `rate-limited`, `server-error`
 */
export function signatureService(options: { get: HttpGet; baseUrl?: string }): SignatureSource {
  const text = options.baseUrl || SIGNATURE_URL;
  if (!URL.canParse(text)) {
    throw new AirlockError('usage', t('serviceUrlInvalid'), {
      remedy: t('serviceUrlInvalidRemedy'),
    });
  }
  const base = new URL(text);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  const location = `${base.protocol}//${base.host}${base.pathname}`;
  return {
    location,
    async *signatures(digest, signal) {
      for (let number = 1; number <= MAX_SIGNATURES; number++) {
        const url = new URL(base);
        url.pathname += `sha256=${hexOf(digest)}/signature-${number}`;
        const { status, body } = await options.get(url.href, signal ? { signal } : {});
        if (status === 200) yield body;
        else if (isAbsent(status)) return;
        else throw rejected(status, location, digest);
      }
    },
  };
}

function isAbsent(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 407, 429].includes(status);
}

function rejected(status: number, location: string, digest: Digest): AirlockError {
  const code = status === 401 ? 'unauthorized' : status === 429 ? 'rate-limited' : 'server-error';
  return new AirlockError(code, t('serviceResponse', { location, status: String(status), digest }), {
    side: 'source',
    found: String(status),
    retryable: status >= 500 || status === 429,
  });
}
