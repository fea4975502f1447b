import { describe, expect, test } from 'vitest';
import { type ChartText, chartFilesOf, deployment, packedChart } from './charts/chart.fixture.ts';
import { readChart } from './charts/chart.ts';
import { packChart } from './charts/files.ts';
import { mergeValues } from './charts/values.ts';
import { readYaml, type ValueMap } from './charts/yaml.ts';
import { findImages, USUAL_IMAGE_PATHS } from './image-paths.ts';
import { findHelm, renderChart } from './render-with-helm.ts';
import { searchImages } from './search-images.ts';

async function search(files: ChartText, given = '{}', archives: Record<string, Buffer> = {}) {
  const all = chartFilesOf('web', '1.0.0', files);
  for (const [path, archive] of Object.entries(archives)) all.set(path, archive);
  const chart = await readChart(all, 'web');
  const values = mergeValues(chart.values, readYaml(given) as ValueMap);
  const { images, off, unread, hasWorkloads } = searchImages(chart, values, USUAL_IMAGE_PATHS);
  return {
    images: images.map(({ reference }) => reference).sort(),
    places: images.map(({ where }) => where).sort(),
    off: off.map(({ reference }) => reference).sort(),
    unread,
    hasWorkloads,
  };
}

/** The structure of promtail: the pod is a named template, sidecars and init containers are lists of values. */
const LOG_AGENT: ChartText = {
  'values.yaml': `image: {registry: docker.io, repository: logs/agent, tag: null, pullPolicy: IfNotPresent}
daemonset: {enabled: true}
deployment: {enabled: false}
initContainer:
  - name: init
    image: docker.io/busybox:1.33
sidecar:
  configReloader:
    enabled: false
    image: {registry: ghcr.io, repository: reload/config-reload, tag: v0.12.0}
global: {imageRegistry: ""}
`,
  'templates/_helpers.tpl': `{{- define "agent.fullname" -}}
{{- default .Release.Name .Values.fullnameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}
{{- define "agent.image" -}}
{{- $registry := .service.registry -}}
{{- if .global.imageRegistry -}}{{- $registry = .global.imageRegistry -}}{{- end -}}
{{- printf "%s/%s:%s" $registry .service.repository (.service.tag | default .appVersion) -}}
{{- end -}}
`,
  'templates/_pod.tpl': `{{- define "agent.podTemplate" -}}
metadata:
  labels:
    {{- include "agent.labels" . | nindent 4 }}
  annotations:
    checksum/config: {{ include (print .Template.BasePath "/secret.yaml") . | sha256sum }}
spec:
  {{- with .Values.initContainer }}
  initContainers:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: agent
      image: "{{ include "agent.image" (dict "service" .Values.image "global" .Values.global "appVersion" .Chart.AppVersion) }}"
      imagePullPolicy: {{ .Values.image.pullPolicy }}
    {{- if .Values.sidecar.configReloader.enabled }}
    - name: config-reloader
      image: "{{ .Values.sidecar.configReloader.image.registry }}/{{ .Values.sidecar.configReloader.image.repository }}:{{ .Values.sidecar.configReloader.image.tag }}"
    {{- end }}
{{- end }}
{{- define "agent.labels" -}}
app: {{ include "agent.fullname" . }}
{{- end }}
`,
  'templates/secret.yaml': 'kind: Secret\nmetadata: {name: x}\n',
  'templates/daemonset.yaml': `{{- if .Values.daemonset.enabled }}
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: {{ include "agent.fullname" . }}}
spec:
  template:
    {{- include "agent.podTemplate" . | nindent 4 }}
{{- end }}
`,
};

