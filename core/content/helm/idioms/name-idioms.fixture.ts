import { type Idiom, idiom, pod } from './idiom.fixture.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const SPLIT = 'image: {registry: q.io, repository: a/b, tag: "2", digest: ""}\n';

/** The helper of the charts of Bitnami. */
const BITNAMI = `{{- define "common.images.image" -}}
{{- $registryName := default .imageRoot.registry ((.global).imageRegistry) -}}
{{- $repositoryName := .imageRoot.repository -}}
{{- $separator := ":" -}}
{{- $termination := .imageRoot.tag | toString -}}
{{- if not .imageRoot.tag }}
  {{- if .chart }}
    {{- $termination = .chart.AppVersion | toString -}}
  {{- end -}}
{{- end -}}
{{- if .imageRoot.digest }}
    {{- $separator = "@" -}}
    {{- $termination = .imageRoot.digest | toString -}}
{{- end -}}
{{- if $registryName }}
    {{- printf "%s/%s%s%s" $registryName $repositoryName $separator $termination -}}
{{- else -}}
    {{- printf "%s%s%s"  $repositoryName $separator $termination -}}
{{- end -}}
{{- end -}}
`;

/** How templates build the name of one image. */
export const NAME_IDIOMS: Idiom[] = [
  idiom(
    'repository and tag',
    {
      extras: { 'q.io/a/b-g3:1.2.3': 'an empty tag usually means the version of the application' },
      values: 'image: {repository: q.io/a/b, tag: "2"}',
      image: '"{{ .Values.image.repository }}:{{ .Values.image.tag }}"',
    },
    'q.io/a/b:2',
  ),
  idiom(
    'empty tag means the version of the application',
    {
      values: 'image: {repository: q.io/a/b, tag: ""}',
      image: '"{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"',
    },
    'q.io/a/b:1.2.3',
  ),
  idiom(
    'the version of the chart',
    { image: 'q.io/a/b:v{{ .Chart.Version | replace "+" "_" }}' },
    'q.io/a/b:v1.0.0',
  ),
  idiom(
    'registry, repository and tag',
    { values: SPLIT, image: '{{ with .Values.image }}{{ .registry }}/{{ .repository }}:{{ .tag }}{{ end }}' },
    'q.io/a/b:2',
  ),
  idiom(
    'digest instead of a tag',
    {
      values: `image: {repository: q.io/a/b, tag: "2", digest: "${DIGEST}"}`,
      image:
        '{{ .Values.image.repository }}{{ if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag }}{{ end }}',
    },
    `q.io/a/b@${DIGEST}`,
  ),
  idiom(
    'tag and digest',
    {
      values: `image: {repository: q.io/a/b, tag: "2", digest: "${DIGEST}"}`,
      image:
        '{{ .Values.image.repository }}:{{ .Values.image.tag }}{{- with .Values.image.digest }}@{{ . }}{{ end }}',
    },
    `q.io/a/b:2@${DIGEST}`,
  ),
  idiom(
    'a tag that can be a digest',
    {
      values: `image: {repository: q.io/a/b, tag: "${DIGEST}"}`,
      image:
        '{{ .Values.image.repository }}{{ ternary "@" ":" (hasPrefix "sha256:" .Values.image.tag) }}{{ .Values.image.tag }}',
    },
    `q.io/a/b@${DIGEST}`,
  ),
  idiom(
    'the registry of all images overrides',
    {
      values: `global: {imageRegistry: m.lan}\n${SPLIT}`,
      image:
        '{{ .Values.global.imageRegistry | default .Values.image.registry }}/{{ .Values.image.repository }}:{{ .Values.image.tag }}',
    },
    'm.lan/a/b:2',
  ),
  idiom(
    'the helper of Bitnami, with a dict',
    {
      values: `global: {imageRegistry: ""}\n${SPLIT}`,
      helpers: BITNAMI,
      image:
        '{{ include "common.images.image" (dict "imageRoot" .Values.image "global" .Values.global "chart" .Chart) }}',
    },
    'q.io/a/b:2',
  ),
  idiom(
    'merge of the image with global ones',
    {
      values:
        'global: {image: {registry: registry.example}}\ncontroller: {image: {image: nginx/controller, tag: v1, digest: ""}}\n',
      helpers: `{{- define "web.image" -}}{{- if .chroot -}}{{- printf "%s-chroot" .image -}}{{- else -}}{{- printf "%s" .image -}}{{- end }}{{- end -}}
{{- define "web.digest" -}}{{- if .digest -}}{{- printf "@%s" .digest -}}{{- end -}}{{- end -}}`,
      files: {
        'templates/pod.yaml': pod(`    - name: a
    {{- with (merge .Values.controller.image .Values.global.image) }}
      image: {{ if .repository }}{{ .repository }}{{ else }}{{ .registry }}/{{ include "web.image" . }}{{ end }}:{{ .tag }}{{ include "web.digest" . }}
    {{- end }}`),
      },
    },
    'registry.example/nginx/controller:v1',
  ),
  idiom(
    'merge keeps the registry of the image',
    {
      values: 'global: {image: {registry: g.io}}\nx: {image: {registry: q.io, image: a/b, tag: "2"}}',
      image:
        '{{ $i := merge .Values.x.image .Values.global.image }}{{ $i.registry }}/{{ $i.image }}:{{ $i.tag }}',
    },
    'q.io/a/b:2',
  ),
  idiom(
    'merge of copies',
    {
      values: 'defaults: {registry: q.io, tag: "1"}\napps: {a: {name: a/a}, b: {name: a/b, tag: "2"}}',
      files: {
        'templates/pod.yaml': pod(`    {{- range $name, $app := .Values.apps }}
    {{- $image := merge (deepCopy $app) $.Values.defaults }}
    - name: {{ $name }}
      image: {{ $image.registry }}/{{ $image.name }}:{{ $image.tag }}
    {{- end }}`),
      },
    },
    'q.io/a/a:1',
    'q.io/a/b:2',
  ),
  idiom(
    'mergeOverwrite',
    {
      values: 'image: {registry: q.io, name: a/b, tag: "1"}\noverride: {tag: "2"}',
      image:
        '{{ with mergeOverwrite (deepCopy .Values.image) .Values.override }}{{ .registry }}/{{ .name }}:{{ .tag }}{{ end }}',
    },
    'q.io/a/b:2',
  ),
  idiom(
    'mustMergeOverwrite of nested maps',
    {
      values: 'base: {image: {repo: q.io/a/b, tag: "1"}}\nmore: {image: {tag: "3"}}',
      image:
        '{{ $m := mustMergeOverwrite (dict) .Values.base .Values.more }}{{ $m.image.repo }}:{{ $m.image.tag }}',
    },
    'q.io/a/b:3',
  ),
  idiom(
    'dict with defaults',
    {
      values: 'image: {tag: "2"}',
      image:
        '{{ with merge (dict) .Values.image (dict "repo" "q.io/a/b" "tag" "1") }}{{ .repo }}:{{ .tag }}{{ end }}',
    },
    'q.io/a/b:2',
  ),
  idiom(
    'tpl of a value with values',
    { values: 'version: "2"\nimage: "q.io/a/b:{{ .Values.version }}"', image: '{{ tpl .Values.image . }}' },
    'q.io/a/b:2',
  ),
  idiom(
    'tpl in a with block',
    {
      values: 'hub: q.io\nimage: {name: "{{ .Values.hub }}/a/b", tag: "{{ .Chart.AppVersion }}"}',
      image: '{{ with .Values.image }}{{ tpl .name $ }}:{{ tpl .tag $ }}{{ end }}',
    },
    'q.io/a/b:1.2.3',
  ),
  idiom(
    'tpl of toYaml',
    {
      values: 'version: "2"\nsidecars:\n  - {name: a, image: "q.io/a/side:{{ .Values.version }}"}\n',
      files: { 'templates/pod.yaml': pod('    {{- tpl (toYaml .Values.sidecars) . | nindent 4 }}') },
    },
    'q.io/a/side:2',
  ),
  idiom(
    'a helper for a value that is text or a template',
    {
      values: 'image: "q.io/a/{{ .Chart.Name }}:1"',
      helpers: `{{- define "tplvalue" -}}
{{- $value := typeIs "string" .value | ternary .value (.value | toYaml) }}
{{- if contains "{{" (toJson .value) }}{{- tpl $value .context }}{{- else }}{{- $value }}{{- end }}
{{- end -}}`,
      image: '{{ include "tplvalue" (dict "value" .Values.image "context" $) }}',
    },
    'q.io/a/web:1',
  ),
  idiom(
    'printf',
    {
      values: SPLIT,
      image:
        '{{ printf "%s/%s:%v" .Values.image.registry .Values.image.repository .Values.image.tag | quote }}',
    },
    'q.io/a/b:2',
  ),
  idiom(
    'printf with a number',
    { values: 'major: 3', image: '{{ printf "q.io/a/b:v%d" (int .Values.major) }}' },
    'q.io/a/b:v3',
  ),
  idiom(
    'printf with padding',
    { values: 'minor: 7', image: '{{ printf "q.io/a/b:1.%02d-%-3s" (int .Values.minor) "abc" }}' },
    'q.io/a/b:1.07-abc',
  ),
  idiom('print', { values: 'tag: "2"', image: '{{ print "q.io/a/b:" .Values.tag }}' }, 'q.io/a/b:2'),
  idiom(
    'coalesce',
    {
      values: 'a: ""\nimage: {tag: ""}',
      image: 'q.io/a/b:{{ coalesce .Values.a .Values.image.tag .Chart.AppVersion "latest" }}',
    },
    'q.io/a/b:1.2.3',
  ),
  idiom(
    'ternary',
    { values: 'fips: true', image: '{{ ternary "q.io/a/fips" "q.io/a/plain" .Values.fips }}:1' },
    'q.io/a/fips:1',
  ),
  idiom(
    'join of a list',
    {
      values: 'registry: q.io\nname: b',
      image: '{{ list .Values.registry "a" .Values.name | compact | join "/" }}:1',
    },
    'q.io/a/b:1',
  ),
  idiom(
    'join of a list in values',
    { values: 'path: [q.io, a, b]', image: '{{ join "/" .Values.path }}:1' },
    'q.io/a/b:1',
  ),
  idiom(
    'replace',
    { values: 'version: 2.0+build.3', image: 'q.io/a/b:{{ .Values.version | replace "+" "_" }}' },
    'q.io/a/b:2.0_build.3',
  ),
  idiom(
    'trimPrefix and trimSuffix',
    { values: 'tag: v2.0-rc', image: 'q.io/a/b:{{ .Values.tag | trimPrefix "v" | trimSuffix "-rc" }}' },
    'q.io/a/b:2.0',
  ),
  idiom(
    'trimAll and lower',
    { values: 'repo: /Q.io/A/b/', image: '{{ trimAll "/" .Values.repo | lower }}:1' },
    'q.io/a/b:1',
  ),
  idiom(
    'first part of a version',
    {
      values: 'version: 2.5.1',
      image: 'q.io/a/b:{{ (split "." .Values.version)._0 }}.{{ index (splitList "." .Values.version) 1 }}',
    },
    'q.io/a/b:2.5',
  ),
  idiom(
    'first, last, rest and initial',
    {
      values: 'image: q.io/a/b:3',
      image:
        '{{ $p := splitList ":" .Values.image }}{{ initial $p | join ":" }}:{{ last $p }}-{{ rest $p | first }}',
    },
    'q.io/a/b:3-3',
  ),
  idiom(
    'regexReplaceAll',
    {
      values: 'tag: v1.2.3-alpine',
      image: 'q.io/a/b:{{ regexReplaceAll "^v([0-9.]+)-(.*)$" .Values.tag "$2-$1" }}',
    },
    'q.io/a/b:alpine-1.2.3',
  ),
  idiom(
    'regexMatch',
    {
      values: 'tag: "1.2"',
      image: 'q.io/a/b:{{ if regexMatch "^[0-9]" .Values.tag }}v{{ end }}{{ .Values.tag }}',
    },
    'q.io/a/b:v1.2',
  ),
  idiom(
    'regexFind',
    {
      values: 'version: release-2.7-x',
      image: 'q.io/a/b:{{ regexFind "[0-9]+\\\\.[0-9]+" .Values.version }}',
    },
    'q.io/a/b:2.7',
  ),
  idiom(
    'parts of a semantic version',
    { image: 'q.io/a/b:{{ with semver .Chart.AppVersion }}{{ .Major }}.{{ .Minor }}{{ end }}' },
    'q.io/a/b:1.2',
  ),
  idiom(
    'semverCompare of the application',
    { image: 'q.io/a/{{ if semverCompare ">=1.2-0" .Chart.AppVersion }}new{{ else }}old{{ end }}:1' },
    'q.io/a/new:1',
  ),
  idiom(
    'semverCompare with a caret',
    {
      values: 'version: 1.9.3',
      image: 'q.io/a/{{ ternary "one" "other" (semverCompare "^1.5.0" .Values.version) }}:1',
    },
    'q.io/a/one:1',
  ),
  idiom(
    'semverCompare of the cluster in a helper',
    {
      extras: {
        'q.io/a/new:1': 'the version of the cluster is unknown',
        'q.io/a/old:1': 'the version of the cluster is unknown',
      },
      helpers:
        '{{- define "web.image" -}}{{- if semverCompare ">=1.22-0" .Capabilities.KubeVersion.GitVersion -}}q.io/a/new:1{{- else -}}q.io/a/old:1{{- end -}}{{- end -}}',
      image: '{{ include "web.image" . }}',
    },
    'q.io/a/new:1',
  ),
  idiom(
    'a number as a tag',
    {
      values: 'image: {repository: q.io/a/b, tag: 8}',
      image: '{{ .Values.image.repository }}:{{ .Values.image.tag }}',
    },
    'q.io/a/b:8',
  ),
  idiom(
    'a decimal number as a tag',
    {
      values: 'image: {repository: q.io/a/b, tag: 1.20}',
      image: '{{ .Values.image.repository }}:{{ .Values.image.tag }}',
    },
    'q.io/a/b:1.2',
  ),
  idiom(
    'a date as a tag',
    {
      values: 'image: {repository: q.io/a/b, tag: "20240131"}',
      image: '{{ printf "%s:%s" .Values.image.repository (toString .Values.image.tag) }}',
    },
    'q.io/a/b:20240131',
  ),
  idiom(
    'a large number as a tag',
    {
      values: 'image: {repository: q.io/a/b, tag: 20240131}',
      image: '{{ .Values.image.repository }}:{{ .Values.image.tag | int64 }}',
    },
    'q.io/a/b:20240131',
  ),
  idiom(
    'dig',
    {
      values: 'a: {b: {tag: "2"}}',
      image: 'q.io/a/b:{{ dig "b" "tag" "1" .Values.a }}-{{ dig "c" "tag" "1" .Values.a }}',
    },
    'q.io/a/b:2-1',
  ),
  idiom(
    'get, hasKey and index',
    {
      values: 'images: {main-app: q.io/a/b}\ntags: {main-app: "2"}',
      image:
        '{{ index .Values.images "main-app" }}:{{ if hasKey .Values.tags "main-app" }}{{ get .Values.tags "main-app" }}{{ else }}1{{ end }}',
    },
    'q.io/a/b:2',
  ),
  idiom(
    'pluck',
    {
      values: 'env: prod\nimages: {prod: {tag: "2"}, dev: {tag: "1"}, default: {tag: "0"}}',
      image: 'q.io/a/b:{{ (pluck .Values.env .Values.images | first | default .Values.images.default).tag }}',
    },
    'q.io/a/b:2',
  ),
  idiom(
    'set',
    {
      values: 'image: {repo: q.io/a/b}',
      image:
        '{{ $_ := set .Values.image "tag" (.Values.image.tag | default "5") }}{{ .Values.image.repo }}:{{ .Values.image.tag }}',
    },
    'q.io/a/b:5',
  ),
  idiom(
    'unset',
    {
      values: 'image: {repo: q.io/a/b, tag: "3"}',
      image:
        '{{ $i := deepCopy .Values.image }}{{ $_ := unset $i "tag" }}{{ $i.repo }}:{{ $i.tag | default "4" }}',
    },
    'q.io/a/b:4',
  ),
  idiom(
    'pick and omit',
    {
      values: 'image: {repo: q.io/a/b, tag: "3", pullPolicy: Always}',
      image:
        '{{ with pick .Values.image "repo" "tag" }}{{ .repo }}:{{ .tag }}{{ end }}-{{ omit .Values.image "tag" "pullPolicy" | values | first | base }}',
    },
    'q.io/a/b:3-b',
  ),
  idiom(
    'kindIs',
    {
      values: 'image: q.io/a/b:7',
      image:
        '{{ if kindIs "map" .Values.image }}{{ .Values.image.repository }}:{{ .Values.image.tag }}{{ else }}{{ .Values.image }}{{ end }}',
    },
    'q.io/a/b:7',
  ),
  idiom(
    'typeOf and a map',
    {
      values: 'image: {repository: q.io/a/b, tag: "7"}',
      image:
        '{{ if eq (typeOf .Values.image) "string" }}{{ .Values.image }}{{ else }}{{ .Values.image.repository }}:{{ .Values.image.tag }}{{ end }}',
    },
    'q.io/a/b:7',
  ),
  idiom(
    'required',
    {
      values: 'image: {repository: q.io/a/b, tag: "2"}',
      image:
        '{{ required "set image.repository" .Values.image.repository }}:{{ required "set image.tag" .Values.image.tag }}',
    },
    'q.io/a/b:2',
  ),
  idiom(
    'lookup of an existing object',
    {
      values: 'image: q.io/a/b:2',
      image:
        '{{ $old := lookup "v1" "ConfigMap" .Release.Namespace "x" }}{{ if $old }}{{ $old.data.image }}{{ else }}{{ .Values.image }}{{ end }}',
    },
    'q.io/a/b:2',
  ),
  idiom(
    'lookup with a default',
    { image: '{{ (lookup "v1" "ConfigMap" "ns" "x").tag | default "q.io/a/b:3" }}' },
    'q.io/a/b:3',
  ),
  idiom(
    'fromYaml of a helper',
    {
      values: 'tag: "2"',
      helpers: '{{- define "web.config" -}}\nrepo: q.io/a/b\ntag: {{ .Values.tag | quote }}\n{{- end -}}',
      image: '{{ $c := include "web.config" . | fromYaml }}{{ $c.repo }}:{{ $c.tag }}',
    },
    'q.io/a/b:2',
  ),
  idiom(
    'fromJson of a helper',
    {
      helpers: '{{- define "web.image" -}}{{ dict "repo" "q.io/a/b" "tag" "2" | toJson }}{{- end -}}',
      image: '{{ with include "web.image" . | fromJson }}{{ .repo }}:{{ .tag }}{{ end }}',
    },
    'q.io/a/b:2',
  ),
  idiom(
    'a nested helper that gets $',
    {
      values: SPLIT,
      helpers:
        '{{- define "web.tag" -}}{{ .Values.image.tag | default .Chart.AppVersion }}{{- end -}}{{- define "web.image" -}}{{- with .Values.image -}}{{ .registry }}/{{ .repository }}:{{ include "web.tag" $ }}{{- end -}}{{- end -}}',
      image: '{{ include "web.image" $ }}',
    },
    'q.io/a/b:2',
  ),
  idiom(
    'a helper with a list as its context',
    {
      values: SPLIT,
      helpers:
        '{{- define "web.image" -}}{{- $root := index . 0 -}}{{- $name := index . 1 -}}{{ $root.Values.image.registry }}/{{ $name }}:{{ $root.Chart.AppVersion }}{{- end -}}',
      image: '{{ include "web.image" (list . "a/c") }}',
    },
    'q.io/a/c:1.2.3',
  ),
  idiom(
    'a helper whose name is built',
    {
      values: 'kind: blue',
      helpers:
        '{{- define "web.image.blue" -}}q.io/a/blue:1{{- end -}}{{- define "web.image.blueg" -}}q.io/a/green:1{{- end -}}{{- define "web.image." -}}q.io/a/none:1{{- end -}}',
      image: '{{ include (printf "web.image.%s" .Values.kind) . }}',
    },
    'q.io/a/blue:1',
  ),
  idiom(
    'a variable that an if changes',
    {
      values: SPLIT,
      image:
        '{{ $sep := ":" }}{{ $ref := .Values.image.tag }}{{ if .Values.image.digest }}{{ $sep = "@" }}{{ $ref = .Values.image.digest }}{{ end }}{{ .Values.image.registry }}/{{ .Values.image.repository }}{{ $sep }}{{ $ref }}',
    },
    'q.io/a/b:2',
  ),
  idiom(
    'a variable that a range changes',
    {
      values: 'suffixes: [a, b, c]',
      image:
        '{{ $name := "q.io/a/b" }}{{ range .Values.suffixes }}{{ $name = printf "%s-%s" $name . }}{{ end }}{{ $name }}:1',
    },
    'q.io/a/b-a-b-c:1',
  ),
  idiom(
    'break and continue',
    {
      values: 'images: ["", "q.io/a/one:1", "q.io/a/two:1"]',
      image:
        '{{ $found := "" }}{{ range .Values.images }}{{ if not . }}{{ continue }}{{ end }}{{ $found = . }}{{ break }}{{ end }}{{ $found }}',
      extras: { 'q.io/a/': 'the value is in a list of images' },
    },
    'q.io/a/one:1',
  ),
  idiom(
    'else if',
    {
      values: 'mode: b',
      image:
        'q.io/a/{{ if eq .Values.mode "a" }}one{{ else if eq .Values.mode "b" }}two{{ else }}three{{ end }}:1',
    },
    'q.io/a/two:1',
  ),
  idiom(
    'with and else',
    { values: 'image: ""', image: '{{ with .Values.image }}{{ . }}{{ else }}q.io/a/fallback:1{{ end }}' },
    'q.io/a/fallback:1',
  ),
  idiom(
    'and, or and not',
    {
      values: 'a: true\nb: false\nname: ""',
      image: 'q.io/a/{{ if and .Values.a (not .Values.b) }}x{{ else }}y{{ end }}:{{ or .Values.name "2" }}',
    },
    'q.io/a/x:2',
  ),
  idiom('a raw string', { image: '{{ printf `%s:%s` `q.io/a/b` "1" }}' }, 'q.io/a/b:1'),
  idiom('an escaped string', { image: '{{ "q.io\\u002fa\\x2fb:1" }}' }, 'q.io/a/b:1'),
  idiom(
    'annotations of the chart',
    {
      chart: 'annotations: {image: "q.io/a/b", tag: "8"}',
      image: '{{ index .Chart.Annotations "image" }}:{{ .Chart.Annotations.tag }}',
    },
    'q.io/a/b:8',
  ),
  idiom(
    'arithmetic',
    { values: 'minor: 4', image: 'q.io/a/b:1.{{ add .Values.minor 1 }}.{{ sub 9 (mul 2 3) }}' },
    'q.io/a/b:1.5.3',
  ),
  idiom(
    'substr and trunc',
    {
      values: 'commit: 0123456789abcdef',
      image: 'q.io/a/b:{{ .Values.commit | trunc 7 }}-{{ substr 0 2 .Values.commit }}',
    },
    'q.io/a/b:0123456-01',
  ),
  idiom('base64', { values: 'image: cS5pby9hL2I6MQ==', image: '{{ b64dec .Values.image }}' }, 'q.io/a/b:1'),
  idiom(
    'a name in several actions with trimmed spaces',
    {
      values: SPLIT,
      image: `{{- " " -}}\n{{ .Values.image.registry -}}\n/{{- .Values.image.repository -}}\n:{{- .Values.image.tag }}`,
    },
    'q.io/a/b:2',
  ),
  idiom(
    'the keys of a map',
    {
      values: 'versions: {"1.2": {}, "1.10": {}}',
      image: 'q.io/a/b:{{ keys .Values.versions | sortAlpha | first }}',
    },
    'q.io/a/b:1.10',
  ),
  idiom(
    'has, without and uniq',
    {
      values: 'features: [x, z, x]',
      image:
        'q.io/a/{{ if has "x" .Values.features }}with{{ else }}plain{{ end }}:{{ without (uniq .Values.features) "x" | join "-" }}1',
    },
    'q.io/a/with:z1',
  ),
  idiom(
    'cat, title and nospace',
    { values: 'name: b', image: '{{ cat "q.io/a/" .Values.name ":1" | nospace }}-{{ title "x" | untitle }}' },
    'q.io/a/b:1-x',
  ),
  idiom(
    'no registry in a proven name',
    {
      values: 'image: {repository: a/b, tag: "2"}',
      image: '{{ .Values.image.repository }}:{{ .Values.image.tag }}',
    },
    'a/b:2',
  ),
  idiom(
    'a name without a slash',
    { values: 'image: nginx', image: '{{ .Values.image }}:1.16.0' },
    'nginx:1.16.0',
  ),
];
