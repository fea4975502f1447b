/** One request that shows a registry's response. Every status is a valid result. */
export interface RegistryQuestion {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below `/v2/<repository>/`; without a repository, from the root of the host; or the address of an upload. */
  path: string | URL;
  repository?: string;
  /** For mounts: the source repository of the blob. */
  from?: string;
  headers?: Record<string, string>;
  /** Content. A function is called again if the request is repeated. */
  body?: Buffer | (() => AsyncIterable<Uint8Array>);
  /** Whether to send no credentials and follow no redirect. */
  anonymous?: boolean;
  /** Whether to send the request only once. Otherwise, busy servers (429, 5xx) receive it up to three times. */
  once?: boolean;
  signal?: AbortSignal | undefined;
}

export interface RegistryAnswer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** At most 64 KiB; empty if there was more. */
  body: Buffer;
  errors: StatedError[];
  /** Duration of this response, without earlier attempts, in ms. */
  tookMs: number;
  /** Earlier attempts that the registry rejected because of load. */
  rejections: number;
  /** Address for the next request of an upload. Its query may grant access, so never show it. */
  location?: URL;
}

/** One entry of the error body of the distribution specification. */
export interface StatedError {
  code: string;
  /** Empty if there is none. */
  message: string;
  /** Texts and numbers of its `detail`, such as `limit: 2`. */
  detail?: string;
}