test('a pod template in a helper: images, disabled sidecars, lists of values', async () => {
  expect(await search(LOG_AGENT)).toEqual({
    images: ['docker.io/busybox:1.33', 'docker.io/logs/agent:1.2.3'],
    places: ['templates/_pod.tpl:10', 'templates/_pod.tpl:14'],
    off: ['ghcr.io/reload/config-reload:v0.12.0'],
    unread: [],
    hasWorkloads: true,
  });
  const changed =
    'global: {imageRegistry: m.lan}\nsidecar: {configReloader: {enabled: true}}\nimage: {tag: "9"}';
  expect(await search(LOG_AGENT, changed)).toMatchObject({
    images: ['docker.io/busybox:1.33', 'ghcr.io/reload/config-reload:v0.12.0', 'm.lan/logs/agent:9'],
    off: [],
  });
  // Nothing uses the pod, which neither enables nor disables its images.
  const unused = await search(LOG_AGENT, 'daemonset: {enabled: false}');
  expect(unused).toMatchObject({ images: [], hasWorkloads: false });
  expect(unused.off).toContain('docker.io/logs/agent:1.2.3');
});

/** The structure of blackbox-exporter: one pod for two kinds, a digest next to the tag, `{{- with }}` around sidecars. */
const PROBER: ChartText = {
  'values.yaml': `kind: Deployment
image: {registry: quay.io, repository: probe/prober, tag: "", digest: "", pullPolicy: IfNotPresent}
configReloader:
  enabled: false
  image: {registry: quay.io, repository: probe/reloader, tag: v0.79.0, digest: ""}
extraContainers:
  - {name: shell, image: "quay.io/tools/shell:2"}
`,
  'templates/_helpers.tpl': `{{- define "prober.image" -}}
{{- if .Values.global -}}{{- if .Values.global.imageRegistry -}}
{{- $_ := set .Values.image "registry" .Values.global.imageRegistry -}}
{{- end -}}{{- end -}}
{{- if .Values.image.digest -}}
{{ .Values.image.registry }}/{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.registry }}/{{ .Values.image.repository }}:{{ .Values.image.tag | default (printf "v%s" .Chart.AppVersion) }}
{{- end -}}
{{- end -}}
{{- define "prober.podSpec" -}}
automountServiceAccountToken: false
containers:
{{- with .Values.extraContainers }}
{{- if kindIs "string" . }}
  {{- tpl . $ | nindent 0 }}
{{- else }}
  {{- toYaml . | nindent 0 }}
{{- end }}
{{- end }}
- name: prober
  image: {{ include "prober.image" . }}
{{- if .Values.configReloader.enabled }}
- name: reloader
  image: {{ .Values.configReloader.image.registry }}/{{ .Values.configReloader.image.repository }}:{{ .Values.configReloader.image.tag }}
{{- end }}
{{- end -}}
`,
  ...Object.fromEntries(
    ['DaemonSet', 'Deployment'].map((kind) => [
      `templates/${kind.toLowerCase()}.yaml`,
      `{{- if (eq .Values.kind "${kind}") }}
apiVersion: apps/v1
kind: ${kind}
metadata: {name: x}
spec:
  template:
    metadata: {labels: {app: x}}
    spec:
      {{- include "prober.podSpec" . | nindent 6 }}
{{- end }}
`,
    ]),
  ),
};

test('one pod template for two kinds, with a digest or a version', async () => {
  expect(await search(PROBER)).toMatchObject({
    images: ['quay.io/probe/prober:v1.2.3', 'quay.io/tools/shell:2'],
    off: ['quay.io/probe/reloader:v0.79.0'],
    unread: [],
  });
  const digest = `sha256:${'b'.repeat(64)}`;
  const given = `kind: DaemonSet\nglobal: {imageRegistry: m.lan}\nimage: {digest: "${digest}"}\nextraContainers: "- {name: t, image: q.io/{{ .Values.kind | lower }}:1}"`;
  expect(await search(PROBER, given)).toMatchObject({
    images: [`m.lan/probe/prober@${digest}`, 'q.io/daemonset:1'],
  });
});

