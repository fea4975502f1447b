import type { ParserEntry } from './parser-entries.ts';

type Make = (size: number) => string;

function repeat(part: string, { before = '', after = '' } = {}): Make {
  return (size) =>
    before + part.repeat(Math.floor((size - before.length - after.length) / part.length)) + after;
}

function numbered(part: (index: number) => string, { before = '', after = '' } = {}): Make {
  return (size) => {
    const parts: string[] = [before];
    for (let length = before.length + after.length, i = 0; ; i++) {
      const next = part(i);
      length += next.length;
      if (length > size) return parts.join('') + after;
      parts.push(next);
    }
  };
}

const HEAD = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\n';

const YAML: Record<string, Make> = {
  'aliases in a list': repeat('*a,', { before: 'a: &a [1,2,3]\nb: [', after: '*a]\n' }),
  'aliases of scalars': repeat('- *a\n', { before: '- &a 1\n' }),
  'anchors of one node': repeat('&a '),
  anchors: numbered((i) => `- &a${i} 1\n`),
  'anchor and alias in turn': numbered((i) => `a${i}: &a${i} [${i === 0 ? 1 : `*a${i - 1}`}]\n`),
  'merges of one map': repeat('  <<: *a\n', { before: 'a: &a {x: 1}\nb:\n' }),
  'lines without colon': repeat('a=b\n'),
  keys: numbered((i) => `key${i}: 1\n`),
  'keys in brackets': numbered((i) => `k${i}: 1, `, { before: '{', after: '}' }),
  'keys below a section': numbered((i) => `  key${i}: 1\n`, { before: `${HEAD}mirror:\n` }),
  'repeated keys': repeat('a: 1\n'),
  'one plain scalar': repeat('x', { before: 'a: ' }),
  'one quoted scalar': repeat('x', { before: 'a: "', after: '"' }),
  'one folded scalar': repeat('  x\n\n', { before: 'a: >\n' }),
  'one literal scalar': repeat('  x\n', { before: 'a: |\n' }),
  escapes: repeat('\\x', { before: 'a: "' }),
  brackets: repeat('['),
  braces: repeat('{a: '),
  hyphens: repeat('- '),
  'question marks': repeat('? '),
  'empty lists': repeat('[],', { before: 'a: [', after: ']' }),
  documents: repeat('---\n'),
  'documents with text': repeat('--- a\n'),
  'document ends': repeat('...\n'),
  directives: repeat('%YAML 1.1\n'),
  comments: repeat('# c\n', { before: 'a: 1\n' }),
  'indented comments': repeat('   # c\n', { before: 'a:\n  b: 1\n' }),
  newlines: repeat('\n'),
  'carriage returns': repeat('\r\n'),
  spaces: repeat(' ', { before: 'a:' }),
  tabs: repeat('\ta: 1\n'),
  tags: repeat('!x '),
  commas: repeat(',', { before: '[' }),
  errors: repeat('a: b: c\n'),
  'open quotes': repeat('"\n'),
  'wrong items of a list': repeat('  - {}\n', { before: `${HEAD}mirror:\n  operators:\n` }),
  'wrong images': repeat('  - name: "?"\n', { before: `${HEAD}mirror:\n  additionalImages:\n` }),
  'wrong interfaces': repeat('- {name: 1, foo: 2}\n', { before: 'interfaces:\n' }),
  'same interface': repeat('- name: eth0\n', { before: 'interfaces:\n' }),
  'unlike routes': numbered((i) => `  - {destination: 10.${i % 256}.0.0/16, next-hop-interface: e${i}}\n`, {
    before: 'routes:\n  config:\n',
  }),
  hosts: numbered((i) => `- {name: n${i}, interfaces: [{name: e, mac: x}]}\n`, { before: 'hosts:\n' }),
  'machine networks': numbered((i) => `  - cidr: 10.${i % 200}.0.0/16\n`, {
    before: 'apiVersion: v1\nbaseDomain: a.b\nmetadata: {name: a}\nnetworking:\n  machineNetwork:\n',
  }),
  'failure domains': numbered((i) => `    - {name: f${i}, server: v${i}}\n`, {
    before:
      'apiVersion: v1\nbaseDomain: a.b\nmetadata: {name: a}\npullSecret: "{}"\nplatform:\n  vsphere:\n    failureDomains:\n',
  }),
  vCenters: numbered((i) => `  v${i}: {server: v${i}, datacenters: [a]}\n`, {
    before: 'global: {user: a}\nvcenter:\n',
  }),
  'catalog documents': numbered((i) => `---\nschema: olm.bundle\nname: b${i}\npackage: a\nimage: x\n`),
  'channel entries': numbered((i) => `- {name: b${i}, replaces: b${i - 1}}\n`, {
    before: 'schema: olm.package\nname: a\n---\nschema: olm.channel\nname: a\npackage: a\nentries:\n',
  }),
  'templates in lines': repeat('{{ a }}: {{ b }}\n'),
  'templates in one line': repeat('{{ a }} ', { before: 'interfaces: []\na: x ' }),
  objects: numbered((i) => `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c${i}}\n`),
};

