import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { printable } from './findings.ts';
import { deletionOf, imageSetOf, loadImageSet, parseImageSet } from './load-image-set.ts';
import { t } from './messages.ts';

const HEAD = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\n';
const DELETE_HEAD = 'kind: DeleteImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\n';
const parse = (text: string) => parseImageSet(text, 'isc.yaml');
const errors = (text: string): Problem[] => parse(text).problems.filter(({ level }) => level === 'error');
const warnings = (text: string): Problem[] => parse(text).problems.filter(({ level }) => level === 'warning');

const FULL = `${HEAD}archiveSize: 8
mirror:
  platform:
    graph: yes
    channels:
      - {name: stable-4.18, minVersion: 4.18.1, maxVersion: 4.18.9, shortestPath: true}
      - name: 4-scos-stable
        type: okd
        full: on
    kubeVirtContainer: true
  operators:
    - catalog: registry.redhat.io/redhat/redhat-operator-index:v4.18
      targetCatalog: mirror/rh-index
      targetTag: v4.18-a
      packages:
        - name: elasticsearch-operator
          defaultChannel: stable-5.8
          channels: [{name: stable-5.8, minVersion: 5.8.1}]
    - catalog: oci:///catalogs/mine
  additionalImages:
    - {name: "registry.redhat.io/ubi9/ubi:latest", targetRepo: base/ubi9, targetTag: "1"}
    - name: quay.io/a/b@sha256:${'a'.repeat(64)}
      platforms: [{os: linux, architecture: arm64}]
  helm:
    repositories:
      - {name: podinfo, url: https://example.org/podinfo, charts: [{name: podinfo, version: 5.0.0, imagePaths: ["{.spec.x[*].image}"]}]}
      - {name: all, url: https://example.org/all/}
    local: [{name: mychart, path: /charts/mychart.tgz}]
  blockedImages:
    - name: (aws|gcp)
`;

describe('a file that loads', () => {
  test('reads every field with its defaults and its place', () => {
    const { configuration, problems, kind, apiVersion, text } = parse(FULL);
    expect(problems).toEqual([]);
    expect([kind, apiVersion, text]).toEqual(['ImageSetConfiguration', 'mirror.openshift.io/v2alpha1', FULL]);
    expect(configuration).toMatchObject({
      archiveSize: 8,
      platform: {
        graph: true,
        channels: [
          {
            name: 'stable-4.18',
            type: 'ocp',
            minVersion: '4.18.1',
            maxVersion: '4.18.9',
            shortestPath: true,
            full: false,
          },
          { name: '4-scos-stable', type: 'okd', shortestPath: false, full: true },
        ],
        architectures: ['amd64'],
        platforms: [],
        kubeVirtContainer: true,
      },
      operators: [
        {
          targetCatalog: 'mirror/rh-index',
          targetTag: 'v4.18-a',
          full: false,
          skipDependencies: false,
          packages: [
            {
              name: 'elasticsearch-operator',
              defaultChannel: 'stable-5.8',
              channels: [{ name: 'stable-5.8', minVersion: '5.8.1' }],
            },
          ],
        },
        { catalog: 'oci:///catalogs/mine' },
      ],
      additionalImages: [
        { targetRepo: 'base/ubi9', targetTag: '1', platforms: [] },
        {
          platforms: [{ os: 'linux', architecture: 'arm64' }],
          at: { file: 'isc.yaml', line: 24, column: 7, path: 'mirror.additionalImages[1]' },
        },
      ],
      helm: {
        repositories: [{ charts: [{ version: '5.0.0', imagePaths: ['{.spec.x[*].image}'] }] }, {}],
        local: [{ name: 'mychart', path: '/charts/mychart.tgz', imagePaths: [] }],
      },
      blockedImages: [{ name: '(aws|gcp)', pattern: /(aws|gcp)/ }],
    });
    expect(configuration!.operators[1]).not.toHaveProperty('packages', expect.anything());
    expect(configuration!.helm!.repositories[1]).not.toHaveProperty('charts', expect.anything());
    expect(configuration!.helm!.repositories[0]!.charts![0]!.at?.path).toBe(
      'mirror.helm.repositories[0].charts[0]',
    );
  });

  test('null and empty sections select nothing; JSON, merges and aliases work', () => {
    expect(parse(`${HEAD}mirror:\n`).configuration).toMatchObject({ operators: [], archiveSize: 0 });
    const sparse = parse(`${HEAD}mirror: {platform: null, operators: ~, helm: {}, additionalImages: []}`);
    expect(sparse.problems).toEqual([]);
    expect(sparse.configuration).not.toHaveProperty('platform', expect.anything());
    expect(parse('{"kind":"ImageSetConfiguration","mirror":{}}').configuration).toBeDefined();
    const merged = parse(
      `${HEAD}mirror:\n  additionalImages:\n    - &a {name: "q.io/a:1", targetTag: x}\n    - {<<: *a, name: "q.io/b:1"}\n    - *a\n`,
    );
    expect(merged.configuration?.additionalImages.map(({ name, targetTag }) => [name, targetTag])).toEqual([
      ['q.io/a:1', 'x'],
      ['q.io/b:1', 'x'],
      ['q.io/a:1', 'x'],
    ]);
  });

  test('platforms leave the default architecture out', () => {
    const { configuration } = parse(
      `${HEAD}mirror: {platform: {platforms: [{os: linux, architecture: arm64}]}}`,
    );
    expect(configuration?.platform?.architectures).toEqual([]);
  });

  test('a delete configuration', () => {
    const { deletion, configuration, problems } = parse(
      `${DELETE_HEAD}delete: {platform: {channels: [{name: stable-4.18}], platforms: [{os: linux, architecture: arm64}]}}`,
    );
    expect(problems).toEqual([]);
    expect(configuration).toBeUndefined();
    expect(deletion).toMatchObject({
      platform: { architectures: ['amd64'], channels: [{ name: 'stable-4.18' }] },
      operators: [],
    });
  });
});

