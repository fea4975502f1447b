import { expect, test } from 'vitest';
import { imageSet, linesOf, releasesOf } from '../live-plan.fixture.ts';
import { t } from '../messages.ts';
import type { PlannedCatalog } from '../parts/operators.ts';
import { updateOperatorProblems } from './update-operator.ts';

const NAME = 'cincinnati-operator';
const RELEASES = ['platform:', '  graph: true', '  channels:', '    - name: stable-4.18'];
const catalog = (reference: string, ...packages: string[]) => [
  `  - catalog: ${reference}`,
  ...(packages.length > 0 ? ['    packages:', ...packages.map((name) => `      - name: ${name}`)] : []),
];

/** The problems of these lines below `mirror:`. @param index packages of every catalog, if the catalogs were read */
async function problemsOf(lines: string[], index?: string[]) {
  const { configuration, doc } = imageSet(...lines);
  const catalogs = configuration.operators.map(
    (operator): PlannedCatalog => ({
      ...{ operator, title: operator.catalog, faults: [] },
      index:
        index &&
        ({
          packages: index.map((name) => ({ name })),
          package: async (name: string) => ({ name, defaultChannel: 'v2', channels: [{ name: 'v2' }] }),
        } as never),
    }),
  );
  const problems = await updateOperatorProblems(configuration, { catalogs, releases: releasesOf([]) });
  return problems.map(({ fix, ...problem }) => ({
    ...problem,
    label: fix?.label,
    after: fix && linesOf(fix.change(doc)),
  }));
}

test('the fix adds the operator to the Red Hat catalog of the newest release, also in a mirror', async () => {
  const lines = (...more: string[]) => [
    ...RELEASES,
    ...['    - name: stable-4.17', 'operators:'],
    ...catalog('reg.lan/redhat/redhat-operator-index:v4.17', 'web-terminal'),
    ...catalog('reg.lan/redhat/redhat-operator-index:v4.18', 'web-terminal'),
    ...more,
  ];
  const [problem, ...others] = await problemsOf(lines());
  expect(others).toEqual([]);
  expect(problem).toMatchObject({
    ...{ code: 'update-operator-missing', level: 'info', path: 'mirror.platform' },
    label: t('addFix', { name: NAME }),
    adds: { catalog: 'reg.lan/redhat/redhat-operator-index:v4.18', package: NAME },
  });
  const added = (channel: string) =>
    lines(`      - name: ${NAME}`, '        channels:', `          - name: ${channel}`);
  expect(problem!.after).toEqual(added('v1'));
  expect((await problemsOf(lines(), [NAME]))[0]!.after).toEqual(added('v2'));
});

test('the fix adds the Red Hat catalog if none can be used', async () => {
  const red = 'registry.redhat.io/redhat/redhat-operator-index:v4.18';
  const added = [...catalog(red, NAME), ...['        channels:', '          - name: v1']];
  expect((await problemsOf(RELEASES))[0]!.after).toEqual([...RELEASES, 'operators:', ...added]);
  const other = [
    ...RELEASES,
    'operators:',
    ...catalog('reg.lan/redhat-operator-index:v4.18', 'web-terminal'),
  ];
  expect((await problemsOf(other, ['web-terminal']))[0]!.after).toEqual([...other, ...added]);
});

test.each<[string, string[]]>([
  ['the graph is not mirrored', ['platform:', '  channels:', '    - name: stable-4.18']],
  ['the operator is selected', [...RELEASES, 'operators:', ...catalog('reg.lan/any:v1', NAME)]],
  ['a complete catalog may contain it', [...RELEASES, 'operators:', ...catalog('reg.lan/any:v1')]],
  ['only OKD is mirrored', [...RELEASES, '      type: okd']],
])('there is no problem if %s', async (_, lines) => {
  expect(await problemsOf(lines)).toEqual([]);
});

test('without a known version there is no fix', async () => {
  const lines = ['platform:', '  graph: true', `  release: quay.io/lab/release@sha256:${'1'.repeat(64)}`];
  expect(await problemsOf(lines)).toMatchObject([{ label: undefined }]);
  const tagged = ['platform:', '  graph: true', '  release: quay.io/lab/release:4.18.9-x86_64'];
  expect((await problemsOf(tagged))[0]!.after!.join()).toContain('redhat-operator-index:v4.18');
});
