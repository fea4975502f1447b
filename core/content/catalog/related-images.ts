import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { parseReference } from '../../base/image/reference.ts';
import type { CatalogIndex } from './index/open-index.ts';
import { t } from './messages.ts';
import type { OperatorSelectionResult } from './select/selection-result.ts';

/** An image that selected bundles need. */
export interface OperatorImage {
  /** As written in the catalog. It identifies the image. */
  reference: string;
  /** `bundle` if it is the image of a bundle, even if it is also a related image. */
  kind: 'bundle' | 'related';
  /** Names of the bundles that need it. */
  bundles: string[];
  /** Names of the packages of those bundles. */
  packages: string[];
}

export interface OperatorImages {
  /** Each once, in the order of the bundles. */
  images: OperatorImage[];
  /** References that can't be mirrored, as errors with bundle and package. The bundle's other images are included. */
  problems: Problem[];
}

/**
 * Returns the images of a selection (oc-mirror v2: internal/pkg/operator/catalog_handler.go). They include the image of
 * a bundle even if the bundle doesn't list it.
 * @throws AirlockError `operator-selection` if there are none, `disk`, `interrupted`
 */
export async function relatedImages(
  index: CatalogIndex,
  result: OperatorSelectionResult,
  { signal }: { signal?: AbortSignal } = {},
): Promise<OperatorImages> {
  const found = new Map<string, OperatorImage>();
  const problems: Problem[] = [];
  for (const { name, bundles } of result.packages) {
    signal?.throwIfAborted();
    const details = await index.details(bundles);
    for (const [position, bundle] of bundles.entries()) {
      const references = new Set(details[position]!.relatedImages.map(({ image }) => image));
      for (const reference of references.add(bundle.image)) {
        if (reference === '') continue;
        const fault = faultOf(reference);
        if (fault !== undefined) {
          problems.push(unusable(fault, bundle.name, name));
          continue;
        }
        const image: OperatorImage = found.get(reference) ?? {
          reference,
          kind: 'related',
          bundles: [],
          packages: [],
        };
        found.set(reference, image);
        if (reference === bundle.image) image.kind = 'bundle';
        // The bundles of a package are consecutive, so only the last one can be present already.
        if (image.bundles.at(-1) !== bundle.name) image.bundles.push(bundle.name);
        if (image.packages.at(-1) !== name) image.packages.push(name);
      }
    }
  }
  if (found.size === 0 && problems.length === 0)
    throw new AirlockError('operator-selection', t('noImages'), {
      remedy: t('noImagesRemedy'),
    });
  return { images: [...found.values()], problems };
}

function faultOf(reference: string): string | undefined {
  if (reference.startsWith('oci://'))
    return `invalid image: ${reference} 'oci' is not supported in operator catalogs`;
  try {
    parseReference(reference);
    return undefined;
  } catch (error) {
    if (!(error instanceof AirlockError)) throw error;
    return `error parsing image ${reference}: ${error.message}`;
  }
}

function unusable(fault: string, bundle: string, of: string): Problem {
  return {
    code: 'reference-invalid',
    level: 'error',
    message: t('bundleImageInvalid', { fault, bundle, package: of }),
    remedy: t('bundleImageInvalidRemedy'),
  };
}
