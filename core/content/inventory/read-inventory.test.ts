import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Inventory } from './inventory.ts';
import { inventoryText } from './inventory-file.ts';
import { t } from './messages.ts';
import { loadInventory, readInventory } from './read-inventory.ts';

const OLM = 'operators.coreos.com/v1alpha1';

const CLUSTER = {
  apiVersion: 'config.openshift.io/v1',
  kind: 'ClusterVersion',
  metadata: { name: 'version', uid: 'SECRET-uid', labels: { site: 'SECRET-label' } },
  spec: {
    channel: 'stable-4.16',
    clusterID: 'SECRET-5f1e3a77-cluster',
    upstream: 'https://SECRET-update.corp.example/graph',
  },
  status: {
    desired: { version: '4.16.21', image: 'SECRET-registry.corp.example/release@sha256:00' },
    history: [
      { state: 'Partial', version: '4.16.21' },
      { state: 'Completed', version: '4.16.20' },
      { state: 'Completed', version: '4.15.1' },
    ],
  },
};

function subscription(name: string, installed: string, source: string) {
  return {
    apiVersion: OLM,
    kind: 'Subscription',
    metadata: { name: `SECRET-${name}`, namespace: 'SECRET-ns', labels: { 'SECRET-team': 'x' } },
    spec: { name, channel: 'stable-4.16', source, sourceNamespace: 'SECRET-marketplace' },
    status: { installedCSV: installed },
  };
}

function csv(name: string, version: string, more: object = {}, namespace = 'SECRET-ns') {
  return {
    apiVersion: OLM,
    kind: 'ClusterServiceVersion',
    metadata: { name, namespace, ...more },
    spec: { version, links: [{ url: 'https://SECRET.corp.example' }] },
  };
}

const property = (packageName: string, version: string) => ({
  annotations: {
    'operatorframework.io/properties': JSON.stringify({
      properties: [
        { type: 'olm.gvk', value: { group: 'g', kind: 'K', version: 'v1' } },
        { type: 'olm.package', value: { packageName, version } },
      ],
    }),
  },
});

const OBJECTS = [
  CLUSTER,
  subscription('lvms-operator', 'lvms-operator.v4.16.3', 'cs-redhat-operator-index-v4-16'),
  subscription('our-operator', 'our-operator.v1.0.0-rc.1', 'SECRET-catalog'),
  subscription('pending-operator', '', 'certified-operators'),
  csv('lvms-operator.v4.16.3', '4.16.3'),
  csv('lvms-operator.v4.16.3', '4.16.3', {}, 'SECRET-other'),
  csv('by-hand.v2.0.0', '2.0.0', property('by-hand', '2.0.0')),
  csv('packageserver', '0.0.1-snapshot', property('packageserver', '0.0.1-snapshot')),
  { apiVersion: 'apps.open-cluster-management.io/v1', kind: 'Subscription', spec: { name: 'SECRET-app' } },
];

const EXPECTED: Inventory = {
  openShift: '4.16.20',
  channel: 'stable-4.16',
  operators: [
    { package: 'by-hand', version: '2.0.0', bundle: 'by-hand.v2.0.0' },
    {
      package: 'lvms-operator',
      version: '4.16.3',
      bundle: 'lvms-operator.v4.16.3',
      channel: 'stable-4.16',
      catalog: 'redhat-operators',
    },
    {
      package: 'our-operator',
      version: '1.0.0-rc.1',
      bundle: 'our-operator.v1.0.0-rc.1',
      channel: 'stable-4.16',
    },
    { package: 'pending-operator', channel: 'stable-4.16', catalog: 'certified-operators' },
  ],
};

const list = (items: object[]) => JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, undefined, 4);

test('reads only versions, channels and package names from the list of a cluster', () => {
  const found = readInventory(list(OBJECTS), 'installed.json');
  expect(found).toEqual(EXPECTED);
  expect(JSON.stringify(found) + inventoryText(found)).not.toContain('SECRET');
});

test('reads several documents, nested lists and a byte order mark alike', () => {
  expect(readInventory(`\uFEFF${OBJECTS.map((each) => JSON.stringify(each)).join('\n')}`, 'f')).toEqual(
    EXPECTED,
  );
  const [first, ...others] = OBJECTS;
  expect(readInventory(list([first!]) + list(others), 'f')).toEqual(EXPECTED);
  expect(readInventory(JSON.stringify(OBJECTS), 'f')).toEqual(EXPECTED);
});

test("reads an inventory back from Airlock's own file, as YAML and as JSON", () => {
  const text = inventoryText(EXPECTED);
  expect(text.startsWith(`# ${t('fileComment')}\n`)).toBe(true);
  expect(readInventory(text, 'f')).toEqual(EXPECTED);
  expect(readInventory(JSON.stringify({ kind: 'airlock-inventory', ...EXPECTED }), 'f')).toEqual(EXPECTED);
  expect(readInventory('{"openShift": "4.16.20"}', 'f')).toEqual({ openShift: '4.16.20', operators: [] });
  expect(readInventory('', 'f')).toEqual({ operators: [] });
});

