import { describe, expect, test } from 'vitest';
import { type ChartText, chartFilesOf, deployment, packedChart } from './charts/chart.fixture.ts';
import { readChart } from './charts/chart.ts';
import { mergeValues } from './charts/values.ts';
import { readYaml, type ValueMap } from './charts/yaml.ts';
import { parseImagePath, USUAL_IMAGE_PATHS } from './image-paths.ts';
import { searchImages } from './search-images.ts';

const digest = `sha256:${'a'.repeat(64)}`;

async function search(
  files: ChartText,
  more: { values?: string; paths?: string[]; archives?: Record<string, Buffer> } = {},
) {
  const all = chartFilesOf('web', '1.0.0', files);
  for (const [path, archive] of Object.entries(more.archives ?? {})) all.set(path, archive);
  const chart = await readChart(all, 'web');
  const values = mergeValues(chart.values, readYaml(more.values ?? '{}') as ValueMap);
  const paths = [...USUAL_IMAGE_PATHS, ...(more.paths ?? []).map(parseImagePath)];
  const { images, off, guessed, unread, missing } = searchImages(chart, values, paths);
  return {
    images: images.map(({ reference, where }) => `${reference} ${where}`),
    off: off.map(({ reference }) => reference),
    guessed: guessed.map(({ reference }) => reference),
    unread,
    missing: missing.map(({ name }) => name),
  };
}

const template = (image: string, values: string, more: ChartText = {}) =>
  search({ 'templates/a.yaml': deployment(image), 'values.yaml': values, ...more });

describe('values', () => {
  test.each([
    ['image: {repository: q.io/a/b, tag: "2"}', 'q.io/a/b:2 values: image'],
    ['image: {registry: q.io, repository: a/b, tag: "2"}', 'q.io/a/b:2 values: image'],
    ['image: {repository: q.io/a/b, tag: ""}', 'q.io/a/b:1.2.3 values: image'],
    ['image: {repository: q.io/a/b}', 'q.io/a/b:1.2.3 values: image'],
    [`image: {repository: q.io/a/b, tag: "", digest: "${digest}"}`, `q.io/a/b@${digest} values: image`],
    [`image: {repository: q.io/a/b, tag: "2", digest: "${digest}"}`, `q.io/a/b:2@${digest} values: image`],
    ['image: {repository: "q.io/a/b:3", tag: "2"}', 'q.io/a/b:3 values: image'],
    ['c: {image: {registry: r.io, image: x/c, tag: v1}}', 'r.io/x/c:v1 values: c.image'],
    [
      'global: {imageRegistry: m.lan}\nimage: {registry: q.io, repository: a/b, tag: "2"}',
      'm.lan/a/b:2 values: image',
    ],
    ['image: q.io/a/b:2', 'q.io/a/b:2 values: image'],
    ['image: q.io/a/b\nimageTag: "2"', 'q.io/a/b:2 values: image'],
    ['proxyImage: q.io/a/b:2', 'q.io/a/b:2 values: proxyImage'],
    ['images: {one: "q.io/a/b:2"}', 'q.io/a/b:2 values: images.one'],
    ['images: ["q.io/a/b:2"]', 'q.io/a/b:2 values: images.0'],
    [`env: [{name: RELATED_IMAGE_A, value: "q.io/a/b@${digest}"}]`, `q.io/a/b@${digest} values: env.0.value`],
  ])('%s', async (values, expected) => {
    expect((await search({ 'values.yaml': values })).images).toEqual([expected]);
  });

  test.each([
    'image: {pullPolicy: Always}',
    'image: {repository: "", tag: "1"}',
    'git: {repository: "https://g.io/a/b.git", tag: "1"}',
    'chart: {repository: a/b}',
    'imagePullSecrets: [x]\nimagePullPolicy: Always\nimageRegistry: q.io',
    'image: "{{ .Values.x }}"',
  ])('%s contains no image', async (values) => {
    expect((await search({ 'values.yaml': values })).images).toEqual([]);
  });

  test('images below a false condition are reported, not collected; values files enable them', async () => {
    const files = {
      'values.yaml': 'metrics: {enabled: false, image: {repository: q.io/m, tag: "1"}}',
      'templates/a.yaml':
        '{{- if .Values.metrics.enabled }}\n{{ include "other.pod" (dict "image" .Values.metrics.image) }}\n{{- end }}\n',
    };
    expect(await search(files)).toMatchObject({ images: [], off: ['q.io/m:1'] });
    expect(await search(files, { values: 'metrics: {enabled: true}' })).toMatchObject({
      images: ['q.io/m:1 values: metrics.image'],
      off: [],
    });
  });
});

