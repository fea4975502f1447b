import type { Digest } from '../image/digest.ts';

export interface MendSources {
  blob(digest: Digest, size: number): AsyncIterable<Buffer>;
  file(name: string): Promise<Buffer | undefined>;
  signal?: AbortSignal;
}
export interface MendResult {
  mended: string[];
  failed: string[];
  fetched: number;
  written: number;
}
export declare function mendSet(directory: string, sources: MendSources): Promise<MendResult>;
