import { describe, expect, test } from 'vitest';
import { convertToV2 } from './convert-v1alpha2.ts';
import { parseImageSet } from './load-image-set.ts';

const V1 = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v1alpha2\n';
const V2 = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\n';

/** The converted text after the header. */
function converted(body: string): string | undefined {
  const { text } = convertToV2(V1 + body, 'isc.yaml');
  return text?.startsWith(V2) ? text.slice(V2.length) : text;
}

function operator(...lines: string[]): string {
  return `mirror:\n  operators:\n  - catalog: h/ns/index:v4\n${lines.map((line) => `    ${line}\n`).join('')}`;
}

test('changes of a v1alpha2 file have positions, and comments, order and quotes are unchanged', () => {
  const text = `# for the lab
kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v1alpha2 # old
# where v1 kept its state
storageConfig:
  local:
    path: /var/state
  # registry:
  #   imageURL: r/x
archiveSize: 4
mirror:
  # what we run
  operators:
    - catalog: "registry.example/redhat/index:v4.16"   # the big one
      targetName: mine # renamed
      packages: # two
        - name: 'a'
        # - name: c
        - name: b
`;
  const { text: after, changes, problems } = convertToV2(text, 'isc.yaml');
  expect(after).toBe(`# for the lab
kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1 # old
# where v1 kept its state
archiveSize: 4
mirror:
  # what we run
  operators:
    - catalog: "registry.example/redhat/index:v4.16"   # the big one
      targetCatalog: redhat/mine # renamed
      packages: # two
        - name: 'a'
        # - name: c
        - name: b
`);
  expect(changes.map(({ path, line, from, to }) => [path, line, from, to])).toEqual([
    ['apiVersion', 3, 'apiVersion: mirror.openshift.io/v1alpha2', 'apiVersion: mirror.openshift.io/v2alpha1'],
    ['storageConfig', 5, 'storageConfig', ''],
    ['mirror.operators[0].targetName', 15, 'targetName: mine', 'targetCatalog: redhat/mine'],
  ]);
  // v1 added dependencies. The position is that in the original file.
  expect(problems).toMatchObject([{ level: 'info', file: 'isc.yaml', line: 14, column: 7 }]);
  expect(parseImageSet(after!, 'isc.yaml').configuration?.operators).toMatchObject([
    { targetCatalog: 'redhat/mine', packages: [{ name: 'a' }, { name: 'b' }] },
  ]);
});