describe('rejected by v2', () => {
  test.each<[name: string, text: string, line: number, column: number, path: string, message: RegExp]>([
    ['kind missing', 'mirror: {}', 1, 1, 'kind', /configuration missing `kind`/],
    ['kind in other case', 'Kind: ImageSetConfiguration\nmirror: {}', 1, 1, 'kind', /missing `kind`/],
    ['another kind', 'kind: Pod\nmirror: {}', 1, 7, 'kind', /cannot parse "Pod" as "ImageSetConfiguration"/],
    ['no mirror', HEAD, 1, 1, '', /configuration missing the `mirror` stanza/],
    ['mirror in other case', `${HEAD}Mirror: {}`, 1, 1, '', /missing the `mirror` stanza/],
    [
      'delete next to mirror',
      `${HEAD}mirror: {}\ndelete: {}`,
      4,
      9,
      'delete',
      /the `delete` section isn't allowed in Image/,
    ],
    [
      'mirror in delete',
      `${DELETE_HEAD}delete: {}\nmirror: {}`,
      4,
      9,
      'mirror',
      /the `mirror` section isn't allowed/,
    ],
    [
      'blocked in delete',
      `${DELETE_HEAD}delete: {blockedImages: []}`,
      3,
      10,
      'delete.blockedImages',
      /unknown field/,
    ],
    [
      'misspelled',
      `${HEAD}mirror:\n  platform:\n    channels:\n    - name: stable-4.18\n      minVersoin: 4.18.1`,
      7,
      7,
      'mirror.platform.channels[0].minVersoin',
      /unknown field "minVersoin" in mirror.platform.channels\[0\] \(did you mean minVersion\?\)/,
    ],
    [
      'number for text',
      `${HEAD}mirror: {operators: [{catalog: "a/b:1", targetTag: 4.18}]}`,
      3,
      52,
      'mirror.operators[0].targetTag',
      /must be text, found the number 4.18/,
    ],
    [
      'boolean for text',
      `${HEAD}mirror: {operators: [{catalog: "a/b:1", targetTag: on}]}`,
      3,
      52,
      'mirror.operators[0].targetTag',
      /found the boolean on/,
    ],
    [
      'text for boolean',
      `${HEAD}mirror: {platform: {graph: "true"}}`,
      3,
      28,
      'mirror.platform.graph',
      /true or false/,
    ],
    [
      'fraction',
      `${HEAD}archiveSize: 0.5\nmirror: {}`,
      3,
      14,
      'archiveSize',
      /an integer, found the number 0.5/,
    ],
    [
      'mapping for list',
      `${HEAD}mirror: {operators: {}}`,
      3,
      21,
      'mirror.operators',
      /a list, found a mapping/,
    ],
    ['list for mapping', `${HEAD}mirror: []`, 3, 9, 'mirror', /a mapping of fields, found a list/],
    ['list at the top', '- a', 1, 1, '', /must be a mapping/],
    ['duplicate key', `${HEAD}mirror: {}\nmirror: {}`, 4, 1, '', /unique/],
    [
      'duplicate channel',
      `${HEAD}mirror: {platform: {channels: [{name: a-4.1}, {name: a-4.1}]}}`,
      3,
      54,
      'mirror.platform.channels[1].name',
      /release channel "a-4.1": duplicate found in configuration/,
    ],
    [
      'duplicate catalog',
      `${HEAD}mirror: {operators: [{catalog: "h/a:1"}, {catalog: "docker://h/a:1"}]}`,
      3,
      52,
      'mirror.operators[1].catalog',
      /catalog "h\/a:1": duplicate found in configuration/,
    ],
    [
      'catalog without tag',
      `${HEAD}mirror: {operators: [{catalog: h:5000/a}]}`,
      3,
      32,
      'mirror.operators[0].catalog',
      /neither a tag nor a digest/,
    ],
    [
      'target with tag',
      `${HEAD}mirror: {operators: [{catalog: "h/a:1", targetCatalog: "b:1"}]}`,
      3,
      56,
      'mirror.operators[0].targetCatalog',
      /invalid target path component "b:1": should not contain a tag or digest/,
    ],
    [
      'blocked expression',
      `${HEAD}mirror: {blockedImages: [{name: "*a"}]}`,
      3,
      33,
      'mirror.blockedImages[0].name',
      /blocked image "\*a": invalid regular expression/,
    ],
    [
      'no OS',
      `${HEAD}mirror: {platform: {platforms: [{architecture: arm64}]}}`,
      3,
      33,
      'mirror.platform.platforms[0]',
      /^platform OS must not be empty \(architecture: "arm64"\)/,
    ],
    [
      'platforms and architectures',
      `${HEAD}mirror: {platform: {architectures: [amd64], platforms: [{os: linux, architecture: arm64}]}}`,
      3,
      56,
      'mirror.platform.platforms',
      /cannot be used together/,
    ],
    [
      'one YAML fault',
      `${HEAD}mirror: [1\nb: {\n\tfoo`,
      4,
      1,
      '',
      /^failed to unmarshal config: Flow sequence/,
    ],
    [
      'agent-config.yaml',
      'apiVersion: v1beta1\nkind: AgentConfig\nmetadata: {name: c}\nrendezvousIP: 192.0.2.1\nhosts: []\n',
      ...([2, 1, 'kind', /^kind: the file is agent-config.yaml, not an image set configuration$/] as const),
    ],
    [
      'nodes-config.yaml',
      'hosts: [{hostname: a}]',
      ...([1, 1, 'hosts', /the file is agent-config.yaml or nodes-config.yaml, not/] as const),
    ],
    [
      'install-config.yaml',
      'apiVersion: v1\nbaseDomain: x.io\npullSecret: x\nplatform: {none: {}}\n',
      ...([2, 1, 'baseDomain', /the file is install-config.yaml, not/] as const),
    ],
    [
      'an NMState document',
      'dns-resolver: {}\ninterfaces: []\n',
      ...([2, 1, 'interfaces', /the file is a network document, not/] as const),
    ],
    [
      'a Kubernetes object',
      'apiVersion: v1\nkind: Secret\nmetadata: {name: x}\ndata: {}\n',
      ...([2, 1, 'kind', /the file is a Kubernetes object of the kind Secret, not/] as const),
    ],
    [
      'a cloud configuration',
      'global: {}\nvcenter: {a: {server: x}}\n',
      ...([2, 1, 'vcenter', /the file is a configuration of the vSphere cloud provider, not/] as const),
    ],
    [
      'a catalog',
      'schema: olm.package\nname: x\n',
      ...([1, 1, 'schema', /the file is an operator catalog, not/] as const),
    ],
    ['second document', `${HEAD}mirror: {}\n---\n${HEAD}mirror: {}`, 5, 1, '', /several YAML documents/],
  ])('%s', (_name, text, line, column, path, message) => {
    const [problem] = errors(text);
    expect(problem).toMatchObject({ code: 'config-invalid', level: 'error', file: 'isc.yaml', line, column });
    expect(problem!.path ?? '').toBe(path);
    expect(problem!.message).toMatch(message);
    expect(errors(text)).toHaveLength(1);
    expect(parse(text)).not.toHaveProperty('configuration', expect.anything());
  });

  test('operator packages: duplicates, versions, mixed filters, all at once and in the order of the file', () => {
    const found = errors(`${HEAD}mirror:
  operators:
  - catalog: h/a:1
    packages:
    - name: p
      minVersion: 1.x
    - name: p
      maxVersion: v1.2
      channels:
      - name: c
        minVersion: 1.0.0
      - name: c
`);
    expect(found.map(({ line, message }) => [line, message])).toEqual([
      [8, 'catalog "h/a:1": operator "p": minVersion "1.x" must respect semantic versioning notation'],
      [9, 'catalog "h/a:1": duplicate package entry "p"'],
      [12, expect.stringContaining('mixing both filtering by minVersion/maxVersion')],
      [14, 'catalog "h/a:1": operator "p": duplicate channel entry "c"'],
    ]);
  });

  test('v1 fields are reported with their replacements', () => {
    const found = errors(`${HEAD}storageConfig: {local: {path: x}}
mirror:
  ocp: {channels: []}
  operators:
  - catalog: h/a:1
    headsonly: false
    targetName: x
    packages:
    - {name: p, startingVersion: 1.0.0}
`);
    expect(found.map(({ message }) => /"(\w+)".*a field of oc-mirror v1/.exec(message)?.[1])).toEqual([
      'storageConfig',
      'ocp',
      'headsonly',
      'targetName',
      'startingVersion',
    ]);
    expect(found.map(({ remedy }) => remedy).join()).toMatch(
      /workspace.*platform.*full: true.*targetCatalog.*minVersion/,
    );
  });

  test('invalid YAML yields only YAML errors', () => {
    const found = errors("cat <<'EOF' > isc.yaml\nkind: ImageSetConfiguration\nmirror: {}\nEOF\n");
    expect(found.length).toBeGreaterThan(0);
    for (const problem of found) expect(problem.message).toMatch(/^failed to unmarshal config: /);
  });

  test("rejects a kind that the command doesn't accept", () => {
    const { problems, kind } = parseImageSet(`${DELETE_HEAD}delete: {}`, 'd.yaml', 'ImageSetConfiguration');
    expect(kind).toBe('DeleteImageSetConfiguration');
    expect(problems.map(({ message }) => message)).toEqual([
      'cannot parse "DeleteImageSetConfiguration" as "ImageSetConfiguration"',
    ]);
  });
});

