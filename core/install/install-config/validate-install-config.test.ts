import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readYaml, valueAt } from '../../base/document/yaml-text.ts';
import { afterLoading, convertDeprecated } from './deprecated/deprecated.ts';
import { complete, PASSWORD } from './model/install-config.fixture.ts';
import type { InstallMethod } from './model/model.ts';
import { readDocument } from './model/read-install-config.ts';
import { maskSecrets } from './model/secrets.ts';
import { topologyOf } from './model/topology.ts';
import { PRESETS } from './presets.ts';
import { validateInstallConfig } from './validate-install-config.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Returns the paths of all values. */
function places(value: Json, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, part]) =>
      places(part, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

const arbitrary = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    0,
    -1,
    2 ** 31,
    1.5,
    '',
    'x',
    '0.0.0.0/0',
    '::/0',
    '::1',
    '/',
    '=',
    [],
    [null],
    [[]],
    {},
  ),
  fc.constantFrom<Json>(
    [{}],
    [{}, {}],
    { vsphere: {} },
    { baremetal: { hosts: [{}] } },
    ['fd-1', 'fd-1'],
    '10.128.0.1/14',
  ),
  fc.string(),
);

test('never throws and never reveals secrets, with any value in any place', () => {
  const configs = PRESETS.map(({ id }) => valueAt(complete(id), []) as Json);
  const broken = fc
    .constantFrom(...configs)
    .chain((config) =>
      fc.tuple(
        fc.constant(config),
        fc.array(fc.tuple(fc.constantFrom(...places(config)), arbitrary), { maxLength: 4 }),
      ),
    )
    .map(([config, changes]) => {
      const root = { root: structuredClone(config) } as { [key: string]: Json };
      for (const [path, value] of changes) {
        let at: Json | undefined = root;
        for (const step of ['root', ...path.slice(0, -1)]) at = (at as Record<string, Json> | null)?.[step];
        const last = path.at(-1);
        if (last !== undefined && typeof at === 'object' && at)
          (at as Record<string | number, Json>)[last] = structuredClone(value);
      }
      return JSON.stringify(root.root, undefined, 1);
    });
  fc.assert(
    fc.property(
      broken,
      fc.constantFrom<InstallMethod[]>('installer', 'user-provisioned', 'agent'),
      fc.constantFrom('4.15', '4.22', ''),
      (text, method, version) => {
        const document = readYaml(text);
        const { ok, problems } = validateInstallConfig(document, {
          method,
          openShiftVersion: version,
        });
        expect(ok).toBe(problems.every(({ level }) => level !== 'error'));
        for (const { line, column, message } of problems)
          expect([line! > 0, column! > 0, message !== '']).toEqual([true, true, true]);
        expect(JSON.stringify(problems)).not.toContain(PASSWORD);
        expect(maskSecrets(text)).not.toContain(PASSWORD);
        topologyOf(afterLoading(readDocument(document, undefined).config).config);
        expect(readYaml(convertDeprecated(document).document.text).faults).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
});

test('skips the rules after a wrong type, as the installer does', () => {
  const { ok, problems } = validateInstallConfig(readYaml('apiVersion: v2\ncompute: {}\n'), {
    file: 'a.yaml',
  });
  expect(ok).toBe(false);
  expect(problems).toMatchObject([
    { code: 'install-config-unreadable', file: 'a.yaml', line: 2, path: 'compute' },
  ]);
});

test('accepts v-prefixed and full versions', () => {
  const document = complete('vsphere-multi-vcenter');
  for (const openShiftVersion of ['4.17', 'v4.17.2', '4.17.0-rc.1'])
    expect(validateInstallConfig(document, { openShiftVersion }).ok).toBe(false);
  for (const openShiftVersion of ['4.18', '5.0', 'newest'])
    expect(validateInstallConfig(document, { openShiftVersion }).ok).toBe(true);
});

test.each(['installer', 'agent'] as const)('another file is recognized, method %s', (method) => {
  for (const [text, field, line] of [
    ['apiVersion: v1beta1\nkind: AgentConfig\nmetadata: {name: c}\nrendezvousIP: 192.0.2.1\n', 'kind', 2],
    ['apiVersion: v1beta1\nmetadata: {name: c}\nrendezvousIP: 192.0.2.1\n', 'rendezvousIP', 3],
    ['hosts:\n- hostname: worker-0\n', 'hosts', 1],
    ['minimalISO: true\n', 'minimalISO', 1],
    ['apiVersion: v1\nkind: Secret\nmetadata: {name: c}\n', 'kind', 2],
    ['interfaces: []\n', 'interfaces', 1],
    ['apiVersion: mirror.openshift.io/v2alpha1\nmirror: {}\n', 'mirror', 2],
  ] as const)
    expect(validateInstallConfig(readYaml(text), { method, file: 'a.yaml' })).toEqual({
      ok: false,
      unchecked: undefined,
      problems: [
        expect.objectContaining({
          message: expect.stringMatching(`^${field}: the file is .*, not install-config.yaml$`),
          ...{ level: 'error', file: 'a.yaml', line, path: field },
        }),
      ],
    });
});

test('a field of agent-config.yaml in an install-config.yaml is only an unknown field', () => {
  const { text } = complete('baremetal');
  const messages = validateInstallConfig(readYaml(`rendezvousIP: 192.0.2.1\n${text}`)).problems.map(
    ({ message }) => message,
  );
  expect(messages.filter((message) => message.includes('unknown field "rendezvousIP"'))).toHaveLength(1);
  expect(messages.filter((message) => message.includes('the file is'))).toEqual([]);
});
