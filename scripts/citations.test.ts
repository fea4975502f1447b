import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headings } from './headings.ts';
import { ROOT } from './run.ts';

/** All texts of this repository, except notices of others and files that npm writes. */
const TEXT = /[.](c?[jt]s|tsx|css|html|md|toml|ya?ml)$/;

/** References to a book that isn't in the repository. References that readers can follow name a project and a file or title. */
const DANGLING = [
  // (reference 5.3), reference section 8, the chain of reference A.5, (reference, installer 7.1), issue 13
  /\b(?:references?|design|proposals?|findings|surprise|issue)(?:,? (?:sections?|chapters?|installer|oc-mirror))*,? \(?(?:\d|A\.\d)/gi,
  // (proposal, "Pushing to disk"), (the original proposal), (reference "what users write")
  / \((?:the )?(?:original )?(?:proposal[,;:)]|(?:reference|proposal|findings) ")/g,
  // the reference says, the proposal's example
  /\bthe (?:reference|design) (?:says|asks|wants|demands)\b|\bthe (?:original )?proposal(?:'s)? (?:says|asks|has|shows|example)/gi,
  // a section number alone: "2.9: proxy", "Exactly one platform (1.1)"
  /\/\*\* \d\.\d{1,2}(?: (?:and|to) \d\.\d{1,2})?(?:, \w+)?: | \([12]\.\d{1,2}\)/g,
  // the folder next to a checkout of its builders
  /\bshared\/(?:reference|findings|mockups|design\.md)/g,
];

/** A page of this repository; pages of others have their repository as a prefix. */
const PAGE = /(?<![\w/.-])docs\/[\w./-]+\.md(?:#[\w-]+)?/g;

const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter((file) => TEXT.test(file) && file !== 'scripts/citations.test.ts')
  .map((file) => ({ file, text: unwrapped(readFileSync(join(ROOT, file), 'utf8')) }));

/** Sentences of comments in one line each. */
function unwrapped(text: string): string {
  return text.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/) ?/g, ' ');
}

function danglingIn(text: string): string[] {
  return DANGLING.flatMap((pattern) => text.match(pattern) ?? []);
}

function missingPagesIn(text: string): string[] {
  return (text.match(PAGE) ?? []).filter((page) => {
    const [path = '', anchor] = page.split('#');
    const full = join(ROOT, path);
    return !existsSync(full) || (anchor !== undefined && !headings(full).includes(anchor));
  });
}

test('cites only books in the repository', () => {
  expect(files.length).toBeGreaterThan(1000);
  expect(files.flatMap(({ file, text }) => danglingIn(text).map((found) => `${file}: ${found}`))).toEqual([]);
});

test('every cited page under docs/, and its heading, exists', () => {
  expect(files.flatMap(({ file, text }) => missingPagesIn(text).map((page) => `${file}: ${page}`))).toEqual(
    [],
  );
});

test.each([
  '/** Bonds (reference 6.3). */',
  '/** So that nothing is asked twice (design\n * section 3, "Increments"). */',
  '/** 2.9: proxy. */',
  '// The order of a change (reference, installer 7.5)',
])('finds %j', (text) => {
  expect(danglingIn(unwrapped(text))).not.toEqual([]);
});

test('finds missing pages and headings, and ignores pages of other projects', () => {
  const text =
    'docs/none.md, docs/errors.md#none, docs/errors.md, openshift/cincinnati-operator/docs/none.md';
  expect(missingPagesIn(text)).toEqual(['docs/none.md', 'docs/errors.md#none']);
});
