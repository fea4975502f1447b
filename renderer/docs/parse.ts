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

/** A heading of a page. */
export interface DocumentHeading {
  /** The address in the app, with the heading. */
  address: string;
  heading: string;
  page: string;
}

/** A heading with the text below it, up to the next heading. */
export interface DocumentSection extends DocumentHeading {
  /** Markdown. */
  text: string;
}

/** The file with the contents. */
export const INDEX = 'docs/README.md';

/** Returns the address of a page in the app. */
export function documentAddress(file: string): string {
  if (file === INDEX) return '/docs';
  if (file === 'README.md') return '/docs/overview';
  return `/${file.replace(/\.md$/, '')}`;
}

/** Returns the page of a Markdown file. @param file its path from the top of the repository */
export function parsePage(file: string, markdown: string): DocumentPage {
  const tokens: Token[] = lexer(markdown);
  const at = tokens.findIndex((token) => token.type === 'heading');
  const title = at === -1 ? file : plainText((tokens[at] as Tokens.Heading).tokens);
  return { file, address: documentAddress(file), title, tokens: tokens.toSpliced(at, 1) };
}

/** Returns the sections of a page, in its order. */
export function sectionsOf({ tokens, title, address }: DocumentPage): DocumentSection[] {
  const found: DocumentSection[] = [{ address, heading: title, page: title, text: '' }];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = token as Tokens.Heading;
      const at = `${address}#${anchorOf(heading)}`;
      found.push({ address: at, heading: plainText(heading.tokens), page: title, text: '' });
    } else found.at(-1)!.text += token.type === 'html' ? '' : token.raw;
  }
  return found;
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
