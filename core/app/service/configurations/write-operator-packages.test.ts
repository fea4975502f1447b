import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { asAirlockError } from '../../../base/errors/airlock-error.ts';
import type { CarriedCatalog } from '../../../contract/topics/operator-upgrades.ts';
import { t } from './messages.ts';
import { withOperatorPackages } from './write-operator-packages.ts';

const HEAD = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\n';
const CATALOG = 'registry.example/index:v4.18';
const LOGGING: CarriedCatalog = {
  catalog: CATALOG,
  packages: [
    {
      name: 'logging',
      channels: [
        { name: 'stable-5.9', minVersion: '5.9.10', maxVersion: '5.9.10' },
        { name: 'stable-6.1', minVersion: '6.1.0' },
      ],
    },
  ],
};

function write(body: string, carried: CarriedCatalog = LOGGING) {
  const { text, notes } = withOperatorPackages(HEAD + body, [carried], { file: 'isc.yaml' });
  expect(text.startsWith(HEAD)).toBe(true);
  return { text: text.slice(HEAD.length), notes, operators: parse(text).mirror.operators };
}

test('widens channels of a package, adds others after them, and leaves the rest unchanged', () => {
  const { text, notes } = write(`mirror:
  operators:
    # the index of the fleet
    - catalog: ${CATALOG} # pinned by the mirror team
      packages:
      - name: odf # storage
      - name: logging
        channels:
        # follows 5.9
        - name: stable-5.9
          minVersion: "5.9.2" # do not go below
          maxVersion: 5.9.4
      - name: web-terminal
  additionalImages: []
`);
  expect(text).toBe(`mirror:
  operators:
    # the index of the fleet
    - catalog: ${CATALOG} # pinned by the mirror team
      packages:
      - name: odf # storage
      - name: logging
        channels:
        # follows 5.9
        - name: stable-5.9
          minVersion: "5.9.2" # do not go below
          maxVersion: 5.9.10
        - name: stable-6.1
          minVersion: 6.1.0
      - name: web-terminal
  additionalImages: []
`);
  expect(notes).toEqual([]);
  expect(write(text)).toMatchObject({ text, notes: [] });
});

test.each([
  ['no mirror section', 'archiveSize: 4\n'],
  ['no operators', 'mirror:\n  additionalImages:\n    - name: quay.io/a/b:1\n'],
  ['an empty list', 'mirror:\n  operators: []\n'],
  ['another catalog', 'mirror:\n  operators:\n    - catalog: registry.example/other:v4.18\n'],
  ['one line', `mirror: {operators: [{catalog: ${CATALOG}, packages: [{name: odf}]}]}\n`],
  [
    'another package, in other case',
    `mirror:\n  Operators:\n    - Catalog: ${CATALOG}\n      Packages:\n        - Name: odf\n`,
  ],
])('a configuration with %s gets the package', (_what, body) => {
  const { text, notes } = write(body);
  const found = parse(text).mirror;
  const entries = (found.operators ?? found.Operators) as Record<string, unknown>[];
  const entry = entries.find((each) => (each.catalog ?? each.Catalog) === CATALOG)!;
  expect(entry.packages ?? entry.Packages).toContainEqual(LOGGING.packages[0]);
  expect(entries.length).toBe(body.includes('other') ? 2 : 1);
  expect(notes).toEqual([]);
  expect(write(text).text).toBe(text);
});

test('moves the range of a package to its channels, because the loader rejects both together', () => {
  const { operators } = write(
    `mirror:\n  operators:\n    - catalog: ${CATALOG}\n      packages:\n        - name: logging\n          minVersion: 5.9.1\n          channels:\n            - name: stable-5.9\n            - name: stable-6.0\n`,
  );
  expect(operators[0].packages).toEqual([
    {
      name: 'logging',
      channels: [
        { name: 'stable-5.9', minVersion: '5.9.1' },
        { name: 'stable-6.0', minVersion: '5.9.1' },
        { name: 'stable-6.1', minVersion: '6.1.0' },
      ],
    },
  ]);
});

test('widens a range of all channels', () => {
  const { operators, notes } = write(
    `mirror:\n  operators:\n    - catalog: ${CATALOG}\n      packages:\n        - name: logging\n          minVersion: 6.0.0\n          maxVersion: 6.0.4\n`,
  );
  expect(operators[0].packages).toEqual([{ name: 'logging', minVersion: '5.9.10' }]);
  expect(notes).toEqual([]);
});

test('replaces the heads of all channels with the selected channels, and reports it', () => {
  const body = `mirror:\n  operators:\n    - catalog: ${CATALOG}\n      packages:\n        - name: logging\n          defaultChannel: stable-6.2\n`;
  const own = { ...LOGGING.packages[0]!, defaultChannel: 'stable-6.1' };
  const { operators, notes } = write(body, { catalog: CATALOG, packages: [own] });
  expect(operators[0].packages).toEqual([own]);
  expect(notes).toEqual([t('channelsNarrowed', { package: 'logging', channels: 'stable-5.9, stable-6.1' })]);
  expect(write(body).operators[0].packages).toEqual(LOGGING.packages);
});

test('changes nothing for a full catalog or package, and adds packages next to listed ones with entire channels', () => {
  const full = `mirror:\n  operators:\n    - catalog: ${CATALOG}\n      full: true\n`;
  expect(write(full).text).toBe(full);
  const complete = `${full}      packages:\n        - name: logging\n`;
  expect(write(complete).text).toBe(complete);
  const channels = [{ name: 'stable-5.9' }, { name: 'stable-6.1' }];
  expect(write(`${full}      packages:\n        - name: odf\n`).operators[0].packages).toEqual([
    { name: 'odf' },
    { name: 'logging', channels },
  ]);
  const some = `${complete}          channels:\n            - name: stable-5.9\n`;
  expect(write(some).operators[0].packages).toEqual([{ name: 'logging', channels }]);
});

test.each([
  [
    'that selects the heads of an entire catalog',
    `${HEAD}mirror:\n  operators:\n    - catalog: ${CATALOG}\n`,
    'usage',
  ],
  ['that is a list', '- a\n', 'config-invalid'],
  ['with invalid YAML', 'a: [', 'config-invalid'],
  ['that is empty', '', 'config-invalid'],
])('a file %s is rejected by name', (_what, text, code) => {
  try {
    withOperatorPackages(text, [LOGGING], { file: 'isc.yaml' });
    expect.unreachable();
  } catch (error) {
    const fault = asAirlockError(error);
    expect(fault.code).toBe(code);
    expect(fault.message).toContain('isc.yaml');
  }
});
