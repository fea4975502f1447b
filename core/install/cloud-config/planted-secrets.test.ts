import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { convertCloudConfig } from './convert-cloud-config.ts';
import { maskCloudConfig } from './mask-cloud-config.ts';
import { readCloudConfig } from './read-cloud-config.ts';

const SECRET = 'Tr0ub4dor-4711';

/** Keys that people write (tags are free text: one with any other name is copied) where `user` or `password` was meant. */
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

/** Places of a YAML configuration that the secret is planted at. */
const yaml = fc
  .record({ block, key, style: fc.nat(9), comment: fc.boolean(), valid: fc.boolean() })
  .map(({ block, key, style, comment, valid }) => {
    const base = valid
      ? 'global:\n  secretName: s\n  secretNamespace: ns\nvcenter:\n  vc:\n    server: vc\n'
      : 'global:\n  server: vc\n';
    const planted = [
      `${block}:\n  ${key}: ${SECRET}\n`,
      `${block}:\n  vc:\n    ${key}: "${SECRET}"\n`,
      `${block}:\n  ${key}: |\n    ${SECRET}\n`,
      `${block}:\n  ${key}: >-\n    one\n    ${SECRET}\n`,
      `${block}:\n  ${key}: "one\n    ${SECRET}"\n`,
      `${block}: {${key}: ${SECRET}, x: [a, ${SECRET}]}\n`,
      `${block}:\n  tags:\n    ${key}: ${SECRET}\n`,
      `${block}:\n  ${key}:\n  - ${SECRET}\n`,
      `${key}: ${SECRET}\n`,
      `${block}:\n  ${key}: *${SECRET}\n`,
    ][style]!;
    return `${comment ? `# ${key} is ${SECRET}\n` : ''}${block === 'global' ? '' : base}${planted}`;
  });

const ini = fc
  .record({ block, key, style: fc.nat(8), comment: fc.constantFrom('', '; ', '# ') })
  .map(({ block, key, style, comment }) => {
    const planted = [
      `${key} = ${SECRET}\n`,
      `${key} = "${SECRET}"\n`,
      `${key} = one\\\n${SECRET}\n`,
      `${key} = "one\\\n  ${SECRET}"\n`,
      `${key} = "one\n${SECRET}\n`,
      `${key} ${SECRET}\n`,
      `${key}: ${SECRET}\n`,
      `${SECRET}\n`,
      `tags = "{\\"${key}\\": \\"${SECRET}\\"}"\n`,
    ][style]!;
    return `[Global]\nsecret-name = s\nsecret-namespace = n\n[VirtualCenter "vc"]\n${comment && `${comment}${SECRET}\n`}[${block}]\n${planted}`;
  });

const wrapped = fc.tuple(fc.oneof(yaml, ini), fc.nat(9), key).map(([text, wrapper, name]) => {
  const data = { 'other.txt': SECRET, [`my-${name.replaceAll(/[._0-9]/g, '-')}.conf`]: text };
  const encoded = Object.fromEntries(Object.entries(data).map(([n, value]) => [n, btoa(value)]));
  const metadata = {
    name: 'c',
    annotations: { note: SECRET },
    labels: { [name.replaceAll('.', '-')]: SECRET },
  };
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data };
  return [
    text,
    stringify(map),
    stringify({ ...map, kind: 'configmap' }),
    JSON.stringify({ ...map, kind: 'Secret', data: encoded }, undefined, 2),
    stringify({ kind: 'List', items: [{ kind: 'Other' }, map] }),
    stringify({ kind: 'Template', objects: [map], parameters: [{ name: 'x', value: SECRET }] }),
    stringify({ kind: 'Secret', metadata, stringData: data }),
    stringify({ kind: 'ConfigMap', metadata, binaryData: encoded }),
    stringify({ kind: 'ConfigMap', metadata, data: { x: stringify(map) } }),
    `apiVersion: v1\nitems:\n- ${SECRET}\n---\n${JSON.stringify(map)}\n`,
  ][wrapper]!;
});

test('a planted password is in no result, message or preview', () => {
  let converted = 0;
  fc.assert(
    fc.property(wrapped, fc.constantFrom('full' as const, 'minimal' as const), (text, layout) => {
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
      // Base64 of the whole text has no recognizable part of it.
      for (const word of masked.match(/[A-Za-z0-9+/]{40,}={0,2}/g) ?? [])
        expect(atob(word)).not.toContain(SECRET);
    }),
    { numRuns: 3_000 },
  );
  // Most of them are converted: the test is about what passes.
  expect(converted).toBeGreaterThan(1_500);
});
