import { expect, test } from 'vitest';
import { applyTextEdits, readYaml } from '../../../../core/contract/documents/document.ts';
import type { PlannedProblem } from '../../../../core/contract/topics/drafts.ts';
import { mirrorText } from '../../draft/draft.fixture.tsx';
import { combinedFix, groupProblems, matchingProblems, problemsCsv, withoutEntries } from './groups.ts';
import { t } from './messages.ts';

const problem = (part: Partial<PlannedProblem>): PlannedProblem => ({
  ...{ code: 'config-invalid', level: 'error', message: 'a name is missing', remedy: 'Add it.' },
  ...part,
});
const missing = (position: number): PlannedProblem =>
  problem({
    ...{ code: 'not-found', cause: 'image-unreadable', remedy: 'Check the name and tag.' },
    message: `quay.io/lab/image-${position}:1: the registry has no such image`,
    ...{ entry: `mirror.additionalImages[${position}]`, line: 10 + position },
  });

test('problems with the same cause are one group, the most severe and largest first', () => {
  const groups = groupProblems([
    problem({ level: 'info', message: 'the graph is old' }),
    problem({ level: 'warning', cause: 'package-deprecated', message: 'anvil is deprecated', remedy: 'x' }),
    problem({ level: 'warning', cause: 'package-deprecated', message: 'bellows is deprecated', remedy: 'y' }),
    problem({ message: 'kind is wrong', remedy: 'Set it.' }),
    ...Array.from({ length: 103 }, (_, position) => missing(position)),
    problem({ code: 'unauthorized', cause: 'image-unreadable', message: 'no access', line: 1 }),
  ]);
  expect(groups.map(({ title, level, members }) => [title, level, members.length])).toEqual([
    [t('notFoundTitle', { count: 103 }), 'error', 103],
    ['Kind is wrong.', 'error', 1],
    ['No access.', 'error', 1],
    [t('deprecatedTitle', { count: 2 }), 'warning', 2],
    ['The graph is old.', 'info', 1],
  ]);
  expect(groups.map(({ remedy }) => remedy)).toEqual([
    ...['Check the name and tag.', 'Set it.', 'Add it.', undefined, 'Add it.'],
  ]);
  expect(groups[0]!.entries).toHaveLength(103);
  expect(groups[1]!.entries).toEqual([]);
});

test('problems without a rule are grouped by their remedy', () => {
  const groups = groupProblems([
    problem({ message: 'one' }),
    problem({ message: 'two' }),
    problem({ message: 'three', remedy: 'Another.' }),
  ]);
  expect(groups.map(({ title }) => title)).toEqual([
    t('similarTitle', { count: 2, message: 'one' }),
    'Three.',
  ]);
});

test('an image reference at the start of a sentence stays in lower case', () => {
  expect(groupProblems([missing(1)])[0]!.title).toBe(
    'quay.io/lab/image-1:1: the registry has no such image.',
  );
});

test('a filter by severity and text', () => {
  const problems = [missing(1), missing(2), problem({ level: 'warning', message: 'image-2 is old' })];
  const found = (level: PlannedProblem['level'] | '', search: string) =>
    matchingProblems(problems, { level, search }).map((each) => problems.indexOf(each));
  expect(found('', '')).toEqual([0, 1, 2]);
  expect(found('error', '')).toEqual([0, 1]);
  expect(found('', 'IMAGE-2')).toEqual([1, 2]);
  expect(found('', 'check image-1')).toEqual([0]);
  expect(found('info', '')).toEqual([]);
});

const TEXT = mirrorText(
  ['additionalImages:', ...['a', 'b', 'c'].map((name) => `  - name: quay.io/lab/${name}:1`)].join('\n'),
);

test('the entries of a group are removed from the text', () => {
  const { text } = withoutEntries(readYaml(TEXT), {
    entries: ['mirror.additionalImages[0]', 'mirror.additionalImages[2]'],
  });
  expect(text).toBe(mirrorText('additionalImages:\n  - name: quay.io/lab/b:1'));
});

test('all fixes are applied at once, except those at the place of another one', () => {
  const at = TEXT.indexOf('lab/a');
  const edit = (start: number, text: string) => ({ start, end: start + 3, text });
  const fixed = (edits: ReturnType<typeof edit>[], to?: string) =>
    problem({ fix: { label: 'Fix', edits, to } });
  const other = TEXT.indexOf('lab/c');
  const { edits, to } = combinedFix([
    fixed([edit(at, 'our')], '4.16.5'),
    fixed([edit(at + 1, 'xyz'), edit(TEXT.indexOf('lab/b'), 'xyz')], '4.17.1'),
    fixed([edit(other, 'her')]),
    problem({}),
  ]);
  expect(to).toBe('4.16.5');
  expect(applyTextEdits(TEXT, edits)).toBe(TEXT.replace('lab/a', 'our/a').replace('lab/c', 'her/c'));
  const both = combinedFix([
    fixed([edit(at, 'our')], '4.16.5'),
    fixed([edit(other, 'her')], '4.17.1'),
    fixed([edit(TEXT.indexOf('lab/b'), 'xyz')]),
  ]);
  expect(both.to).toBe('4.17.1');
  expect(both.edits).toHaveLength(3);
});

test('the export has every problem', () => {
  expect(problemsCsv([missing(1), problem({ path: 'kind' })])).toBe(
    [
      'severity,line,problem,remedy,field',
      'error,11,quay.io/lab/image-1:1: the registry has no such image,Check the name and tag.,',
      'error,,a name is missing,Add it.,kind',
      '',
    ].join('\r\n'),
  );
});
