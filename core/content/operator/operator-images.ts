import type { BundleName, CollectedImage } from '../../base/collected/collected.ts';
import { sourceOf } from '../../base/collected/image-source.ts';
import { entryReason } from '../../base/document/entry-reason.ts';
import { firstWords } from '../../base/document/words.ts';
import { destinationOf } from '../../base/image/destination.ts';
import { parseReference } from '../../base/image/reference.ts';
import type { OperatorSelection } from '../../image-set/config/image-set.ts';
import type { OperatorImage } from '../catalog/related-images.ts';
import type { OperatorSelectionResult } from '../catalog/select/selection-result.ts';

/**
 * Returns the images of a selection in the order of copying: by operator, in the order of the configuration. An image of
 * several operators belongs to the first of them.
 * @param title the catalog's short name, for the names of deliverables
 * @param why the line of the configuration with the catalog
 */
export function operatorImages(
  images: readonly OperatorImage[],
  { packages }: OperatorSelectionResult,
  of: { operator: OperatorSelection; title: string; why: string },
): CollectedImage[] {
  const { operator, title, why } = of;
  const written = new Map((operator.packages ?? []).map(({ name }, position) => [name, position]));
  const place = (name: string) => written.get(name) ?? written.size;
  const first = (image: OperatorImage) => image.packages.toSorted((a, b) => place(a) - place(b))[0]!;
  const bundles = new Map<string, BundleName>(
    packages.flatMap(({ name, bundles }) =>
      bundles.map((bundle) => [bundle.name, { package: name, bundle: bundle.name }] as const),
    ),
  );
  return images
    .map((image) => ({ image, owner: first(image) }))
    .sort((a, b) => place(a.owner) - place(b.owner))
    .map(({ image, owner }) => {
      const reference = parseReference(image.reference);
      return {
        kind: image.kind === 'bundle' ? ('operatorBundle' as const) : ('operatorRelatedImage' as const),
        origin: reference.text,
        source: sourceOf(reference),
        destination: destinationOf({ kind: 'image', reference }),
        deliverable: `operator ${owner} of ${title}`,
        why: entryReason(
          why,
          `${image.kind === 'bundle' ? '' : 'needed by '}bundle ${firstWords(image.bundles, 1)}`,
        ),
        verdict: { result: 'not-checked' as const },
        neededBy: image.bundles.flatMap((bundle) => bundles.get(bundle) ?? []),
        platforms: operator.platforms.length > 0 ? operator.platforms : undefined,
      };
    });
}
