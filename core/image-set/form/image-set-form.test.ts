import { describe, expect, test } from 'vitest';
import { readYaml, type YamlText } from '../../base/document/yaml-text.ts';
import { parseImageSet } from '../config/load-image-set.ts';
import { setHelmRepositories, setLocalCharts } from './charts.ts';
import { emptyImageSet } from './empty-image-set.ts';
import {
  addImage,
  removeImage,
  replaceImage,
  setAdditionalImages,
  setArchiveSize,
  setBlockedImages,
} from './images.ts';
import {
  addCatalog,
  addPackage,
  removeCatalog,
  removePackage,
  setCatalog,
  setPackage,
  setPackageChannels,
} from './operators.ts';
import { removeRelease, setArchitectures, setGraph, setRelease } from './releases.ts';
import { imageSetView } from './view.ts';

const CATALOG = 'registry.lab/redhat/index:v4.18';

function errorsOf(text: string): string[] {
  return parseImageSet(text, 'isc.yaml')
    .problems.filter(({ level }) => level === 'error')
    .map(({ message }) => message);
}

function done(text: string, ...edits: ((doc: YamlText) => YamlText)[]): string {
  return edits.reduce((doc, edit) => edit(doc), readYaml(text)).text;
}

test('a new text is written in the usual order, is valid, and is empty again when everything is removed', () => {
  const filled = done(
    emptyImageSet(),
    (doc) => setBlockedImages(doc, ['debug.*']),
    (doc) => addPackage(doc, CATALOG, 'odf-operator', [{ name: 'stable-4.18' }]),
    (doc) => setGraph(doc, true),
    (doc) => setRelease(doc, { name: 'stable-4.18', minVersion: '4.18.9', maxVersion: '4.18.9' }),
    (doc) => setArchitectures(doc, ['amd64', 'arm64']),
    (doc) => addImage(doc, 'quay.io/a/b:1'),
    (doc) =>
      setHelmRepositories(doc, [
        { name: 'r', url: 'https://charts.lab', charts: [{ name: 'c', version: '1.2' }] },
      ]),
    (doc) => setLocalCharts(doc, [{ name: 'l', path: '/srv/l.tgz' }]),
    (doc) => setArchiveSize(doc, 4),
  );
  expect(filled).toBe(`kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
archiveSize: 4
mirror:
  platform:
    architectures:
      - amd64
      - arm64
    channels:
      - name: stable-4.18
        minVersion: 4.18.9
        maxVersion: 4.18.9
    graph: true
  operators:
    - catalog: ${CATALOG}
      packages:
        - name: odf-operator
          channels:
            - name: stable-4.18
  additionalImages:
    - name: quay.io/a/b:1
  helm:
    repositories:
      - name: r
        url: https://charts.lab
        charts:
          - name: c
            version: "1.2"
    local:
      - name: l
        path: /srv/l.tgz
  blockedImages:
    - name: debug.*
`);
  expect([errorsOf(emptyImageSet()), errorsOf(filled)]).toEqual([[], []]);
  const view = imageSetView(readYaml(filled));
  expect(view).toMatchObject({
    section: 'mirror',
    graph: true,
    architectures: ['amd64', 'arm64'],
    releases: [{ name: 'stable-4.18', minVersion: '4.18.9', full: false, shortestPath: false }],
    catalogs: [
      {
        catalog: CATALOG,
        full: false,
        packages: [{ name: 'odf-operator', channels: [{ name: 'stable-4.18' }] }],
      },
    ],
    additionalImages: [{ name: 'quay.io/a/b:1', path: ['mirror', 'additionalImages', 0] }],
    blockedImages: [{ name: 'debug.*' }],
    helm: {
      repositories: [{ name: 'r', charts: [{ name: 'c', version: '1.2' }] }],
      local: [{ file: '/srv/l.tgz' }],
    },
    archiveSize: 4,
  });
  const emptied = done(
    filled,
    (doc) => setBlockedImages(doc, []),
    (doc) => removePackage(doc, CATALOG, 'odf-operator'),
    (doc) => setGraph(doc, false),
    (doc) => removeRelease(doc, 'stable-4.18'),
    (doc) => setArchitectures(doc, []),
    (doc) => removeImage(doc, 'quay.io/a/b:1'),
    (doc) => setHelmRepositories(doc, []),
    (doc) => setLocalCharts(doc, []),
    (doc) => setArchiveSize(doc, undefined),
  );
  expect(emptied).toBe(emptyImageSet());
});

