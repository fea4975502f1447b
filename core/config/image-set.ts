import type { Platform } from '../image/manifest.ts';

/** ImageSetConfiguration as loaded (reference 1.2): defaults applied, names in their proper case, nothing unknown. */
export interface ImageSetConfiguration {
  kind: 'ImageSetConfiguration';
  /** GiB; 0 = not given. */
  archiveSize: number;
  platform?: PlatformSelection;
  operators: OperatorSelection[];
  additionalImages: AdditionalImage[];
  helm?: { repositories: unknown[]; local: unknown[] };
  blockedImages: { name: string; pattern: RegExp }[];
}

export interface PlatformSelection {
  graph: boolean;
  channels: ReleaseChannel[];
  /** As written; `['amd64']` when neither this nor platforms is given. */
  architectures: string[];
  platforms: Platform[];
  /** Exact payload reference: channels are ignored. */
  release?: string;
  kubeVirtContainer: boolean;
}

export interface ReleaseChannel {
  name: string;
  type: 'ocp' | 'okd';
  minVersion?: string;
  maxVersion?: string;
  shortestPath: boolean;
  full: boolean;
}

export interface OperatorSelection {
  catalog: string;
  targetCatalog?: string;
  targetTag?: string;
  [field: string]: unknown;
}

export interface AdditionalImage {
  name: string;
  targetRepo?: string;
  targetTag?: string;
  platforms: Platform[];
}
