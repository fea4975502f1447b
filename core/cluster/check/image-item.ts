import { firstWords } from '../../base/document/words.ts';
import { type AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { parseReference } from '../../base/image/reference.ts';
import { t } from './messages.ts';
import type { NodePull, Pullable, Rejection } from './node-pull.ts';
import { type ImageName, type PullPlace, placeText } from './pull-places.ts';
import type { CheckGroup, CheckItem } from './report.ts';

/** The name of an image in the report, and the remedy if it is missing. */
export interface ImageCheck {
  group: CheckGroup;
  name: string;
  image: ImageName;
  /** How to mirror it. */
  remedy: string;
}

/** Checks whether nodes can pull an image, and from which location. */
export async function imageItem(
  pull: NodePull,
  { group, name, image, remedy }: ImageCheck,
  options: {
    /** Hosts that are mirrors in mirror sets. Empty for a cluster without mirror sets. */
    mirrorHosts: ReadonlySet<string>;
    signal?: AbortSignal;
  },
): Promise<CheckItem> {
  const about = { group, name };
  let result: Pullable;
  try {
    result = await pull.check(image, options.signal);
  } catch (thrown) {
    options.signal?.throwIfAborted();
    // A mirror set that maps this name to an invalid one. Other images may still be in order.
    const error = asAirlockError(thrown);
    return { ...about, state: 'failed', message: error.message, remedy: error.remedy };
  }
  if (!result.pullable) return { ...about, state: 'failed', ...whyNot(result, image, remedy) };
  const { place, before, blobs } = result;
  const from = placeText(place);
  const complete = t('imageComplete', { place: from, blobs });
  const { mirrorHosts } = options;
  // Some objects refer to the mirror directly: catalogs, and releases of its update service.
  if (place.set !== undefined || mirrorHosts.size === 0 || mirrorHosts.has(place.host))
    return { ...about, state: 'ok', message: complete, remedy: '', from };

  return {
    ...about,
    state: 'warning',
    message:
      before.length > 0
        ? t('onlySourceHasImage', { image: complete, reasons: rejectionsText(before) })
        : t('imageNotInMirrorSets', { image: complete }),
    remedy,
    from,
  };
}

/** Returns the image of a reference in the cluster, or undefined if the reference is invalid. */
export function imageNameOf(text: string): ImageName | undefined {
  try {
    const { transport, domain, path, tag, digest } = parseReference(text);
    const reference = digest ?? tag;
    return transport === 'docker' && domain && reference
      ? { registry: domain, repository: path, reference }
      : undefined;
  } catch {
    return undefined;
  }
}

function whyNot(
  { rejected, missing }: Extract<Pullable, { pullable: false }>,
  image: ImageName,
  remedy: string,
): { message: string; remedy: string } {
  if (missing) {
    return {
      message: t('partsMissing', { place: placeText(missing.place), parts: firstWords(missing.parts, 3) }),
      remedy,
    };
  }
  if (rejected.length === 0)
    return {
      message: t('registriesBlocked', { image: `${image.registry}/${image.repository}` }),
      remedy: t('registriesBlockedRemedy'),
    };
  return { message: rejectionsText(rejected), remedy: remedyFor(rejected, remedy) };
}

function rejectionsText(rejected: readonly Rejection[]): string {
  return rejected
    .map(({ place, error }) => t('placeFailed', { place: placeText(place), reason: error.message }))
    .join('; ');
}

/** Returns the remedy for the first mirror that can't be accessed, or else the one for missing content. */
function remedyFor(rejected: readonly Rejection[], remedy: string): string {
  const mirrors = rejected.filter(({ place }) => place.set !== undefined);
  for (const { place, error } of mirrors.length > 0 ? mirrors : rejected) {
    const known = accessRemedy(place, error);
    if (known !== undefined) return known;
  }
  return remedy;
}

function accessRemedy({ host }: PullPlace, { code, remedy }: AirlockError): string | undefined {
  switch (code) {
    case 'unauthorized':
    case 'denied':
      return t('credentialsRemedy', { host });
    case 'tls-unknown-issuer':
    case 'tls':
      return t('trustRemedy', { host });
    case 'connection':
    case 'proxy':
    case 'stalled':
      return t('unreachableRemedy', { host });
    case 'not-found':
      return undefined;
    default:
      return remedy;
  }
}
