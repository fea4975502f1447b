import type { ImageKind, ImageSourceReference } from '../../base/collected/collected.ts';
import type { Digest } from '../../base/image/digest.ts';

/** An image at the destination, copied by this run or already present, for cluster resources. */
export interface PushedImage {
  kind: ImageKind;
  /** The reference that clusters use for it: oc-mirror's origin. */
  origin: string;
  source: ImageSourceReference;
  /** Its place: registry with port, and repository with the destination's namespace and `--max-nested-paths` applied. */
  destination: { registry: string; repository: string; tag: string };
  digest: Digest;
}

/** One file of `cluster-resources/`. `name` has no folder. */
export interface ResourceFile {
  name: string;
  content: string;
}

/** Returns `registry/repository` at the destination, without tag. */
export function repositoryAt(destination: PushedImage['destination']): string {
  return `${destination.registry}/${destination.repository}`;
}
