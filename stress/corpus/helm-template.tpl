{{- define "x.pod" -}}
image: {{ .Values.image | quote }}
{{- end }}
spec:
  {{- include "x.pod" . | nindent 2 }}
{{- if and .Values.b.c (eq .Values.image "a:1") }}
  image: {{ printf "%s:%s" "r.io/a" (default "1" .Values.tag) }}
{{- else }}
  image: r.io/b:2
{{- end }}
{{ range $i, $x := .Values.list }}{{ $x.image }}{{ end }}