describe('accepted by v2 but probably not intended', () => {
  test.each<[text: string, path: string, message: RegExp]>([
    ['kind: ImageSetConfiguration\nmirror: {}', 'apiVersion', /is missing/],
    [
      'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v1alpha2\nmirror: {}',
      'apiVersion',
      /v1alpha2" is read as/,
    ],
    [`${HEAD}mirror: {additionalimages: []}`, 'mirror.additionalImages', /"additionalimages" is read as/],
    [
      `${HEAD}mirror: {platform: {channels: [{name: stable-4.18, type: OKD}]}}`,
      'mirror.platform.channels[0].type',
      /unknown channel type "OKD" is read as ocp/,
    ],
    [
      `${HEAD}mirror: {platform: {channels: [{name: stable-4.18, minVersion: "4.18"}]}}`,
      'mirror.platform.channels[0].minVersion',
      /isn't a complete version/,
    ],
    [
      `${HEAD}mirror: {platform: {channels: [{name: stable-4.18, minVersion: 4.18.9, maxVersion: 4.18.1}]}}`,
      'mirror.platform.channels[0].minVersion',
      /is higher than/,
    ],
    [`${HEAD}mirror: {platform: {channels: [{}]}}`, 'mirror.platform.channels[0]', /has no name/],
    [
      `${HEAD}mirror: {platform: {architectures: [x86_64]}}`,
      'mirror.platform.architectures[0]',
      /unknown architecture/,
    ],
    [
      `${HEAD}mirror: {additionalImages: [{name: "h/a"}]}`,
      'mirror.additionalImages[0].name',
      /neither a tag nor a digest/,
    ],
    [`${HEAD}mirror: {additionalImages: [null]}`, 'mirror.additionalImages[0]', /has no name/],
    [
      `${HEAD}mirror: {operators: [{catalog: "h/a:1", packages: [{name: a.v1.2.3}]}]}`,
      'mirror.operators[0].packages[0].name',
      /looks like a bundle/,
    ],
    [`${HEAD}mirror: {samples: [{name: x}]}`, 'mirror.samples', /ignored/],
    [
      `${DELETE_HEAD}delete: {operators: [{catalog: "h/a:1", packages: [{name: a, minVersion: x}]}]}`,
      'delete.operators[0].packages[0].minVersion',
      /semantic versioning/,
    ],
  ])('%j', (text, path, message) => {
    expect(errors(text)).toEqual([]);
    const found = warnings(text);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ code: 'config-suspicious', path });
    expect(found[0]!.message).toMatch(message);
    const { configuration, deletion } = parse(text);
    expect(configuration ?? deletion).toBeDefined();
  });

  test('uses the last of two spellings of a field, as Go does', () => {
    const text = `${HEAD}mirror: {platform: {channels: [{Name: b-4.1, name: a-4.1}]}}`;
    expect(parse(text).configuration?.platform?.channels[0]?.name).toBe('a-4.1');
    expect(
      warnings(text)
        .map(({ message }) => message)
        .join(),
    ).toContain(t('fieldRepeated', { ignored: 'Name', used: 'name' }));
  });
});

