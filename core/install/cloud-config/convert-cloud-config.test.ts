import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { convertCloudConfig, droppedText } from './convert-cloud-config.ts';
import { secretFor } from './effective-config.ts';
import { t } from './messages.ts';
import type { EffectiveCloudConfig } from './model.ts';
import { type ReadCloudConfig, readCloudConfig } from './read-cloud-config.ts';

const PASSWORD = 'Sesame-4711-open';
const INSTALLER_INI = `[Global]
secret-name = "vsphere-creds"
secret-namespace = "kube-system"
insecure-flag = "1"

[VirtualCenter "vc-a.example.lan"]
port = "443"

datacenters = "DC1,DC3"

[VirtualCenter "vc-b.example.lan"]
datacenters = "DC2"

[Workspace]
server = "vc-a.example.lan"
datacenter = "DC1"
default-datastore = "/DC1/datastore/ds1"
folder = "/DC1/vm/multi-8tpnt"
resourcepool-path = "/DC1/host/cluster-a/Resources"

[Labels]
region = "openshift-region"
zone = "openshift-zone"
`;

/** Returns the expected result: accounts in clear text move to the Secret, and the rest has the same effect. */
function moved({ effective, config }: ReadCloudConfig): EffectiveCloudConfig {
  const any = effective.vcenters.some(({ credentials }) => credentials.from === 'clear-text');
  const credentials = { from: 'secret' as const, ...secretFor(config) };
  const vcenters = effective.vcenters.map((vcenter) =>
    any && ['clear-text', 'nowhere'].includes(vcenter.credentials.from)
      ? { ...vcenter, credentials }
      : vcenter,
  );
  return { ...effective, vcenters };
}

