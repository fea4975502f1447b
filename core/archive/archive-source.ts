import type { ImageSource } from '../store/content.ts';

export declare function openImageSource(
  path: string,
  options?: { signal?: AbortSignal },
): Promise<ImageSource>;
