/** Lines `from`… of the old text become lines `at`… of the new one; counted from 0. */
export interface LineHunk {
  from: number;
  removed: number;
  at: number;
  added: number;
}

/** Beyond so many differing lines the middle is one hunk: a screen needs an answer, not the smallest one. */
const MOST_DIFFERENCES = 600;

/** Lines with their ends; what follows the last end is a line of its own unless it is empty. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The fewest lines to replace (Myers' algorithm), in order. */
export function lineHunks(before: readonly string[], after: readonly string[]): LineHunk[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail++;
  const [n, m] = [before.length - head - tail, after.length - head - tail];
  if (n === 0 && m === 0) return [];
  const whole = [{ from: head, removed: n, at: head, added: m }];
  if (n === 0 || m === 0) return whole;
  const kept = commonLines(before.slice(head, head + n), after.slice(head, head + m));
  return kept ? betweenKept(kept, n, m, head) : whole;
}

/** Pairs of lines that stay, by a path of the fewest differences; undefined: too many. */
function commonLines(a: readonly string[], b: readonly string[]): [number, number][] | undefined {
  const most = Math.min(a.length + b.length, MOST_DIFFERENCES);
  const trace: Map<number, number>[] = [];
  let furthest = new Map<number, number>([[1, 0]]);
  for (let differences = 0; differences <= most; differences++) {
    trace.push(new Map(furthest));
    const next = new Map(furthest);
    for (let k = -differences; k <= differences; k += 2) {
      const [down, right] = [next.get(k + 1) ?? -1, next.get(k - 1) ?? -1];
      let x = k === -differences || (k !== differences && right < down) ? down : right + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      next.set(k, x);
      if (x >= a.length && x - k >= b.length) return walkedBack(trace, a.length, b.length);
    }
    furthest = next;
  }
  return undefined;
}

function walkedBack(trace: readonly Map<number, number>[], n: number, m: number): [number, number][] {
  const kept: [number, number][] = [];
  let [x, y] = [n, m];
  for (let differences = trace.length - 1; differences >= 0; differences--) {
    const furthest = trace[differences]!;
    const k = x - y;
    const [down, right] = [furthest.get(k + 1) ?? -1, furthest.get(k - 1) ?? -1];
    const before = k === -differences || (k !== differences && right < down) ? k + 1 : k - 1;
    const fromX = Math.max(furthest.get(before) ?? 0, 0);
    const fromY = fromX - before;
    while (x > fromX && y > fromY && x > 0 && y > 0) kept.push([--x, --y]);
    if (differences > 0) [x, y] = [fromX, fromY];
  }
  return kept.reverse();
}

function betweenKept(kept: readonly [number, number][], n: number, m: number, head: number): LineHunk[] {
  const hunks: LineHunk[] = [];
  let [x, y] = [0, 0];
  for (const [keptX, keptY] of [...kept, [n, m] as const]) {
    if (keptX > x || keptY > y)
      hunks.push({ from: head + x, removed: keptX - x, at: head + y, added: keptY - y });
    [x, y] = [keptX + 1, keptY + 1];
  }
  return hunks;
}
