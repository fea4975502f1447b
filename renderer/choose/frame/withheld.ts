import { wordList } from '../../../core/contract/documents/words.ts';
import type { Draft } from '../../../core/contract/topics/drafts.ts';

/** Lines of a draft, from 1, whose credentials are gone; none where all were written again or taken out. */
export function withheldLines({ text, withheld = [] }: Pick<Draft, 'text' | 'withheld'>): number[] {
  if (withheld.length === 0) return [];
  const lacking = new Set(withheld);
  return text.split(/\r?\n/).flatMap((line, index) => (lacking.has(line) ? [index + 1] : []));
}

/** `line 8`, `lines 8 and 12`. */
export function linesWords(lines: readonly number[]): string {
  return `${lines.length < 2 ? 'line' : 'lines'} ${wordList(lines)}`;
}
