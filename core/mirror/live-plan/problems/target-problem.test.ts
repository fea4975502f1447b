import { describe, expect, test } from 'vitest';
import type { UpdateGraph } from '../../../content/release/update-graph.ts';
import { channels, graphOf, imageSet, linesOf, platform, releasesOf } from '../live-plan.fixture.ts';
import { t } from '../messages.ts';
import type { PlannedReleases } from '../parts/releases.ts';
import { targetProblem } from './target-problem.ts';

/** The problem of the target version with these lines below `mirror:`; `after` is the text with the fix. */
function problemsOf(
  lines: string[],
  selected: PlannedReleases,
  { graphs = [], from, to }: { graphs?: UpdateGraph[]; from?: string; to?: string } = {},
) {
  const { configuration, doc } = imageSet(...lines);
  const found = targetProblem({ from, to }, configuration.platform, selected, graphs);
  if (!found) return [];
  const { fix, ...problem } = found;
  return [{ ...problem, label: fix?.label, fixedTo: fix?.to, after: fix && linesOf(fix.change(doc)) }];
}

describe('a target that is not in the channels', () => {
  const cases: [string, string[], string, string | undefined, string[] | undefined][] = [
    [
      'moves the upper bound of its channel',
      ['- name: stable-4.18', '  minVersion: 4.18.1', '  maxVersion: 4.18.3'],
      '4.18.9',
      t('addFix', { name: '4.18.9' }),
      ['- name: stable-4.18', '  minVersion: 4.18.1', '  maxVersion: 4.18.9'],
    ],
    [
      'moves a lower bound above it',
      ['- name: stable-4.18', '  minVersion: 4.18.10'],
      '4.18.9',
      t('addFix', { name: '4.18.9' }),
      ['- name: stable-4.18', '  minVersion: 4.18.9', '  maxVersion: 4.18.9'],
    ],
    [
      'gives a channel without versions both bounds',
      ['- name: fast-4.18'],
      '4.18.9',
      t('addFix', { name: '4.18.9' }),
      ['- name: fast-4.18', '  minVersion: 4.18.9', '  maxVersion: 4.18.9'],
    ],
    [
      'adds a channel of the same kind as in the draft',
      ['- name: fast-4.17'],
      '4.18.9',
      t('addFix', { name: '4.18.9' }),
      ['- name: fast-4.17', '- name: fast-4.18', '  maxVersion: 4.18.9', '  minVersion: 4.18.9'],
    ],
  ];
  test.each(cases)('%s', (_, lines, to, label, after) => {
    const [problem, ...others] = problemsOf(channels(...lines), releasesOf([]), { to });
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'release-unknown', level: 'warning', label });
    expect(problem!.after).toEqual(after && channels(...after));
  });

  test("of a minor version has no fix, because its channel isn't known", () => {
    const [problem] = problemsOf(channels('- name: stable-4.17'), releasesOf([]), { to: '4.18' });
    expect(problem).toMatchObject({ level: 'warning', label: undefined });
  });

  test.each<[string, string[], string | undefined]>([
    ['among the releases', channels('- name: stable-4.18'), '4.18.1'],
    ['not a version', channels('- name: stable-4.18'), 'latest'],
    ['not selected', channels('- name: stable-4.18'), undefined],
    ['next to an exact payload', platform('graph: true', 'release: quay.io/lab/release:4.18.1'), '4.18.9'],
  ])('reports no problem if it is %s', (_, lines, to) => {
    expect(problemsOf(lines, releasesOf(['4.18.1']), { to })).toEqual([]);
  });
});

test('a minor version without a channel and without a graph has no channel to extend', () => {
  expect(problemsOf(['platform: {}'], releasesOf([]), { to: '4.99' })).toMatchObject([
    { level: 'warning', remedy: t('targetUnknownRemedy'), label: undefined },
  ]);
});

describe("a target that isn't in any local graph", () => {
  const graphs = [graphOf(['4.16.1', '4.16.5', '4.17.2', '4.18.0-rc.1'])];
  const nothing: string[] = [];

  test.each<[string, string | undefined, string[], string, string | undefined, string[] | undefined]>([
    [
      'selects the newest existing version',
      undefined,
      nothing,
      '4.99',
      '4.17.2',
      platform('channels:', '  - name: stable-4.17', '    minVersion: 4.17.2', '    maxVersion: 4.17.2'),
    ],
    [
      'selects the path to the closest version of its minor version',
      '4.16.1',
      nothing,
      '4.16.9',
      '4.16.5',
      platform(
        'channels:',
        '  - name: stable-4.16',
        '    minVersion: 4.16.1',
        '    maxVersion: 4.16.5',
        '    shortestPath: true',
      ),
    ],
    [
      'replaces the channel of the version',
      undefined,
      channels('- name: fast-4.99', '  minVersion: 4.99.1', '  maxVersion: 4.99.1'),
      '4.99.1',
      '4.17.2',
      channels('- name: fast-4.17', '  minVersion: 4.17.2', '  maxVersion: 4.17.2'),
    ],
    ['has no fix if the path has several channels', '4.16.1', nothing, '4.17.9', undefined, undefined],
  ])('%s', (_, from, lines, to, version, after) => {
    const [problem, ...others] = problemsOf(lines, releasesOf([]), { graphs, from, to });
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      ...{ code: 'release-unknown', level: 'error', subject: to, fixedTo: version },
      message: t('targetUnknown', { version: to }),
      label: version && t('useFix', { name: version }),
    });
    expect(problem!.after).toEqual(after);
  });

  test('names the closest versions, without candidates', () => {
    const [problem] = problemsOf(nothing, releasesOf([]), { graphs, to: '4.16.4' });
    expect(problem!.remedy).toBe(t('nearestRemedy', { versions: '4.16.5, 4.16.1, 4.17.2' }));
  });

  test('is a warning without a graph, because the version may exist', () => {
    const [problem] = problemsOf(nothing, releasesOf([]), { to: '4.99.1' });
    expect(problem).toMatchObject({ level: 'warning', label: t('addFix', { name: '4.99.1' }) });
  });
});
