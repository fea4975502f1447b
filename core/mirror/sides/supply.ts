import type { CollectedImage } from '../../base/collected/collected.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import type { ResolveOptions } from '../../content/plan/resolve-image.ts';
import type { NamedConfiguration } from '../approval/configuration.ts';
import type { PushContent } from '../copy/push-images.ts';
import type { Collection } from '../run/collect-images.ts';
import type { ImageTrust } from './image-trust.ts';

/** Images to push, and the source of their content: sets on disk, or registries. */
export interface Supply {
  collection: Collection;
  configurations: NamedConfiguration[];
  resolve: Omit<ResolveOptions, 'attachments'>;
  content: PushContent;
  graphBase?: PlannedImage['digest'];
  /** Judges images before they are pushed. */
  trust?: ImageTrust;
  /** Returns all raw signatures of a release. The caller verifies them. */
  signatures(image: Pick<CollectedImage, 'source'>): Promise<Uint8Array[]>;
}
