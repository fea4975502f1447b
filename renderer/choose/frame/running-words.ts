import type { DraftPlan, PlannedPart } from '../../../core/contract/topics/drafts.ts';
import { t } from './messages.ts';

/** The capacity printed on the usual drive, GB of 10^9 bytes. */
const DRIVE_GB = 32;

/** The share of a drive that file system, index and documents leave. */
const USABLE = 0.97;

/** Returns how many drives of 32 GB these bytes need. */
export function drivesFor(bytes: number): number {
  return Math.ceil(bytes / (DRIVE_GB * 1e9 * USABLE));
}

/** Returns `2 × 32 GB drives`. */
export function driveWords(bytes: number): string {
  return t('drivesValue', { drives: drivesFor(bytes), capacity: DRIVE_GB });
}

/** A kind of content in the bar of the running total. */
export interface Share {
  kind: 'releases' | 'operators' | 'images' | 'rest';
  label: string;
  /** Bytes to download; those of all shares add up to the download. */
  bytes: number;
}

/** The share that a deliverable belongs to. */
const KINDS: Record<PlannedPart['kind'], Share['kind']> = {
  release: 'releases',
  operator: 'operators',
  additional: 'images',
  helm: 'images',
  catalog: 'rest',
  graph: 'rest',
};

/**
 * Returns the bytes to download by kind. Content that several deliverables share counts for each of them, so the shares
 * are in proportion to these sums. They add up to the download, which contains every byte once.
 */
export function shares({ parts, bytesToFetch }: Pick<DraftPlan, 'parts' | 'bytesToFetch'>): Share[] {
  const sums = { releases: 0, operators: 0, images: 0, rest: 0 };
  const counts = { releases: 0, operators: 0, images: 0, rest: 0 };
  for (const part of parts) {
    sums[KINDS[part.kind]] += part.toFetch;
    counts[KINDS[part.kind]]++;
  }
  const all = sums.releases + sums.operators + sums.images + sums.rest;
  const labels: Record<Share['kind'], string> = {
    releases: t('releasesLabel', { count: counts.releases }),
    operators: t('operatorsLabel', { count: counts.operators }),
    images: t('contentLabel', { count: counts.images }),
    rest: restLabel(parts),
  };
  return (['releases', 'operators', 'images', 'rest'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => ({
      kind,
      label: labels[kind],
      bytes: all > 0 ? (sums[kind] / all) * bytesToFetch : 0,
    }));
}

function restLabel(parts: DraftPlan['parts']): string {
  const catalogs = parts.filter(({ kind }) => kind === 'catalog').length;
  const graph = parts.some(({ kind }) => kind === 'graph');
  if (catalogs === 0) return t('graphLabel');
  return graph ? t('catalogsGraphLabel', { count: catalogs }) : t('catalogsLabel', { count: catalogs });
}

/** Returns how many deliverables have a size that is unknown until their manifests are read. */
export function unknownCount({ parts }: Pick<DraftPlan, 'parts'>): number {
  return parts.filter(({ unknown }) => unknown).length;
}

/** Returns a size, as a lower bound if some content has no known size: `at least 15.8 GiB`. */
export function boundedSize(plan: Pick<DraftPlan, 'parts'>, written: string): string {
  return unknownCount(plan) > 0 ? t('atLeastValue', { size: written }) : written;
}

/** Returns `Estimate (± 4%)`, `Incomplete` or `Exact`; undefined without images. */
export function certainty({
  exact,
  error,
  images,
  parts,
}: Pick<DraftPlan, 'exact' | 'error' | 'images' | 'parts'>): string | undefined {
  if (images === 0) return undefined;
  if (unknownCount({ parts }) > 0) return t('incompleteLabel');
  if (exact) return t('exactLabel');
  return error === undefined
    ? t('estimateLabel')
    : t('estimateErrorLabel', { percent: Math.max(1, Math.round(error * 100)) });
}
