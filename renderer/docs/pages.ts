import { lexer, type Token, type Tokens } from 'marked';

/** A page of the documentation: one Markdown file of the repository. */
export interface DocumentPage {
  /** The path of the file from the top of the repository. */
  file: string;
  /** The address in the app, without a heading. */
  address: string;
  title: string;
  /** The content below the title. */
  tokens: Token[];
}

/** A heading with the text below it, up to the next heading. */
export interface DocumentSection {
  /** The address in the app, with the heading. */
  address: string;
  heading: string;
  page: string;
  /** Markdown. */
  text: string;
}

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
const INDEX = 'docs/README.md';

const pages = new Map<string, DocumentPage>();

/** Returns the files of all pages. */
export function documentFiles(): string[] {
  return Object.keys(FILES).map((path) => path.slice(TOP.length));
}

/** Returns the address of a page in the app. */
export function documentAddress(file: string): string {
  if (file === INDEX) return '/docs';
  if (file === 'README.md') return '/docs/overview';
  return `/${file.replace(/\.md$/, '')}`;
}

/** Returns the page at an address of the app, or undefined if there is none. */
export function pageAt(address: string): DocumentPage | undefined {
  const file = documentFiles().find((each) => documentAddress(each) === address);
  return file === undefined ? undefined : pageOf(file);
}

function pageOf(file: string): DocumentPage {
  const known = pages.get(file);
  if (known) return known;
  const tokens: Token[] = lexer(FILES[TOP + file] ?? '');
  const at = tokens.findIndex((token) => token.type === 'heading');
  const title = at === -1 ? file : plainText((tokens[at] as Tokens.Heading).tokens);
  const page = { file, address: documentAddress(file), title, tokens: tokens.toSpliced(at, 1) };
  pages.set(file, page);
  return page;
}

/** Returns the anchor of a heading, as code hosts make it. */
export function anchorOf({ text }: Tokens.Heading): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

/** Returns inline Markdown without its marks. */
export function plainText(tokens: Token[]): string {
  return tokens
    .map((token) =>
      'tokens' in token && token.tokens ? plainText(token.tokens) : 'text' in token ? token.text : '',
    )
    .join('');
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
  return documentFiles().flatMap((file) => {
    const { tokens, title, address } = pageOf(file);
    const found: DocumentSection[] = [{ address, heading: title, page: title, text: '' }];
    for (const token of tokens) {
      if (token.type === 'heading') {
        const heading = token as Tokens.Heading;
        const at = `${address}#${anchorOf(heading)}`;
        found.push({ address: at, heading: plainText(heading.tokens), page: title, text: '' });
      } else found.at(-1)!.text += token.type === 'html' ? '' : token.raw;
    }
    return found;
  });
}