test('images without an evaluated condition are not disabled', async () => {
  const files = { 'values.yaml': 'metrics: {enabled: false, image: {repository: q.io/m, tag: "1"}}' };
  expect(await search(files)).toMatchObject({ images: ['q.io/m:1 values: metrics.image'], off: [] });
});

describe('templates', () => {
  test.each([
    ['q.io/a/b:1', '', 'q.io/a/b:1'],
    [
      '"{{ .Values.image.repository }}:v{{ .Values.image.tag | default .Chart.AppVersion }}"',
      'image: {repository: q.io/a, tag: ""}',
      'q.io/a:v1.2.3',
    ],
    ['{{ printf "%s:%s" .Values.r (default "9" .Values.t) | quote }}', 'r: q.io/a', 'q.io/a:9'],
    [
      '{{ $.Values.r }}{{ if .Values.d }}@{{ .Values.d }}{{ else }}:{{ .Values.t }}{{ end }}',
      `r: q.io/a\nt: 1\nd: "${digest}"`,
      `q.io/a@${digest}`,
    ],
    [
      '{{ $.Values.r }}{{ if .Values.d }}@{{ .Values.d }}{{ else }}:{{ .Values.t }}{{ end }}',
      'r: q.io/a\nt: 1',
      'q.io/a:1',
    ],
    [
      '{{ .Values.r }}:{{ .Values.t | toString | trimPrefix "v" }} # pinned',
      'r: q.io/a\nt: v1.0',
      'q.io/a:1.0',
    ],
    ['{{ include "web.image" . }}', 'image: {repository: a/b, tag: "2"}\nglobal: {}', 'a/b:2'],
    [
      '{{ template "web.image" . }}',
      'image: {repository: a/b, tag: "2"}\nglobal: {registry: m.lan}',
      'm.lan/a/b:2',
    ],
  ])('image: %s', async (image, values, expected) => {
    const helpers = `{{/* names:
  image: not/this:1 */}}
{{- define "web.image" -}}
{{- $tag := .Values.image.tag | toString -}}
{{- if .Values.global.registry -}}
{{ .Values.global.registry }}/{{ .Values.image.repository }}:{{ $tag }}
{{- else -}}
{{ printf "%s:%s" .Values.image.repository $tag }}
{{- end -}}
{{- end -}}`;
    expect((await template(image, values, { 'templates/_helpers.tpl': helpers })).images).toEqual([
      `${expected} templates/a.yaml:9`,
    ]);
  });

  test('branches are followed if values determine them, else both are searched', async () => {
    const text = (condition: string) =>
      `{{- if ${condition} }}\nimage: q.io/yes:1\n{{- else }}\nimage: q.io/no:1\n{{- end }}\n`;
    const both = ['q.io/yes:1 templates/a.yaml:2', 'q.io/no:1 templates/a.yaml:4'];
    const cases: [string, string[]][] = [
      ['.Values.on', [both[0]!]],
      ['and .Values.on (not .Values.off)', [both[0]!]],
      ['or .Values.off (eq .Values.mode "other")', [both[1]!]],
      ['.Capabilities.APIVersions.Has "batch/v1"', both],
      ['and .Values.off .Capabilities.x', [both[1]!]],
    ];
    for (const [condition, images] of cases) {
      const found = await search({
        'templates/a.yaml': text(condition),
        'values.yaml': 'on: true\noff: false\nmode: a',
      });
      expect(found.images, condition).toEqual(images);
    }
  });

  test('a line that only helm can render is reported, unless values contain its image', async () => {
    const image = '{{ include "lib.image" (dict "root" .Values.image "global" .Values.global) }}';
    expect(await template(image, 'image: {repository: q.io/a, tag: "1"}')).toMatchObject({
      images: ['q.io/a:1 values: image'],
      unread: [],
    });
    expect(await template(image, 'image: {name: x}')).toMatchObject({
      images: [],
      unread: ['templates/a.yaml:9'],
    });
    expect((await template('{{ .image }}', '')).unread).toEqual(['templates/a.yaml:9']);
  });

  test('schemas, comments and notes contain no image', async () => {
    const found = await search({
      'templates/a.yaml': '# image: q.io/a:1\nproperties:\n  image:\n    type: string\n',
      'templates/NOTES.txt': 'image: q.io/b:1\n',
      'crds/c.yaml': 'image: {type: string}\n',
    });
    expect(found).toEqual({ images: [], off: [], guessed: [], unread: [], missing: [] });
  });

  test('paths of the configuration, with values in place', async () => {
    const files = {
      'values.yaml': 'relay: q.io/relay:1',
      'templates/a.yaml':
        'kind: Relay\n{{- with .Values.labels }}\nlabels: {{ toYaml . }}\n{{- end }}\nspec:\n  from: {{ .Values.relay }}\n  also: {{ .x }}\n',
    };
    expect((await search(files)).images).toEqual([]);
    expect((await search(files, { paths: ['{.spec.from}', '{.spec.also}'] })).images).toEqual([
      'q.io/relay:1 templates/a.yaml, {.spec.from}',
    ]);
  });
});