const INSPECTION = {
  type: 'airlock-cluster-inspection',
  server: 'SECRET',
  operators: [],
  inventory: EXPECTED,
  unread: {},
};

test('reads the inventory of an inspection, also from the JSON output of the command', () => {
  const result = { type: 'result', cluster: INSPECTION };
  for (const text of [
    JSON.stringify(INSPECTION, undefined, 2),
    `{"type":"problem"}\n${JSON.stringify(result)}\n`,
  ])
    expect(readInventory(text, 'f')).toEqual(EXPECTED);
});

test.each([
  ['subscriptions', { unread: { subscriptions: 'denied' } }, t('partUnread', { reason: 'denied' })],
  ['operators', { unread: { installed: 'denied' } }, t('partUnread', { reason: 'denied' })],
  ['version', { unread: { version: 'denied' } }, t('partUnread', { reason: 'denied' })],
  ['inventory', { inventory: undefined }, t('inspectionWithoutInventory')],
])('rejects an inspection without %s, which would count as not installed', (_, change, message) => {
  const error = failure(() => readInventory(JSON.stringify({ ...INSPECTION, ...change }), 'f'));
  expect(error).toMatchObject({ code: 'config-invalid', at: { file: 'f' } });
  expect(error.message).toContain(message);
});

test('an inspection whose other parts are unread is accepted, and hostile content is rejected', () => {
  const partly = { ...INSPECTION, unread: { nodes: 'denied' } };
  expect(readInventory(JSON.stringify(partly), 'f')).toEqual(EXPECTED);
  const hostile = { ...INSPECTION, inventory: { operators: [{ package: '../../etc' }] } };
  expect(() => readInventory(JSON.stringify(hostile), 'f')).toThrow(AirlockError);
});

test('keeps the zero of a handwritten version, and accepts the reference of a catalog', () => {
  const text =
    'openShift: 4.10\noperators:\n- package: a\n  version: 1.20\n  catalog: r.example:5000/c/index:v4.10\n';
  expect(readInventory(text, 'f')).toEqual({
    openShift: '4.10',
    operators: [{ package: 'a', version: '1.20', catalog: 'r.example:5000/c/index:v4.10' }],
  });
});

test.each([
  ['openShift: 4.16.20\noperators:\n  - packag: a\n', 3, 5, t('fieldUnknown', { field: 'packag' })],
  ['openShift: latest\n', 1, 12, t('versionInvalid', { field: 'openShift', example: '4.16.20' })],
  ['operators:\n  - package: a\n  - package: a\n', 3, 5, t('packageTwice', { package: 'a' })],
  ['operators:\n  - just-a-name\n', 2, 5, t('packageExpected', { entry: 'operators[0]' })],
  ['operators: 3\n', 1, 1, t('listExpected')],
  [
    'operators:\n  - package: a\n    catalog: https://user:pw@r.example/x\n',
    3,
    14,
    t('catalogInvalid', { field: 'catalog' }),
  ],
  ['kind: ConfigMap\n', 1, 1, t('kindInvalid', { kind: 'airlock-inventory' })],
  ['- a\n', 1, 1, t('mappingExpected')],
  ['a: [\n', 2, 1, 'f:2: '],
  ['{"kind": "List", "items": [\n  {"kind": nope}]}', 2, 12, t('notJson')],
  ['{"a": [1,\n2 3]}', 2, 3, t('notJson')],
  ['[1,\n]', 2, 1, t('notJson')],
  ['{"a":\n"b\\q"}', 2, 4, t('notJson')],
  ['{"kind": "List",\n "items": [', 2, 12, t('endMissing')],
  ['{"kind": "List", "items": []}\n{"kind":\n', 3, 1, t('endMissing')],
  ['{"kind": "List", "items": [{"kind": "Pod", "apiVersion": "v1"}]}', 1, 1, 'ClusterVersion'],
])('reports a fault with its place: %j', (text, line, column, message) => {
  const error = failure(() => readInventory(text, 'f'));
  expect(error).toMatchObject({ code: 'config-invalid', at: { file: 'f', line, column } });
  expect(error.message).toContain(message);
  expect(error.message).not.toContain('user:pw');
});

test('reports an unreadable file', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-inventory-'));
  try {
    const file = join(directory, 'installed.json');
    await expect(loadInventory(file)).rejects.toMatchObject({
      code: 'config-unreadable',
      message: t('fileMissing', { file }),
    });
    await writeFile(file, Buffer.from([0xff, 0xfe, 0x00]));
    await expect(loadInventory(file)).rejects.toMatchObject({ message: t('notText', { file }) });
    await writeFile(file, list(OBJECTS));
    expect(await loadInventory(file)).toEqual(EXPECTED);
  } finally {
    await rm(directory, { recursive: true });
  }
});

function failure(act: () => unknown): AirlockError {
  try {
    act();
  } catch (error) {
    if (error instanceof AirlockError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}
