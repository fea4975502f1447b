/** One GET with retries, proxies and trust of the host applied by whoever provides it. `body` is decoded and whole. */
export type HttpGet = (
  url: string,
  options: { signal?: AbortSignal; accept?: string },
) => Promise<HttpAnswer>;

export interface HttpAnswer {
  status: number;
  body: Buffer;
}
