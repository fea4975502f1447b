/** One document of a catalog file, cut out but not understood yet. */
export interface DocumentPiece {
  bytes: Buffer;
  /** Line of the file on which `bytes` begin, from 1. */
  line: number;
  /** Why it is no document; the file cannot be read beyond it. */
  fault?: string;
}

/** A document larger than this is no catalog: V8's strings end at 512 MiB. */
export const MAX_DOCUMENT_BYTES = 128 * 1024 * 1024;

/** What is held of a document while its end has not been seen. */
export interface OpenDocument {
  add(part: Buffer): void;
  bytes: number;
  take(): Buffer;
}

export function openDocument(): OpenDocument {
  let parts: Buffer[] = [];
  return {
    bytes: 0,
    add(part) {
      if (part.length === 0) return;
      parts.push(part);
      this.bytes += part.length;
    },
    take() {
      const whole = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
      parts = [];
      this.bytes = 0;
      return whole;
    },
  };
}
