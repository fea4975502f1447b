import { deployment } from '../charts/chart.fixture.ts';
import { type Idiom, idiom, pod } from './idiom.fixture.ts';

const workload = (kind: string, spec: string, more = '') =>
  `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: x\n${more}spec:\n${spec}\n`;

/** Where charts use images. */
export const PLACE_IDIOMS: Idiom[] = [
  idiom(
    'init containers',
    {
      values: 'init: {image: q.io/a/init:1}',
      files: {
        'templates/pod.yaml': workload(
          'Pod',
          '  initContainers:\n    - name: i\n      image: {{ .Values.init.image }}\n  containers:\n    - name: a\n      image: q.io/a/main:1',
        ),
      },
    },
    'q.io/a/init:1',
    'q.io/a/main:1',
  ),
  idiom(
    'hooks',
    {
      files: {
        'templates/job.yaml': workload(
          'Job',
          '  template:\n    spec:\n      containers:\n        - name: a\n          image: q.io/a/hook:1',
          '  annotations:\n    "helm.sh/hook": pre-install,pre-upgrade\n',
        ),
      },
    },
    'q.io/a/hook:1',
  ),
  idiom(
    'tests',
    {
      files: {
        'templates/tests/test.yaml': workload(
          'Pod',
          '  containers:\n    - name: wget\n      image: busybox',
          '  annotations: {"helm.sh/hook": test}\n',
        ),
      },
    },
    'busybox',
  ),
  idiom(
    'a CronJob',
    {
      files: {
        'templates/c.yaml': workload(
          'CronJob',
          '  jobTemplate:\n    spec:\n      template:\n        spec:\n          containers:\n          - image: "q.io/a/cron:1"\n            name: a',
        ),
      },
    },
    'q.io/a/cron:1',
  ),
  idiom(
    'a custom resource',
    {
      values: 'prometheus: {image: q.io/a/prometheus, version: v2.1}',
      files: {
        'templates/p.yaml': workload(
          'Prometheus',
          '  image: {{ .Values.prometheus.image }}:{{ .Values.prometheus.version }}\n  version: {{ .Values.prometheus.version }}',
        ),
      },
    },
    'q.io/a/prometheus:v2.1',
  ),
  idiom(
    'a custom resource in crds/',
    {
      files: { 'crds/a.yaml': workload('Relay', '  image: q.io/a/relay:1') },
    },
    'q.io/a/relay:1',
  ),
  idiom(
    'fields of an image in a custom resource',
    {
      files: {
        'templates/r.yaml': workload(
          'Relay',
          `  image: {registry: q.io, repository: a/relay, tag: "1"}\n  agent:\n    repository: q.io/a/agent\n    tag: v2\n  proxies:\n    - {repository: q.io/a/proxy, digest: "sha256:${'d'.repeat(64)}"}\n  source: {repository: "https://g.io/a/b", tag: v1}`,
        ),
      },
    },
    'q.io/a/relay:1',
    'q.io/a/agent:v2',
    `q.io/a/proxy@sha256:${'d'.repeat(64)}`,
  ),
  idiom(
    'an image with its tag next to it in a custom resource',
    {
      files: {
        'templates/r.yaml': workload('Relay', '  image: q.io/a/relay\n  tag: "1"\n  version: 2.0.0'),
        'crds/a.yaml': workload('Relay', '  image: q.io/a/agent\n  tag: v3'),
      },
    },
    'q.io/a/relay:1',
    'q.io/a/agent:v3',
  ),
  idiom(
    'fields of an image in a custom resource, from values',
    {
      values:
        'relay: {image: {registry: q.io, repository: a/relay, tag: "1"}}\nagent: {repo: q.io/a/agent, version: ""}',
      files: {
        'templates/r.yaml': workload(
          'Relay',
          '  image:\n    {{- toYaml .Values.relay.image | nindent 4 }}\n  agent:\n    repository: {{ .Values.agent.repo | quote }}\n    tag: {{ .Values.agent.version | default .Chart.AppVersion | quote }}',
        ),
      },
    },
    'q.io/a/relay:1',
    'q.io/a/agent:1.2.3',
  ),
  idiom(
    'fields of an image in a resource for another chart',
    {
      values: 'proxy: {registry: q.io, image: a/proxy, tag: "4"}',
      files: {
        'templates/r.yaml': workload(
          'HelmRelease',
          '  values:\n    proxy:\n      registry: {{ .Values.proxy.registry }}\n      image: {{ .Values.proxy.image }}\n      tag: {{ .Values.proxy.tag | quote }}\n    sidecar: {image: {repository: q.io/a/sidecar, tag: "5"}}',
        ),
      },
    },
    'q.io/a/proxy:4',
    'q.io/a/sidecar:5',
  ),
  idiom(
    'a definition of a custom resource has no image',
    {
      image: 'q.io/a/b:1',
      files: {
        'crds/crd.yaml':
          'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: x}\nspec:\n  versions:\n  - schema:\n      openAPIV3Schema:\n        properties:\n          image:\n            description: "an image, such as q.io/a/none:1"\n            type: string\n',
      },
    },
    'q.io/a/b:1',
  ),
  idiom(
    'arguments',
    {
      values: 'reloader: {image: {registry: q.io, repository: a/reloader, tag: "1"}}',
      files: {
        'templates/pod.yaml': pod(
          '    - name: a\n      image: q.io/a/operator:1\n      args:\n        - --reloader={{ .Values.reloader.image.registry }}/{{ .Values.reloader.image.repository }}:{{ .Values.reloader.image.tag }}\n        - --log=info',
        ),
      },
    },
    'q.io/a/operator:1',
    'q.io/a/reloader:1',
  ),
  idiom(
    'arguments with a helper',
    {
      values: 'solver: {repository: q.io/a/solver}',
      helpers: '{{- define "web.img" -}}{{ .repository }}:{{ .tag | default "1.2.3" }}{{- end -}}',
      files: {
        'templates/pod.yaml': pod(
          '    - name: a\n      image: q.io/a/operator:1\n      args: ["--solver-image", {{ include "web.img" .Values.solver | quote }}]',
        ),
      },
    },
    'q.io/a/operator:1',
    'q.io/a/solver:1.2.3',
  ),
  idiom(
    'environment variables',
    {
      values: 'related: {agent: "q.io/a/agent:1"}',
      files: {
        'templates/pod.yaml': pod(
          '    - name: a\n      image: q.io/a/operator:1\n      env:\n        {{- range $name, $ref := .Values.related }}\n        - name: RELATED_IMAGE_{{ $name | upper }}\n          value: {{ $ref }}\n        {{- end }}',
        ),
      },
    },
    'q.io/a/operator:1',
    'q.io/a/agent:1',
  ),
  idiom(
    'a ConfigMap',
    {
      values: 'helper: {repo: q.io/a/helper, tag: v3}',
      files: {
        'templates/cm.yaml':
          'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n  helperPod.yaml: |\n    kind: Pod\n    spec:\n      containers:\n        - name: helper\n          image: "{{ .Values.helper.repo }}:{{ .Values.helper.tag }}"\n',
      },
    },
    'q.io/a/helper:v3',
  ),
  idiom(
    'JSON in a ConfigMap',
    {
      values: 'agent: {image: q.io/a/agent, tag: "3"}',
      files: {
        'templates/cm.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n  config: {{ dict "image" (printf "%s:%s" .Values.agent.image .Values.agent.tag) "debug" false | toJson | quote }}\n`,
      },
    },
    'q.io/a/agent:3',
  ),
  idiom(
    'annotations of a pod',
    {
      values: 'proxy: {image: q.io/a/proxy:1}',
      files: {
        'templates/pod.yaml': `apiVersion: v1\nkind: Pod\nmetadata:\n  name: x\n  annotations:\n    sidecar.io/proxyImage: {{ .Values.proxy.image }}\nspec: {containers: [{name: a, image: "q.io/a/b:1"}]}\n`,
      },
    },
    'q.io/a/b:1',
    'q.io/a/proxy:1',
  ),
  idiom(
    'a list of containers in values',
    {
      values: 'extra:\n  - {name: a, image: "q.io/a/a:1"}\n  - {name: b, image: "q.io/a/b:1"}\n',
      files: {
        'templates/pod.yaml': pod(
          '    {{- with .Values.extra }}\n    {{- toYaml . | nindent 4 }}\n    {{- end }}',
        ),
      },
    },
    'q.io/a/a:1',
    'q.io/a/b:1',
  ),
  idiom(
    'a flow sequence of containers',
    {
      values: 'image: q.io/a/b:1',
      files: {
        'templates/pod.yaml':
          'apiVersion: v1\nkind: Pod\nmetadata: {name: x}\nspec: {containers: [{name: a, image: {{ .Values.image | quote }}}]}\n',
      },
    },
    'q.io/a/b:1',
  ),
  idiom(
    'a flow mapping in a custom resource',
    {
      values: 'image: q.io/a/b:1',
      files: {
        'templates/p.yaml':
          'apiVersion: x.io/v1\nkind: Relay\nmetadata: {name: x}\nspec: {relay: {image: {{ .Values.image | quote }}}}\n',
      },
    },
    'q.io/a/b:1',
  ),
  idiom(
    'a pod as JSON',
    {
      values: 'image: q.io/a/b:1',
      files: {
        'templates/p.yaml':
          '{{ dict "apiVersion" "v1" "kind" "Pod" "metadata" (dict "name" "x") "spec" (dict "containers" (list (dict "name" "a" "image" .Values.image))) | toJson }}\n',
      },
    },
    'q.io/a/b:1',
  ),
  idiom(
    'an image in a folded scalar',
    {
      values: 'image: {repo: q.io/a/b, tag: "1"}',
      files: {
        'templates/pod.yaml': pod(
          '    - name: a\n      image: >-\n        {{ .Values.image.repo }}:{{ .Values.image.tag }}',
        ),
      },
    },
    'q.io/a/b:1',
  ),
  idiom(
    'an image on the next line',
    {
      values: 'image: {repo: q.io/a/b, tag: "1"}',
      files: {
        'templates/pod.yaml': pod(
          '    - name: a\n      image:\n        {{ .Values.image.repo }}:{{ .Values.image.tag }}',
        ),
      },
    },
    'q.io/a/b:1',
  ),
  idiom(
    'a range over workloads in one file',
    {
      values: 'workers: {a: {tag: "1"}, b: {tag: "2", enabled: false}, c: {tag: "3"}}',
      files: {
        'templates/w.yaml': `{{- range $name, $w := .Values.workers }}{{- if ne $w.enabled false }}\n---\n${deployment('q.io/a/{{ $name }}:{{ $w.tag }}')}{{- end }}{{- end }}`,
      },
    },
    'q.io/a/a:1',
    'q.io/a/c:3',
  ),
  idiom(
    'a range over numbers',
    {
      values: 'shards: 2',
      files: {
        'templates/w.yaml': `{{- range $i := until (int .Values.shards) }}\n---\n${deployment('q.io/a/b:{{ $i }}')}{{- end }}`,
      },
    },
    'q.io/a/b:0',
    'q.io/a/b:1',
  ),
  idiom(
    'a range with else',
    {
      values: 'images: []',
      files: {
        'templates/w.yaml': pod(
          '    {{- range .Values.images }}\n    - {name: a, image: "{{ . }}"}\n    {{- else }}\n    - {name: a, image: "q.io/a/none:1"}\n    {{- end }}',
        ),
      },
    },
    'q.io/a/none:1',
  ),
  idiom(
    'a range that declares a variable of a map',
    {
      values: 'images: {b: {repo: q.io/a/b}, a: {repo: q.io/a/a, tag: "2"}}',
      files: {
        'templates/w.yaml': pod(
          '    {{- range $name, $image := .Values.images }}\n    - name: {{ $name }}\n      image: {{ $image.repo }}:{{ $image.tag | default $.Chart.AppVersion }}\n    {{- end }}',
        ),
      },
    },
    'q.io/a/b:1.2.3',
    'q.io/a/a:2',
  ),
  idiom(
    'components that values disable',
    {
      values:
        'metrics: {enabled: false, image: {repository: q.io/a/metrics, tag: "1"}}\nimage: {repository: q.io/a/b, tag: "1"}',
      files: {
        'templates/pod.yaml': pod(
          '    - name: a\n      image: {{ .Values.image.repository }}:{{ .Values.image.tag }}\n    {{- if .Values.metrics.enabled }}\n    - name: m\n      image: {{ .Values.metrics.image.repository }}:{{ .Values.metrics.image.tag }}\n    {{- end }}',
        ),
      },
    },
    'q.io/a/b:1',
  ),
  idiom(
    'one template for two kinds',
    {
      values: 'kind: StatefulSet\nimage: q.io/a/b:1',
      helpers:
        '{{- define "web.pod" -}}\nspec:\n  containers:\n    - name: a\n      image: {{ .Values.image }}\n{{- end -}}',
      files: {
        'templates/d.yaml':
          '{{- if eq .Values.kind "Deployment" }}\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: x}\nspec:\n  template:\n    {{- include "web.pod" . | nindent 4 }}\n{{- end }}',
        'templates/s.yaml':
          '{{- if ne .Values.kind "Deployment" }}\napiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: x}\nspec:\n  template:\n{{ include "web.pod" . | indent 4 }}\n{{- end }}',
      },
    },
    'q.io/a/b:1',
  ),
  idiom(
    'documents of the cluster’s APIs',
    {
      image: 'q.io/a/b:1',
      extras: { 'q.io/a/route:1': 'the APIs of the cluster are unknown' },
      files: {
        'templates/r.yaml': `{{- if .Capabilities.APIVersions.Has "route.openshift.io/v1" }}\n${deployment('q.io/a/route:1')}{{- end }}`,
      },
    },
    'q.io/a/b:1',
  ),
  idiom(
    'a checksum of another template',
    {
      image: 'q.io/a/b:1',
      files: {
        'templates/cm.yaml': 'kind: ConfigMap\napiVersion: v1\nmetadata: {name: x}\ndata: {a: b}\n',
        'templates/p.yaml': workload(
          'Pod',
          '  containers:\n    - name: a\n      image: q.io/a/c:1',
          '  annotations:\n    checksum/config: {{ include (print $.Template.BasePath "/cm.yaml") . | sha256sum }}\n',
        ),
      },
    },
    'q.io/a/b:1',
    'q.io/a/c:1',
  ),
  idiom(
    'a ternary between pods',
    {
      values: 'ha: true\nimages: {single: q.io/a/single:1, ha: q.io/a/ha:1}',
      extras: {
        'q.io/a/single': 'the value is in a map of images',
        'q.io/a/ha': 'the value is in a map of images',
      },
      image: '{{ .Values.ha | ternary .Values.images.ha .Values.images.single }}',
    },
    'q.io/a/ha:1',
  ),
  idiom(
    'a default document that values extend',
    {
      values: 'pod: {spec: {containers: [{name: a, image: "q.io/a/b:1"}]}}',
      files: {
        'templates/p.yaml':
          '{{ $base := dict "apiVersion" "v1" "kind" "Pod" "metadata" (dict "name" "x") }}{{ mergeOverwrite $base .Values.pod | toYaml }}',
      },
    },
    'q.io/a/b:1',
  ),
  idiom(
    'text of manifests in values',
    {
      values:
        'manifests:\n  - |\n    apiVersion: v1\n    kind: Pod\n    metadata: {name: x}\n    spec: {containers: [{name: a, image: "q.io/a/b:{{ .Chart.AppVersion }}"}]}\n',
      files: { 'templates/m.yaml': '{{- range .Values.manifests }}\n---\n{{ tpl . $ }}\n{{- end }}' },
    },
    'q.io/a/b:1.2.3',
  ),
  idiom(
    'a switch by the provider',
    {
      values: 'provider: aws\nimages: {aws: q.io/a/aws, azure: q.io/a/azure}',
      extras: { 'q.io/a/a': 'the value is in a map of images' },
      image: '{{ index .Values.images (.Values.provider | default "azure") | default "q.io/a/other" }}:1',
    },
    'q.io/a/aws:1',
  ),
  idiom(
    'a debug shell that is off',
    {
      values: 'debug: false',
      files: {
        'templates/p.yaml': pod(
          '    - name: a\n      image: q.io/a/b:1{{ if .Values.debug }}-debug{{ end }}',
        ),
      },
    },
    'q.io/a/b:1',
  ),
];
