import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

/** A request as the layers of the server receive it. */
export interface Exchange {
  method: string;
  /** Path and query as sent. */
  url: string;
  headers: IncomingHttpHeaders;
  body: AsyncIterable<Buffer>;
  /** `http://HOST:PORT` as addressed by the client. */
  origin: string;
  socket: Socket;
  /** Aborted if the connection ends before the response is complete. */
  signal: AbortSignal;
}

/** A response. A streamed body is opened only when it is sent (never for HEAD). */
export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body?: Buffer | AsyncIterable<Buffer>;
}

/** A layer of the server: protocol, authentication, faults. */
export type Handler = (exchange: Exchange) => Promise<Answer>;

/** Error codes of the distribution specification 1.1, of docker distribution, and of Harbor and Quay. */
export type RejectionCode =
  | 'BLOB_UNKNOWN'
  | 'BLOB_UPLOAD_INVALID'
  | 'BLOB_UPLOAD_UNKNOWN'
  | 'DENIED'
  | 'DIGEST_INVALID'
  | 'MANIFEST_BLOB_UNKNOWN'
  | 'MANIFEST_INVALID'
  | 'MANIFEST_UNKNOWN'
  | 'NAME_INVALID'
  | 'NAME_UNKNOWN'
  | 'NOT_FOUND'
  | 'PAGINATION_NUMBER_INVALID'
  | 'PRECONDITION'
  | 'RANGE_INVALID'
  | 'SIZE_INVALID'
  | 'TAG_ALREADY_EXISTS'
  | 'TAG_INVALID'
  | 'TOOMANYREQUESTS'
  | 'UNAUTHORIZED'
  | 'UNKNOWN'
  | 'UNSUPPORTED';

/** Returns a response with the error body of the specification: `{errors: [{code, message, detail}]}`. */
export function rejection(
  status: number,
  code: RejectionCode,
  message: string,
  detail?: unknown,
  headers?: OutgoingHttpHeaders,
): Answer {
  return jsonAnswer(status, { errors: [{ code, message, detail: detail ?? null }] }, headers);
}

/** Returns a response with a JSON body. */
export function jsonAnswer(status: number, value: unknown, headers: OutgoingHttpHeaders = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: Buffer.from(JSON.stringify(value)),
  };
}