describe('files', () => {
  test('missing, not UTF-8, and valid', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'airlock-config-'));
    try {
      const file = join(directory, 'isc.yaml');
      expect((await loadImageSet(file)).problems).toMatchObject([{ code: 'config-unreadable', file }]);
      expect((await loadImageSet(directory)).problems).toMatchObject([{ code: 'config-unreadable' }]);
      await writeFile(file, Buffer.from([0x6b, 0xff, 0xfe]));
      expect((await loadImageSet(file)).problems).toMatchObject([{ code: 'config-invalid' }]);
      await writeFile(file, `\ufeff${FULL}`);
      const loaded = await loadImageSet(file);
      expect(loaded.problems).toEqual([]);
      expect(imageSetOf(loaded).archiveSize).toBe(8);
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  test('one line for people, and one error with all problems', () => {
    const loaded = parse(`${HEAD}mirrors: {}`);
    expect(loaded.problems.map(printable)).toContain(
      'isc.yaml:3:1: error: unknown field "mirrors" at the top level (did you mean mirror?)',
    );
    expect(printable(warnings('kind: ImageSetConfiguration\nmirror: {}')[0]!)).toMatch(
      /^isc.yaml:1:1: warning: /,
    );
    let thrown: unknown;
    try {
      imageSetOf(loaded);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(AirlockError);
    expect(thrown).toMatchObject({ code: 'config-invalid', exitCode: 1, problems: loaded.problems });
  });

  test('no text makes the loader throw or loop endlessly', () => {
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => void parse(text)));
    const cut = fc.tuple(fc.nat(FULL.length), fc.nat(FULL.length), fc.string({ maxLength: 5 }));
    fc.assert(
      fc.property(cut, ([from, to, text]) => {
        for (const { line, column } of parse(FULL.slice(0, from) + text + FULL.slice(to)).problems)
          expect(line! >= 1 && column! >= 1).toBe(true);
      }),
    );
    const bomb = ['x: &a0 {name: "q/a:1"}'];
    for (let level = 1; level < 9; level++)
      bomb.push(
        `y${level}: &a${level} [${Array(60)
          .fill(`*a${level - 1}`)
          .join(', ')}]`,
      );
    const text = `${HEAD}${bomb.join('\n')}\nmirror: {operators: [{catalog: "h/a:1", packages: *a8}]}\n`;
    expect(errors(text).length).toBeGreaterThan(0);
    expect(errors(`${HEAD}mirror: &m {<<: *m, helm: *m}`).length).toBeGreaterThan(0);
  });
});

