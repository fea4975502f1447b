import MiniSearch, { type SearchResult } from 'minisearch';
import { sections } from './pages.ts';
import type { DocumentSection } from './parse.ts';

/** Results that are shown. */
const SHOWN = 40;
/** Characters of a section that a result shows. */
const EXCERPT = 160;

let index: MiniSearch<DocumentSection> | undefined;

/** A section that matches. */
export interface FoundSection {
  address: string;
  heading: string;
  page: string;
  excerpt: string;
}

/** Texts with this many words are pasted messages, in which some words are names that no page has. */
const MESSAGE_WORDS = 4;

/** Returns the sections that match a text, best first: those with all of its words, or with any of them for a message. */
export function searchDocuments(text: string): FoundSection[] {
  index ??= indexed();
  const options = { prefix: true, fuzzy: 0.15, boost: { heading: 4, page: 2 } };
  const isMessage = text.trim().split(/\s+/).length >= MESSAGE_WORDS;
  const all = isMessage ? [] : index.search(text, { ...options, combineWith: 'AND' });
  return (all.length > 0 ? all : index.search(text, options)).slice(0, SHOWN).map(found);
}

function indexed(): MiniSearch<DocumentSection> {
  const made = new MiniSearch<DocumentSection>({
    idField: 'address',
    fields: ['heading', 'page', 'text'],
    storeFields: ['address', 'heading', 'page', 'text'],
  });
  const unique = new Map(sections().map((section) => [section.address, section]));
  made.addAll([...unique.values()]);
  return made;
}

function found({ address, heading, page, text }: SearchResult): FoundSection {
  const plain = String(text)
    .replaceAll(/\]\([^()]*\)|```\w*|[`*[\]|]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const excerpt = plain.length > EXCERPT ? `${plain.slice(0, EXCERPT)}…` : plain;
  return { address, heading, page, excerpt };
}
