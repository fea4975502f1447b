import type { Draft, DraftPlan } from '../../../core/contract/topics/drafts.ts';
import { count, duration, size, UNITS, unitOf } from '../../parts/format.ts';
import { isEmptySelection } from '../draft/step-status.ts';
import { t } from './messages.ts';
import { boundedValue, downloadFact, sizeFact, unknownCount } from './running-words.ts';

/** The summary of Review: what is selected, and what that costs. */
export interface ReviewSummary {
  /** `Upgrade 4.16.20 → 4.18.9 with 5 operators` */
  selection: string;
  /** `55.8 GiB in total`, `48.2 GiB to download`; the main one is bold. */
  facts: readonly { text: string; main?: boolean }[];
}

/**
 * Returns sizes of parts as written: in tenths that add up to the total as written, so that a reader who adds them gets
 * the same total. A part that is too small for the unit of the total has its own unit.
 * @param parts bytes
 */
export function partSizes(parts: readonly number[]): { total: string; parts: string[] } {
  const sum = parts.reduce((all, bytes) => all + bytes, 0);
  const total = size(sum);
  const unit = unitOf(sum);
  const own = parts.map((bytes) => size(bytes));
  if (unit === 0) return { total, parts: own };
  const tenth = 1024 ** unit / 10;
  const floors = parts.map((bytes) => Math.floor(bytes / tenth));
  let missing = Math.round(sum / tenth) - floors.reduce((all, tenths) => all + tenths, 0);
  const byRest = parts
    .map((bytes, index) => ({ index, rest: bytes / tenth - floors[index]! }))
    .toSorted((a, b) => b.rest - a.rest);
  for (const { index } of byRest) {
    if (missing <= 0) break;
    floors[index]!++;
    missing--;
  }
  return {
    total,
    parts: parts.map((bytes, index) => {
      const tenths = floors[index]!;
      if (tenths === 0 || bytes < tenth) return own[index]!;
      return `${count(Math.floor(tenths / 10))}.${tenths % 10} ${UNITS[unit]}`;
    }),
  };
}

/** Returns a duration with the precision that people plan with: `about 7 h`, `about 25 min`. */
export function aboutDuration(ms: number): string {
  return ms < 60_000 ? roundedDuration(ms) : t('aboutDuration', { duration: roundedDuration(ms) });
}

/** Returns the duration, as a lower bound of at least a minute if some sizes are unknown; otherwise an empty text. */
function durationFact(plan: DraftPlan, ms: number): string {
  if (unknownCount(plan) === 0) return aboutDuration(ms);
  return ms < 60_000 ? '' : t('atLeastValue', { value: roundedDuration(ms) });
}

function roundedDuration(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 1) return t('shortDuration');
  const rounded = minutes < 10 ? Math.round(minutes) : Math.round(minutes / 5) * 5;
  if (minutes < 90) return `${rounded} min`;
  const hours = minutes / 60;
  return duration(hours < 48 ? Math.round(hours) * 3_600_000 : ms);
}

/** Returns what is selected: `Upgrade 4.16.20 → 4.18.9 with 5 operators`, `New cluster on 4.18.9`, `12 images`. */
export function selectionSummary(
  { from, to }: Pick<Draft, 'from' | 'to'>,
  { releases, operators, images }: Pick<DraftPlan, 'releases' | 'operators' | 'images'>,
): string {
  const newest = releases.at(-1);
  const oldest = releases[0];
  if (newest === undefined) {
    if (from && to) return t('upgradeSummary', { from, to, operators });
    return operators > 0 ? t('operatorsSummary', { operators }) : t('imagesSummary', { images });
  }
  if (from && from !== newest) return t('upgradeSummary', { from, to: newest, operators });
  if (oldest !== undefined && oldest !== newest)
    return t('rangeSummary', { from: oldest, to: newest, operators });
  return from
    ? t('currentSummary', { version: newest, operators })
    : t('newSummary', { version: newest, operators });
}

/**
 * Returns the summary of Review.
 * @param drives how many drives of the usual size the download needs; 0: none
 * @param windows how many transfer windows the download needs; undefined: the link is always open, or it isn't known
 */
export function reviewSummary(
  draft: Pick<Draft, 'from' | 'to' | 'goal' | 'enclave' | 'destination'>,
  plan: DraftPlan,
  drives: number,
  windows?: number,
): ReviewSummary {
  if (isEmptySelection(plan)) return { selection: t('nothingTitle'), facts: [] };
  const download = plan.bytesToFetch;
  const there = plan.bytesDelivered;
  const local = Math.max(0, plan.bytes - there - download);
  const { total, parts } = partSizes([there, local, download]);
  const facts = [
    { text: sizeFact(plan, total) },
    there > 0 && { text: t('thereFact', { size: parts[0]!, place: placeOf(draft) }) },
    local > 0 && { text: t('localFact', { size: parts[1]! }) },
    { text: downloadFact(plan, parts[2]!), main: true },
    download > 0 && plan.durationMs !== undefined && { text: durationFact(plan, plan.durationMs) },
    download > 0 &&
      windows !== undefined && { text: boundedValue(plan, windows, t('windowsFact', { windows })) },
    draft.goal !== 'registry' &&
      drives > 0 && { text: boundedValue(plan, drives, t('drivesFact', { drives })) },
    draft.goal !== 'disk' &&
      draft.destination !== undefined &&
      draft.destination !== '' && { text: t('pushFact', { registry: draft.destination }) },
  ];
  return {
    selection: selectionSummary(draft, plan),
    facts: facts.filter((fact) => fact !== false).filter(({ text }) => text !== ''),
  };
}

/** Returns what already has content: an enclave, or the registry to which the draft is mirrored. */
export function placeOf({
  goal,
  enclave,
  destination,
}: Pick<Draft, 'goal' | 'enclave' | 'destination'>): string {
  return goal === 'registry' && destination ? destination.split('/')[0]! : enclave;
}
