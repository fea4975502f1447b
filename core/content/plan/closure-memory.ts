import type { CollectedImage } from '../../base/collected/collected.ts';
import { lineValue } from '../../base/files/line-files.ts';
import { openRecords, sealedRecord } from '../../base/files/sealed-records.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Platform } from '../../base/image/manifest.ts';
import type { Attachment, Closure } from './planned-image.ts';
import { SharedBlobs } from './shared-blobs.ts';

/** The known content and attachments of a digest. */
export interface KnownImage extends Closure {
  attachments: Attachment[];
}

/**
 * Remembers the content of each digest, so that a second run sends no requests for known digests. The content of a digest
 * never changes. Its attachments were looked up when it was new.
 */
export interface ClosureMemory {
  get(key: string): KnownImage | undefined;
  /** @param like what others resemble it; see {@link likenessOf} */
  put(key: string, image: KnownImage, like?: string): void;
  /** The blobs of all images, without those of attachments. */
  readonly shared: SharedBlobs;
}

/**
 * Returns a key of images with similar sizes: versions of one component of releases, and images of one repository. With
 * it, sizes of images that weren't looked up yet can be estimated.
 */
export function likenessOf({ kind, source, destination, deliverable }: CollectedImage): string {
  const release = deliverable.replace(/^release /, '');
  const name = `${source.registry}/${source.repository}`;
  return kind === 'ocpReleaseContent' && destination.tag.startsWith(`${release}-`)
    ? `${kind} ${name} ${destination.tag.slice(release.length + 1)}`
    : `${kind} ${name}`;
}

/** The key includes platforms and the setting for attachments, because they change what is copied. */
export function memoryKey(digest: Digest, platforms: Platform[] | undefined, attachments: boolean): string {
  const sparse = platforms?.length
    ? platforms.map((p) => `${p.os}/${p.architecture}/${p.variant ?? ''}`).join(',')
    : 'all';
  return `${digest} ${sparse} ${attachments ? 'attachments' : 'bare'}`;
}

/** Images by key. A map for each kind of key shares the texts of digests with the images. */
class KnownImages {
  readonly #bySettings = new Map<string, Map<string, KnownImage>>();

  get(key: string): KnownImage | undefined {
    return this.#bySettings.get(key.slice(DIGEST_LENGTH))?.get(key.slice(0, DIGEST_LENGTH));
  }

  set(key: string, image: KnownImage): void {
    const settings = key.slice(DIGEST_LENGTH);
    const images = this.#bySettings.get(settings) ?? new Map<string, KnownImage>();
    const digest = key.startsWith(image.digest) ? image.digest : key.slice(0, DIGEST_LENGTH);
    this.#bySettings.set(settings, images.set(digest, image));
  }
}

const DIGEST_LENGTH = 'sha256:'.length + 64;

/** The name of the file below `cache/`. */
export const KNOWN_IMAGES = 'known-images.jsonl';

/**
 * Reads one sealed JSON record per digest. The file is append-only. Truncated and damaged lines are skipped.
 * @param text the file's content; @param append is called with each new line.
 */
export function closureMemory(text: string, append: (line: string) => void): ClosureMemory {
  const known = new KnownImages();
  const shared = new SharedBlobs();
  for (const line of openRecords(text, KNOWN_IMAGES)) {
    const {
      key,
      like: _like,
      ...image
    } = Object(lineValue(line)) as { key: string; like?: string } & KnownImage;
    // A line of another version is skipped, and its digest is looked up again.
    if (
      typeof key === 'string' &&
      Array.isArray(image.manifests) &&
      Array.isArray(image.blobs) &&
      image.blobs.every((blob) => typeof blob?.digest === 'string')
    )
      known.set(key, shared.share(image));
  }
  return {
    shared,
    get: (key) => known.get(key),
    put(key, image, like) {
      if (JSON.stringify(known.get(key)) === JSON.stringify(image)) return;
      known.set(key, image);
      append(sealedRecord(JSON.stringify({ key, like, ...image })));
    },
  };
}
