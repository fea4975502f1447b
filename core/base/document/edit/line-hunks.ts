import { diffArrays } from 'diff/lib/diff/array.js';

/** Lines `from`… of the old text replaced by lines `at`… of the new one, counted from 0. */
export interface LineHunk {
  from: number;
  removed: number;
  at: number;
  added: number;
}

/** With more differing lines, the middle becomes one hunk, because a fast answer matters more than a minimal one. */
const MOST_DIFFERENCES = 600;

/** Returns lines with their ends. A nonempty rest after the last line end is a line, too. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/**
 * Returns the fewest lines to replace, in order.
 * @param options with more than `mostDifferences` differing lines, or `mostLines` in both texts, the middle becomes one
 * hunk
 */
export function lineHunks(
  before: readonly string[],
  after: readonly string[],
  { mostDifferences = MOST_DIFFERENCES, mostLines = Number.POSITIVE_INFINITY } = {},
): LineHunk[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail++;
  const [old, now] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  if (old.length === 0 && now.length === 0) return [];
  const complete = [{ from: head, removed: old.length, at: head, added: now.length }];
  if (old.length === 0 || now.length === 0 || old.length + now.length > mostLines) return complete;
  const parts = diffArrays(old, now, { maxEditLength: mostDifferences });
  if (!parts) return complete;
  const hunks: LineHunk[] = [];
  let [from, at, open] = [head, head, false];
  for (const { added, removed, count } of parts) {
    const changed = added || removed;
    if (changed && !open) hunks.push({ from, removed: 0, at, added: 0 });
    open = changed;
    if (changed) hunks.at(-1)![added ? 'added' : 'removed'] += count;
    if (!added) from += count;
    if (!removed) at += count;
  }
  return hunks;
}