const JSON_INPUTS: Record<string, Make> = {
  brackets: repeat('['),
  'closed brackets': (size) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  braces: repeat('{"a":'),
  keys: numbered((i) => `"k${i}":1,`, { before: '{', after: '"z":1}' }),
  'repeated keys': repeat('"a":1,', { before: '{', after: '"a":1}' }),
  'objects in a list': repeat('{},', { before: '[', after: '{}]' }),
  numbers: repeat('1,', { before: '[', after: '1]' }),
  'one string': repeat('x', { before: '"', after: '"' }),
  'open string': repeat('\\"', { before: '{"a":"' }),
  escapes: repeat('\\u0041', { before: '{"a":"', after: '"}' }),
  'one number': repeat('9'),
  spaces: repeat(' '),
  newlines: repeat('\n', { after: '{}' }),
  documents: repeat('{"schema":"a"}\n'),
  commas: repeat(','),
  'wrong nodes': repeat('{},', { before: '{"nodes":[', after: '{}],"edges":[]}' }),
  'good nodes': numbered((i) => `{"version":"4.${i}.0","payload":"a"},`, {
    before: '{"nodes":[',
    after: '{"version":"5.0.0","payload":"a"}],"edges":[]}',
  }),
  layers: repeat('{"digest":"a","size":1},', {
    before: '{"schemaVersion":2,"config":{"digest":"a","size":1},"layers":[',
    after: '{}]}',
  }),
  logins: numbered((i) => `"h${i}":{"auth":"YTpi"},`, { before: '{"auths":{', after: '"z":{}}}' }),
  scopes: numbered((i) => `"r${i}.io":[{"type":"x"}],`, {
    before: '{"default":[{"type":"reject"}],"transports":{"docker":{',
    after: '"":[]}}}',
  }),
  'image tags': repeat('{"name":"?","from":{"name":"x"}},', {
    before: '{"kind":"ImageStream","spec":{"tags":[',
    after: '{}]}}',
  }),
};

const TOML: Record<string, Make> = {
  keys: numbered((i) => `k${i} = 1\n`),
  tables: numbered((i) => `[t${i}]\n`),
  'tables of tables': repeat('[[registry]]\n'),
  registries: numbered((i) => `[[registry]]\nprefix = "r${i}.io"\nlocation = "l${i}.io"\n`),
  'same registries': repeat('[[registry]]\nlocation = "a.io"\n'),
  mirrors: numbered((i) => `[[registry.mirror]]\nlocation = "m${i}.io"\n`, {
    before: '[[registry]]\nlocation = "a.io"\n',
  }),
  'dotted keys': repeat('a.', { after: 'a = 1' }),
  brackets: repeat('[', { before: 'a = ' }),
  braces: repeat('{a=', { before: 'a = ' }),
  list: repeat('1,', { before: 'a = [', after: ']' }),
  comments: repeat('# c\n'),
  newlines: repeat('\n'),
  'one string': repeat('x', { before: 'a = "', after: '"' }),
  'multi-line string': repeat('x\n', { before: 'a = """', after: '"""' }),
  'open string': repeat('\\"', { before: 'a = "' }),
  'unqualified registries': repeat('"a.io",', { before: 'unqualified-search-registries = [', after: ']' }),
  number: repeat('1_', { before: 'a = ' }),
};

