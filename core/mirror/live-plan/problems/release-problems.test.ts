import { describe, expect, test } from 'vitest';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { RULE, type Rule } from '../../../base/errors/rules.ts';
import type { UpdateGraph } from '../../../content/release/update-graph.ts';
import { channels, graphOf, imageSet, linesOf, platform, releasesOf } from '../live-plan.fixture.ts';
import { t } from '../messages.ts';
import type { PlannedReleases } from '../parts/releases.ts';
import { releaseProblems } from './release-problems.ts';

/** Problems of these lines below `mirror:`; `after` is the text with the fix. */
function problemsOf(
  lines: string[],
  selected: PlannedReleases,
  { graphs = [] }: { graphs?: UpdateGraph[] } = {},
) {
  const { configuration, doc } = imageSet(...lines);
  return releaseProblems(configuration.platform!, selected, graphs).map(({ fix, ...problem }) => ({
    ...problem,
    label: fix?.label,
    after: fix && linesOf(fix.change(doc)),
  }));
}

describe('a missing update graph', () => {
  const without = platform('channels:', '  - name: stable-4.18');
  test('is a hint with a fix', () => {
    const [problem] = problemsOf(without, releasesOf(['4.18.1']));
    expect(problem).toMatchObject({ level: 'info', label: t('graphFix'), path: 'mirror.platform' });
    expect(problem!.after).toContain('  graph: true');
  });
  test.each<[string, string[], string[]]>([
    ['if no release is known', without, []],
    ['next to an exact payload', platform('release: quay.io/lab/release:4.18.1'), ['4.18.1']],
    ['if it is mirrored', channels('- name: stable-4.18'), ['4.18.1']],
  ])('gives no hint %s', (_, lines, versions) => {
    expect(problemsOf(lines, releasesOf(versions))).toEqual([]);
  });
});

describe('a channel without a selection', () => {
  const graphs = [graphOf(['4.18.1'], 'stable-4.18,fast-4.18,,candidate-4.18')];
  const faultOf = (name: string, rule: Rule | undefined) => {
    const lines = channels('- name: stable-4.18', `- name: ${name}`);
    const channel = imageSet(...lines).configuration.platform!.channels[1]!;
    const error = new AirlockError('release-unknown', `channel ${name} is unknown`, { rule, side: 'source' });
    return problemsOf(lines, releasesOf([], { faults: [{ channel, error }] }), { graphs });
  };
  test("gets the nearest name at its own place, without the error's fields for logs", () => {
    const [problem] = faultOf('fast-4.81', { id: 'release-channel-unknown', channel: 'fast-4.81' });
    expect(problem).toMatchObject({
      label: t('useFix', { name: 'fast-4.18' }),
      path: 'mirror.platform.channels[1]',
    });
    expect(problem!.after).toEqual(channels('- name: stable-4.18', '- name: fast-4.18'));
    expect(problem).not.toHaveProperty('side');
  });
  test.each<[string, string, Rule | undefined, string | undefined]>([
    [
      'a channel without any version',
      'fats-4.18',
      { id: 'release-unknown', channel: 'fats-4.18', nearest: [] },
      t('useFix', { name: 'fast-4.18' }),
    ],
    [
      'a channel that has other versions',
      'fast-4.81',
      { id: 'release-unknown', channel: 'fast-4.81', nearest: ['4.81.1'] },
      undefined,
    ],
    ['a name that resembles no other', 'zzz', { id: 'release-channel-unknown', channel: 'zzz' }, undefined],
    ['an error without a rule', 'fast-4.81', undefined, undefined],
  ])('gets another name if that is the cause: %s', (_, name, rule, label) => {
    expect(faultOf(name, rule).map((problem) => problem.label)).toEqual([label]);
  });
});

test.each<[string, string | undefined]>([
  ['mirror.platform.channels[1]', 'fast-4.18'],
  ['mirror.platform', 'eus-4.18'],
  ['mirror.platform', undefined],
])('a problem of a selection is placed at %s', (path, channel) => {
  const problem = {
    ...{ code: 'release-path', level: 'warning' as const, message: 'm', remedy: 'r' },
    [RULE]: channel === undefined ? undefined : { id: 'release-path-missing' as const, channel },
  };
  const lines = channels('- name: stable-4.18', '- name: fast-4.18');
  expect(problemsOf(lines, releasesOf([], { problems: [problem] }))).toMatchObject([{ message: 'm', path }]);
});
