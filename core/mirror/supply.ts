import type { CollectedImage } from '../collect/collected.ts';
import type { PlannedImage } from '../plan/planned-image.ts';
import type { ResolveOptions } from '../plan/resolve-image.ts';
import type { Collection } from './collect-images.ts';
import type { NamedConfiguration } from './configuration.ts';
import type { ImageTrust } from './image-trust.ts';
import type { PushContent } from './push-images.ts';

/** Images to push and where their content comes from: the sets on a disk, or registries. */
export interface Supply {
  collection: Collection;
  configurations: NamedConfiguration[];
  resolve: Omit<ResolveOptions, 'attachments'>;
  content: PushContent;
  graphBase?: PlannedImage['digest'];
  /** Decides about images before they are pushed. */
  trust?: ImageTrust;
  /** Every raw signature that is here for a release; verified by whoever hands them on. */
  signatures(image: Pick<CollectedImage, 'source'>): Promise<Uint8Array[]>;
}