const INI: Record<string, Make> = {
  'lines without section': repeat('a=b\n'),
  'lines in a section': repeat('a=b\n', { before: '[Global]\n' }),
  keys: numbered((i) => `k${i} = v\n`, { before: '[Global]\n' }),
  sections: repeat('[Global]\n'),
  vcenters: numbered((i) => `[VirtualCenter "v${i}"]\nuser = a\n`),
  'same vcenter': repeat('[VirtualCenter "v"]\ndatacenters = a\n'),
  quotes: repeat('"', { before: '[Global]\na = ' }),
  escapes: repeat('\\\\', { before: '[Global]\na = "' }),
  continued: repeat('\\\n', { before: '[Global]\na = ' }),
  comments: repeat('# c\n', { before: '[Global]\n' }),
  'comments with accounts': repeat('# user = a\n', { before: '[Global]\n' }),
  'one comment': repeat(' user', { before: '[Global]\n#' }),
  'one value': repeat('x', { before: '[Global]\na = ' }),
  spaces: repeat(' ', { before: '[Global]\n' }),
  'spaces in a value': repeat(' ', { before: '[Global]\na = x', after: 'y' }),
  'open sections': repeat('['),
  passwords: repeat('password = p\n', { before: '[Global]\n' }),
  heredoc: repeat("cat <<'EOF'\n"),
  templates: repeat('{{ '),
  'template lines': repeat('{{ a }}\n'),
  newlines: repeat('\n'),
};

const CSV: Record<string, Make> = {
  rows: numbered((i) => `n${i},10.0.0.${i % 250},52:54:00:00:00:01\n`, { before: 'name,address,mac\n' }),
  'rows without header': numbered((i) => `n${i};10.0.0.${i % 250};24\n`),
  columns: repeat('name,'),
  'many columns': numbered((i) => `c${i},`, { after: '\nx\n' }),
  quotes: repeat('"'),
  'quoted lines': repeat('"a\n'),
  'one cell': repeat('x'),
  newlines: repeat('\n'),
  tabs: repeat('\t'),
  'bad cells': repeat('?,?,?\n', { before: 'name,address,mac\n' }),
};

const TEMPLATES: Record<string, Make> = {
  images: numbered((i) => `image: a${i}:1\n`),
  values: repeat('image: {{ .Values.image }}\n'),
  'values in one line': repeat('{{ .Values.image }} '),
  'open ifs': repeat('{{ if .Values.b.c }}\n'),
  ifs: repeat('{{ if .Values.b.c }}image: a:1{{ end }}\n'),
  ranges: repeat('{{ range .Values.b }}{{ end }}\n'),
  defines: numbered((i) => `{{ define "a${i}" }}image: a:1{{ end }}\n`),
  includes: numbered(
    (i) => `{{ define "a${i}" }}{{ include "a${i + 1}" . }}{{ include "a${i + 1}" . }}{{ end }}\n`,
    {
      before: 'image: {{ include "a0" . }}\n',
    },
  ),
  'self-including': repeat('{{ include "a" . }}', {
    before: '{{ define "a" }}',
    after: '{{ end }}image: {{ include "a" . }}',
  }),
  parentheses: repeat('(', { before: 'image: {{ ' }),
  pipes: repeat(' | quote', { before: 'image: {{ .Values.image', after: ' }}' }),
  'open actions': repeat('{{ '),
  'open comments': repeat('{{/* '),
  strings: repeat('"', { before: 'image: {{ ' }),
  'one string': repeat('x', { before: 'image: {{ "', after: '" }}' }),
  documents: repeat('---\nimage: a:1\n'),
  spaces: repeat(' ', { before: 'image: {{', after: '}}' }),
  variables: numbered((i) => `{{ $a${i} := .Values.image }}\n`),
  'default chain': repeat(' | default .Values.image', { before: 'image: {{ .Values.x', after: ' }}' }),
  printf: repeat(' .Values.image', { before: 'image: {{ printf "%s"', after: ' }}' }),
  newlines: repeat('\n'),
};

/** Inputs that attack a syntax, by name. */
export function hostileInputs(syntax: ParserEntry['syntax']): Record<string, Make> {
  if (syntax === 'json') return JSON_INPUTS;
  if (syntax === 'toml') return TOML;
  if (syntax === 'csv') return CSV;
  if (syntax === 'template') return TEMPLATES;
  return syntax === 'ini' ? { ...INI, ...YAML } : YAML;
}
