import { beginsLine, columnOf, type Entry, lineEnd, lineStart } from '../written.ts';

/**
 * The lines of an entry that begins its own line, from `start` to `end`, line ends included.
 *
 * They include the comment lines directly above it (no blank line between) in its own column, except those that look
 * like a commented-out entry (`# - name: x`), because users keep these as to-do lists. They also include the comment
 * lines directly below that are indented deeper. Comments above the first entry of a document are about the file.
 */
export interface Extent {
  start: number;
  end: number;
}

/** Returns undefined for an entry that shares its line with preceding text, such as a hyphen or bracket. */
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