describe('a text that people wrote', () => {
  const text = `# fleet
apiVersion: mirror.openshift.io/v2alpha1
kind: ImageSetConfiguration
mirror:
  platform:
    channels:
    - name: stable-4.16
      minversion: 4.16.1 # oldest cluster
      type: ocp
    - {name: eus-4.18, maxVersion: 4.18.2}
  operators:
  - catalog: ${CATALOG} # weekly
    packages:
    # storage
    - name: odf-operator
      channels:
      - name: stable-4.17
        MinVersion: 4.17.2 # not .1
      # - name: stable-4.16
    - name: lvms-operator
  additionalimages:
  - name: quay.io/a/b:1 # keep
    targetRepo: x
  helm: {}
`;

  test('shows names in any case', () => {
    const view = imageSetView(readYaml(text));
    expect(view.releases).toEqual([
      {
        name: 'stable-4.16',
        minVersion: '4.16.1',
        type: 'ocp',
        full: false,
        shortestPath: false,
        path: ['mirror', 'platform', 'channels', 0],
      },
      {
        name: 'eus-4.18',
        maxVersion: '4.18.2',
        full: false,
        shortestPath: false,
        path: ['mirror', 'platform', 'channels', 1],
      },
    ]);
    expect(view.catalogs[0]?.packages[0]?.channels).toEqual([{ name: 'stable-4.17', minVersion: '4.17.2' }]);
    expect(view.additionalImages).toEqual([
      { name: 'quay.io/a/b:1', targetRepo: 'x', path: ['mirror', 'additionalimages', 0] },
    ]);
    expect(view.helm).toEqual({ repositories: [], local: [] });
    expect(view.archiveSize).toBeUndefined();
  });

  test('changes in the intended places', () => {
    const changed = done(
      text,
      (doc) => setRelease(doc, { name: 'stable-4.16', minVersion: '4.16.5', shortestPath: true }),
      (doc) => setRelease(doc, { name: 'eus-4.20', maxVersion: undefined }, 'eus-4.18'),
      (doc) =>
        addPackage(doc, CATALOG, 'odf-operator', [
          { name: 'stable-4.17' },
          { name: 'stable-4.18', minVersion: '4.18.0' },
        ]),
      (doc) => addImage(doc, 'quay.io/a/c:1'),
      (doc) => replaceImage(doc, 'quay.io/a/b:1', 'quay.io/a/b:2'),
    );
    expect(changed).toBe(
      text
        .replace('4.16.1 #', '4.16.5 #')
        .replace('type: ocp\n', 'type: ocp\n      shortestPath: true\n')
        .replace('{name: eus-4.18, maxVersion: 4.18.2}', '{name: eus-4.20}')
        .replace('not .1\n', 'not .1\n      - name: stable-4.18\n        minVersion: 4.18.0\n')
        .replace(
          'a/b:1 # keep\n    targetRepo: x\n',
          'a/b:2 # keep\n    targetRepo: x\n  - name: quay.io/a/c:1\n',
        ),
    );
    expect(errorsOf(changed)).toEqual([]);
  });

  test('retains comments and fields of list elements that stay', () => {
    const channels = done(text, (doc) =>
      setPackageChannels(doc, CATALOG, 'odf-operator', [
        { name: 'stable-4.18' },
        { name: 'stable-4.17', minVersion: '4.17.3' },
      ]),
    );
    expect(channels).toContain(
      '      - name: stable-4.18\n      - name: stable-4.17\n        MinVersion: 4.17.3 # not .1\n',
    );
    expect(
      done(text, (doc) => setPackageChannels(doc, CATALOG, 'odf-operator', [{ name: 'stable-4.17' }])),
    ).toContain('      - name: stable-4.17\n      # - name');
    expect(done(text, (doc) => setPackageChannels(doc, CATALOG, 'odf-operator', []))).not.toContain(
      'MinVersion',
    );
    const images = done(text, (doc) => setAdditionalImages(doc, ['quay.io/z:1', 'quay.io/a/b:1']));
    expect(images).toContain('  - name: quay.io/z:1\n  - name: quay.io/a/b:1 # keep\n    targetRepo: x\n');
  });

  test('loses a catalog with its last package, because it would select all of them', () => {
    const one = done(text, (doc) => removePackage(doc, 0, 'odf-operator'));
    expect(one).toContain('    packages:\n    - name: lvms-operator\n');
    const none = done(one, (doc) => removePackage(doc, CATALOG, 'lvms-operator'));
    expect(none).not.toContain('operators:');
    expect(done(text, (doc) => removeCatalog(doc, CATALOG))).toBe(none);
  });

  test('gets catalogs and versions of packages', () => {
    const changed = done(
      text,
      (doc) => setCatalog(doc, CATALOG, { catalog: 'registry.lab/redhat/index:v4.19', targetTag: 'v4' }),
      (doc) => addCatalog(doc, 'registry.lab/community/index:v4.19', { full: true }),
      (doc) => setPackage(doc, 0, 'lvms-operator', { minVersion: '4.18.0', defaultChannel: 'stable-4.18' }),
    );
    expect(changed).toContain('index:v4.19 # weekly\n    targetTag: v4\n    packages:');
    expect(changed).toContain('lvms-operator\n      defaultChannel: stable-4.18\n      minVersion: 4.18.0\n');
    expect(changed).toContain('  - catalog: registry.lab/community/index:v4.19\n    full: true\n');
    expect(errorsOf(changed)).toEqual([]);
  });

  test('stays the same without a change', () => {
    const doc = readYaml(text);
    for (const same of [
      addCatalog(doc, CATALOG),
      addImage(doc, 'quay.io/a/b:1'),
      addPackage(doc, CATALOG, 'lvms-operator'),
      addPackage(doc, 9, 'x'),
      removeImage(doc, 'x'),
      removeRelease(doc, 'x'),
      removePackage(doc, 'x', 'y'),
      removeCatalog(doc, 7),
      replaceImage(doc, 'x', 'y'),
      setArchitectures(doc, ['amd64']),
      setCatalog(doc, 'x', { full: true }),
      setGraph(doc, false),
      setPackage(doc, CATALOG, 'x', { minVersion: '1.0.0' }),
      setArchiveSize(doc, 0),
      setBlockedImages(doc, []),
    ])
      expect(same).toBe(doc);
  });
});

