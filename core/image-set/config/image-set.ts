import type { Location } from '../../base/errors/airlock-error.ts';
import type { Platform } from '../../base/image/manifest.ts';
import type { LinearPattern } from './re2.ts';

/**
 * An ImageSetConfiguration as loaded (oc-mirror v2: internal/pkg/api/v2alpha1/type_config.go): with defaults, names in
 * their proper case and no unknown fields.
 */
export interface ImageSetConfiguration {
  kind: 'ImageSetConfiguration';
  /** GiB; 0 = not given. */
  archiveSize: number;
  platform?: PlatformSelection;
  operators: OperatorSelection[];
  additionalImages: AdditionalImage[];
  helm?: HelmSelection;
  blockedImages: { name: string; pattern: LinearPattern }[];
}

/** A DeleteImageSetConfiguration as loaded (oc-mirror v2: internal/pkg/api/v2alpha1/type_config.go). */
export interface DeleteImageSetConfiguration {
  kind: 'DeleteImageSetConfiguration';
  platform?: PlatformSelection;
  operators: OperatorSelection[];
  additionalImages: AdditionalImage[];
  helm?: HelmSelection;
}

/** The position in the user's file, absent for configurations without a file. */
interface Located {
  at?: Location;
}

export interface PlatformSelection extends Located {
  graph: boolean;
  channels: ReleaseChannel[];
  /** As written; `['amd64']` when neither this nor platforms is given. */
  architectures: string[];
  platforms: Platform[];
  /** Exact payload reference, with which channels are ignored. */
  release?: string;
  kubeVirtContainer: boolean;
}

export interface ReleaseChannel extends Located {
  name: string;
  type: 'ocp' | 'okd';
  minVersion?: string;
  maxVersion?: string;
  shortestPath: boolean;
  full: boolean;
}

export interface OperatorSelection extends Located {
  catalog: string;
  full: boolean;
  /**
   * Absent and empty mean the same to the filter, but not to its hash (oc-mirror v2:
   * internal/pkg/operator/filtered_collector.go).
   */
  packages?: OperatorPackage[];
  /** Path at the destination, without tag and digest. */
  targetCatalog?: string;
  targetTag?: string;
  /** Path of a CatalogSource that serves as template. */
  targetCatalogSourceTemplate?: string;
  /** Without effect, but part of the filter hash. */
  skipDependencies: boolean;
  platforms: Platform[];
}

export interface OperatorPackage extends Located {
  name: string;
  defaultChannel?: string;
  minVersion?: string;
  maxVersion?: string;
  channels?: OperatorChannel[];
}

export interface OperatorChannel {
  name: string;
  minVersion?: string;
  maxVersion?: string;
}

export interface AdditionalImage extends Located {
  name: string;
  targetRepo?: string;
  targetTag?: string;
  platforms: Platform[];
}

export interface HelmSelection extends Located {
  repositories: HelmRepository[];
  local: HelmChart[];
}

export interface HelmRepository extends Located {
  name: string;
  url: string;
  /** Absent: every chart and every version of the index. */
  charts?: HelmChart[];
}

export interface HelmChart extends Located {
  name: string;
  version?: string;
  path?: string;
  /** JSONPath expressions that find additional images. */
  imagePaths: string[];
  platforms: Platform[];
}
