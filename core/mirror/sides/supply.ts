import type { CollectedImage } from '../../base/collected/collected.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import type { ResolveOptions } from '../../content/plan/resolve-image.ts';
import type { NamedConfiguration } from '../approval/configuration.ts';
import type { PushContent } from '../copy/push-images.ts';
import type { Collection } from '../run/collect-images.ts';
import type { ImageTrust } from './image-trust.ts';

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