/** The structure of pushgateway: the pod is included with `nindent 6`, and containers are joined in a helper. */
const GATEWAY: ChartText = {
  'values.yaml': `image: {repository: quay.io/push/gateway, tag: "", pullPolicy: IfNotPresent}
runAsStatefulSet: false
extraInitContainers:
  - name: wait
    image: quay.io/push/wait:1
`,
  'templates/_helpers.tpl': `{{- define "gateway.podSpec" -}}
serviceAccountName: x
{{- with .Values.extraInitContainers }}
initContainers:
  {{- toYaml . | nindent 2 }}
{{- end }}
containers:
  - name: gateway
    image: "{{ .Values.image.repository }}:{{ default (printf "v%s" .Chart.AppVersion) .Values.image.tag }}"
{{- end }}
`,
  'templates/deployment.yaml': `{{- if not .Values.runAsStatefulSet }}
apiVersion: apps/v1
kind: Deployment
metadata: {name: x}
spec:
  template:
    spec:
      {{- include "gateway.podSpec" . | nindent 6 }}
{{- end }}
`,
};

test('a pod spec in a helper, with init containers from values', async () => {
  expect(await search(GATEWAY)).toMatchObject({
    images: ['quay.io/push/gateway:v1.2.3', 'quay.io/push/wait:1'],
    off: [],
    unread: [],
  });
});

const LIBRARY = () =>
  packedChart('common', '2.0.0', {
    'Chart.yaml': 'apiVersion: v2\nname: common\nversion: 2.0.0\ntype: library\n',
    'templates/_images.tpl': `{{- define "common.image" -}}
{{- $registry := default .imageRoot.registry ((.global).imageRegistry) -}}
{{- $separator := ":" -}}
{{- $version := .imageRoot.tag | toString -}}
{{- if .imageRoot.digest }}{{- $separator = "@" -}}{{- $version = .imageRoot.digest | toString -}}{{- end -}}
{{- if $registry }}
    {{- printf "%s/%s%s%s" $registry .imageRoot.repository $separator $version -}}
{{- else -}}
    {{- printf "%s%s%s" .imageRoot.repository $separator $version -}}
{{- end -}}
{{- end -}}
{{- define "common.container" -}}
- name: {{ .name }}
  image: {{ include "common.image" (dict "imageRoot" .image "global" .global) }}
{{- end -}}`,
  });
const WORKERS: ChartText = {
  'values.yaml': `workers:
  a: {image: {registry: q.io, repository: w/a, tag: 1}}
  b: {image: {registry: q.io, repository: w/b, tag: 2}}
  c: {enabled: false, image: {registry: q.io, repository: w/c, tag: 3}}
`,
  'templates/workers.yaml': `{{- range $name, $worker := .Values.workers }}
{{- if ne $worker.enabled false }}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ $name }}}
spec:
  template:
    spec:
      containers:
        {{- include "common.container" (dict "name" $name "image" $worker.image "global" $.Values.global) | nindent 8 }}
{{- end }}
{{- end }}
`,
};

test('named templates of library charts and of other sub charts are followed', async () => {
  const library = await LIBRARY();
  expect(await search(WORKERS, '{}', { 'charts/common-2.0.0.tgz': library })).toMatchObject({
    images: ['q.io/w/a:1', 'q.io/w/b:2'],
    off: ['q.io/w/c:3'],
    unread: [],
  });
  expect(
    (await search(WORKERS, 'global: {imageRegistry: m.lan}', { 'charts/common-2.0.0.tgz': library })).images,
  ).toEqual(['m.lan/w/a:1', 'm.lan/w/b:2']);
});

test('pods that cannot be read are reported with their place', async () => {
  const pod = (include: string) => `kind: Deployment\nspec:\n  template:\n    ${include}\n`;
  expect(
    await search({ 'templates/a.yaml': pod('{{- include (printf "%s.pod" .Release.Name) . | nindent 4 }}') }),
  ).toMatchObject({ images: [], unread: ['templates/a.yaml:4', 'templates/a.yaml'], hasWorkloads: true });
  expect(await search({ 'templates/a.yaml': pod('{{- .Files.Get "pod.yaml" | nindent 4 }}') })).toMatchObject(
    {
      unread: ['templates/a.yaml'],
      hasWorkloads: true,
    },
  );
  expect(await search({ 'templates/a.yaml': 'kind: ConfigMap\n' })).toMatchObject({
    unread: [],
    hasWorkloads: false,
  });
});