describe('the prune section of an ImageSetConfiguration', () => {
  const text = [
    'apiVersion: mirror.openshift.io/v1alpha2',
    'kind: ImageSetConfiguration',
    'prune:',
    '  platform: {channels: [{name: stable-4.11, minVersion: 4.11.1, maxVersion: 4.11.13}]}',
    '  operators: [{catalog: "h/a:1", packages: [{name: p, channels: [{name: stable}]}]}]',
    '',
  ].join('\n');

  test('selects the content to delete', () => {
    const { deletion, problems } = parseImageSet(text, 'i.yaml', 'DeleteImageSetConfiguration');
    expect(problems.filter(({ level }) => level === 'error')).toEqual([]);
    expect(deletion).toMatchObject({
      kind: 'DeleteImageSetConfiguration',
      platform: {
        architectures: ['amd64'],
        channels: [{ name: 'stable-4.11', minVersion: '4.11.1', maxVersion: '4.11.13', at: { line: 4 } }],
      },
      operators: [{ packages: [{ name: 'p', channels: [{ name: 'stable' }], at: { line: 5 } }] }],
    });
  });

  test('alone selects nothing to mirror, and next to mirror it is ignored with a warning', () => {
    expect(() => imageSetOf(parseImageSet(text, 'i.yaml', 'ImageSetConfiguration'))).toThrow(
      /`mirror` stanza/,
    );
    const both = parseImageSet(`${text}mirror: {}\n`, 'i.yaml', 'ImageSetConfiguration');
    expect(imageSetOf(both).operators).toEqual([]);
    expect(both.problems).toContainEqual(
      expect.objectContaining({ path: 'prune', level: 'warning', line: 4 }),
    );
  });

  test('is checked with the file, and its errors do not affect what is mirrored', () => {
    const alone = parseImageSet(text, 'i.yaml');
    expect(alone.deletion).toMatchObject({ operators: [{ packages: [{ name: 'p' }] }] });
    const both = `${text}  additionalImages: [{nam: x}]\nmirror: {}\n`;
    const { configuration, problems } = parseImageSet(both, 'i.yaml');
    expect(configuration).toBeDefined();
    expect(problems.filter(({ level }) => level === 'error')).toMatchObject([{ line: 6, column: 23 }]);
    expect(parseImageSet(both, 'i.yaml', 'ImageSetConfiguration').problems).not.toContainEqual(
      expect.objectContaining({ level: 'error' }),
    );
  });

  test('is checked like delete', () => {
    const twice = text.replace(
      'channels: [{name: stable-4.11,',
      'channels: [{name: stable-4.11}, {name: stable-4.11,',
    );
    const loaded = parseImageSet(twice, 'i.yaml', 'DeleteImageSetConfiguration');
    expect(() => deletionOf(loaded)).toThrow(/release channel "stable-4.11": duplicate/);
    expect(() =>
      deletionOf(parseImageSet('kind: Other\ndelete: {}', 'i.yaml', 'DeleteImageSetConfiguration')),
    ).toThrow(/cannot parse "Other" as "DeleteImageSetConfiguration"/);
  });
});
