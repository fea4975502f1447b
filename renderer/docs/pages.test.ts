import type { Token, Tokens } from 'marked';
import { expect, test } from 'vitest';
import { guideOf } from '../shell/help/guides.ts';
import { helpPatterns } from '../shell/help/topics.ts';
import { DOCUMENT_HEADINGS } from './headings.ts';
import { contents, documentFiles, linkOf, pageAt, sections } from './pages.ts';
import { anchorOf, type DocumentPage, documentAddress } from './parse.ts';
import { searchDocuments } from './search.ts';

const pages = documentFiles().map((file) => pageAt(documentAddress(file))!);

function exists(address: string): boolean {
  const [path = '', anchor] = address.split('#');
  const page = pageAt(path);
  if (!page) return false;
  return anchor === undefined || anchors(page).includes(anchor);
}

function anchors(page: DocumentPage): string[] {
  return page.tokens.flatMap((token) =>
    token.type === 'heading' ? [anchorOf(token as Tokens.Heading)] : [],
  );
}

/** Returns the targets of all links in a page. */
function targets(tokens: Token[]): string[] {
  return tokens.flatMap((token) => {
    const { type } = token;
    const own = type === 'link' ? [(token as Tokens.Link).href] : [];
    const table = type === 'table' ? (token as Tokens.Table) : undefined;
    const cells = table ? [table.header, ...table.rows].flat().flatMap((cell) => targets(cell.tokens)) : [];
    const items = type === 'list' ? targets((token as Tokens.List).items) : [];
    return [...own, ...cells, ...items, ...targets(('tokens' in token && token.tokens) || [])];
  });
}

test("every link leads to a page and heading of the app, to a site, or to a file that isn't a page", () => {
  let links = 0;
  const broken = pages.flatMap(({ file, tokens }) =>
    targets(tokens).filter((target) => {
      const leads = linkOf(file, target);
      if (!leads || 'site' in leads) return !leads && /\.md(#|$)/.test(target) && /(^|\/)docs\//.test(target);
      links += 1;
      return !exists(leads.page);
    }),
  );
  expect(links).toBeGreaterThan(300);
  expect(broken).toEqual([]);
});

test('the contents list every page, and every entry exists', () => {
  const listed = contents().flatMap((group) => group.pages.map(({ address }) => address));
  expect(listed.filter((address) => !exists(address))).toEqual([]);
  const all = new Set(['/docs', ...listed.map((address) => address.split('#')[0])]);
  expect(pages.map(({ address }) => address).filter((address) => !all.has(address))).toEqual([]);
});

test('the guide of every screen exists', () => {
  expect(helpPatterns().filter((pattern) => !exists(guideOf(pattern)))).toEqual([]);
  expect(helpPatterns().filter((pattern) => pattern !== '/docs/*' && guideOf(pattern) === '/docs')).toEqual(
    [],
  );
});

test('the index of headings, which the build makes, names every section except those of two references', () => {
  const isReference = (address: string) => /^\/docs\/(troubleshooting|commands)(#|$)/.test(address);
  expect(sections().some(({ address }) => isReference(address))).toBe(true);
  const parsed = sections().flatMap(({ address, heading, page }) =>
    isReference(address) ? [] : [{ address, heading, page }],
  );
  expect(parsed.length).toBeGreaterThan(300);
  expect(DOCUMENT_HEADINGS).toEqual(parsed);
});

test('links outside of the documentation are no pages', () => {
  expect(linkOf('docs/guides/app.md', '../desktop.md#starting-it')).toEqual({
    page: '/docs/desktop#starting-it',
  });
  expect(linkOf('README.md', '#license')).toEqual({ page: '/docs/overview#license' });
  expect(linkOf('README.md', 'https://example.com/a.md')).toEqual({ site: 'https://example.com/a.md' });
  expect(linkOf('README.md', 'CONTRIBUTING.md')).toBeUndefined();
  expect(linkOf('README.md', 'javascript:alert(1)')).toBeUndefined();
  expect(linkOf('docs/guides/app.md', '../../../../etc/passwd.md')).toBeUndefined();
});

test('the search finds an error code, a term with a typing error, and a pasted message', () => {
  expect(searchDocuments('workspace-locked').map(({ address }) => address)).toContain(
    '/docs/errors#workspace-locked',
  );
  expect(searchDocuments('transfer windws')[0]?.heading).toBe('Transfer windows');
  expect(
    searchDocuments("/srv/x/isc-77.yaml can't be edited because it can't be parsed").map(
      ({ address }) => address,
    ),
  ).toContain('/docs/errors#document-unreadable');
  expect(
    searchDocuments('The owner (uid 1001, gid 1001) is not a member of the group')
      .slice(0, 3)
      .map(({ heading }) => heading),
  ).toContain("the owner (uid uid, gid gid) isn't a member of the group");
  expect(searchDocuments('The manifest is not JSON')[0]?.heading).toBe("the manifest isn't JSON");
  expect(searchDocuments('zzqxv')).toEqual([]);
});
