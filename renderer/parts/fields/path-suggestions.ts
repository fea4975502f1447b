import { parentFolder } from '../paths.ts';

/** A path that a field offers; `up`: the folder above. */
export interface PathSuggestion {
  path: string;
  name: string;
  kind: 'folder' | 'file' | 'up';
}

/** What a list of paths was opened for: typing completes, browsing goes up and down folders too. */
export type Listing = 'typing' | 'browsing';

/** What is looked for: the home folder where nothing was typed yet. */
export function lookedFor(value: string, home: string | undefined): string {
  return value === '' && home ? `${home}/` : value;
}

/**
 * Paths that the list offers, of what the engine found for the text.
 * @param listing undefined: there is no list
 */
export function pathSuggestions(
  listing: Listing | undefined,
  text: string,
  found: readonly PathSuggestion[],
): PathSuggestion[] {
  if (listing === undefined) return [];
  const up = listing === 'browsing' ? parentFolder(text) : undefined;
  // A file that is typed to its end needs no completion: the list would only cover what comes next.
  const complete =
    listing === 'typing' && found.length === 1 && found[0]!.path === text && found[0]!.kind === 'file';
  return [
    ...(up === undefined ? [] : [{ path: up, name: up, kind: 'up' as const }]),
    ...(complete ? [] : found),
  ];
}

/** What choosing a suggestion writes. A folder's list stays open for what is in it. */
export function chosenPath({ path, kind }: PathSuggestion): string {
  return kind === 'file' || path.endsWith('/') ? path : `${path}/`;
}

/** The suggestion that an arrow key goes to; -1: back in the field, which lies between the last one and the first. */
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

/** Where a list stands: below its field, or above it where there is more room. Sizes in px, as styles. */
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
