import { diff } from 'node:util';

const CONTEXT_LINES = 3;
/** The search for the shortest difference takes memory with the square of what differs; beyond this it is not the shortest. */
const MOST_LINES = 3000;

interface Line {
  sign: ' ' | '-' | '+';
  text: string;
}

/** The unified difference of two texts, as `diff -u` writes it; empty when they are equal. */
export function lineDifference(
  before: { name: string; text: string },
  after: { name: string; text: string },
): string {
  if (before.text === after.text) return '';
  const hunks = hunksOf(changes(linesOf(before.text), linesOf(after.text)));
  return [`--- ${before.name}`, `+++ ${after.name}`, ...hunks, ''].join('\n');
}

/** Every line of two texts in order, with what became of it. */
export function comparedLines(
  before: string,
  after: string,
): { mark: 'same' | 'added' | 'removed'; text: string }[] {
  const marks = { ' ': 'same', '+': 'added', '-': 'removed' } as const;
  return changes(linesOf(before), linesOf(after)).map(({ sign, text }) => ({ mark: marks[sign], text }));
}

/** A text that does not end with a newline differs in its last line from one that does. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  else lines.push(`${lines.pop()}\n\\ No newline at end of file`);
  return lines;
}

function changes(before: string[], after: string[]): Line[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before.at(-1 - end) === after.at(-1 - end)
  )
    end++;
  const old = before.slice(start, before.length - end);
  const now = after.slice(start, after.length - end);
  return [
    ...lines(' ', before.slice(0, start)),
    ...between(old, now),
    ...lines(' ', before.slice(before.length - end)),
  ];
}

function between(old: string[], now: string[]): Line[] {
  if (old.length === 0 || now.length === 0 || old.length + now.length > MOST_LINES)
    return [...lines('-', old), ...lines('+', now)];
  return inCustomaryOrder(
    diff(now, old).map(([side, text]) => ({ sign: side === 0 ? ' ' : side < 0 ? '-' : '+', text })),
  );
}

/** What went is told before what came in its place. */
function inCustomaryOrder(found: Line[]): Line[] {
  const ordered: Line[] = [];
  let added: Line[] = [];
  for (const line of found) {
    if (line.sign === '+') {
      added.push(line);
      continue;
    }
    if (line.sign === ' ') {
      ordered.push(...added);
      added = [];
    }
    ordered.push(line);
  }
  return [...ordered, ...added];
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

/** Lines count from 1; an empty range names the line before it. */
function range(before: number, count: number): string {
  const start = count === 0 ? before : before + 1;
  return count === 1 ? `${start}` : `${start},${count}`;
}