describe('sub charts', () => {
  const sub = (image: string) => packedChart('sub', '1.0.0', { 'values.yaml': image });
  const listed = (entry: string) =>
    `name: web\nversion: 1.0.0\ndependencies: [{name: sub, version: "1.x", ${entry}}]\n`;

  test('with an alias, with the values of the parent chart and global values', async () => {
    const { images } = await search(
      {
        'Chart.yaml': listed('alias: db'),
        'values.yaml': 'global: {imageRegistry: m.lan}\ndb: {image: {tag: "7"}}',
      },
      {
        archives: {
          'charts/sub-1.0.0.tgz': await sub('image: {registry: q.io, repository: a/db, tag: "1"}'),
        },
      },
    );
    expect(images).toEqual(['m.lan/a/db:7 charts/db/values: image']);
  });

  test.each([
    ['condition: "db.on,sub.enabled"', 'sub: {enabled: false}', 0],
    ['condition: "db.on,sub.enabled"', 'db: {on: true}\nsub: {enabled: false}', 1],
    ['tags: [extra]', 'tags: {extra: false}', 0],
    ['tags: [extra, more]', 'tags: {extra: false, more: true}', 1],
    ['tags: [extra]', '', 1],
  ])('%s with %s', async (entry, values, count) => {
    const archives = { 'charts/sub-1.0.0.tgz': await sub('image: q.io/a:1') };
    const { images } = await search({ 'Chart.yaml': listed(entry), 'values.yaml': values }, { archives });
    expect(images).toHaveLength(count);
  });

  test('aliases of subcharts at many levels end in an error', async () => {
    const aliases = Array.from({ length: 20 }, (_, at) => `{name: sub, version: 1.0.0, alias: a${at}}`).join(
      ',',
    );
    const facts = (name: string) => `name: ${name}\nversion: 1.0.0\ndependencies: [${aliases}]\n`;
    const files: ChartText = { 'Chart.yaml': facts('web') };
    for (let level = 1; level < 8; level++) files[`${'charts/sub/'.repeat(level)}Chart.yaml`] = facts('sub');
    await expect(search(files)).rejects.toThrow('more than 2000 subcharts');
  });

  test('a missing one is reported', async () => {
    expect((await search({ 'Chart.yaml': listed('repository: "https://c.io"') })).missing).toEqual(['sub']);
  });
});