describe('INI to YAML', () => {
  test('converts the configuration of the installer, minimal', () => {
    const { text, dropped } = convertCloudConfig(INSTALLER_INI);
    expect(text).toBe(`global:
  insecureFlag: true
  secretName: vsphere-creds
  secretNamespace: kube-system
vcenter:
  vc-a.example.lan:
    server: vc-a.example.lan
    port: 443
    datacenters:
    - DC1
    - DC3
  vc-b.example.lan:
    server: vc-b.example.lan
    datacenters:
    - DC2
labels:
  zone: openshift-zone
  region: openshift-region
`);
    expect(dropped.map(droppedText)).toEqual([
      t('omittedManyKeys', { section: '[Workspace]', count: 5, reason: t('workspaceReason') }),
    ]);
  });

  test('converts to every setting in the layout and order of the installer', () => {
    const { text } = convertCloudConfig(INSTALLER_INI, { layout: 'full' });
    const object = parse(text!);
    expect(Object.keys(object)).toEqual(['global', 'vcenter', 'labels']);
    expect(Object.keys(object.global)).toEqual([
      ...[
        'user',
        'password',
        'server',
        'port',
        'insecureFlag',
        'datacenters',
        'soapRoundtripCount',
        'caFile',
        'thumbprint',
      ],
      ...['secretName', 'secretNamespace', 'secretsDirectory', 'apiDisable', 'apiBinding', 'ipFamily'],
    ]);
    expect(Object.keys(object.vcenter['vc-b.example.lan'])).toEqual([
      ...[
        'user',
        'password',
        'tenantref',
        'server',
        'port',
        'insecureFlag',
        'datacenters',
        'soapRoundtripCount',
      ],
      ...['caFile', 'thumbprint', 'secretref', 'secretName', 'secretNamespace', 'ipFamily'],
    ]);
    expect(readCloudConfig(text!).effective).toEqual(readCloudConfig(INSTALLER_INI).effective);
  });

  test('replaces an account in clear text with the Secret and lists its keys', () => {
    const ini = `[Global]\nserver=10.0.0.1\nuser=u-one\npassword=${PASSWORD}\nport=443\ndatacenters=dc1\n# password=${PASSWORD}\n`;
    const result = convertCloudConfig(ini);
    expect(parse(result.text!)).toEqual({
      global: {
        server: '10.0.0.1',
        port: 443,
        datacenters: ['dc1'],
        secretName: 'vsphere-creds',
        secretNamespace: 'kube-system',
      },
      vcenter: { '10.0.0.1': { server: '10.0.0.1' } },
    });
    expect(result.secret).toEqual({
      namespace: 'kube-system',
      name: 'vsphere-creds',
      keys: ['10.0.0.1.username', '10.0.0.1.password'],
    });
    expect(result.dropped.map(({ section, keys, secret }) => [section, keys, secret])).toEqual([
      ['[Global]', ['user', 'password'], true],
      ['', [], false],
    ]);
    expect(JSON.stringify(result)).not.toMatch(/Sesame|u-one/);
  });

  test('names the keys of the Secret by server, also for tenants', () => {
    const { secret, text } = convertCloudConfig(
      `[VirtualCenter "tenant1"]\nserver = 10.0.0.1\nuser = u\npassword = ${PASSWORD}\n`,
    );
    expect(secret!.keys).toEqual(['10.0.0.1.username', '10.0.0.1.password']);
    expect(parse(text!).vcenter).toEqual({ tenant1: { server: '10.0.0.1' } });
  });

  test('lists settings of the in-tree provider and unknown ones, and copies those of the load balancer', () => {
    const { text, dropped } = convertCloudConfig(
      `${INSTALLER_INI}[Disk]\nscsicontrollertype = pvscsi\n[Global]\ncluster-id = x\n[LoadBalancer]\nip-pool-id = p\ntags = "{\\"a\\": \\"b\\"}"\n[LoadBalancerClass "c"]\nip-pool-name = n\n[NSXT]\nhost = h\npassword = ${PASSWORD}\ninsecure-flag = 1\n`,
    );
    expect(parse(text!)).toMatchObject({
      loadBalancer: { ipPoolId: 'p', tags: { a: 'b' } },
      loadBalancerClass: { c: { ipPoolName: 'n' } },
      nsxt: { host: 'h', insecureFlag: true },
    });
    expect(dropped.map(({ section, keys }) => `${section} ${keys.join()}`).slice(1)).toEqual([
      '[Disk] scsicontrollertype',
      '[Global] cluster-id',
      '[NSXT] password',
    ]);
  });

  test('warns about settings of one vCenter, which OpenShift would lose', () => {
    const { problems } = convertCloudConfig(
      `${INSTALLER_INI}[VirtualCenter "vc-b.example.lan"]\nthumbprint = t\n`,
    );
    expect(problems.at(-1)).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('(thumbprint)'),
    });
  });

  test('returns the ConfigMap without fields of the API server and its tools', () => {
    const config = INSTALLER_INI.replaceAll(/^(?=.)/gm, '    ');
    const { configMap, text, dropped } = convertCloudConfig(
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: cloud-provider-config\n  namespace: openshift-config\n  uid: x\n  annotations: {note: ${PASSWORD}}\ndata:\n  password.txt: ${PASSWORD}\n  ca-bundle.pem: |\n    -----BEGIN CERTIFICATE-----\n    QUJD\n    -----END CERTIFICATE-----\n  vsphere.conf: |\n${config}`,
    );
    expect(parse(configMap!)).toEqual({
      ...{ apiVersion: 'v1', kind: 'ConfigMap' },
      metadata: { name: 'cloud-provider-config', namespace: 'openshift-config' },
      data: {
        'ca-bundle.pem': '-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----\n',
        'vsphere.conf': text,
      },
    });
    expect(dropped.map(droppedText)).toContain(
      t('omittedKeys', {
        ...{ section: 'ConfigMap cloud-provider-config', keys: 'password.txt' },
        reason: t('otherDataReason'),
      }),
    );
  });

  test('does not convert a partly unreadable configuration', () => {
    const { text, problems } = convertCloudConfig('[Global]\nIPFamily string `x`\n[VirtualCenter "a"]\n');
    expect(text).toBeUndefined();
    expect(problems[0]).toMatchObject({ line: 2, message: "expected '='" });
  });
});

describe('YAML to YAML', () => {
  const YAML = `# ours ${PASSWORD}
global:
    secretName: s # keep
    secretNamespace: ns
    user: ""
    passwort: ${PASSWORD}
vcenter:
    a:
        server: a
        unknown: [1,  2]
`;

  test('copies only known settings, names others without their values, and counts comments', () => {
    const { text, dropped } = convertCloudConfig(YAML);
    expect(text).toBe('global:\n  secretName: s\n  secretNamespace: ns\nvcenter:\n  a:\n    server: a\n');
    expect(dropped.map(droppedText)).toEqual([
      t('omittedKeys', { section: 'global', keys: 'passwort', reason: t('unknownReason') }),
      t('omittedKeys', { section: 'vcenter.a', keys: 'unknown', reason: t('unknownReason') }),
      t('commentsReason', { count: 2 }),
    ]);
  });

  test('replaces accounts with the Secret', () => {
    const { text, secret, dropped } = convertCloudConfig(
      `global:\n  insecureFlag: true\nvcenter:\n  a: {server: a, user: u, password: ${PASSWORD}}\n`,
    );
    expect(parse(text!)).toEqual({
      global: { insecureFlag: true, secretName: 'vsphere-creds', secretNamespace: 'kube-system' },
      vcenter: { a: { server: 'a' } },
    });
    expect(secret!.keys).toEqual(['a.username', 'a.password']);
    expect(dropped).toMatchObject([{ section: 'vcenter.a', keys: ['user', 'password'], secret: true }]);
  });
});

const word = fc.oneof(
  fc.constantFrom(
    'DC1',
    '443',
    'true',
    'no',
    '0012',
    'a#b',
    'x;y',
    'with blank',
    '10.0.0.1',
    'ünï',
    'a: b',
    '- c',
    '"q"',
    'back\\slash',
    '*',
    '~',
  ),
  fc.stringMatching(/^[a-zA-Z0-9._/-]{1,12}$/),
);
const listed = word.filter((text) => !text.includes(','));
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const flag = fc.constantFrom('1', 'true', 'YES', 'on', '0', 'False', 'no', 'off');
const connection = {
  port: optional(fc.nat({ max: 65_535 }).map(String)),
  'insecure-flag': optional(flag),
  datacenters: optional(fc.array(listed, { maxLength: 3 }).map((names) => names.join(','))),
  'soap-roundtrip-count': optional(fc.nat({ max: 9 }).map(String)),
  'ca-file': optional(word),
  thumbprint: optional(word),
  'secret-name': optional(word),
  'secret-namespace': optional(word),
  'ip-family': optional(fc.constantFrom('ipv4', 'IPv6', 'ipv6,ipv4', 'ipv4, ipv6')),
  user: optional(fc.constant('Sesame-user')),
  password: optional(fc.constant(PASSWORD)),
};
const section = fc.record({
  ...connection,
  server: optional(word),
  'secrets-directory': optional(word),
  'api-disable': optional(flag),
  'api-binding': optional(word),
});
const vcenter = fc.record({ ...connection, server: optional(word) });
const configuration = fc.record({
  Global: section,
  vcenters: fc.array(fc.tuple(word, vcenter), { maxLength: 3 }),
  Labels: fc.record({ zone: optional(word), region: optional(word) }),
  Nodes: fc.record({
    'internal-vm-network-name': optional(word),
    'exclude-internal-network-subnet-cidr': optional(word),
  }),
  Workspace: fc.record({ server: optional(word), 'default-datastore': optional(word) }),
});

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

function iniOf(value: typeof configuration extends fc.Arbitrary<infer T> ? T : never): string {
  const { vcenters, ...sections } = value;
  const lines = (keys: Record<string, string | undefined>) =>
    Object.entries(keys).flatMap(([key, text]) => (text === undefined ? [] : [`${key} = ${quoted(text)}`]));
  return [
    ...Object.entries(sections).flatMap(([name, keys]) => [`[${name}]`, ...lines(keys)]),
    ...vcenters.flatMap(([name, keys]) => [`[VirtualCenter ${quoted(name)}]`, ...lines(keys)]),
  ].join('\n');
}

test('any configuration has the same effect as YAML in both layouts, without accounts', () => {
  fc.assert(
    fc.property(configuration, fc.constantFrom('full' as const, 'minimal' as const), (value, layout) => {
      const ini = iniOf(value);
      const before = readCloudConfig(ini);
      expect(before.format).toBe('ini');
      const result = convertCloudConfig(ini, { layout });
      expect(result.text, JSON.stringify(result.problems)).toBeDefined();
      expect(JSON.stringify(result)).not.toContain('Sesame');
      // Without any setting, the YAML is empty.
      if (result.text === '') return;
      const after = readCloudConfig(result.text!);
      expect(after.format).toBe('yaml');
      expect(after.effective).toEqual(moved(before));
      expect(convertCloudConfig(result.text!, { layout }).text).toBe(result.text);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['insecureFlag: false', 'insecureFlag: true', ''],
  ['insecureFlag: true', 'insecureFlag: true', ''],
  ['insecureFlag: true', '', 'insecureFlag'],
  ['soapRoundtripCount: 3', '', ''],
  ['soapRoundtripCount: 5', '', 'soapRoundtripCount'],
  ['secretName: own', '', ''],
  ['secretName: own, secretNamespace: kube-system', '', 'secretName'],
  ['ipFamily: [ipv4]', '', ''],
  ['thumbprint: AA, caFile: /ca.pem', 'thumbprint: AA', 'caFile'],
])(
  'reports the own settings of a vCenter that have an effect: %s with global %s',
  (own, global, settings) => {
    const text = `global: {secretName: s, secretNamespace: n${global && `, ${global}`}}\nvcenter: {vc: {server: vc, ${own}}}\n`;
    const messages = convertCloudConfig(text).problems.map(({ message }) => message);
    expect(messages).toEqual(settings === '' ? [] : [t('ownSettings', { name: 'vc', settings })]);
  },
);
