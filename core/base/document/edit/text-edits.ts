import { AirlockError } from '../../errors/airlock-error.ts';
import { lastAtMost } from '../line-index.ts';
import { t } from '../messages.ts';
import { lineHunks, linesOf } from './line-hunks.ts';

/** A range of a text (offsets in UTF-16 units) and its replacement. Everything else is left unchanged. */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

/**
 * Returns the text with all edits applied, whose order doesn't matter. Insertions at the same position stay in the
 * given order.
 * @throws AirlockError `document-uneditable` for edits that overlap or are outside of the text, because they were made
 * for another one
 */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string {
  let [result, position] = ['', 0];
  for (const { start, end, text: insert } of inOrder(edits)) {
    if (start < position || end < start || end > text.length)
      throw new AirlockError('document-uneditable', t('editsOutdated'), {
        side: 'local',
        remedy: t('editsOutdatedRemedy'),
      });
    result += text.slice(position, start) + insert;
    position = end;
  }
  return result + text.slice(position);
}

/** Returns edits with adjacent ones joined, in order. */
export function atOnce(edits: TextEdit[]): TextEdit[] {
  const [first, second] = edits.filter(({ start, end, text }) => start !== end || text !== '');
  if (!first) return [];
  if (!second) return [first];
  if (first.end !== second.start) return [first, second];
  return [{ start: first.start, end: second.end, text: first.text + second.text }];
}

/**
 * Applies the edits that don't overlap an earlier one.
 * @returns the text, the applied edits, and a function that maps an offset of the new text to the old one
 */
export function applyWhatFits(
  text: string,
  edits: readonly TextEdit[],
): { text: string; applied: TextEdit[]; originOf(offset: number): number } {
  const fitting = withoutOverlaps(edits);
  const applied = edits.filter((edit) => fitting.has(edit));
  const sorted = inOrder(applied);
  // Where each edit begins in the new text, and the offset change of the text after it.
  const starts: number[] = [];
  const shifts: number[] = [];
  let shift = 0;
  for (const { start, end, text: insert } of sorted) {
    starts.push(start + shift);
    shift += insert.length - (end - start);
    shifts.push(shift);
  }
  return {
    text: applyTextEdits(text, sorted),
    applied,
    originOf(offset) {
      const at = lastAtMost(starts, offset);
      const edit = sorted[at];
      if (!edit || offset < starts[at]!) return offset;
      return offset < starts[at]! + edit.text.length ? edit.start : offset - shifts[at]!;
    },
  };
}

/** Returns the edits that don't overlap an earlier one. */
function withoutOverlaps(edits: readonly TextEdit[]): Set<TextEdit> {
  const fitting = new Set<TextEdit>();
  const order = new Map(edits.map((edit, index) => [edit, index]));
  const apart = (a: TextEdit, b: TextEdit) =>
    a.end <= b.start ? a.start < b.start || a.end < b.end : b.end <= a.start && b.start < a.start;
  let near: TextEdit[] = [];
  let last = 0;
  const choose = () => {
    const chosen: TextEdit[] = [];
    for (const edit of near.sort((a, b) => order.get(a)! - order.get(b)!))
      if (chosen.every((other) => apart(other, edit))) chosen.push(edit);
    for (const edit of chosen) fitting.add(edit);
    near = [];
  };
  // Only edits whose ranges touch can overlap, so the cost is that of sorting.
  for (const edit of inOrder(edits)) {
    if (edit.start > last || (edit.start === last && edit.end > last)) choose();
    near.push(edit);
    last = Math.max(last, edit.end);
  }
  choose();
  return fitting;
}

/** Returns the edits that turn one text into the other, by complete lines. */
export function editsBetween(before: string, after: string): TextEdit[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const starts = offsetsOf(old);
  return lineHunks(old, now).map(({ from, removed, at, added }) => ({
    start: starts[from]!,
    end: starts[from + removed]!,
    text: now.slice(at, at + added).join(''),
  }));
}

/** Returns the lines of `after`, from 1, that differ from `before`. Removed lines don't count. */
export function changedLines(before: string, after: string): { line: number; kind: 'added' | 'changed' }[] {
  return lineHunks(linesOf(before), linesOf(after)).flatMap(({ removed, at, added }) =>
    Array.from({ length: added }, (_, index) => ({
      line: at + index + 1,
      kind: index < removed ? ('changed' as const) : ('added' as const),
    })),
  );
}

function inOrder(edits: readonly TextEdit[]): TextEdit[] {
  return edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

function offsetsOf(lines: readonly string[]): number[] {
  const starts = [0];
  for (const line of lines) starts.push(starts.at(-1)! + line.length);
  return starts;
}