describe('names that are no images', () => {
  test.each([
    ['two empty parts', '{{ .Values.a }}:{{ .Values.b }}', ''],
    ['an empty repository', '{{ .Values.a }}:{{ .Values.b }}', 'b: "1"'],
    ['an empty tag', 'q.io/a:{{ .Values.b }}', ''],
    ['a part that only the cluster knows', 'q.io/{{ .Capabilities.KubeVersion.Version }}:1', ''],
    ['a replacement character in values', '{{ .Values.a }}', 'a: "q.io/\uFFFD:1"'],
    ['an error text of Go', '{{ printf "q.io/a:%s" .Values.a }}', 'a: true'],
  ])('%s', async (_name, image, values) => {
    expect(await template(image, values)).toMatchObject({ images: [], unread: ['templates/a.yaml:9'] });
  });

  test('values without a template', async () => {
    const values =
      'image: {repository: "q.io/\uFFFD", tag: "1"}\nother: {image: {registry: "", repository: "", tag: "1"}}';
    expect(await search({ 'values.yaml': values })).toMatchObject({ images: [], off: [], guessed: [] });
  });
});

describe('guessed names', () => {
  test('a name in values without a registry is reported, not collected', async () => {
    expect(await search({ 'values.yaml': 'image: {repository: a/b, tag: "1"}' })).toMatchObject({
      images: [],
      guessed: ['a/b:1'],
    });
    expect(
      await search({ 'values.yaml': 'image: {registry: docker.io, repository: a/b, tag: "1"}' }),
    ).toMatchObject({
      images: ['docker.io/a/b:1 values: image'],
      guessed: [],
    });
  });

  test('a template proves that it is an image', async () => {
    const found = await template(
      '{{ .Values.image.repository }}:{{ .Values.image.tag }}',
      'image: {repository: a/b, tag: "1"}',
    );
    expect(found).toMatchObject({ images: ['a/b:1 templates/a.yaml:9'], guessed: [] });
  });

  test('a line that only helm can render does not', async () => {
    const found = await template(
      '{{ include "lib.image" .Values.image }}',
      'image: {repository: a/b, tag: "1"}',
    );
    expect(found).toMatchObject({ images: [], guessed: ['a/b:1'], unread: ['templates/a.yaml:9'] });
  });

  test('one of a known image is not reported', async () => {
    const values = 'image: {repository: a/b, tag: "1"}\nhub: q.io\n';
    const image = '{{ with .Values.image }}{{ $.Values.hub }}/{{ .repository | lower }}:{{ .tag }}{{ end }}';
    expect(await template(image, values)).toMatchObject({
      images: ['q.io/a/b:1 templates/a.yaml:9'],
      guessed: [],
    });
  });
});

