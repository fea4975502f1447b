import { AirlockError } from '../errors/airlock-error.ts';
import { lineHunks, linesOf } from './line-hunks.ts';

/** A place of a text (offsets in UTF-16 units) and what to write there. Everything around it stays as it is. */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

/**
 * The text with all edits done; their order does not matter. Insertions at one place come in the order given.
 * @throws AirlockError `document-uneditable` for edits that overlap or that lie outside of the text: they were made for
 * another one
 */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string {
  let [result, position] = ['', 0];
  for (const { start, end, text: insert } of inOrder(edits)) {
    if (start < position || end < start || end > text.length)
      throw new AirlockError('document-uneditable', 'the changes were made for another text', {
        side: 'local',
        remedy: 'Ask for them again: the text has changed since.',
      });
    result += text.slice(position, start) + insert;
    position = end;
  }
  return result + text.slice(position);
}

/** Edits that touch become one, in their order. */
export function atOnce(edits: TextEdit[]): TextEdit[] {
  const [first, second] = edits.filter(({ start, end, text }) => start !== end || text !== '');
  if (!first) return [];
  if (!second) return [first];
  if (first.end !== second.start) return [first, second];
  return [{ start: first.start, end: second.end, text: first.text + second.text }];
}

/**
 * Applies edits that do not overlap an earlier one.
 * @returns the text; the edits that were applied; and where an offset of the new text was in the old one
 */
export function applyWhatFits(
  text: string,
  edits: readonly TextEdit[],
): { text: string; applied: TextEdit[]; originOf(offset: number): number } {
  const applied: TextEdit[] = [];
  const apart = (a: TextEdit, b: TextEdit) =>
    a.end <= b.start ? a.start < b.start || a.end < b.end : b.end <= a.start && b.start < a.start;
  for (const edit of edits) if (applied.every((other) => apart(other, edit))) applied.push(edit);
  const sorted = inOrder(applied);
  return {
    text: applyTextEdits(text, sorted),
    applied,
    originOf(offset) {
      let shift = 0;
      for (const { start, end, text: insert } of sorted) {
        if (offset < start + shift) break;
        if (offset < start + shift + insert.length) return start;
        shift += insert.length - (end - start);
      }
      return offset - shift;
    },
  };
}

/** What turns one text into the other, by whole lines. */
export function editsBetween(before: string, after: string): TextEdit[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const starts = offsetsOf(old);
  return lineHunks(old, now).map(({ from, removed, at, added }) => ({
    start: starts[from]!,
    end: starts[from + removed]!,
    text: now.slice(at, at + added).join(''),
  }));
}

/** Lines of `after`, from 1, that `before` does not have so. What only went leaves no line. */
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
