import type { Draft, DraftPlan } from '../../../core/contract/topics/drafts.ts';
import { count, counted, duration, size, UNITS, unitOf } from '../../parts/format.ts';

/** The sentence of Review, in three parts: what is in bold is what it costs. */
export interface ReviewSentence {
  before: string;
  strong: string;
  after: string;
}

/**
 * Sizes of the parts of a whole as they are written: in tenths that add up to the whole as it is written, so that who
 * adds them on paper gets the same. A part that is too small for the unit of the whole is written in its own.
 * @param parts bytes; together they are the whole
 */
export function partSizes(parts: readonly number[]): { whole: string; parts: string[] } {
  const total = parts.reduce((sum, bytes) => sum + bytes, 0);
  const whole = size(total);
  const unit = unitOf(total);
  const own = parts.map((bytes) => size(bytes));
  if (unit === 0) return { whole, parts: own };
  const tenth = 1024 ** unit / 10;
  const floors = parts.map((bytes) => Math.floor(bytes / tenth));
  let missing = Math.round(total / tenth) - floors.reduce((sum, tenths) => sum + tenths, 0);
  const byRest = parts
    .map((bytes, index) => ({ index, rest: bytes / tenth - floors[index]! }))
    .toSorted((a, b) => b.rest - a.rest);
  for (const { index } of byRest) {
    if (missing <= 0) break;
    floors[index]!++;
    missing--;
  }
  return {
    whole,
    parts: parts.map((bytes, index) => {
      const tenths = floors[index]!;
      if (tenths === 0 || bytes < tenth) return own[index]!;
      return `${count(Math.floor(tenths / 10))}.${tenths % 10} ${UNITS[unit]}`;
    }),
  };
}

/** `about 7 h`, `about 25 min`: nobody plans a night by the minute. */
export function aboutDuration(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 1) return 'under a minute';
  if (minutes < 10) return `about ${Math.round(minutes)} min`;
  if (minutes < 90) return `about ${Math.round(minutes / 5) * 5} min`;
  const hours = minutes / 60;
  if (hours < 48) return `about ${duration(Math.round(hours) * 3_600_000)}`;
  return `about ${duration(ms)}`;
}

/** What is wanted: `4.16.20 to 4.18.9 with 5 operators`, `New cluster on 4.18.9`, `12 images`. */
export function wishWords(
  { from, to }: Pick<Draft, 'from' | 'to'>,
  plan: Pick<DraftPlan, 'releases' | 'operators' | 'images'>,
): string {
  const newest = plan.releases.at(-1);
  const oldest = plan.releases[0];
  const operators = plan.operators > 0 ? counted(plan.operators, 'operator') : undefined;
  const versions =
    from !== undefined && from !== '' && newest !== undefined && from !== newest
      ? `${from} to ${newest}`
      : oldest !== undefined && newest !== undefined && oldest !== newest
        ? `${oldest} to ${newest}`
        : newest !== undefined
          ? from
            ? `${newest} again`
            : `New cluster on ${newest}`
          : to && from
            ? `${from} to ${to}`
            : undefined;
  if (versions === undefined) return operators ?? counted(plan.images, 'image');
  return operators === undefined ? versions : `${versions} with ${operators}`;
}

/**
 * The sentence of Review: `4.16.20 to 4.18.9 with 5 operators: 55.8 GiB, 7.6 GiB already at fleet, 48.2 GiB to fetch,
 * about 7 h, 2 sticks.`
 * @param sticks how many media of the size that is bought carry it; 0: nothing is carried
 * @param windows openings of the link that it takes; undefined: it is always open, or nobody knows
 */
export function reviewSentence(
  draft: Pick<Draft, 'from' | 'to' | 'goal' | 'enclave' | 'destination'>,
  plan: DraftPlan,
  sticks: number,
  windows?: number,
): ReviewSentence {
  const wish = wishWords(draft, plan);
  if (plan.images === 0) return { before: 'Nothing is chosen yet.', strong: '', after: '' };
  const toFetch = plan.bytesToFetch;
  const there = plan.bytesThere;
  const held = Math.max(0, plan.bytes - there - toFetch);
  const { whole, parts } = partSizes([there, held, toFetch]);
  const place = placeWords(draft);
  const costs = [
    whole,
    ...(there > 0 ? [`${parts[0]} already at ${place}`] : []),
    ...(held > 0 ? [`${parts[1]} held here`] : []),
  ].join(', ');
  const strong = toFetch > 0 ? `${parts[2]} to fetch` : 'nothing to fetch';
  const ends = [
    ...(toFetch > 0 && plan.durationMs !== undefined ? [aboutDuration(plan.durationMs)] : []),
    ...(toFetch > 0 && windows !== undefined ? [counted(windows, 'window')] : []),
    ...(draft.goal !== 'registry' && sticks > 0 ? [counted(sticks, 'stick')] : []),
    ...(draft.goal !== 'disk' && draft.destination ? [`pushed to ${draft.destination}`] : []),
  ];
  return {
    before: `${wish}: ${costs}, `,
    strong,
    after: ends.length > 0 ? `, ${ends.join(', ')}.` : '.',
  };
}

/** Who has it already: the enclave by its name, or the registry that is mirrored to. */
export function placeWords({
  goal,
  enclave,
  destination,
}: Pick<Draft, 'goal' | 'enclave' | 'destination'>): string {
  if (goal === 'registry' && destination) return destination.split('/')[0]!;
  return enclave === 'default' ? 'the enclave' : enclave;
}

/** All of it as one text, for a screen reader and the clipboard. */
export function sentenceText({ before, strong, after }: ReviewSentence): string {
  return `${before}${strong}${after}`;
}
