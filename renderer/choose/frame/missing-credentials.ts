import type { Draft } from '../../../core/contract/topics/drafts.ts';

/** Returns the lines of a draft, from 1, whose credentials are missing. Lines that were changed or removed don't count. */
export function linesMissingCredentials({
  text,
  strippedLines = [],
}: Pick<Draft, 'text' | 'strippedLines'>): number[] {
  if (strippedLines.length === 0) return [];
  const missing = new Set(strippedLines);
  return text.split(/\r?\n/).flatMap((line, index) => (missing.has(line) ? [index + 1] : []));
}
