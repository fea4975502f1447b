import type { Tokens } from 'marked';
import {
  type DocumentPage,
  type DocumentSection,
  documentAddress,
  INDEX,
  parsePage,
  plainText,
  sectionsOf,
} from './parse.ts';

/** The pages are part of the build, so that they match its version and need no network. */
const FILES: Record<string, string> = import.meta.glob(['../../docs/**/*.md', '../../README.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const PICTURES: Record<string, string> = import.meta.glob('../../docs/screenshots/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
});
const TOP = '../../';

const pages = new Map<string, DocumentPage>();

/** Returns the files of all pages. */
export function documentFiles(): string[] {
  return Object.keys(FILES).map((path) => path.slice(TOP.length));
}

/** Returns the page at an address of the app, or undefined if there is none. */
export function pageAt(address: string): DocumentPage | undefined {
  const file = documentFiles().find((each) => documentAddress(each) === address);
  return file === undefined ? undefined : pageOf(file);
}

function pageOf(file: string): DocumentPage {
  const known = pages.get(file);
  if (known) return known;
  const page = parsePage(file, FILES[TOP + file] ?? '');
  pages.set(file, page);
  return page;
}

/**
 * Returns where a link of a page leads: to a page of the app, to a site, or, for other files of the repository, nowhere.
 * @param target the target as the page contains it
 */
export function linkOf(file: string, target: string): { page: string } | { site: string } | undefined {
  if (/^https?:/.test(target)) return { site: target };
  if (/^[a-z]+:/i.test(target)) return undefined;
  const [path = '', anchor] = target.split('#');
  const found = path === '' ? file : relativeTo(file, path);
  if (!(TOP + found in FILES)) return undefined;
  return { page: documentAddress(found) + (anchor === undefined ? '' : `#${anchor}`) };
}

/** Returns the address of a picture that a page shows, or undefined if the build doesn't contain it. */
export function pictureOf(file: string, target: string): string | undefined {
  return PICTURES[TOP + relativeTo(file, target)];
}

/** Resolves a relative path. A path that leaves the repository ends at its top. */
function relativeTo(file: string, path: string): string {
  return decodeURIComponent(new URL(path, `file:///${file}`).pathname.slice(1));
}

/** Returns the groups of the contents: the headings of docs/README.md and the pages that are linked below each. */
export function contents(): { title: string; pages: { address: string; title: string }[] }[] {
  const groups: { title: string; pages: { address: string; title: string }[] }[] = [];
  for (const token of pageOf(INDEX).tokens) {
    if (token.type === 'heading') groups.push({ title: plainText(token.tokens ?? []), pages: [] });
    if (token.type === 'list') groups.at(-1)?.pages.push(...linksIn((token as Tokens.List).items));
  }
  return groups;
}

/** Returns the first link of each item. */
function linksIn(items: Tokens.ListItem[]): { address: string; title: string }[] {
  return items.flatMap(({ tokens }) => {
    const inline = tokens.flatMap((token) => ('tokens' in token ? (token.tokens ?? []) : []));
    const link = inline.find((token) => token.type === 'link') as Tokens.Link | undefined;
    const leads = link && linkOf(INDEX, link.href);
    return leads && 'page' in leads ? [{ address: leads.page, title: plainText(link.tokens) }] : [];
  });
}

/** Returns the sections of all pages, in the order of the contents. */
export function sections(): DocumentSection[] {
  return documentFiles().flatMap((file) => sectionsOf(pageOf(file)));
}
