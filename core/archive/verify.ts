import type { Digest } from '../image/digest.ts';

export interface VerifyProblem {
  kind: 'corrupt' | 'missing' | 'size' | 'foreign';
  digest?: Digest;
  file: string;
  images: string[];
}
export interface VerifyResult {
  ok: boolean;
  blobs: number;
  bytes: number;
  problems: VerifyProblem[];
}
export declare function verifySource(
  path: string,
  options?: { signal?: AbortSignal; onProgress?: (progress: { bytes: number; total: number }) => void },
): Promise<VerifyResult>;