describe('names in other fields', () => {
  test.each([
    ['args: ["--solver-image=q.io/a:1"]', 'q.io/a:1'],
    ['args: ["--solver-image", "q.io/a:1"]', 'q.io/a:1'],
    ['env: [{name: RELATED_IMAGE_A, value: "q.io/a:1"}]', 'q.io/a:1'],
    ['data: {helper-image: "q.io/a:1"}', 'q.io/a:1'],
    ['data: {config.json: "{\\"image\\": \\"q.io/a:1\\"}"}', 'q.io/a:1'],
    [`data:\n  x.toml: |\n    [runner]\n    image = "q.io/a@${digest}"\n`, `q.io/a@${digest}`],
  ])('%s', async (text, expected) => {
    const { images } = await search({ 'templates/a.yaml': `kind: X\n${text}\n` });
    expect(images.map((image) => image.split(' ')[0])).toEqual([expected]);
  });

  const at = 'templates/a.yaml';
  test.each([
    ['spec:\n  relay: {repository: q.io/a/b, tag: "1"}', 'q.io/a/b:1', at],
    ['spec:\n  image:\n    registry: q.io\n    repository: a/b\n    tag: "1"', 'q.io/a/b:1', `${at}:5`],
    ['spec:\n  image: {repository: b, tag: "1"}', 'b:1', `${at}:3`],
    [`spec:\n  relays:\n    - {repository: q.io/b, digest: "${digest}"}`, `q.io/b@${digest}`, at],
    [`spec:\n  r: {repository: q.io/b, tag: "1", digest: "${digest}"}`, `q.io/b:1@${digest}`, at],
    ['spec: {repository: "q.io/b:1", pullPolicy: Always}', 'q.io/b:1', at],
    ['spec:\n  image: q.io/b\n  tag: "1"', 'q.io/b:1', `${at}:3`],
    [`spec:\n  image: q.io/b\n  digest: "${digest}"`, `q.io/b@${digest}`, `${at}:3`],
    ['spec:\n  image: q.io/b:2\n  tag: "1"', 'q.io/b:2', `${at}:3`],
    ['spec:\n  image: q.io/b\n  tag: ""', 'q.io/b', `${at}:3`],
    ['spec:\n  image: q.io/b\n  version: "1"', 'q.io/b', `${at}:3`],
    ['spec:\n  a: {registry: q.io, image: b, tag: "1"}', 'q.io/b:1', at],
    ['spec:\n  sideImage: {registry: q.io, name: b, tag: "1"}', 'q.io/b:1', at],
    ['spec:\n  r:\n    repository: {{ .Values.r }}\n    tag: {{ .Values.t }}', 'q.io/v:2', `${at}:4`],
  ])('fields of %s', async (text, reference, where) => {
    const files = { 'templates/a.yaml': `kind: X\n${text}\n`, 'values.yaml': 'r: q.io/v\nt: "2"\n' };
    expect((await search(files)).images).toEqual([`${reference} ${where}`]);
  });

  test('fields of alternatives that only Helm can choose between', async () => {
    const tag = '{{ if .Capabilities.x }}1{{ else }}2{{ end }}';
    const text = `kind: X\nspec:\n  a: {repository: q.io/a, tag: "${tag}"}\n  image: q.io/b\n  tag: "${tag}"\n`;
    const { images } = await search({ 'templates/a.yaml': text });
    expect(images.map((image) => image.split(' ')[0]).sort()).toEqual([
      ...['q.io/a:1', 'q.io/a:2', 'q.io/b:1', 'q.io/b:2'],
    ]);
  });

  test('a field that only Helm can determine is reported with its place', async () => {
    const text = 'kind: X\nspec:\n  relay:\n    repository: q.io/a\n    tag: {{ .Capabilities.x }}\n';
    expect(await search({ 'templates/a.yaml': text })).toMatchObject({
      images: [],
      unread: ['templates/a.yaml:4'],
    });
  });

  test.each([
    'spec: {repository: a/b, tag: "1"}',
    'spec: {repository: "https://g.io/a/b", tag: "1"}',
    'spec: {repository: q.io/a/b, tag: ""}',
    'spec: {repository: q.io/a/b}',
    'spec: {image: {pullPolicy: Always}}',
    'kind: CustomResourceDefinition\nspec: {image: {repository: q.io/a, tag: "1"}}',
    'args: ["--upstream=service.example/path:8080"]',
    'args: ["--image-url=https://q.io/a:1"]',
    'data: {image: "a text, such as q.io"}',
    'kind: CustomResourceDefinition\nspec: {image: "q.io/a:1"}',
    '# the image: q.io/a:1',
  ])('%s contains no image', async (text) => {
    expect((await search({ 'templates/a.yaml': `${text}\n` })).images).toEqual([]);
  });
});

test('names of object prototypes do no harm', async () => {
  const values = '__proto__: {image: q.io/a:1}\nconstructor: {image: q.io/b:1}\n';
  const found = await search({
    'values.yaml': values,
    'templates/a.yaml': 'image: {{ .Values.toString }}x\n',
  });
  expect(found.images.sort()).toEqual([
    'q.io/a:1 values: __proto__.image',
    'q.io/b:1 values: constructor.image',
    'x templates/a.yaml:1',
  ]);
  expect(({} as Record<string, unknown>).image).toBeUndefined();
});
