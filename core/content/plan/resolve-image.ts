import type { CollectedImage } from '../../base/collected/collected.ts';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import { spareReferrersTag } from '../../base/image/attached-tags.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Manifest } from '../../base/image/manifest.ts';
import { closureOf } from './closure.ts';
import { type ClosureMemory, likenessOf, memoryKey } from './closure-memory.ts';
import type { ManifestOrigin } from './manifest-origin.ts';
import { t } from './messages.ts';
import { type Attachment, bytesOf, type Closure, type PlannedImage, sourceText } from './planned-image.ts';
import type { SharedBlobs } from './shared-blobs.ts';

export interface ResolveOptions {
  origin: ManifestOrigin;
  memory?: ClosureMemory;
  /** The blobs of all images of a run, if it has no memory. */
  shared?: SharedBlobs;
  /** Returns a manifest that is missing from the origin. Without it, the origin's error is thrown. */
  elsewhere?: (image: CollectedImage, digest: Digest, error: unknown) => Promise<Manifest>;
  /** False with --remove-signatures. */
  attachments: boolean;
  /** Returns whether an image of the run has this name at the destination. Default: only the image itself. */
  isImageName?: (repository: string, tag: string) => boolean;
  /** Look up attachments again, although the digest is known (--resend). */
  refresh?: boolean;
  /** Called with a problem for attachments that aren't copied. */
  warn?: (problem: Problem) => void;
  /** Compares the image with an approved plan. @throws AirlockError `plan-changed` */
  retain?: (image: PlannedImage) => PlannedImage;
  signal?: AbortSignal;
}

/**
 * Resolves an image: its current digest, every manifest below it, their blobs, and their attachments: cosign's tags and
 * referrers (OCI distribution specification 1.1), with the attachments of those in turn.
 */
export async function resolveImage(
  image: CollectedImage,
  { elsewhere, memory, attachments, isImageName, refresh, warn, retain, signal, ...given }: ResolveOptions,
): Promise<PlannedImage> {
  const origin = elsewhere ? completed(given.origin, image, elsewhere) : given.origin;
  const digest = await origin.digestOf(image, signal);
  const key = memoryKey(digest, image.platforms, attachments);
  let known = refresh ? undefined : memory?.get(key);
  if (!known) {
    const child = (of: { digest: Digest }) => origin.manifest(image.source, of.digest, signal);
    const shared = memory?.shared ?? given.shared;
    const closure = await closureOf(await child({ digest }), child, image.platforms, shared);
    const limits: string[] = [];
    // Without a spread, because V8 needs more memory for objects that are made with it.
    const { manifests, blobs } = closure;
    known = {
      digest: closure.digest,
      manifests,
      blobs,
      attachments: attachments ? await attachmentsOf(image, closure, origin, limits, signal) : [],
    };
    // Truncated attachments are looked up and reported again by the next run.
    if (limits.length === 0) memory?.put(key, known, likenessOf(image));
    for (const message of new Set(limits))
      warn?.({
        code: 'attachments-left-out',
        level: 'warning',
        message: t('attachmentsLimited', { image: sourceText(image), limit: message }),
        remedy: ERROR_CODES['attachments-left-out'][1],
      });
  }
  const { repository, tag } = image.destination;
  const accepted = (name: string) => name === tag || isImageName?.(repository, name) === true;
  const named = known.attachments.some((each) => accepted(each.tag))
    ? known.attachments.map((each) => (accepted(each.tag) ? { ...each, tag: spareTagOf(each.tag) } : each))
    : known.attachments;
  const planned = { ...image, ...known, attachments: named, bytes: bytesOf(known) };
  return retain?.(planned) ?? planned;
}

/** Returns an origin that gets the missing manifests of an image elsewhere. */
function completed(
  origin: ManifestOrigin,
  image: CollectedImage,
  elsewhere: ResolveOptions['elsewhere'] & {},
): ManifestOrigin {
  return {
    ...origin,
    manifest: (source, digest, signal) =>
      origin.manifest(source, digest, signal).catch((error) => elsewhere(image, digest, error)),
  };
}

/** Returns whether one of these images has a name at the destination, for `ResolveOptions.isImageName`. */
export function imageNames(
  images: Pick<CollectedImage, 'destination'>[],
): ResolveOptions['isImageName'] & {} {
  const names = new Set(images.map(({ destination: { repository, tag } }) => `${repository}:${tag}`));
  return (repository, tag) => names.has(`${repository}:${tag}`);
}

/** Returns another tag. Only the tag of an index of referrers can also be the name of an image. */
function spareTagOf(tag: string): string {
  const hex = /^sha256-([0-9a-f]{64})$/.exec(tag)?.[1];
  return hex === undefined ? tag : spareReferrersTag(`sha256:${hex}`);
}

/** Limits for referrers of referrers, and for attachments of one image, because a registry could list any number. */
const DEEPEST = 4;
const MOST_ATTACHMENTS = 500;

/**
 * Returns the attachments of the manifests of an image, and their attachments in turn.
 * @param limits gets a sentence for each limit that was reached
 */
export async function attachmentsOf(
  image: CollectedImage,
  closure: Closure,
  origin: ManifestOrigin,
  limits: string[],
  signal?: AbortSignal,
): Promise<Attachment[]> {
  const child = (of: { digest: Digest }) => origin.manifest(image.source, of.digest, signal);
  const found = new Map<string, Attachment>();
  const seen = new Set(closure.manifests.map(({ digest }) => digest));
  let subjects = [...seen];
  for (let depth = 0; subjects.length > 0; depth++) {
    if (depth > DEEPEST) {
      limits.push(t('referrersTooDeep', { limit: DEEPEST }));
      break;
    }
    const lookedUp = await Promise.all(subjects.map((digest) => origin.attached(image, digest, signal)));
    subjects = [];
    for (const { tag, digest, copied } of lookedUp.flat()) {
      if (found.has(tag)) continue;
      if (copied) limits.push(t('referrersLimited', { count: copied }));
      if (seen.size > MOST_ATTACHMENTS + closure.manifests.length) {
        limits.push(t('attachmentCountLimited', { count: MOST_ATTACHMENTS }));
        return [...found.values()];
      }
      const attachment = { ...(await closureOf(await child({ digest }), child)), tag };
      found.set(tag, attachment);
      // Signatures and attestations aren't signed. An index of referrers is generated, so only its entries have referrers.
      if (/\.(sig|att)$/.test(tag)) continue;
      for (const { digest: artifact } of attachment.manifests) {
        if ((artifact === digest && !tag.endsWith('.sbom')) || seen.has(artifact)) continue;
        seen.add(artifact);
        subjects.push(artifact);
      }
    }
  }
  return [...found.values()];
}
