import { wordList } from '../../core/contract/documents/words.ts';
import type { RunComparison, RunSummary } from '../../core/contract/topics/run.ts';
import type { RunRef } from '../../core/contract/topics/vocabulary.ts';
import { count, counted } from '../parts/format.ts';
import { runTitle } from '../parts/run-words.ts';

/** `8@/srv/north-mirror` of an address; undefined when it is none. */
export function runOfKey(key: string | null): RunRef | undefined {
  const found = /^([1-9]\d*)@(.+)$/s.exec(key ?? '');
  return found ? { sequence: Number(found[1]), root: found[2]! } : undefined;
}

/** Where two runs are compared; the older one comes first. */
export function compareAddress(one: RunSummary, other: RunSummary): string {
  const older = Date.parse(one.startedAt) <= Date.parse(other.startedAt);
  const [a, b] = older ? [one, other] : [other, one];
  const key = ({ run }: RunSummary) => `${run.sequence}@${run.root}`;
  return `/history/compare?${new URLSearchParams({ a: key(a), b: key(b) })}`;
}

/** Two runs by names that differ: a resumed push has the transfer of the one before. */
export function comparedTitles(a: RunSummary, b: RunSummary): { a: string; b: string } {
  const titles = { a: runTitle(a), b: runTitle(b) };
  if (titles.a !== titles.b) return titles;
  const numbered = (run: RunSummary) => `${runTitle(run)} (run ${run.run.sequence})`;
  return { a: numbered(a), b: numbered(b) };
}

/** `fleet-0008 has 12 images more than fleet-0007 and moved 3 tags.` */
export function compareSentence(comparison: RunComparison): string {
  const { addedTotal: added, removedTotal: removed, movedTotal: moved, same } = comparison;
  const { a, b } = comparedTitles(comparison.a, comparison.b);
  if (added === 0 && removed === 0 && moved === 0)
    return same === 0 ? `Neither ${b} nor ${a} has an image.` : `${b} has the same images as ${a}.`;
  const tags = moved > 0 ? [`moved ${counted(moved, 'tag')}`] : [];
  const parts =
    added > 0 && removed > 0
      ? [`has ${counted(added, 'image')} that ${a} has not`, `lacks ${count(removed)} of its images`, ...tags]
      : added > 0
        ? [`has ${counted(added, 'image')} more than ${a}`, ...tags]
        : removed > 0
          ? [`has ${counted(removed, 'image')} less than ${a}`, ...tags]
          : [`has the images of ${a}, with ${counted(moved, 'tag')} moved`];
  return `${b} ${wordList(parts)}.`;
}

/** `49 images`, or `12 of 49 images` of a run that did not bring all. */
export function imagesThere({ total, copied, present }: NonNullable<RunSummary['images']>): string {
  const there = copied + present;
  return there === total ? counted(total, 'image') : `${count(there)} of ${counted(total, 'image')}`;
}

/** A line of a unified difference. */
export interface DifferenceLine {
  kind: 'file' | 'place' | 'added' | 'removed' | 'same';
  text: string;
}

/** The lines of `diff -u`, told apart; the sign stays in the text, so that it reads without colour. */
export function differenceLines(unified: string): DifferenceLine[] {
  const lines = unified.replace(/\n$/, '').split('\n');
  // A removed line that begins with two dashes looks like a head: heads come in pairs, before the first hunk of a file.
  return lines.map((text, index): DifferenceLine => {
    if (text.startsWith('--- ') && lines[index + 1]?.startsWith('+++ ') && lines[index + 2]?.startsWith('@@'))
      return { kind: 'file', text };
    if (text.startsWith('+++ ') && lines[index - 1]?.startsWith('--- ') && lines[index + 1]?.startsWith('@@'))
      return { kind: 'file', text };
    if (text.startsWith('@@')) return { kind: 'place', text };
    if (text.startsWith('+')) return { kind: 'added', text };
    if (text.startsWith('-')) return { kind: 'removed', text };
    return { kind: 'same', text };
  });
}
