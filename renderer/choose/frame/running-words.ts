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
  /** The deliverables of this kind. */
  parts: PlannedPart[];
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
  const members: Record<Share['kind'], PlannedPart[]> = { releases: [], operators: [], images: [], rest: [] };
  for (const part of parts) {
    sums[KINDS[part.kind]] += part.toFetch;
    members[KINDS[part.kind]].push(part);
  }
  const all = sums.releases + sums.operators + sums.images + sums.rest;
  const labels: Record<Share['kind'], string> = {
    releases: t('releasesLabel', { count: members.releases.length }),
    operators: t('operatorsLabel', { count: members.operators.length }),
    images: t('contentLabel', { count: members.images.length }),
    rest: restLabel(parts),
  };
  return (['releases', 'operators', 'images', 'rest'] as const)
    .filter((kind) => members[kind].length > 0)
    .map((kind) => ({
      kind,
      label: labels[kind],
      bytes: all > 0 ? (sums[kind] / all) * bytesToFetch : 0,
      parts: members[kind],
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

/**
 * Returns a value of a plan, as a lower bound if the size of some content is unknown: `at least 15.8 GiB`, or `Unknown` if
 * nothing of it is known.
 * @param amount what is known of it, in bytes or another unit
 */
export function boundedValue(plan: Pick<DraftPlan, 'parts'>, amount: number, written: string): string {
  if (unknownCount(plan) === 0) return written;
  return amount === 0 ? t('unknownValue') : t('atLeastValue', { value: written });
}

/** Returns the total size as a fact of a sentence: `at least 15.8 GiB in total`, `size unknown`. */
export function sizeFact(plan: Pick<DraftPlan, 'parts' | 'bytes'>, written: string): string {
  if (plan.bytes === 0 && unknownCount(plan) > 0) return t('unknownSizeFact');
  return t('sizeFact', { size: boundedValue(plan, plan.bytes, written) });
}

/** Returns the download as a fact of a sentence: `4.0 GiB to download`, `nothing to download`, `download size unknown`. */
export function downloadFact(plan: Pick<DraftPlan, 'parts' | 'bytesToFetch'>, written: string): string {
  if (plan.bytesToFetch === 0) return t(unknownCount(plan) > 0 ? 'unknownDownloadFact' : 'noDownloadFact');
  return t('downloadFact', { size: boundedValue(plan, plan.bytesToFetch, written) });
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
