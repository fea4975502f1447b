/** A result of the search: a screen, an object of this host, or an action. */
export interface FindEntry {
  kind: FindKind;
  label: string;
  /** What distinguishes it from entries with the same label: a folder, a status, an explanation. */
  detail?: string;
  /** Other names that are searched but not shown, separated by commas: `theme, dark mode`. */
  names?: string | undefined;
  /** An address of the app, or an action. */
  open: string | ((navigate: (address: string) => void) => void);
}

/** The kinds of entries, in the order in which they are listed. */
export const FIND_KINDS = [
  'screen',
  'action',
  'setting',
  'enclave',
  'drive',
  'schedule',
  'draft',
  'version',
  'operator',
  'host',
  'run',
  'image',
  'registry',
  'term',
  'document',
] as const;
export type FindKind = (typeof FIND_KINDS)[number];

/** Entries of one kind that match, best first. */
export interface FindGroup {
  kind: FindKind;
  entries: FindEntry[];
  /** Number of entries that match; `entries` contains the first ones. */
  matching: number;
}

/** Entries of a kind that are listed. */
const LISTED = 6;

/** Entries of one kind that the engine found for a text. */
export interface FoundEntries extends FindGroup {
  /** The text that they match. */
  text: string;
}

/**
 * Returns the entries that contain all words of a text, by kind. The kind with the best match is first. Without a text, it
 * returns all screens and actions.
 * @param found entries that the engine found. Those for another text are filtered until the engine answers
 */
export function matchesOf(
  entries: readonly FindEntry[],
  text: string,
  found: readonly FoundEntries[] = [],
): FindGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0)
    return groups(entries.filter(({ kind }) => kind === 'screen' || kind === 'action')).map((group) => ({
      ...group,
      matching: group.entries.length,
    }));
  const ranks = new Map<FindEntry, number>();
  for (const entry of entries) {
    const rank = rankOf(entry, words);
    if (rank !== undefined) ranks.set(entry, rank);
  }
  const sorted = [...ranks.keys()].sort((a, b) => ranks.get(a)! - ranks.get(b)!);
  const own = groups(sorted).map(({ kind, entries: matching }) => ({
    kind,
    entries: matching.slice(0, LISTED),
    matching: matching.length,
  }));
  const others = found.flatMap((group): FindGroup[] => {
    const isCurrent = group.text === text.trim();
    const listed = group.entries.filter((entry) => {
      // The engine also searches texts that aren't shown.
      const rank = rankOf(entry, words) ?? (isCurrent ? LAST : undefined);
      if (rank !== undefined) ranks.set(entry, rank);
      return rank !== undefined;
    });
    const matching = isCurrent ? group.matching : listed.length;
    return listed.length > 0 ? [{ kind: group.kind, entries: listed.slice(0, LISTED), matching }] : [];
  });
  return [...own, ...others]
    .sort((a, b) => FIND_KINDS.indexOf(a.kind) - FIND_KINDS.indexOf(b.kind))
    .sort((a, b) => ranks.get(a.entries[0]!)! - ranks.get(b.entries[0]!)!);
}

/** Rank of an entry whose label and detail don't contain the text. */
const LAST = 100;

function groups(entries: readonly FindEntry[]): { kind: FindKind; entries: FindEntry[] }[] {
  const byKind = Map.groupBy(entries, ({ kind }) => kind);
  return FIND_KINDS.flatMap((kind) => {
    const found = byKind.get(kind);
    return found ? [{ kind, entries: found }] : [];
  });
}

/** Returns how well an entry matches, 0 for the best, or undefined if a word is missing. */
function rankOf(entry: FindEntry, words: readonly string[]): number | undefined {
  const { name, others, rest } = searchedTexts(entry);
  if (others.includes(words.join(' '))) return 0;
  let rank = 0;
  for (const word of words) {
    const at = name.indexOf(word);
    if (at === 0) rank += name.length === word.length ? 0 : 1;
    else if (at > 0) rank += /[\p{L}\p{N}]/u.test(name[at - 1]!) ? 3 : 2;
    else if (rest.includes(word)) rank += 4;
    else return undefined;
  }
  return rank;
}

/** Texts in lower case, computed once for each entry. */
const SEARCHED = new WeakMap<FindEntry, SearchedTexts>();

interface SearchedTexts {
  name: string;
  others: readonly string[];
  rest: string;
}

function searchedTexts(entry: FindEntry): SearchedTexts {
  const known = SEARCHED.get(entry);
  if (known) return known;
  const { label, detail = '', names = '' } = entry;
  const texts = {
    name: label.toLowerCase(),
    others: names.toLowerCase().split(/,\s*/),
    rest: `${detail}\n${names}`.toLowerCase(),
  };
  SEARCHED.set(entry, texts);
  return texts;
}
