import type { Digest } from '../../base/image/digest.ts';
import type { Closure, PlannedBlob } from './planned-image.ts';

/**
 * One object for each blob of many images. Images share most of their layers, and each manifest has texts of its own for
 * their digests.
 */
export class SharedBlobs {
  readonly #blobs = new Map<Digest, PlannedBlob>();

  of({ digest, size }: PlannedBlob): PlannedBlob {
    const known = this.#blobs.get(digest);
    if (known?.size === size) return known;
    const blob = { digest, size };
    if (!known) this.#blobs.set(digest, blob);
    return blob;
  }

  /** Replaces the blobs of a closure. */
  share<Shared extends Closure>(closure: Shared): Shared {
    return { ...closure, blobs: closure.blobs.map((blob) => this.of(blob)) };
  }
}
