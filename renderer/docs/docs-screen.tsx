import './docs.css';
import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import type { Tokens } from 'marked';
import { useEffect, useMemo, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useAsk } from '../engine/requests.ts';
import { Screen } from '../parts/screen.tsx';
import { useWide } from '../parts/use-wide.ts';
import { HEADING_ID, Markdown } from './markdown.tsx';
import { t } from './messages.ts';
import { contents, pageAt } from './pages.ts';
import { anchorOf, type DocumentPage, plainText } from './parse.ts';
import { searchDocuments } from './search.ts';

/** Headings that are listed next to a page; with more, those of the third level are omitted. */
const MOST_HEADINGS = 80;

/** The documentation of this version. The address is that of the Markdown file, the hash that of a heading. */
export default function DocsScreen() {
  const { pathname, hash, key } = useLocation();
  const page = pageAt(pathname.endsWith('/') ? pathname.slice(0, -1) : pathname);
  const [text, setText] = useState('');
  const version = useAsk('host.describe', {}).data?.version;
  const wide = useWide();
  const title = page?.title ?? t('noPageTitle', { address: pathname });
  useEffect(() => {
    document.title = t('windowTitle', { page: title });
  }, [title]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link closes the results
  useEffect(() => setText(''), [pathname, hash, key]);
  const search = text.trim();
  return (
    <Screen
      eyebrow={[t('eyebrow'), ...(version === undefined ? [] : [t('versionNote', { version })])]}
      sentence={title}
    >
      <div className="al-docs">
        <div className="al-docs-contents">
          <SearchInput
            value={text}
            aria-label={t('searchLabel')}
            placeholder={t('searchPlaceholder')}
            onChange={(_, value) => setText(value)}
            onClear={() => setText('')}
          />
          {wide ? (
            <Contents />
          ) : (
            <details>
              <summary>{t('contentsTitle')}</summary>
              <Contents />
            </details>
          )}
        </div>
        {search ? <Results text={search} /> : page ? <Page page={page} /> : <NoPage />}
      </div>
    </Screen>
  );
}

function Contents() {
  return (
    <nav aria-label={t('contentsTitle')}>
      {contents().map(({ title, pages }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {pages.map((page) => (
              <li key={page.address}>
                <NavLink to={page.address} end>
                  {page.title}
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function Page({ page }: { page: DocumentPage }) {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to the heading that is open scrolls again
  useEffect(() => {
    const anchor = decodeURIComponent(hash.slice(1));
    // After the screen has moved the focus to its title.
    const frame = requestAnimationFrame(() => {
      const heading = anchor && document.getElementById(HEADING_ID + anchor);
      if (!heading) return document.querySelector('.al-screen > .al-scroll')?.scrollTo?.(0, 0);
      heading.scrollIntoView?.({ block: 'start' });
      heading.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [page, hash, key]);
  const headings = listedHeadings(page);
  return (
    <>
      <article className="al-doc" aria-label={page.title}>
        <Markdown tokens={page.tokens} file={page.file} />
      </article>
      {headings.length > 1 && (
        <nav className="al-docs-on-page" aria-label={t('onPageTitle')}>
          <h2>{t('onPageTitle')}</h2>
          <ul>
            {headings.map((heading, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: headings can be equal
              <li key={at} className={heading.depth === 3 ? 'al-docs-inner' : undefined}>
                <Link to={`#${anchorOf(heading)}`}>{plainText(heading.tokens)}</Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}

/** Returns the headings that are listed next to a page: those of two levels, or of one level on a reference with hundreds of them. */
function listedHeadings({ tokens }: DocumentPage): Tokens.Heading[] {
  const headings = tokens.filter(
    (token): token is Tokens.Heading => token.type === 'heading' && token['depth'] <= 3,
  );
  return headings.length > MOST_HEADINGS ? headings.filter(({ depth }) => depth < 3) : headings;
}

function Results({ text }: { text: string }) {
  const found = useMemo(() => searchDocuments(text), [text]);
  return (
    <section className="al-doc" aria-label={t('searchLabel')}>
      <p role="status" className="al-sub">
        {t('resultsTitle', { count: found.length, text })}
      </p>
      <ul className="al-docs-results">
        {found.map(({ address, heading, page, excerpt }) => (
          <li key={address}>
            <Link to={address}>{heading}</Link>
            {page !== heading && <span className="al-sub"> {page}</span>}
            <p className="al-sub al-small">{excerpt}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoPage() {
  return (
    <p>
      <Link to="/docs">{t('contentsLink')}</Link>
    </p>
  );
}
