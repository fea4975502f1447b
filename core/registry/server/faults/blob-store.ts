import { type Answer, type Exchange, rejection } from '../protocol/exchange.ts';
import { createSeal } from '../protocol/seal.ts';
import type { FaultScript } from './fault-script.ts';

const PREFIX = '/blob-store/';
const DEFAULT_TTL_MS = 600_000;

/**
 * Serves blobs at signed addresses that expire, on another host name, like the object stores behind public registries.
 */
export interface BlobStore {
  /** Returns 307 to a signed address for this request. */
  redirect(exchange: Exchange, script: FaultScript): Answer;
  /** Returns the original request for a request to a signed address, or the rejection. */
  open(exchange: Exchange, script: FaultScript): Exchange | Answer;
}

/** Returns whether a blob store issued an address. */
export function isBlobStoreUrl(url: string): boolean {
  return url.startsWith(PREFIX);
}

export function createBlobStore(): BlobStore {
  const seal = createSeal();
  return {
    redirect({ url, origin }, script) {
      const elsewhere = new URL(origin);
      // Another origin, so that tests detect clients that forward their Authorization header.
      elsewhere.hostname = elsewhere.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
      const token = seal.close({ url }, script.blobAddressTtlMs ?? DEFAULT_TTL_MS);
      return { status: 307, headers: { location: `${elsewhere.origin}${PREFIX}blob?signature=${token}` } };
    },
    open(exchange, script) {
      // The address only grants the right to read one blob.
      if (exchange.method !== 'GET' && exchange.method !== 'HEAD')
        return rejection(405, 'UNSUPPORTED', 'the operation is unsupported');
      const opened = seal.open<{ url: string }>(/[?&]signature=([^&]*)/.exec(exchange.url)?.[1] ?? '');
      if (opened === 'altered') return rejection(403, 'DENIED', 'the signature of the address is wrong');
      if (opened === 'expired') return rejection(403, 'DENIED', 'the address has expired');
      if (script.blobStoreRejectsAuth && exchange.headers.authorization !== undefined)
        return rejection(400, 'UNSUPPORTED', 'only one authentication mechanism is allowed');
      return { ...exchange, url: opened.value.url };
    },
  };
}
