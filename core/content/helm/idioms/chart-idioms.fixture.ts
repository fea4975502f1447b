import { deployment } from '../charts/chart.fixture.ts';
import { type Idiom, idiom, pod } from './idiom.fixture.ts';

const LIBRARY = `{{- define "lib.image" -}}
{{- $registry := .image.registry | default (.global).registry | default "docker.io" -}}
{{ printf "%s/%s:%s" $registry .image.repository (toString .image.tag) }}
{{- end -}}
{{- define "lib.deployment.tpl" -}}
apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Chart.Name }}}
spec:
  template:
    spec:
      containers: []
{{- end -}}
{{- define "lib.merge" -}}
{{- $top := first . -}}
{{- $overrides := fromYaml (include (index . 1) $top) | default (dict) -}}
{{- $tpl := fromYaml (include (index . 2) $top) | default (dict) -}}
{{- toYaml (merge $overrides $tpl) -}}
{{- end -}}
`;
const LIBRARY_CHART = 'apiVersion: v2\nname: lib\nversion: 1.0.0\ntype: library\n';
const library = { 'charts/lib/Chart.yaml': LIBRARY_CHART, 'charts/lib/templates/_lib.tpl': LIBRARY };

const db = (image = 'q.io/a/db:1') => ({
  'charts/db/values.yaml': `image: ${image}\n`,
  'charts/db/templates/db.yaml': deployment('{{ .Values.image }}'),
});
const dependency = (more = '') => `dependencies: [{name: db, version: 1.x.x, repository: ""${more}}]`;

