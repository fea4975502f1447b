import { ExternalLinkAltIcon } from '@patternfly/react-icons/dist/esm/icons/external-link-alt-icon';
import type { Token, Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { CopyButton } from '../parts/copy-button.tsx';
import { t } from './messages.ts';
import { linkOf, pictureOf } from './pages.ts';
import { anchorOf, plainText } from './parse.ts';

/** The prefix of the IDs of headings, so that they differ from those of the app. */
export const HEADING_ID = 'al-doc-';

/** Shows Markdown as React elements. HTML in it is never inserted: only its pictures are shown. */
export function Markdown({ tokens, file }: { tokens: Token[]; file: string }) {
  return tokens.map((token, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a page never change
    <Fragment key={at}>{shown(token, file)}</Fragment>
  ));
}

function shown(token: Token, file: string): ReactNode {
  const inside = () => <Markdown tokens={('tokens' in token && token.tokens) || []} file={file} />;
  switch (token.type) {
    case 'heading':
      return <Heading heading={token as Tokens.Heading}>{inside()}</Heading>;
    case 'paragraph':
      return <p>{inside()}</p>;
    case 'blockquote':
      return <blockquote>{inside()}</blockquote>;
    case 'code':
      return <CodeBlock text={(token as Tokens.Code).text} />;
    case 'list':
      return <List list={token as Tokens.List} file={file} />;
    case 'table':
      return <Table table={token as Tokens.Table} file={file} />;
    case 'hr':
      return <hr />;
    case 'html':
      return <Pictures html={token.raw} file={file} />;
    case 'strong':
      return <strong>{inside()}</strong>;
    case 'em':
      return <em>{inside()}</em>;
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <DocumentLink link={token as Tokens.Link} file={file} />;
    case 'image': {
      const { href, text } = token as Tokens.Image;
      return <Picture light={href} alt={text} file={file} />;
    }
    case 'text':
    case 'escape':
      return 'tokens' in token && token.tokens ? inside() : token.text;
    default:
      return null;
  }
}

function Heading({ heading, children }: { heading: Tokens.Heading; children: ReactNode }) {
  const Level = `h${Math.min(Math.max(heading.depth, 2), 6)}` as 'h2';
  return (
    <Level id={HEADING_ID + anchorOf(heading)} tabIndex={-1}>
      {children}
    </Level>
  );
}

function CodeBlock({ text }: { text: string }) {
  return (
    <div className="al-copied">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll by keyboard */}
      <pre className="al-command al-mono" tabIndex={0}>
        {text}
      </pre>
      <CopyButton text={text} what={t('copyCodeButton')} />
    </div>
  );
}

function List({ list, file }: { list: Tokens.List; file: string }) {
  const items = list.items.map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <li key={at}>
      <Markdown tokens={item.tokens} file={file} />
    </li>
  ));
  return list.ordered ? <ol start={Number(list.start) || 1}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ table, file }: { table: Tokens.Table; file: string }) {
  const head = table.header.map(({ tokens }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <th key={at} scope="col">
      <Markdown tokens={tokens} file={file} />
    </th>
  ));
  const label = table.header.map(({ tokens }) => plainText(tokens)).join(', ');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll by keyboard
    <section className="al-doc-table" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>
          {table.rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <tr key={line}>
              {row.map(({ tokens }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={at}>
                  <Markdown tokens={tokens} file={file} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A link to another page, or a marked link to a site. Files that aren't pages are shown without a link. */
function DocumentLink({ link, file }: { link: Tokens.Link; file: string }) {
  const content = <Markdown tokens={link.tokens} file={file} />;
  const leads = linkOf(file, link.href);
  if (!leads) return content;
  if ('page' in leads) return <Link to={leads.page}>{content}</Link>;
  return (
    <a href={leads.site} target="_blank" rel="noreferrer" title={t('externalTip', { address: leads.site })}>
      {content} <ExternalLinkAltIcon className="al-doc-external" aria-hidden />
      <span className="pf-v6-screen-reader">{t('externalNote')}</span>
    </a>
  );
}

/** The pictures of a `<picture>` element: the light one, and the dark one if there is one. */
function Pictures({ html, file }: { html: string; file: string }) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const image = page.querySelector('img');
  const dark = page.querySelector('source')?.getAttribute('srcset') ?? undefined;
  if (!image) return null;
  return (
    <Picture
      light={image.getAttribute('src') ?? ''}
      dark={dark}
      alt={image.getAttribute('alt') ?? ''}
      file={file}
    />
  );
}

/** Follows the theme of the app, which can differ from that of the system. */
function Picture({ light, dark, alt, file }: { light: string; dark?: string; alt: string; file: string }) {
  const source = pictureOf(file, light);
  const darkSource = dark === undefined ? undefined : pictureOf(file, dark);
  if (source === undefined) return alt;
  if (darkSource === undefined)
    return <img className="al-doc-picture" src={source} alt={alt} loading="lazy" />;
  return (
    <>
      <img className="al-doc-picture al-doc-light" src={source} alt={alt} loading="lazy" />
      <img className="al-doc-picture al-doc-dark" src={darkSource} alt={alt} loading="lazy" />
    </>
  );
}
