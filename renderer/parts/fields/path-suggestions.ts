import { parentFolder } from '../paths.ts';

/** A suggested path; `up`: the parent folder. */
export interface PathSuggestion {
  path: string;
  name: string;
  kind: 'directory' | 'file' | 'up';
}

/** Why a list of paths is open: typing completes a path, browsing also moves up and down folders. */
export type Listing = 'typing' | 'browsing';

/** Returns the text to complete: the home folder when the field is empty. */
export function lookedFor(value: string, home: string | undefined): string {
  return value === '' && home ? `${home}/` : value;
}

/**
 * Returns the suggestions from the paths that the engine found for the text.
 * @param listing undefined: the list is closed
 */
export function pathSuggestions(
  listing: Listing | undefined,
  text: string,
  found: readonly PathSuggestion[],
): PathSuggestion[] {
  if (listing === undefined) return [];
  const up = listing === 'browsing' ? parentFolder(text) : undefined;
  // A complete file name needs no completion, and the list would cover the fields below.
  const complete =
    listing === 'typing' && found.length === 1 && found[0]!.path === text && found[0]!.kind === 'file';
  return [
    ...(up === undefined ? [] : [{ path: up, name: up, kind: 'up' as const }]),
    ...(complete ? [] : found),
  ];
}

/** Returns the path of a chosen suggestion. A folder ends in a slash, so that the list shows its content next. */
export function chosenPath({ path, kind }: PathSuggestion): string {
  return kind === 'file' || path.endsWith('/') ? path : `${path}/`;
}

/** Returns the suggestion that an arrow key moves to; -1: the field, between the last suggestion and the first. */
export function nextSuggestion(active: number, step: 1 | -1, total: number): number {
  const last = total - 1;
  const next = active + step;
  if (next > last) return -1;
  return next < -1 ? last : next;
}

const GAP = 4;
const MARGIN = 12;
const LEAST_HEIGHT = 160;
const MOST_HEIGHT = 280;

/** Returns the position of a list as styles in px: below its field, or above where more space is available. */
export function listPlace(
  field: { top: number; bottom: number; left: number; width: number },
  windowHeight: number,
): { width: string; left: string; maxHeight: string; top: string; bottom: string } {
  const space = windowHeight - field.bottom - MARGIN;
  const above = space < LEAST_HEIGHT && field.top > space;
  return {
    width: `${field.width}px`,
    left: `${field.left}px`,
    maxHeight: `${Math.min(MOST_HEIGHT, above ? field.top - MARGIN : space)}px`,
    top: above ? 'auto' : `${field.bottom + GAP}px`,
    bottom: above ? `${windowHeight - field.top + GAP}px` : 'auto',
  };
}