describe('alternatives that only the cluster decides', () => {
  const version = (range: string, yes: string, no: string) =>
    `{{ if semverCompare "${range}" .Capabilities.KubeVersion.Version }}${yes}{{ else }}${no}{{ end }}`;

  test('all names are found', async () => {
    const image = '{{ if .Capabilities.x }}q.io/a:1{{ else }}q.io/b:1{{ end }}';
    expect(await search({ 'templates/a.yaml': deployment(image) })).toMatchObject({
      images: ['q.io/a:1', 'q.io/b:1'],
      unread: [],
    });
  });

  test('two parts of a name with the same condition are combined once', async () => {
    const image = `q.io/${version('>=1.30', 'new', 'old')}:${version('>=1.30', '2', '1')}`;
    expect((await search({ 'templates/a.yaml': deployment(image) })).images).toEqual([
      'q.io/new:2',
      'q.io/old:1',
    ]);
    const other = `q.io/${version('>=1.30', 'new', 'old')}:${version('>=1.20', '2', '1')}`;
    expect((await search({ 'templates/a.yaml': deployment(other) })).images).toEqual(
      ['new:1', 'new:2', 'old:1', 'old:2'].map((name) => `q.io/${name}`),
    );
  });

  test('variables and merged values of a branch belong together, and later ones replace earlier ones', async () => {
    const overrides = `overrides:
  - {range: "1.28.x", image: {name: q.io/a28, tag: "28"}}
  - {range: "1.29.x", image: {tag: "29"}}
  - {range: "1.30.x", image: {name: q.io/a30, tag: "30"}}
image: {name: q.io/a, tag: "1"}
`;
    const apply = `{{- range .Values.overrides }}{{- if semverCompare .range $.Capabilities.KubeVersion.Version }}
{{- $_ := mergeOverwrite $.Values (dict "image" .image) }}{{- end }}{{- end }}\n`;
    const image = '{{ .Values.image.name }}:{{ .Values.image.tag }}';
    const found = await search({ 'values.yaml': overrides, 'templates/a.yaml': apply + deployment(image) });
    // 1.28 and then 1.29 is one combination that the ranges exclude, but the templates don't.
    const expected = ['q.io/a28:28', 'q.io/a28:29', 'q.io/a30:30', 'q.io/a:1', 'q.io/a:29'];
    expect(found).toMatchObject({ images: expected, unread: [] });
  });

  test('pods with many alternatives remain readable in functions and variables', async () => {
    const images = Array.from({ length: 9 }, (_, at) => at);
    const containers = images
      .map((at) => `- image: q.io/a${at}:${version(`>=1.${at}`, '2', '1')}`)
      .join('\n');
    const helpers = `{{- define "a" -}}\n${containers}\n{{- end -}}{{- define "b" -}}\n- name: b\n  image: q.io/b:1\n{{- end -}}`;
    const choose = version(
      '>=1.40',
      '{{ $list = include "b" . }}',
      '{{ $list = include "a" . | replace "q.io" "r.io" }}',
    );
    const text = `{{- $list := "" }}${choose}\nkind: Pod\nspec:\n  containers:\n    {{- with $list }}{{ . | nindent 4 }}{{ end }}\n`;
    const found = await search({ 'templates/_h.tpl': helpers, 'templates/a.yaml': text });
    expect(found.images).toEqual(
      ['q.io/b:1', ...images.flatMap((at) => [`r.io/a${at}:1`, `r.io/a${at}:2`])].sort(),
    );
  });

  test('a variable has the values of all branches', async () => {
    const change = `{{- $tag := "" }}${version('>=1.30', '{{ $tag = "2" }}', '{{ $tag = "1" }}')}\n`;
    const found = await search({
      'templates/a.yaml': change + deployment('q.io/a:{{ $tag | replace "2" "two" }}'),
    });
    expect(found).toMatchObject({ images: ['q.io/a:1', 'q.io/a:two'], unread: [] });
  });
});

