import { editsBetween } from '../../../core/contract/documents/document.ts';

export interface DifferenceLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
  /** Line in the new text; undefined for removed ones. */
  line: number | undefined;
}

const AROUND = 2;

/** Returns the difference of two texts: changed lines with two lines around them. Empty for equal texts. */
export function textDifference(before: string, after: string): DifferenceLine[] {
  const all: DifferenceLine[] = [];
  let position = 0;
  let line = 1;
  const add = (text: string, kind: DifferenceLine['kind']) => {
    if (text === '') return;
    for (const one of text.replace(/\n$/, '').split('\n'))
      all.push({ kind, text: one, line: kind === 'removed' ? undefined : line++ });
  };
  for (const { start, end, text } of editsBetween(before, after)) {
    add(before.slice(position, start), 'same');
    add(before.slice(start, end), 'removed');
    add(text, 'added');
    position = end;
  }
  add(before.slice(position), 'same');
  const near = (index: number) =>
    all.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ kind }) => kind !== 'same');
  return all.filter((_, index) => near(index));
}

/** Returns the number of changed lines. */
export function changedCount(lines: readonly DifferenceLine[]): number {
  return Math.max(
    lines.filter(({ kind }) => kind === 'added').length,
    lines.filter(({ kind }) => kind === 'removed').length,
  );
}
