import { beginsLine, columnOf, type Entry, lineEnd, lineStart } from '../written.ts';

/**
 * The lines of an entry that begins its own line, from `start` to `end`, line ends included.
 *
 * With it go the comment lines directly above it (no blank line between) in its own column, except where they look like
 * an entry that was commented out (`# - name: x`), which people keep as a list of things to do; and the comment lines
 * directly below that are indented deeper than it. What is above the first entry of a document is about the file.
 */
export interface Extent {
  start: number;
  end: number;
}

/** Undefined for an entry that shares its line with what is before it: a hyphen, a bracket. */
export function extentOf(text: string, entry: Entry, { first = false } = {}): Extent | undefined {
  if (!beginsLine(text, entry.start)) return undefined;
  const start = lineStart(text, entry.start);
  const column = columnOf(text, entry.start);
  return {
    start: first ? start : aboveComments(text, start, column),
    end: belowComments(text, lineEnd(text, entry.end), column),
  };
}

/** Returns the end of the lines from `offset` that contain only a comment indented deeper than `column`. */
export function belowComments(text: string, offset: number, column: number): number {
  let end = offset;
  for (;;) {
    const [line = '', indent = '', comment] = /^([ \t]*)(#)?[^\n]*(?:\n|$)/.exec(text.slice(end)) ?? [];
    if (!comment || indent.length <= column) return end;
    end += line.length;
  }
}

const LIKE_AN_ENTRY = /^#+\s*(?:-\s|-$|["']?[\w./-]+["']?\s*:(?:\s|$))/;

function aboveComments(text: string, offset: number, column: number): number {
  let start = offset;
  while (start > 0) {
    const above = lineStart(text, start - 1);
    const line = text.slice(above, start).trimEnd();
    const comment = line.trimStart();
    if (above === start || line.length - comment.length !== column || !comment.startsWith('#')) break;
    if (LIKE_AN_ENTRY.test(comment)) break;
    start = above;
  }
  return start;
}
