import type { CollectedImage } from '../../base/collected/collected.ts';
import {
  completedContent,
  DestinationContent,
  type DestinationContentOptions,
} from '../copy/destination-content.ts';
import type { Supply } from '../sides/supply.ts';
import type { PushTarget } from './push-target.ts';

/** Completes a supply from sets with the content of the destination. Returns other supplies unchanged. */
export function completedSupply<S extends Pick<Supply, 'content' | 'resolve'>>(
  supply: S,
  {
    target: { registry, repositoryOf },
    everything,
    homesOf,
    signal,
  }: Pick<DestinationContentOptions, 'homesOf' | 'signal'> & {
    target: Pick<PushTarget, 'registry' | 'repositoryOf'>;
    everything: readonly Pick<CollectedImage, 'destination'>[];
  },
): { supply: S; elsewhere?: DestinationContent } {
  if (!supply.content.has) return { supply };
  const elsewhere = new DestinationContent({
    ...{ registry, homesOf, signal },
    repositories: () => everything.map(repositoryOf),
  });
  const resolve: Supply['resolve'] = {
    ...supply.resolve,
    elsewhere: (image, digest, error) => elsewhere.manifestInstead(repositoryOf(image), digest, error),
  };
  return {
    supply: { ...supply, resolve, content: completedContent(supply.content, elsewhere, repositoryOf) },
    elsewhere,
  };
}
