import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { convertCloudConfig } from './convert-cloud-config.ts';
import { maskCloudConfig } from './mask-cloud-config.ts';
import { readCloudConfig } from './read-cloud-config.ts';

const SECRET = 'Tr0ub4dor-4711';

/** Misspellings of `user` and `password`. Tags are free text, so one with any other name is copied. */
const key = fc.constantFrom(
  ...['password', 'Password', 'PASSWORD', 'passwd', 'pasword', 'pass', 'pwd', 'user', 'username', 'token'],
  ...[
    'vc.lan.password',
    'password2',
    'vmc-access-token',
    'admin_password',
    'secret',
    'credential',
    'passwort',
  ],
);
const block = fc.constantFrom(
  ...['global', 'Global', 'vcenter', 'labels', 'nodes', 'loadBalancer', 'loadBalancerClass', 'nsxt', 'route'],
  ...['credentials', 'Vcenter', 'VirtualCenter', 'metadata', 'workspace', 'tags'],
);

/** A random case: the intended place of the password and its surroundings. `name` is the name of the object around it. */
const given = fc.record({
  ...{ block, key, name: key, comment: fc.constantFrom('', '; ', '# ') },
  valid: fc.boolean(),
});
type Given = typeof given extends fc.Arbitrary<infer Value> ? Value : never;

/** Entries of a YAML configuration that contain the secret. */
const YAML_ENTRIES: ((given: Given) => string)[] = [
  ({ block, key }) => `${block}:\n  ${key}: ${SECRET}\n`,
  ({ block, key }) => `${block}:\n  vc:\n    ${key}: "${SECRET}"\n`,
  ({ block, key }) => `${block}:\n  ${key}: |\n    ${SECRET}\n`,
  ({ block, key }) => `${block}:\n  ${key}: >-\n    one\n    ${SECRET}\n`,
  ({ block, key }) => `${block}:\n  ${key}: "one\n    ${SECRET}"\n`,
  ({ block, key }) => `${block}: {${key}: ${SECRET}, x: [a, ${SECRET}]}\n`,
  ({ block, key }) => `${block}:\n  tags:\n    ${key}: ${SECRET}\n`,
  ({ block, key }) => `${block}:\n  ${key}:\n  - ${SECRET}\n`,
  ({ key }) => `${key}: ${SECRET}\n`,
  ({ block, key }) => `${block}:\n  ${key}: *${SECRET}\n`,
];

function yaml(entry: (given: Given) => string, given: Given): string {
  const { block, key, comment, valid } = given;
  const base = valid
    ? 'global:\n  secretName: s\n  secretNamespace: ns\nvcenter:\n  vc:\n    server: vc\n'
    : 'global:\n  server: vc\n';
  return `${comment && `# ${key} is ${SECRET}\n`}${block === 'global' ? '' : base}${entry(given)}`;
}

/** Lines of an INI configuration that contain the secret. */
const INI_LINES: ((key: string) => string)[] = [
  (key) => `${key} = ${SECRET}\n`,
  (key) => `${key} = "${SECRET}"\n`,
  (key) => `${key} = one\\\n${SECRET}\n`,
  (key) => `${key} = "one\\\n  ${SECRET}"\n`,
  (key) => `${key} = "one\n${SECRET}\n`,
  (key) => `${key} ${SECRET}\n`,
  (key) => `${key}: ${SECRET}\n`,
  () => `${SECRET}\n`,
  (key) => `tags = "{\\"${key}\\": \\"${SECRET}\\"}"\n`,
];

function ini(line: (key: string) => string, { block, key, comment }: Given): string {
  return `[Global]\nsecret-name = s\nsecret-namespace = n\n[VirtualCenter "vc"]\n${comment && `${comment}${SECRET}\n`}[${block}]\n${line(key)}`;
}

/** Configurations with the secret at one place. */
const CONFIGURATIONS: ((given: Given) => string)[] = [
  ...YAML_ENTRIES.map((entry) => (given: Given) => yaml(entry, given)),
  ...INI_LINES.map((line) => (given: Given) => ini(line, given)),
];

/** Parts of the objects that contain a configuration. */
function partsOf(text: string, name: string) {
  const data = { 'other.txt': SECRET, [`my-${name.replaceAll(/[._0-9]/g, '-')}.conf`]: text };
  const encoded = Object.fromEntries(Object.entries(data).map(([n, value]) => [n, btoa(value)]));
  const metadata = {
    name: 'c',
    annotations: { note: SECRET },
    labels: { [name.replaceAll('.', '-')]: SECRET },
  };
  return { data, encoded, metadata, map: { apiVersion: 'v1', kind: 'ConfigMap', metadata, data } };
}

const WRAPPINGS: ((text: string, parts: ReturnType<typeof partsOf>) => string)[] = [
  (text) => text,
  (_, { map }) => stringify(map),
  (_, { map }) => stringify({ ...map, kind: 'configmap' }),
  (_, { map, encoded }) => JSON.stringify({ ...map, kind: 'Secret', data: encoded }, undefined, 2),
  (_, { map }) => stringify({ kind: 'List', items: [{ kind: 'Other' }, map] }),
  (_, { map }) => stringify({ kind: 'Template', objects: [map], parameters: [{ name: 'x', value: SECRET }] }),
  (_, { metadata, data }) => stringify({ kind: 'Secret', metadata, stringData: data }),
  (_, { metadata, encoded }) => stringify({ kind: 'ConfigMap', metadata, binaryData: encoded }),
  (_, { metadata, map }) => stringify({ kind: 'ConfigMap', metadata, data: { x: stringify(map) } }),
  (_, { map }) => `apiVersion: v1\nitems:\n- ${SECRET}\n---\n${JSON.stringify(map)}\n`,
];

/** Each configuration in each object, with random keys, blocks and layouts. */
const SAMPLES = 8;

test('no result, message or preview contains a planted password', () => {
  let converted = 0;
  const check = (text: string, layout: 'full' | 'minimal') => {
    const result = convertCloudConfig(text, { layout });
    const { effective, problems, wrapper } = readCloudConfig(text);
    if (result.text !== undefined) converted++;
    const foundIn = wrapper && { kind: wrapper.kind, name: wrapper.name, key: wrapper.key };
    const shown = JSON.stringify([result, effective, problems, foundIn]);
    expect(shown).not.toContain(SECRET);
    expect(shown).not.toContain(btoa(SECRET).slice(0, 12));
    const masked = maskCloudConfig(text);
    expect(masked).not.toContain(SECRET);
    expect(masked.split('\n')).toHaveLength(text.split('\n').length);
    // Base64 of the entire text contains no recognizable part of it.
    for (const word of masked.match(/[A-Za-z0-9+/]{40,}={0,2}/g) ?? [])
      expect(atob(word)).not.toContain(SECRET);
  };
  const layout = fc.constantFrom('full' as const, 'minimal' as const);
  for (const configuration of CONFIGURATIONS)
    for (const wrapping of WRAPPINGS) {
      const texts = given.map((each) => {
        const text = configuration(each);
        return wrapping(text, partsOf(text, each.name));
      });
      fc.assert(fc.property(texts, layout, check), { numRuns: SAMPLES, unbiased: true });
    }
  // Most of them are converted, so the test covers successful conversions.
  expect(converted).toBeGreaterThan((CONFIGURATIONS.length * WRAPPINGS.length * SAMPLES) / 2);
});
