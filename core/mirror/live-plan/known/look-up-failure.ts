import type { CollectedImage } from '../../../base/collected/collected.ts';
import type { Problem } from '../../../base/errors/airlock-error.ts';

/** An error of a look-up that concerns one image or one catalog, not its registry. */
export interface LookUpFailure {
  problem: Problem;
  image?: CollectedImage;
  /** Reference of the catalog. */
  catalog?: string;
  /** Deliverable of a chart. */
  chart?: string;
}
