/** One document of a catalog file, cut out but not understood yet. */
export interface DocumentPart {
  /** Valid until the next piece is asked for. */
  bytes: Buffer;
  /** Line of the file on which `bytes` begin, from 1. */
  line: number;
  /** Why it is no document; the file cannot be read beyond it. */
  fault?: string;
}

/** A document larger than this is no catalog: V8's strings end at 512 MiB. */
export const MAX_DOCUMENT_BYTES = 128 * 1024 * 1024;
