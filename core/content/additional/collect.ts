import type { Collected, CollectedImage } from '../../base/collected/collected.ts';
import { ADDITIONAL_IMAGES } from '../../base/collected/deliverables.ts';
import { sourceOf } from '../../base/collected/image-source.ts';
import { entryText } from '../../base/document/entry-reason.ts';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES, type ErrorCode } from '../../base/errors/codes.ts';
import { RULE } from '../../base/errors/rules.ts';
import { destinationOf } from '../../base/image/destination.ts';
import { type ImageReference, parseReference } from '../../base/image/reference.ts';
import { type BlockedImages, isBlocked } from '../../image-set/config/blocked.ts';
import { isTargetPath } from '../../image-set/config/catalog-name.ts';
import type { AdditionalImage } from '../../image-set/config/image-set.ts';
import { t } from './messages.ts';

/**
 * Collects the images of `mirror.additionalImages` in their order, each once, without blocked ones (oc-mirror v2:
 * internal/pkg/additional/local_stored_collector.go). An entry that can't be mirrored is an error problem with its place,
 * and collecting continues with the others.
 * @param destination registry and namespace that are also compared with blockedImages; see {@link isBlocked}.
 */
export function* collectAdditional(
  images: AdditionalImage[],
  blocked: BlockedImages,
  destination?: string,
): Generator<Collected> {
  const seen = new Set<string>();
  for (const [index, entry] of images.entries()) {
    const result = collectOne(entry, index);
    if ('code' in result) {
      yield { type: 'problem', problem: result };
      continue;
    }
    const { source, destination: name, platforms } = result;
    const key = JSON.stringify([source, name, platforms]);
    if (seen.has(key) || isBlocked(result, blocked, destination)) continue;
    seen.add(key);
    if (source.tag && source.digest)
      yield {
        type: 'problem',
        problem: problem(
          'config-suspicious',
          'info',
          `${result.origin} has both tag and digest : using digest to pull, but tag only for mirroring`,
          entry,
        ),
      };
    yield { type: 'image', image: result, at: { ...entry.at, path: pathOf(entry, index) } };
  }
}

function collectOne(entry: AdditionalImage, index: number): CollectedImage | Problem {
  const { name, targetRepo, targetTag, platforms } = entry;
  const place = pathOf(entry, index);
  if (!name)
    return {
      ...problem('config-invalid', 'error', t('nameMissing', { place }), entry, t('nameMissingRemedy')),
      [RULE]: { id: 'name-missing', path: place },
    };
  let reference: ImageReference;
  try {
    reference = parseReference(name);
  } catch (error) {
    if (!(error instanceof AirlockError)) throw error;
    return { ...problem(error.code, 'error', error.message, entry, error.remedy), [RULE]: error[RULE] };
  }
  const folder = reference.transport === 'oci';
  if (folder && !targetRepo && !isTargetPath(trimmed(reference.path)))
    return problem(
      'config-invalid',
      'error',
      t('directoryNameInvalid', { image: name }),
      entry,
      t('directoryNameInvalidRemedy'),
    );
  if (targetRepo && !isTargetPath(targetRepo))
    return {
      ...problem(
        'config-invalid',
        'error',
        `invalid targetRepo ${targetRepo} for image ${name}`,
        entry,
        t('targetRepoRemedy'),
      ),
      [RULE]: { id: 'target-repository', targetRepo, image: name },
    };
  if (targetTag && !/^\w[\w.-]{0,127}$/.test(targetTag))
    return problem(
      'config-invalid',
      'error',
      `invalid targetTag ${targetTag} for image ${name}`,
      entry,
      t('targetTagRemedy'),
    );
  return {
    kind: 'generic',
    origin: folder ? name : reference.text,
    source: folder ? { registry: '', repository: reference.path } : sourceOf(reference),
    destination: destinationOf({
      kind: 'image',
      reference,
      targetRepo: targetRepo || undefined,
      targetTag: targetTag || undefined,
    }),
    deliverable: ADDITIONAL_IMAGES,
    why: entryText(entry.at, place),
    verdict: { result: 'not-checked' },
    platforms: platforms.length > 0 ? platforms : undefined,
  };
}

function pathOf({ at }: AdditionalImage, index: number): string {
  return at?.path ?? `mirror.additionalImages[${index}]`;
}

/** Returns the path of a folder as a repository at the destination. */
function trimmed(path: string): string {
  return path.replace(/^\/+|\/+$/g, '');
}

function problem(
  code: ErrorCode,
  level: Problem['level'],
  message: string,
  entry: AdditionalImage,
  remedy: string = ERROR_CODES[code][1],
): Problem {
  return { code, level, message, remedy, ...entry.at };
}
