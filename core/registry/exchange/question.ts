/** One request, asked to see what the registry answers: every status is an answer. */
export interface RegistryQuestion {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/v2/<repository>/`; without a repository from the root of the host; or the address of an upload. */
  path: string | URL;
  repository?: string;
  /** Mounts: the repository that a blob is taken from. */
  from?: string;
  headers?: Record<string, string>;
  /** Content; a function is called again when the request has to be sent again. */
  body?: Buffer | (() => AsyncIterable<Uint8Array>);
  /** As a stranger: no credentials are sent and no redirect is followed. */
  anonymous?: boolean;
  /** Not repeated, whatever is answered. Else busy servers (429, 5xx) are asked up to three times. */
  once?: boolean;
  signal?: AbortSignal | undefined;
}

export interface RegistryAnswer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** At most 64 KiB; empty when there was more. */
  body: Buffer;
  errors: StatedError[];
  /** How long this answer took, without earlier attempts, in ms. */
  tookMs: number;
  /** Earlier attempts that the registry refused for its load. */
  rejections: number;
  /** Where an upload goes on. Its query may grant access: never show it. */
  location?: URL;
}

/** One entry of the error body of the distribution specification. */
export interface StatedError {
  code: string;
  /** Empty when there is none. */
  message: string;
}
