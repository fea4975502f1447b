/** One document of a catalog file that isn't parsed yet. */
export interface DocumentPart {
  /** Valid until the next document is requested. */
  bytes: Buffer;
  /**
   * Only of JSON: `bytes` without white space. Strings and numbers stay the same bytes. Only use it if `bytes` are valid
   * JSON, because `1 2` becomes `12`. Valid until the next document is requested.
   */
  compact?: Buffer;
  /** Line of the file on which `bytes` begin, from 1. */
  line: number;
  /** Why it isn't a document. The rest of the file can't be read. */
  fault?: string;
}

/** The maximum size of a document. The limit of V8's strings is 512 MiB. */
export const MAX_DOCUMENT_BYTES = 128 * 1024 * 1024;