test('architectures are written to platforms if the text uses them', () => {
  const text =
    'mirror:\n  platform:\n    platforms:\n    - {os: linux, architecture: amd64}\n    - os: linux\n      architecture: s390x # z\n';
  expect(imageSetView(readYaml(text)).architectures).toEqual(['amd64', 's390x']);
  expect(done(text, (doc) => setArchitectures(doc, ['s390x', 'arm64']))).toBe(
    'mirror:\n  platform:\n    platforms:\n    - os: linux\n      architecture: s390x # z\n    - os: linux\n      architecture: arm64\n',
  );
});

test('shows versions without quotes as written, and nothing for other types and errors', () => {
  expect(
    imageSetView(readYaml('mirror: {operators: [{catalog: c, packages: [{name: a, minVersion: 4.10}]}]}'))
      .catalogs[0]?.packages,
  ).toMatchObject([{ minVersion: '4.10' }]);
  for (const text of [
    '',
    'mirror: []',
    'mirror:\n  operators: x\n',
    'mirror: {platform: {channels: [1]}',
    '- a',
  ])
    expect(imageSetView(readYaml(text))).toMatchObject({ releases: [], catalogs: [], section: 'mirror' });
  expect(imageSetView(readYaml('delete: {additionalImages: [{name: a}]}'))).toMatchObject({
    section: 'delete',
    additionalImages: [{ name: 'a', path: ['delete', 'additionalImages', 0] }],
  });
});
