import { type BuiltAdditional, buildAdditional, buildBase } from './additional.ts';
import { type BuiltCatalog, buildCatalog } from './catalog.ts';
import {
  type BuiltRepositories,
  newMaterials,
  PRACTICE_SCALES,
  type PracticeNames,
  type PracticeScale,
} from './materials.ts';
import { type BuiltRelease, buildReleases } from './releases.ts';

/** All content of an upstream of the practice world, in memory. */
export interface PracticeContent {
  repositories: BuiltRepositories;
  releases: BuiltRelease[];
  additional: BuiltAdditional[];
  /** The base of a graph-data image. */
  base: BuiltAdditional;
  catalog: BuiltCatalog;
}

export const REAL_NAMES: PracticeNames = {
  quay: 'quay.io',
  redhat: 'registry.redhat.io',
  access: 'registry.access.redhat.com',
};

/**
 * Returns synthetic releases, operators and additional images. The same seed, scale and names result in the same
 * digests on every host with the same Node version. References inside payloads and catalogs use the hosts of `names`.
 */
export function buildPracticeContent(options: {
  seed: string;
  size: keyof typeof PRACTICE_SCALES | PracticeScale;
  names?: PracticeNames;
}): PracticeContent {
  const scale = typeof options.size === 'string' ? PRACTICE_SCALES[options.size] : options.size;
  const materials = newMaterials(options.seed, scale, options.names ?? REAL_NAMES);
  return {
    releases: buildReleases(materials),
    additional: buildAdditional(materials),
    base: buildBase(materials),
    catalog: buildCatalog(materials),
    repositories: materials.repositories,
  };
}