test.each([
  [
    'a template that includes itself',
    '{{ define "a" }}{{ include "a" . }}{{ include "a" . }}{{ end }}{{ include "a" . }}',
  ],
  [
    'maps that contain one another',
    `{{ $a := dict "x" "y" }}${'{{ $a = dict "l" $a "r" $a }}'.repeat(60)}{{ toYaml $a }}{{ merge $a (dict "l" $a) | toYaml }}`,
  ],
  ['text that doubles', `{{ $a := "xxxxxxxx" }}${'{{ $a = print $a $a }}'.repeat(60)}{{ $a }}`],
  ['a value that many lines print', 'x: {{ .Values.image }}\n'.repeat(100_000)],
  ['actions that never end', '{{ '.repeat(40_000)],
  ['comments that never end', '{{/* '.repeat(20_000)],
  ['quotes that never end', '{{ "'.repeat(20_001)],
  ['blocks within blocks', `${'{{ if .Values.x }}'.repeat(5_000)}${'{{ end }}'.repeat(5_000)}`],
  ['parentheses within parentheses', `{{ ${'('.repeat(20_000)}`],
  ['loops within loops', `${'{{ range list 1 2 3 4 5 6 7 8 }}'.repeat(30)}x${'{{ end }}'.repeat(30)}`],
])('%s cost little', async (_name, template) => {
  const before = process.cpuUsage();
  await search({ 'templates/a.yaml': `${template}\nimage: q.io/a:1\n` });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(5);
});

const helm = await findHelm({ PATH: process.env.PATH });

/** Tests don't require helm; if it is installed, its result is the reference. */
test.skipIf(!helm).each<[string, ChartText, string, boolean]>([
  ['log agent', LOG_AGENT, '{}', false],
  [
    'log agent, all on',
    LOG_AGENT,
    'sidecar: {configReloader: {enabled: true}}\nglobal: {imageRegistry: m.lan}',
    false,
  ],
  ['prober', PROBER, '{}', false],
  ['prober as a DaemonSet', PROBER, 'kind: DaemonSet\nconfigReloader: {enabled: true}', false],
  ['gateway', GATEWAY, '{}', false],
  ['workers of a library', WORKERS, '{}', true],
])('helm finds the same images: %s', async (_name, files, values, withLibrary) => {
  const all = chartFilesOf('web', '1.0.0', files);
  if (withLibrary) all.set('charts/common-2.0.0.tgz', await LIBRARY());
  const chart = { archive: await packChart('web', all), subject: 'web', values: [values] };
  const documents = await renderChart(helm!, chart);
  const rendered = documents.flatMap((each) => USUAL_IMAGE_PATHS.flatMap((path) => findImages(each, path)));
  const found = await search(
    files,
    values,
    withLibrary ? { 'charts/common-2.0.0.tgz': await LIBRARY() } : {},
  );
  expect(found.images).toEqual([...new Set(rendered)].sort());
});

test('text in a define matters where it is included, and is neither enabled nor disabled elsewhere', async () => {
  const pod = (name: string, image: string) => `{{- define "${name}" -}}
containers:
  - name: main
    image: ${image}
{{- end }}
`;
  const found = await search({
    'templates/deployment.yaml': `${pod('used', 'q.io/used:1')}${pod('unused', 'q.io/unused:1')}kind: Deployment
spec:
  template:
    spec:
{{ include "used" . | indent 6 }}
`,
  });
  expect(found).toMatchObject({ images: ['q.io/used:1'], off: [], unread: [], hasWorkloads: true });
});

test('blocks of text that the values contain are indented', async () => {
  const found = await search({
    'values.yaml': 'containers: |-\n  - name: a\n    image: q.io/a:1\n  - name: b\n    image: q.io/b:1\n',
    'templates/pod.yaml': 'kind: Pod\nspec:\n  containers:\n{{ .Values.containers | indent 4 }}\n',
  });
  expect(found).toMatchObject({ images: ['q.io/a:1', 'q.io/b:1'], off: [], unread: [] });
});