/** Subcharts, library charts and files of charts. */
export const CHART_IDIOMS: Idiom[] = [
  idiom('a subchart with its own values', { chart: dependency(), files: db() }, 'q.io/a/db:1'),
  idiom('a subchart that Chart.yaml doesn’t list', { files: db() }, 'q.io/a/db:1'),
  idiom(
    'values of the parent chart for a subchart',
    { chart: dependency(), values: 'db: {image: q.io/a/db:9}', files: db() },
    'q.io/a/db:9',
  ),
  idiom(
    'two aliases of a subchart',
    {
      chart:
        'dependencies: [{name: db, version: 1.x.x, repository: "", alias: first}, {name: db, version: 1.x.x, repository: "", alias: second}]',
      values: 'first: {image: q.io/a/first:1}\nsecond: {image: q.io/a/second:1}',
      files: db(),
    },
    'q.io/a/first:1',
    'q.io/a/second:1',
  ),
  idiom('a condition that disables a subchart', {
    chart: dependency(', condition: db.enabled'),
    values: 'db: {enabled: false}',
    files: db(),
  }),
  idiom('a condition in the values of the subchart', {
    chart: dependency(', condition: db.enabled'),
    files: { ...db(), 'charts/db/values.yaml': 'enabled: false\nimage: q.io/a/db:1\n' },
  }),
  idiom(
    'the first of several conditions',
    {
      chart: dependency(', condition: "global.db,db.enabled"'),
      values: 'global: {db: true}\ndb: {enabled: false}',
      files: db(),
    },
    'q.io/a/db:1',
  ),
  idiom(
    'tags of subcharts',
    {
      chart:
        'dependencies: [{name: db, version: 1.x.x, repository: "", tags: [backend]}, {name: ui, version: 1.x.x, repository: "", tags: [frontend, all]}]',
      values: 'tags: {backend: false, frontend: false, all: true}',
      files: { ...db(), 'charts/ui/templates/ui.yaml': deployment('q.io/a/ui:1') },
    },
    'q.io/a/ui:1',
  ),
  idiom(
    'a condition overrides a tag',
    {
      chart: dependency(', condition: db.enabled, tags: [backend]'),
      values: 'tags: {backend: false}\ndb: {enabled: true}',
      files: db(),
    },
    'q.io/a/db:1',
  ),
  idiom(
    'tags of subcharts of subcharts',
    {
      chart: 'dependencies: [{name: app, version: 1.x.x, repository: ""}]',
      values: 'tags: {backend: false}',
      files: {
        'charts/app/Chart.yaml': `apiVersion: v2\nname: app\nversion: 1.0.0\n${dependency(', tags: [backend]')}\n`,
        'charts/app/templates/app.yaml': deployment('q.io/a/app:1'),
        'charts/app/charts/db/templates/db.yaml': deployment('q.io/a/db:1'),
      },
    },
    'q.io/a/app:1',
  ),
  idiom(
    'subcharts of subcharts with global values',
    {
      values: 'global: {registry: m.lan}\napp: {db: {name: a/other}}',
      files: {
        'charts/app/values.yaml': 'global: {registry: q.io, suffix: "-x"}\ndb: {name: a/db, tag: "2"}\n',
        'charts/app/charts/db/values.yaml': 'name: none\ntag: "1"\n',
        'charts/app/charts/db/templates/db.yaml': deployment(
          '{{ .Values.global.registry }}/{{ .Values.name }}:{{ .Values.tag }}{{ .Values.global.suffix }}',
        ),
      },
    },
    'm.lan/a/other:2-x',
  ),
  idiom(
    'a parent chart that reads the values of a subchart',
    {
      files: {
        'charts/db/values.yaml': 'image: {name: q.io/a/db, tag: "3"}\n',
        'charts/db/templates/x.yaml': 'kind: List\n',
      },
      image: '{{ .Values.db.image.name }}:{{ .Values.db.image.tag }}',
    },
    'q.io/a/db:3',
  ),
  idiom(
    'a parent chart that reads the chart of a subchart',
    {
      files: { 'charts/db/templates/x.yaml': 'kind: List\n' },
      image: 'q.io/a/db:{{ .Subcharts.db.Chart.AppVersion }}',
    },
    'q.io/a/db:4.5.6',
  ),
  idiom(
    'values that a subchart exports',
    {
      extras: { 'q.io/a/db': 'the values of the subchart have the form of an image' },
      chart: 'dependencies: [{name: db, version: 1.x.x, repository: "", import-values: [images]}]',
      files: { 'charts/db/values.yaml': 'exports: {images: {dbImage: q.io/a/db:5}}\n' },
      image: '{{ .Values.dbImage }}',
    },
    'q.io/a/db:5',
  ),
  idiom(
    'values that a parent imports',
    {
      extras: { 'q.io/a/db': 'the values of the subchart have the form of an image' },
      chart:
        'dependencies: [{name: db, version: 1.x.x, repository: "", import-values: [{child: settings.image, parent: imported}]}]',
      values: 'imported: {tag: "7"}',
      files: { 'charts/db/values.yaml': 'settings: {image: {name: q.io/a/db, tag: "5"}}\n' },
      image: '{{ .Values.imported.name }}:{{ .Values.imported.tag }}',
    },
    'q.io/a/db:7',
  ),
  idiom(
    'the helper of a library chart',
    {
      values: 'global: {registry: m.lan}\nimage: {repository: a/b, tag: 2}',
      files: library,
      image: '{{ include "lib.image" (dict "image" .Values.image "global" .Values.global) }}',
    },
    'm.lan/a/b:2',
  ),
  idiom(
    'the default registry of a library chart',
    {
      values: 'image: {repository: a/b, tag: 2}',
      files: library,
      image: '{{ include "lib.image" (dict "image" .Values.image "global" .Values.global) }}',
    },
    'docker.io/a/b:2',
  ),
  idiom(
    'a library chart that merges templates',
    {
      values: 'image: q.io/a/b:1',
      files: {
        ...library,
        'templates/deployment.yaml': `{{- include "lib.merge" (list . "web.deployment" "lib.deployment.tpl") -}}
{{- define "web.deployment" -}}
spec:
  template:
    spec:
      containers:
        - name: main
          image: {{ .Values.image }}
{{- end -}}`,
      },
    },
    'q.io/a/b:1',
  ),
  idiom(
    'a helper of a subchart, which the parent redefines',
    {
      helpers: '{{- define "shared.image" -}}q.io/a/parent:1{{- end -}}',
      files: {
        'charts/db/templates/_helpers.tpl': '{{- define "shared.image" -}}q.io/a/child:1{{- end -}}',
        'charts/db/templates/db.yaml': deployment('{{ include "shared.image" . }}'),
      },
    },
    'q.io/a/parent:1',
  ),
  idiom(
    'a helper of a subchart that the parent uses',
    {
      files: {
        'charts/db/templates/_helpers.tpl':
          '{{- define "db.image" -}}q.io/a/db:{{ .Chart.AppVersion }}{{- end -}}',
      },
      image: '{{ include "db.image" . }}',
    },
    'q.io/a/db:1.2.3',
  ),
  idiom(
    'a pod in a file',
    {
      values: 'version: "2"',
      files: {
        'files/pod.yaml': pod('    - {name: a, image: "q.io/a/b:{{ .Values.version }}"}'),
        'templates/pod.yaml': '{{ tpl (.Files.Get "files/pod.yaml") . }}',
      },
    },
    'q.io/a/b:2',
  ),
  idiom(
    'a tag in a file',
    { files: { VERSION: '2.7\n' }, image: 'q.io/a/b:{{ .Files.Get "VERSION" | trim }}' },
    'q.io/a/b:2.7',
  ),
  idiom(
    'images in a YAML file',
    {
      files: { 'images.yaml': 'main: q.io/a/b:1\n' },
      image: '{{ (.Files.Get "images.yaml" | fromYaml).main }}',
    },
    'q.io/a/b:1',
  ),
  idiom(
    'pods in several files',
    {
      files: {
        'pods/a.yaml': pod('    - {name: a, image: "q.io/a/a:1"}'),
        'pods/b.yaml': pod('    - {name: a, image: "q.io/a/b:1"}'),
        'pods/notes.txt': 'no pod',
        'templates/pods.yaml':
          '{{ range $path, $_ := .Files.Glob "pods/*.yaml" }}\n---\n{{ $.Files.Get $path }}\n{{ end }}',
      },
    },
    'q.io/a/a:1',
    'q.io/a/b:1',
  ),
  idiom(
    'a template in a folder, without a suffix of YAML',
    { files: { 'templates/workers/pod.tmpl': deployment('q.io/a/b:1') } },
    'q.io/a/b:1',
  ),
  idiom(
    'a partial and notes are no documents',
    {
      files: {
        'templates/_pod.yaml': deployment('q.io/a/none:1'),
        'templates/NOTES.txt': 'image: q.io/a/none:2',
        'templates/a.yaml': deployment('q.io/a/b:1'),
      },
    },
    'q.io/a/b:1',
  ),
  idiom(
    'values with anchors',
    {
      values: 'base: &base {registry: q.io, tag: "1"}\nimage: {<<: *base, name: a/b}',
      image: '{{ .Values.image.registry }}/{{ .Values.image.name }}:{{ .Values.image.tag }}',
    },
    'q.io/a/b:1',
  ),
  idiom(
    'the old requirements file',
    {
      files: {
        'Chart.yaml': 'apiVersion: v1\nname: web\nversion: 1.0.0\n',
        'requirements.yaml': 'dependencies: [{name: db, version: 1.x.x, repository: "", condition: db.on}]\n',
        ...db(),
      },
      values: 'db: {on: true}',
    },
    'q.io/a/db:1',
  ),
];
