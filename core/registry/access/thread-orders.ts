import type { RecentBytes } from './minimum-rate.ts';

/** How this host reaches registries, for the connections of the thread. */
export interface Reach {
  env: Record<string, string | undefined>;
  home: string;
  systemRoot: string;
}

/** A GET request without a body. Times in ms. */
export interface GetOrder {
  type: 'get';
  id: number;
  origin: string;
  path: string;
  security: 'verified' | 'insecure';
  headers: Record<string, string>;
  headersTimeout: number;
  bodyTimeout: number;
  /** Bytes that must arrive in `bodyTimeout` of waiting for the server. */
  minimumBytes: number;
}

/** Where the content of a response is written. Bytes and positions of a file that this process has open. */
export interface StoreOrder {
  type: 'store';
  id: number;
  fd: number;
  /** Position of the first byte of the blob. */
  position: number;
  /** Bytes of the complete blob. */
  size: number;
  /** Position in the blob of the first byte that is written. */
  offset: number;
  /** Position in the blob before which the response must end. */
  end: number;
  /** Whether the digest of the blob is computed. The bytes before `offset`, which are in the file, are then read again. */
  digest: boolean;
  /** Bytes of the response that are in the file already. */
  skip: number;
  /** Written directly before the first byte of the blob, together with it. */
  header: Uint8Array;
  /** Zero bytes written after the last byte of the blob, together with it. */
  padding: number;
}

export type ThreadOrder = GetOrder | StoreOrder | { type: 'cancel'; id: number };

/** Headers of a response, with names in lower case. */
export type ReceivedHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A fault with what classifies it. */
export interface ThreadFault {
  message: string;
  name: string;
  code?: string | undefined;
  syscall?: string | undefined;
  cause?: ThreadFault | undefined;
}

/** Bytes since the last report: received in responses, and written to the file. */
export interface ThreadProgress {
  fetched: number;
  written: number;
  /** Whether the minimum rate was met. */
  met: boolean;
}

/** How a response ended. */
export interface ThreadEnd extends ThreadProgress {
  /** SHA-256 of the blob (hex) if it is computed and all of the blob is in the file. */
  sha256?: string | undefined;
  /** `network`: the request failed. `slow`: below the minimum rate. `disk`: the file can't be written. `longer`: the response has more bytes than it may. */
  failed?: 'network' | 'slow' | 'disk' | 'longer' | undefined;
  fault?: ThreadFault | undefined;
  /** If the response was too slow. */
  recent?: RecentBytes | undefined;
}

export type ThreadReport =
  /** Without `body`, the response waits for a `store` or `cancel` order. */
  | {
      type: 'head';
      id: number;
      status: number;
      headers: ReceivedHeaders;
      body?: Uint8Array | undefined;
    }
  | ({ type: 'progress'; id: number } & ThreadProgress)
  | ({ type: 'end'; id: number } & ThreadEnd);
