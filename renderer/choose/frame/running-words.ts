import type { DraftPlan, PlannedPart } from '../../../core/contract/topics/drafts.ts';
import { counted } from '../../parts/format.ts';

/** Media are named by the size printed on them, in GB of 10^9 bytes. */
const STICK_GB = 32;

/** What file system, index and documents take of a stick, as a share. */
const USABLE = 0.97;

/** How many sticks of 32 GB carry so many bytes; 0 for nothing. */
export function sticks(bytes: number): number {
  return Math.ceil(bytes / (STICK_GB * 1e9 * USABLE));
}

/** `2 × 32 GB sticks`, `1 × 32 GB stick`. */
export function mediaWords(bytes: number): string {
  const number = sticks(bytes);
  return number === 0 ? 'none' : `${number} × ${STICK_GB} GB ${number === 1 ? 'stick' : 'sticks'}`;
}

/** A kind of content in the bar of the running total. */
export interface Share {
  kind: 'releases' | 'operators' | 'images' | 'rest';
  label: string;
  /** Of the bytes to fetch; all shares together are these. */
  bytes: number;
}

/** Which part of the configuration a deliverable counts to. */
const KINDS: Record<PlannedPart['kind'], Share['kind']> = {
  release: 'releases',
  operator: 'operators',
  additional: 'images',
  helm: 'images',
  catalog: 'rest',
  graph: 'rest',
};

/**
 * The bytes to fetch by kind. What several deliverables share counts in each of them, so the shares are those of their
 * sums: they add up to what is fetched, every byte once.
 */
export function shares({ parts, bytesToFetch }: Pick<DraftPlan, 'parts' | 'bytesToFetch'>): Share[] {
  const sums = { releases: 0, operators: 0, images: 0, rest: 0 };
  const numbers = { releases: 0, operators: 0, images: 0, rest: 0 };
  for (const part of parts) {
    sums[KINDS[part.kind]] += part.toFetch;
    numbers[KINDS[part.kind]]++;
  }
  const all = sums.releases + sums.operators + sums.images + sums.rest;
  const labels: Record<Share['kind'], string> = {
    releases: counted(numbers.releases, 'release'),
    operators: counted(numbers.operators, 'operator'),
    images: counted(numbers.images, 'image or chart', 'images, charts'),
    rest: restLabel(parts),
  };
  return (['releases', 'operators', 'images', 'rest'] as const)
    .filter((kind) => numbers[kind] > 0)
    .map((kind) => ({
      kind,
      label: labels[kind],
      bytes: all > 0 ? (sums[kind] / all) * bytesToFetch : 0,
    }));
}

function restLabel(parts: DraftPlan['parts']): string {
  const catalogs = parts.filter(({ kind }) => kind === 'catalog').length;
  const graph = parts.some(({ kind }) => kind === 'graph');
  const words = [
    ...(catalogs > 0 ? [catalogs === 1 ? 'Catalog' : 'Catalogs'] : []),
    ...(graph ? [catalogs > 0 ? 'graph' : 'Graph'] : []),
  ];
  return words.join(', ');
}

/** `estimate ± 4 %`, `exact`; undefined while there is nothing to estimate. */
export function certainty({
  exact,
  error,
  images,
}: Pick<DraftPlan, 'exact' | 'error' | 'images'>): string | undefined {
  if (images === 0) return undefined;
  if (exact) return 'exact';
  return error === undefined ? 'estimate' : `estimate ± ${Math.max(1, Math.round(error * 100))} %`;
}
