/** The effect of a rule on matching requests. A rule without an effect only counts them. */
export interface FaultRule {
  method?: string;
  /** Regular expression for path and query. */
  path?: string;
  /** Only GET of blobs; with `redirectBlobs`, those at the blob store. */
  blobsOnly?: boolean;
  /** Number of matches to leave unaffected at first. */
  after?: number;
  /** Maximum number of matches to affect after that. */
  times?: number;
  /** Interval between affected matches (1: all, 2: every other), counted after `after`. */
  every?: number;
  /** Probability of an effect, 0 to 1. */
  probability?: number;

  /** Status to answer with instead. 401 comes with a challenge. */
  status?: number;
  /** `Retry-After` of this answer: seconds, or an HTTP date. */
  retryAfter?: number | string;
  /** Wait before anything else happens. */
  delayMs?: number;
  /** Reset the connection instead of answering. */
  reset?: 'before';
  /** Never answer. */
  hang?: boolean;
  /** Reset the connection after this many bytes of the request's body. */
  resetUploadAfterBytes?: number;
  /** End the request's body after this many bytes, as if the client had sent no more. */
  truncateUploadAfterBytes?: number;
  /** Stop reading the request's body after this many bytes, and never answer. */
  stallUploadAfterBytes?: number;
  /** Invert the bits of the byte at this offset of the request's body. */
  corruptUploadAtByte?: number;
  /** Process the request, then reset the connection instead of answering. */
  loseAnswer?: boolean;
  /** Forget the request's upload: 404, also for later requests. */
  forgetUpload?: boolean;
  /** State less in `Range` than the upload has, or a `Location` that doesn't exist. */
  misstate?: 'range' | 'location';
  /** Accept the blob, and serve it with a wrong byte from then on. */
  damageStored?: boolean;
  /** Reset the connection after this many bytes of the response body. */
  resetAfterBytes?: number;
  /** End the connection cleanly (FIN) after this many bytes, so that the body is too short. */
  truncateAfterBytes?: number;
  /** Stop sending after this many bytes. */
  stallAfterBytes?: number;
  /** Invert the bits of the byte at this offset of the response body. */
  corruptAtByte?: number;
}

/** The misbehavior of a server. Bytes and ms. */
export interface FaultScript {
  /** Delay before every request. */
  latencyMs?: number;
  /** Maximum rate of each connection, both directions combined. */
  bytesPerSec?: number;
  /** Maximum rate of all connections combined. */
  totalBytesPerSec?: number;
  /** False: ranges are neither offered nor supported, so that no transfer can be resumed. */
  range?: boolean;
  /** GET of a blob returns 307 to a signed address at another host (`localhost`), as public registries do. */
  redirectBlobs?: boolean;
  /** How long these addresses are valid. Default 600,000. */
  blobAddressTtlMs?: number;
  /** Whether the blob store answers 400 to an Authorization header. */
  blobStoreRejectsAuth?: boolean;
  /** Lifetime of tokens issued from now on, regardless of the server's settings. */
  tokenTtlMs?: number;
  /** Maximum concurrent requests. Others get 429. */
  maxConnections?: number;
  /** Rules, of which the first one that matches and is due takes effect. */
  rules?: FaultRule[];
}

/** The parts of a request that rules match. */
export interface RuleSubject {
  method: string;
  url: string;
  blob: boolean;
}

/** Selects rules and counts their matches. `random` returns numbers from 0 to below 1. */
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
