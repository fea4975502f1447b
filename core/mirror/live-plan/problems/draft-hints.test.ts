import { describe, expect, test } from 'vitest';
import { imageSet, linesOf, releasesOf } from '../live-plan.fixture.ts';
import { t } from '../messages.ts';
import { draftHints } from './draft-hints.ts';

/** Hints of these lines below `mirror:` with these releases. */
function hintsOf(lines: string[], versions: string[] = []) {
  const { configuration, doc } = imageSet(...lines);
  return draftHints(configuration, releasesOf(versions), doc).map(({ fix, ...hint }) => ({
    ...hint,
    label: fix?.label,
    after: fix && linesOf(fix.change(doc)),
  }));
}
const catalog = (name: string, ...lines: string[]) => [
  'operators:',
  `  - catalog: ${name}`,
  ...lines.map((line) => `    ${line}`),
];
const INDEX = 'registry.redhat.io/redhat/redhat-operator-index';
const channels = (...names: string[]) => [
  'platform:',
  '  graph: true',
  '  channels:',
  ...names.map((name) => `    - name: ${name}`),
];

describe('a catalog of another minor version', () => {
  test.each<[string, string, string[], string[], string | undefined]>([
    ['the releases', `${INDEX}:v4.18`, ['stable-4.17'], ['4.17.5'], 'but the releases are 4.17'],
    [
      'a range of releases',
      `${INDEX}:v4.19`,
      ['stable-4.16', 'stable-4.18'],
      ['4.16.1', '4.18.2'],
      'but the releases are 4.16 to 4.18',
    ],
    [
      'the channel if no release is known',
      `${INDEX}:v4.18`,
      ['stable-4.17'],
      [],
      'but the releases are 4.17',
    ],
    ['no release if none matches', `${INDEX}:v4.18`, ['stable-4.17', 'stable-4.18'], [], undefined],
    ['an incomplete version', `${INDEX}:v4.18`, ['stable-0.0'], [], undefined],
    ['no release', `${INDEX}:v4.18`, [], [], undefined],
    ['releases, but with another kind of tag', 'quay.io/lab/index:latest', ['stable-4.17'], [], undefined],
  ])('is compared with %s', (_, name, names, versions, states) => {
    const lines = [
      ...(names.length > 0 ? channels(...names) : []),
      ...catalog(name, 'packages:', '  - name: a'),
    ];
    const hints = hintsOf(lines, versions);
    expect(hints.map(({ message }) => message.replace(/^.*, /, ''))).toEqual(states ? [states] : []);
  });

  test('gets the tag of the highest release, and only the one catalog', () => {
    const lines = [
      ...channels('stable-4.9', 'stable-4.10'),
      ...catalog(`${INDEX}:v4.10`, 'packages:', '  - name: a'),
      '  - catalog: registry.lab:5000/index:v4.18',
    ];
    const [hint, ...others] = hintsOf(lines);
    expect(others).toEqual([]);
    expect(hint).toMatchObject({
      level: 'warning',
      label: t('useFix', { name: 'v4.10' }),
      path: 'mirror.operators[1]',
    });
    expect(hint!.after).toContain('  - catalog: registry.lab:5000/index:v4.10');
    expect(hint!.after).toContain(`  - catalog: ${INDEX}:v4.10`);
  });
});

describe('versions of a package next to its channels', () => {
  const packages = (...lines: string[]) =>
    catalog(`${INDEX}:v4.18`, 'packages:', '  - name: a', ...lines.map((line) => `    ${line}`));
  test.each<[string, string[], (string | undefined)[]]>([
    [
      'are moved to the only channel',
      ['minVersion: 1.0.0', 'channels:', '  - name: x'],
      [t('moveVersionsFix')],
    ],
    [
      'have no fix with two channels',
      ['maxVersion: 1.0.0', 'channels:', '  - name: x', '  - name: z'],
      [undefined],
    ],
    ['cause no problem without channels', ['minVersion: 1.0.0'], []],
    ['cause no problem without versions', ['channels:', '  - name: x'], []],
  ])('%s', (_, lines, labels) => {
    expect(hintsOf(packages(...lines)).map(({ label }) => label)).toEqual(labels);
  });

  test('keep both bounds when they move', () => {
    const [hint] = hintsOf(packages('minVersion: 1.0.0', 'maxVersion: 2.0.0', 'channels:', '  - name: x'));
    expect(hint!.after).toEqual(
      packages('channels:', '  - name: x', '    minVersion: 1.0.0', '    maxVersion: 2.0.0'),
    );
  });
});

test('each repeated name of a helm repository has a warning at its own place', () => {
  const repository = (name: string, host: string) => [
    `    - name: ${name}`,
    `      url: https://${host}/charts`,
  ];
  const hints = hintsOf([
    ...['helm:', '  repositories:'],
    ...[
      ...repository('a', 'a.lab'),
      ...repository('b', 'b.lab'),
      ...repository('a', 'c.lab'),
      ...repository('a', 'd.lab'),
    ],
  ]);
  expect(hints.map(({ level, path, label }) => [level, path, label])).toEqual([
    ['warning', 'mirror.helm.repositories[2]', undefined],
    ['warning', 'mirror.helm.repositories[3]', undefined],
  ]);
});

test.each<[string, string[], string]>([
  ['an image', ['additionalImages:', '  - name: quay.io/<your-org>/app:v1'], '<your-org>'],
  [
    'a chart repository',
    ['helm:', '  repositories:', '    - name: a', '      url: https://<host>/charts'],
    '<host>',
  ],
  ['the first of two placeholders', ['additionalImages:', '  - name: <host>/<name>:v1'], '<host>'],
  [
    'a placeholder with hostile text',
    ['additionalImages:', '  - name: quay.io/<script>alert(1)</script>/a:v1'],
    '<script>',
  ],
])('a placeholder is an error without a fix: %s', (_, lines, found) => {
  const hints = hintsOf(lines);
  expect(hints).toMatchObject([
    {
      level: 'error',
      message: t('placeholder', { text: found }),
      label: undefined,
    },
  ]);
});

test.each([
  ['an arrow', 'quay.io/a->b:v1'],
  ['an empty pair', 'quay.io/<>/a:v1'],
])('%s is not a placeholder', (_, name) => {
  expect(hintsOf(['additionalImages:', `  - name: ${name}`])).toEqual([]);
});

test.each<[string, string[], string[]]>([
  [
    'helm',
    ['helm: {}', 'additionalImages:', '  - name: quay.io/a:v1'],
    ['additionalImages:', '  - name: quay.io/a:v1'],
  ],
  [
    'platform',
    ['platform: {}', 'additionalImages:', '  - name: quay.io/a:v1'],
    ['additionalImages:', '  - name: quay.io/a:v1'],
  ],
])('the fix of an empty %s section removes the section alone', (name, lines, after) => {
  const hint = hintsOf(lines).find(({ message }) => message === t('sectionEmpty', { section: name }));
  expect(hint).toMatchObject({ level: 'info', label: t('removeFix', { name }), after });
});
