/** What one rule does to the requests it matches. Without any effect it only counts them. */
export interface FaultRule {
  method?: string;
  /** A regular expression over path and query. */
  path?: string;
  /** Only GET of blobs; with `redirectBlobs` those at the blob store. */
  blobsOnly?: boolean;
  /** Let this many matches through first … */
  after?: number;
  /** … then act at most this often … */
  times?: number;
  /** … on each such match (1: all, 2: every other), counted after `after` … */
  every?: number;
  /** … with this probability, 0 to 1. */
  probability?: number;

  /** Answer with this status instead; 401 comes with a challenge. */
  status?: number;
  /** `Retry-After` of that answer: seconds, or an HTTP date. */
  retryAfter?: number | string;
  /** Wait before anything else happens. */
  delayMs?: number;
  /** Reset the connection instead of answering. */
  reset?: 'before';
  /** Never answer. */
  hang?: boolean;
  /** Reset the connection after this many bytes of the request's body. */
  resetUploadAfterBytes?: number;
  /** The request's body ends after this many bytes, as if the client had sent no more. */
  truncateUploadAfterBytes?: number;
  /** Read nothing more of the request's body after this many bytes, and never answer. */
  stallUploadAfterBytes?: number;
  /** Turn the bits of the byte at this offset of the request's body. */
  corruptUploadAtByte?: number;
  /** Do what the request asks for, then reset the connection instead of answering. */
  loseAnswer?: boolean;
  /** Forget the upload that the request belongs to: 404, also for later requests. */
  forgetUpload?: boolean;
  /** State less in `Range` than the upload has, or a `Location` that leads nowhere. */
  misstate?: 'range' | 'location';
  /** Accept the blob and hand out a wrong byte from then on. */
  damageStored?: boolean;
  /** Reset the connection after this many bytes of the answer's body. */
  resetAfterBytes?: number;
  /** End the connection cleanly (FIN) after this many bytes: a short body. */
  truncateAfterBytes?: number;
  /** Send nothing more after this many bytes. */
  stallAfterBytes?: number;
  /** Turn the bits of the byte at this offset of the answer's body. */
  corruptAtByte?: number;
}

/** How a server misbehaves. Bytes and ms. */
export interface FaultScript {
  /** Added before every request. */
  latencyMs?: number;
  /** Cap of each connection, both directions together. */
  bytesPerSec?: number;
  /** Cap of all connections together. */
  totalBytesPerSec?: number;
  /** False: ranges are ignored and not offered, so that nothing can be resumed. */
  range?: boolean;
  /** GET of a blob answers 307 to a signed address at another host (`localhost`), as public registries do. */
  redirectBlobs?: boolean;
  /** How long these addresses are good. Default 600,000. */
  blobAddressTtlMs?: number;
  /** The blob store answers 400 to an Authorization header. */
  blobStoreRejectsAuth?: boolean;
  /** How long tokens live that are issued from now on, whatever the server was started with. */
  tokenTtlMs?: number;
  /** More requests than this at once: 429. */
  maxConnections?: number;
  /** The first rule that matches and is due acts. */
  rules?: FaultRule[];
}

/** A request as rules see it. */
export interface RuleSubject {
  method: string;
  url: string;
  blob: boolean;
}

/** Chooses rules and keeps count of their matches. `random` gives numbers from 0 to below 1. */
export function createRulePicker(rules: readonly FaultRule[], random: () => number = Math.random) {
  const states = rules.map((rule) => ({
    rule,
    path: rule.path === undefined ? undefined : new RegExp(rule.path),
    matches: 0,
    hits: 0,
  }));
  return ({ method, url, blob }: RuleSubject): FaultRule | undefined => {
    for (const state of states) {
      const { rule, path } = state;
      if (rule.method !== undefined && rule.method !== method) continue;
      if (path && !path.test(url)) continue;
      if (rule.blobsOnly && !blob) continue;
      state.matches++;
      const turn = state.matches - (rule.after ?? 0);
      if (turn <= 0) continue;
      if (rule.times !== undefined && state.hits >= rule.times) continue;
      if (rule.every !== undefined && turn % rule.every !== 0) continue;
      if (rule.probability !== undefined && random() >= rule.probability) continue;
      state.hits++;
      return rule;
    }
    return undefined;
  };
}