describe('fields', () => {
  test.each<[string, string, string]>([
    ['ocp', 'mirror:\n  ocp: {graph: true}\n', 'mirror:\n  platform: {graph: true}\n'],
    ['repos', 'mirror:\n  helm: {repos: []}\n', 'mirror:\n  helm: {repositories: []}\n'],
    [
      'versions of a channel',
      'mirror:\n  ocp:\n    channels:\n    - name: stable-4.9\n      versions:\n      - 4.9.10\n      - 4.9.3\n',
      'mirror:\n  platform:\n    channels:\n    - name: stable-4.9\n      minVersion: 4.9.3\n      maxVersion: 4.9.10\n',
    ],
    ['headsOnly: true', operator('headsOnly: true'), operator()],
    ['headsOnly: false', operator('headsOnly: false'), operator('full: true')],
    ['headsOnly with full', operator('full: true', 'headsOnly: false'), operator('full: true')],
    [
      'headsOnly with versions',
      operator('headsOnly: false', 'packages: [{name: p, channels: [{name: c, startingVersion: 1.2.3}]}]'),
      operator('packages: [{name: p, channels: [{name: c, minVersion: 1.2.3}]}]'),
    ],
    [
      'bundles by name',
      operator('packages:', '- name: p', '  minBundle: p.v1.2.3-4'),
      operator('packages:', '- name: p', '  minVersion: 1.2.3-4'),
    ],
    [
      'targetName with targetCatalog',
      operator('targetName: x', 'targetCatalog: a/b'),
      operator('targetCatalog: a/b'),
    ],
    [
      'a tag in targetCatalog',
      operator('targetCatalog: a/b:4.18 # mine'),
      operator('targetCatalog: a/b', 'targetTag: "4.18" # mine'),
    ],
    [
      'adjacent removed entries',
      operator('originalRef: r/x:1', 'skipDeps: true', 'skipDependencies: true', 'pullSecret: abc'),
      operator(),
    ],
    [
      'the first entries of an element',
      'mirror:\n  operators:\n  - headsOnly: true\n    # why\n    skipDeps: true\n    catalog: h/ns/index:v4\n',
      'mirror:\n  operators:\n    # why\n  - catalog: h/ns/index:v4\n',
    ],
    [
      'entries of a flow mapping',
      'mirror: {operators: [{headsOnly: true, catalog: "h/a:1", skipDeps: true, originalRef: x}]}\n',
      'mirror: {operators: [{catalog: "h/a:1"}]}\n',
    ],
    [
      'references without a tag',
      'mirror:\n  operators:\n  - catalog: h:5000/ns/index\n  additionalImages:\n  - name: h/a\n',
      'mirror:\n  operators:\n  - catalog: h:5000/ns/index:latest\n  additionalImages:\n  - name: h/a:latest\n',
    ],
    [
      'names in another case',
      'mirror:\n  additionalimages: [{name: "h/a:1"}]\n  HELM: {}\n',
      'mirror:\n  additionalImages: [{name: "h/a:1"}]\n  helm: {}\n',
    ],
    ['Kubernetes metadata', 'metadata:\n  name: x\nmirror: {}\n', 'mirror: {}\n'],
    [
      'aliases change at their anchor',
      'mirror:\n  operators:\n  - &a\n    catalog: h/a:1\n    headsOnly: false\n  - <<: *a\n    catalog: h/b:1\n',
      'mirror:\n  operators:\n  - &a\n    catalog: h/a:1\n    full: true\n  - <<: *a\n    catalog: h/b:1\n',
    ],
  ])('%s', (_, before, after) => {
    expect(converted(before)).toBe(after);
    expect(convertToV2(V2 + after, 'isc.yaml')).toMatchObject({ text: V2 + after, changes: [] });
  });

  test('for a folder, targetName is the complete path', () => {
    const body = 'mirror:\n  operators:\n  - {catalog: "oci:///srv/index", targetName: x}\n';
    expect(converted(body)).toContain('targetCatalog: x');
  });

  test('a missing apiVersion is added, also in the last line', () => {
    expect(convertToV2('mirror: {}\nkind: ImageSetConfiguration', 'f')).toMatchObject({
      text: 'mirror: {}\nkind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1',
      changes: [{ path: 'apiVersion', line: 2, from: '' }],
    });
  });

  test('a delete configuration', () => {
    const text =
      'apiVersion: mirror.openshift.io/v1alpha2\nkind: DeleteImageSetConfiguration\ndelete:\n  operators:\n  - {catalog: h/a/b:1, targetName: x}\n';
    expect(convertToV2(text, 'f').text).toContain('targetCatalog: a/x');
  });

  test('changes contain no secrets', () => {
    const { changes } = convertToV2(`${V1}mirror:\n  ocp:\n    pullSecret: hidden\n`, 'f');
    expect(changes).toHaveLength(3);
    expect(JSON.stringify(changes)).not.toContain('hidden');
  });
});

describe('content that cannot be converted is an error at its position in the original file', () => {
  test.each<[string, string, number, string]>([
    ['bundles', operator('packages:', '- {name: p, bundles: [{name: p.v1}]}'), 7, 'unknown field "bundles"'],
    [
      'both names',
      operator('packages:', '- {name: p, startingVersion: 1.0.0, minVersion: 1.0.0}'),
      7,
      'startingV',
    ],
    ['a bundle without version', operator('packages:', '- {name: p, minBundle: latest}'), 7, '"minBundle"'],
    [
      'invalid versions',
      'mirror:\n  ocp:\n    channels:\n    - {name: c, versions: [latest]}\n',
      6,
      '"versions"',
    ],
    ['a number for a text', operator('targetTag: 4.18'), 6, 'targetTag must be text'],
    ['spec', 'spec:\n  mirror: {}\n', 3, 'unknown field "spec"'],
    ['two documents', 'mirror: {}\n---\nmirror: {}\n', 5, 'several YAML documents'],
    ['invalid YAML', 'mirror: {\n', 4, 'failed to unmarshal config'],
  ])('%s', (_, body, line, message) => {
    const { text, problems } = convertToV2(V1 + body, 'isc.yaml');
    expect(text).toBeUndefined();
    const errors = problems.filter(({ level }) => level === 'error');
    expect(errors.find((error) => error.message.includes(message))).toMatchObject({ line, file: 'isc.yaml' });
    for (const { remedy } of errors) expect(remedy).not.toContain('config convert');
  });

  test('positions after removed entries are right', () => {
    const text = `${V1}storageConfig:\n  local:\n    path: x\nmirror:\n  operators:\n  - headsOnly: true\n    catalog: h/a:1\n    wrong: 1\n`;
    expect(convertToV2(text, 'f').problems).toMatchObject([
      { level: 'error', line: 10, column: 5, path: 'mirror.operators[0].wrong' },
    ]);
  });
});

test('differences of v2 are reported only for v1 files', () => {
  const body = 'mirror:\n  operators:\n  - catalog: h/a:1\n  - {catalog: h/b:1, full: true}\n';
  expect(convertToV2(V1 + body, 'f').problems).toMatchObject([{ level: 'info', line: 5 }]);
  expect(convertToV2(V2 + body, 'f')).toEqual({ text: V2 + body, changes: [], problems: [] });
});
