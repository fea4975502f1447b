import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import type { HttpGet } from './http-get.ts';

/** Where release signatures are published (oc-mirror v2: internal/pkg/release/cincinnati.go). */
export const SIGNATURE_URL = 'https://mirror.openshift.com/pub/openshift-v4/signatures/openshift/release/';

const MAX_SIGNATURES = 10;

/** Candidate signatures for a digest, as a service has them; none of them is verified yet. */
export interface SignatureSource {
  /** Without credentials or query, for messages. */
  readonly location: string;
  /** Raw messages one after another; ends where the service has no more. */
  signatures(digest: Digest, signal?: AbortSignal): AsyncIterable<Buffer>;
}

/**
 * `GET <base>sha256=<hex>/signature-1`, `-2`, … until the first that is absent, at most ten. Absent is every 4xx but 401,
 * 407 and 429: static file servers answer 403 for files they do not have.
 * @param options.baseUrl value of OCP_SIGNATURE_URL; empty counts as not given
 * @throws AirlockError `usage` for a base that is no URL; while reading `unauthorized`, `rate-limited`, `server-error`
 */
export function signatureService(options: { get: HttpGet; baseUrl?: string }): SignatureSource {
  const text = options.baseUrl || SIGNATURE_URL;
  if (!URL.canParse(text)) {
    throw new AirlockError('usage', 'OCP_SIGNATURE_URL is not a URL', {
      remedy: 'Write it whole, e.g. https://mirror.example.com/signatures/openshift/release/.',
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
  return new AirlockError(code, `${location} answered ${status} when asked for the signature of ${digest}`, {
    side: 'source',
    found: String(status),
    retryable: status >= 500 || status === 429,
  });
}
