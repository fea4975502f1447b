import { mkdtemp, mkdtempDisposable, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { yamlOf } from '../../../base/document/yaml-of.ts';
import type { Digest } from '../../../base/image/digest.ts';
import { GOLDEN } from '../delete.fixture.ts';
import { adjacentRecord, deleteListText } from './files.ts';
import { acceptedImages } from './listed-images.ts';
import { t } from './messages.ts';
import type { DeletedImage } from './plan.ts';
import { readDeleteList } from './read-delete-list.ts';
import { readDeleteSelection, selectionText } from './selection.ts';

const ones: Digest = `sha256:${'1'.repeat(64)}`;
const image = (
  repository: string,
  tag: string,
  kind: DeletedImage['kind'],
  origin: string,
): DeletedImage => ({
  repository,
  tag,
  digest: ones,
  kind,
  origin,
  deliverable: 'd',
});

const IMAGES = [
  image('ocp/ubi9/ubi', 'latest', 'generic', 'registry.access.redhat.com/ubi9/ubi:latest'),
  image(
    'ocp/openshift/release-images',
    '4.18.1-x86_64',
    'ocpRelease',
    'quay.io/openshift-release-dev/ocp-release:4.18.1-x86_64',
  ),
  image(
    'ocp/openshift/release',
    '4.18.1-x86_64-cli',
    'ocpReleaseContent',
    `quay.io/openshift-release-dev/ocp-v4.0-art-dev@${ones}`,
  ),
];

const lan = { host: 'reg.lan:5000', namespace: 'ocp' };

test("writes the list in oc-mirror's form, byte for byte, and reads it back", async () => {
  const file = join(GOLDEN, 'delete-images.yaml');
  expect(deleteListText(IMAGES, 'reg.lan:5000')).toBe(await readFile(file, 'utf8'));
  const { images, rejected } = acceptedImages(await readDeleteList(file), lan, undefined);
  expect(rejected).toEqual([]);
  expect(images.map(({ repository, tag, kind, digests }) => ({ repository, tag, kind, digests }))).toEqual(
    [IMAGES[1]!, IMAGES[2]!, IMAGES[0]!].map(({ repository, tag, kind }) => ({
      repository,
      tag,
      kind,
      digests: kind === 'ocpReleaseContent' ? [ones] : [],
    })),
  );
});

test.each([
  ['another registry', 'docker://other.lan/ocp/ubi9/ubi:latest', 'generic'],
  ['outside of the namespace', 'docker://reg.lan:5000/ubi9/ubi:latest', 'generic'],
  ['a component elsewhere', 'docker://reg.lan:5000/ocp/other/release:1', 'ocpReleaseContent'],
  ['a payload elsewhere', 'docker://reg.lan:5000/ocp/openshift/release:1', 'ocpRelease'],
  ['no tag', `docker://reg.lan:5000/ocp/ubi9/ubi@${ones}`, 'generic'],
])('rejects an entry of a list: %s', (_why, imageReference, type) => {
  const { images, rejected } = acceptedImages([{ imageName: 'a/b:1', imageReference, type }], lan, undefined);
  expect(images).toEqual([]);
  expect(rejected).toEqual([
    expect.objectContaining({
      code: 'delete-list',
      level: 'error',
      message: expect.stringContaining('does not match values found in the delete-images yaml file'),
    }),
  ]);
});

test.each([
  ['items that are indented', '  '],
  ['items that are not indented', ''],
])('reads a long list completely, with comments and empty lines: %s', async (_form, indent) => {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-delete-files-'));
  try {
    const file = join(directory, 'x.yaml');
    const names = Array.from({ length: 8000 }, (_, number) => `docker://reg.lan/a/b:${number}`);
    const items = names.map(
      (name, number) =>
        `${number % 1000 === 7 ? '\n# a comment\n#- imageReference: docker://reg.lan/excluded:1\n' : ''}` +
        `${indent}- imageName: 'a # b'\n${indent}  # why\n${indent}  imageReference: ${name}\n`,
    );
    const kind = 'kind: DeleteImageList\n';
    for (const [top, first, after] of [
      [kind, '', ''],
      ['', '', kind],
      ['', '# the first ones\n'.repeat(3000), kind],
    ]) {
      await writeFile(file, `${top}items:\n${first}${items.join('')}${after}`);
      const list = await readDeleteList(file);
      expect(list.map(({ imageReference }) => imageReference)).toEqual(names);
      expect(new Set(list.map(({ imageName }) => imageName))).toEqual(new Set(['a # b']));
    }
    await writeFile(file, `kind: DeleteImageList\nitems:\n${items.join('')}${indent}- imageReference: [`);
    await expect(readDeleteList(file)).rejects.toMatchObject({
      message: expect.stringContaining(`${8000 * 3 + 8 * 3 + 3}`),
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test('reports a file that is not a list, and finds the record of a list', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-delete-files-'));
  try {
    const file = join(directory, 'x.yaml');
    await expect(readDeleteList(file)).rejects.toMatchObject({ message: t('listMissing', { file }) });
    for (const text of [
      'kind: Other\nitems: []',
      'kind: DeleteImageList\nitems: [{imageName: a}]',
      'a: [',
      '',
    ]) {
      await writeFile(file, text);
      await expect(readDeleteList(file)).rejects.toMatchObject({ code: 'config-invalid', at: { file } });
    }
    await writeFile(file, 'kind: DeleteImageList\nitems: null\n');
    expect(await readDeleteList(file)).toEqual([]);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  expect(adjacentRecord('/w/delete-images.yaml')).toBe('/w/delete-record.json');
  expect(adjacentRecord('/w/delete-images-may.yaml')).toBe('/w/delete-record-may.json');
  expect(adjacentRecord('/w/mine.yaml')).toBe('/w/mine.yaml.delete-record.json');
});

test('prune selects all versions of its entries; the selection is written as parsed', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-delete-files-'));
  try {
    const file = join(directory, 'isc.yaml');
    const operators = [
      '    - catalog: h/a:1',
      '      packages: [{name: p, channels: [{name: stable}]}]',
      '    - catalog: h/b:1',
      '      packages: [{name: q, minVersion: 1.0.0}, {name: r, channels: [{name: x, maxVersion: 2.0.0}, {name: w}]}]',
    ];
    const channels = '    channels: [{name: stable-4.11, minVersion: 4.11.1}, {name: fast-4.11}]';
    const lines = [
      'kind: ImageSetConfiguration',
      'prune:',
      '  platform:',
      channels,
      '  operators:',
      ...operators,
    ];
    await writeFile(file, `${lines.join('\n')}\n`);
    const { content } = await readDeleteSelection(file);
    expect(content.platform!.channels.map(({ full }) => full)).toEqual([false, true]);
    expect(content.operators.map(({ full }) => full)).toEqual([true, false]);
    expect(content.operators[1]!.packages).toMatchObject([
      { minVersion: '1.0.0' },
      {
        channels: [
          { name: 'x', maxVersion: '2.0.0' },
          { name: 'w', minVersion: '0.0.0-0' },
        ],
      },
    ]);
    expect(selectionText({ content: { ...content, operators: [] } })).toBe(
      [
        'apiVersion: mirror.openshift.io/v2alpha1',
        'delete:',
        '  platform:',
        '    architectures:',
        '    - amd64',
        '    channels:',
        '    - minVersion: 4.11.1',
        '      name: stable-4.11',
        '    - full: true',
        '      name: fast-4.11',
        'kind: DeleteImageSetConfiguration',
        '',
      ].join('\n'),
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

describe('a list beyond the limits of one YAML document', () => {
  const many = Array.from({ length: 30_000 }, (_, index) =>
    image(`ocp/apps/a${String(index).padStart(5, '0')}`, 'v1', 'generic', `quay.io/apps/a${index}:v1`),
  );
  const text = deleteListText(many, 'reg.lan:5000');

  test('has the form of one document', () => {
    const some = many.slice(0, 2001);
    const items = some.map(({ origin, repository, tag }) => ({
      ...{ imageName: origin, imageReference: `docker://reg.lan:5000/${repository}:${tag}`, type: 'generic' },
    }));
    for (const count of [0, 1, 1000, 1001, 2001])
      expect(deleteListText(some.slice(0, count), 'reg.lan:5000')).toBe(
        yamlOf(
          {
            apiVersion: 'mirror.openshift.io/v2alpha1',
            items: items.slice(0, count),
            kind: 'DeleteImageList',
          },
          { lineWidth: 0, indentSeq: false },
        ),
      );
  });

  async function read(content: string) {
    await using directory = await mkdtempDisposable(join(tmpdir(), 'airlock-delete-files-'));
    const file = join(directory.path, 'x.yaml');
    await writeFile(file, content);
    return await readDeleteList(file);
  }

  test.each([
    ['as Airlock and oc-mirror write it', text],
    ['indented', text.replaceAll(/^(- | {2})/gm, '  $1')],
    ['with carriage returns', text.replaceAll('\n', '\r\n')],
  ])('is read: %s', async (_form, content) => {
    const listed = await read(content);
    expect(listed).toHaveLength(many.length);
    expect(listed.map(({ imageReference }) => imageReference)).toEqual(
      many.map(({ repository, tag }) => `docker://reg.lan:5000/${repository}:${tag}`),
    );
  });

  test.each([
    [
      'a fault in an item',
      text.replace('  type: generic\n- imageName: quay.io/apps/a29000:v1', '  type: [\n- imageName: a'),
      /line 87003: /,
    ],
    ['a fault after the items', text.replace('kind: DeleteImageList', 'kind: ['), /line 9000[34]: /],
    [
      'an item without a reference',
      text.replace('a29000:v1\n  imageReference', 'a29000:v1\n  reference'),
      /items\.29000\.imageReference/,
    ],
    ['another kind', text.replace('kind: DeleteImageList', 'kind: Other'), /kind/],
  ])('is rejected: %s', async (_why, content, message) => {
    expect(content).not.toBe(text);
    await expect(read(content)).rejects.toMatchObject({
      code: 'config-invalid',
      message: expect.stringMatching(message),
    });
  });
});
