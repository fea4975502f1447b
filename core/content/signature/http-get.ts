/** Sends one GET with the retries, proxies and certificates of its provider. Returns the entire decoded body. */
export type HttpGet = (
  url: string,
  options: { signal?: AbortSignal; accept?: string },
) => Promise<HttpAnswer>;

export interface HttpAnswer {
  status: number;
  body: Buffer;
}
