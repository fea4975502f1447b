import { lineHunks } from '../../../base/document/edit/line-hunks.ts';

const CONTEXT_LINES = 3;
/** Finding the shortest difference takes quadratic time. Larger differences aren't the shortest. */
const LIMITS = { mostLines: 3000, mostDifferences: 3000 };

interface Line {
  sign: ' ' | '-' | '+';
  text: string;
}

/** Returns the unified difference of two texts, as `diff -u` writes it; empty when they are equal. */
export function lineDifference(
  before: { name: string; text: string },
  after: { name: string; text: string },
): string {
  if (before.text === after.text) return '';
  const hunks = hunksOf(changes(linesOf(before.text), linesOf(after.text)));
  return [`--- ${before.name}`, `+++ ${after.name}`, ...hunks, ''].join('\n');
}

/** Returns every line of two texts in order, with its change. */
export function comparedLines(
  before: string,
  after: string,
): { mark: 'same' | 'added' | 'removed'; text: string }[] {
  const marks = { ' ': 'same', '+': 'added', '-': 'removed' } as const;
  return changes(linesOf(before), linesOf(after)).map(({ sign, text }) => ({ mark: marks[sign], text }));
}

/** Splits a text into lines. A missing newline at the end makes its last line different. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  else lines.push(`${lines.pop()}\n\\ No newline at end of file`);
  return lines;
}

function changes(before: string[], after: string[]): Line[] {
  const all: Line[] = [];
  let position = 0;
  // Compares from the new text to the old one, so that of several shortest differences, added lines come first.
  for (const { from, removed, at, added } of lineHunks(after, before, LIMITS)) {
    all.push(...lines(' ', before.slice(position, at)));
    all.push(...lines('-', before.slice(at, at + added)), ...lines('+', after.slice(from, from + removed)));
    position = at + added;
  }
  return [...all, ...lines(' ', before.slice(position))];
}

function lines(sign: Line['sign'], texts: string[]): Line[] {
  return texts.map((text) => ({ sign, text }));
}

function hunksOf(all: Line[]): string[] {
  const changed = all.flatMap(({ sign }, index) => (sign === ' ' ? [] : [index]));
  const ranges: { from: number; to: number }[] = [];
  for (const index of changed) {
    const from = Math.max(0, index - CONTEXT_LINES);
    const to = Math.min(all.length, index + CONTEXT_LINES + 1);
    const last = ranges.at(-1);
    if (last && from <= last.to) last.to = to;
    else ranges.push({ from, to });
  }
  const written: string[] = [];
  let old = 0;
  let now = 0;
  let at = 0;
  const count = (part: Line[], without: Line['sign']) => part.filter(({ sign }) => sign !== without).length;
  for (const { from, to } of ranges) {
    const skipped = all.slice(at, from);
    old += count(skipped, '+');
    now += count(skipped, '-');
    const part = all.slice(from, to);
    const oldCount = count(part, '+');
    const nowCount = count(part, '-');
    written.push(`@@ -${range(old, oldCount)} +${range(now, nowCount)} @@`);
    written.push(...part.map(({ sign, text }) => `${sign}${text}`));
    old += oldCount;
    now += nowCount;
    at = to;
  }
  return written;
}

/** Lines are counted from 1. An empty range is at the line before it. */
function range(before: number, count: number): string {
  const start = count === 0 ? before : before + 1;
  return count === 1 ? `${start}` : `${start},${count}`;
}
