import { describe, expect, test } from 'vitest';
import { YAML_LIMITS } from '../../base/document/parse-yaml.ts';
import { unlistedProblems } from '../../base/errors/most-problems.ts';
import { convertCloudConfig } from './convert-cloud-config.ts';
import { maskCloudConfig } from './mask-cloud-config.ts';
import { t } from './messages.ts';
import { readCloudConfig } from './read-cloud-config.ts';

const PASSWORD = 'Sesame-4711-open';
const SECRET = 'secret-name = "s"\nsecret-namespace = "n"\n';
const vcenters = (text: string) => readCloudConfig(text).effective.vcenters;
const errors = (text: string) =>
  readCloudConfig(text)
    .problems.filter(({ level }) => level === 'error')
    .map(({ message }) => message);

describe('INI', () => {
  test('has defaults', () => {
    const read = readCloudConfig(`[Global]\n${SECRET}[VirtualCenter "vc"]\n`);
    expect(read).toMatchObject({ format: 'ini', ok: true, complete: true });
    expect(read.effective).toEqual({
      vcenters: [
        {
          ...{
            name: 'vc',
            server: 'vc',
            port: 443,
            insecureFlag: false,
            datacenters: [],
            soapRoundtripCount: 3,
          },
          ...{ caFile: '', thumbprint: '', ipFamily: ['ipv4'] },
          credentials: { from: 'secret', namespace: 'n', name: 's' },
        },
      ],
      ...{
        apiDisable: false,
        apiBinding: ':43001',
        labels: { region: '', zone: '' },
        nodes: {},
        upstream: {},
      },
    });
  });

  test('settings of a vCenter override those of Global, except a false insecure-flag', () => {
    const [a, b] = vcenters(`[Global]
${SECRET}PORT = 8443
insecure-flag = yes
datacenters = "x, y ,"
soap-roundtrip-count = 5
ca-file = /ca
thumbprint = t
ip-family = "IPv6,ipv4"
[virtualcenter "a"]
[VirtualCenter "b"]
port = 444
insecure-flag = off
datacenters = z
soap-roundtrip-count = 1
ca-file = /b
thumbprint = u
ip-family = ipv4
secret-name = own
secret-namespace = ns
`);
    expect(a).toMatchObject({
      ...{ port: 8443, insecureFlag: true, datacenters: ['x', 'y'], soapRoundtripCount: 5, caFile: '/ca' },
      ...{
        thumbprint: 't',
        ipFamily: ['ipv6', 'ipv4'],
        credentials: { from: 'secret', namespace: 'n', name: 's' },
      },
    });
    expect(b).toMatchObject({
      ...{
        port: 444,
        insecureFlag: true,
        datacenters: ['z'],
        soapRoundtripCount: 1,
        caFile: '/b',
        thumbprint: 'u',
      },
      ...{ ipFamily: ['ipv4'], credentials: { from: 'secret', namespace: 'ns', name: 'own' } },
    });
  });

  test('adds the server of Global as a vCenter, and reads a section with a server as a tenant', () => {
    const text = `[Global]\n${SECRET}server = 10.0.0.1\n`;
    expect(vcenters(text)).toMatchObject([{ name: '10.0.0.1', server: '10.0.0.1' }]);
    expect(vcenters(`${text}[VirtualCenter "10.0.0.1"]\nport = 1\n`)).toMatchObject([{ port: 1 }]);
    const tenant = vcenters(`[Global]\n${SECRET}[VirtualCenter "tenant"]\nserver = 10.0.0.9\n`);
    expect(tenant).toMatchObject([{ name: 'tenant', server: '10.0.0.9' }]);
  });

  test('uses the last of repeated keys and sections', () => {
    expect(
      vcenters(`[Global]\n${SECRET}[VirtualCenter "a"]\nport=1\n[VirtualCenter "a"]\nport=2\nport=3\n`),
    ).toMatchObject([{ port: 3 }]);
  });

  test.each([
    ['', t('fileEmpty')],
    [`[Global]\n${SECRET}`, 'No Virtual Center hosts defined'],
    [
      `[Global]\n${SECRET}[VirtualCenter]\n`,
      'vsphere.conf does not have the VirtualCenter IP address specified',
    ],
    [`[VirtualCenter "a"]\n`, 'Username is missing (a)'],
    [`[VirtualCenter "a"]\nuser = u\n`, 'Password is missing (a)'],
    [`[Global]\n${SECRET}secrets-directory = /d\n[VirtualCenter "a"]\n`, 'Username is missing (a)'],
    [
      `[Global]\n${SECRET}ip-family = ipv5\n[VirtualCenter "a"]\n`,
      'Global.ip-family: Invalid IP Family type',
    ],
    [
      `[Global]\n${SECRET}insecure-flag = maybe\n[VirtualCenter "a"]\n`,
      t('flagInvalid', { setting: 'Global.insecure-flag' }),
    ],
    [
      `[Global]\n${SECRET}[VirtualCenter "a"]\nsoap-roundtrip-count = -1\n`,
      t('typeInvalid', { setting: 'VirtualCenter "a".soap-roundtrip-count', type: 'integer' }),
    ],
    [`[Global]\n${SECRET}port\n[VirtualCenter "a"]\n`, t('valueMissing', { setting: 'Global.port' })],
    ['just text', `ReadConfig failed.  YAML=[${t('notMapping')}], INI=[expected section header]`],
  ])('%j: %s', (text, message) => expect(errors(text)[0]).toContain(message));

  test.each([
    ['YAML', 'a: [1\nb: {\n\tfoo', 2, 1],
    ['JSON', '{"global": {"port": 443,\n  "secretName": "s"\n', 3, 1],
    ['a ConfigMap that is not YAML', 'kind: ConfigMap\ndata:\n config: |\n   [Global]\n  a: b\n', 5, 3],
    ['INI', '# file\n\n[Global\nuser = "x\n', 3, 8],
    ['INI before its first section', 'port = 1\n[Global]\n', 1, 1],
    ['text', 'just text', 1, 1],
  ])('a fault of %s has its place', (_, text, line, column) => {
    const faults = readCloudConfig(text).problems.filter(({ code }) => code === 'cloud-config-unreadable');
    expect(faults).toMatchObject([{ line, column }]);
  });

  test.each([
    ['baseDomain: x.io\nplatform: {none: {}}\n', 1, 'install-config.yaml'],
    ['apiVersion: v1\nkind: ConfigMap\ndata: {a: b}\n', 2, 'a Kubernetes object of the kind ConfigMap'],
    ['interfaces: []\n', 1, 'a network document'],
    ['kind: ImageSetConfiguration\n', 1, 'an image set configuration'],
  ])('another file is one error: %j', (text, line, name) => {
    const { format, ok, problems } = readCloudConfig(text);
    expect([format, ok]).toEqual([undefined, false]);
    expect(problems).toMatchObject([
      { line, column: 1, level: 'error', message: expect.stringContaining(`the file is ${name}, not`) },
    ]);
  });

  test('rejects an empty number, as the provider does', () => {
    const { problems } = readCloudConfig('[Global]\nsoap-roundtrip-count = ""\n[VirtualCenter "a"]\n');
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'cloud-config-invalid', path: 'Global.soap-roundtrip-count', line: 2 }),
    );
  });

  test('reports missing settings only if the entire file is readable', () => {
    for (const text of [
      'global:\n  secretName: s\nvcenter: [\n',
      'global:\n  secretName: s\nvcenter:\n  a: {server: x, server: y}\n',
      'kind: ConfigMap\ndata:\n  cloud.conf: |\n    global: [\n',
      '[Global]\nuser = "x\n[VirtualCenter "a"]\n',
      '[Global]\nuser = "x\n',
    ]) {
      const read = readCloudConfig(text);
      const codes = read.problems.filter(({ level }) => level === 'error').map(({ code }) => code);
      expect([text, codes]).toEqual([text, ['cloud-config-unreadable']]);
      expect(read.ok).toBe(false);
    }
  });

  test('reads a directory of secrets, and stores only that accounts are in clear text', () => {
    expect(vcenters('[Global]\nsecrets-directory = /d\n[VirtualCenter "a"]\n')).toMatchObject([
      { credentials: { from: 'directory', path: '/d' } },
    ]);
    const read = readCloudConfig(`[Global]\nuser = admin\n[VirtualCenter "a"]\npassword = ${PASSWORD}\n`);
    expect(read.effective.vcenters[0]!.credentials).toEqual({ from: 'clear-text' });
    const { text: _, ...rest } = read;
    expect(JSON.stringify([rest, [...read.config.vcenters]])).not.toMatch(/Sesame|admin/);
    expect(
      read.problems.flatMap(({ message, line }) =>
        ['Global.user', 'VirtualCenter.password'].some((setting) => message === t('clearText', { setting }))
          ? [line]
          : [],
      ),
    ).toEqual([2, 4]);
  });
});

describe('YAML', () => {
  const GLOBAL = 'global: {secretName: s, secretNamespace: n}\n';

  test('has the same settings with other names', () => {
    const text = `${GLOBAL}vcenter:\n  t: {server: 10.0.0.1, port: 444, datacenters: [a, b], insecureFlag: yes, thumbprint: 0012}\nlabels: {zone: z}\nnodes: {internalVmNetworkName: net}\n`;
    const { effective, format, ok } = readCloudConfig(text);
    expect([format, ok]).toEqual(['yaml', true]);
    expect(effective).toMatchObject({
      vcenters: [
        {
          name: 't',
          server: '10.0.0.1',
          port: 444,
          datacenters: ['a', 'b'],
          insecureFlag: true,
          thumbprint: '0012',
        },
      ],
      ...{ labels: { zone: 'z' }, nodes: { internalVmNetworkName: 'net' } },
    });
  });

  test.each([
    [
      `${GLOBAL}vcenter:\n  a: {port: 1}\n`,
      'vsphere.conf does not have the VirtualCenter IP address specified',
      3,
    ],
    [
      `${GLOBAL}vcenter:\n  a: {server: a, port: "443"}\n`,
      t('typeInvalid', { setting: 'vcenter.a.port', type: 'integer' }),
      3,
    ],
    [
      `${GLOBAL}vcenter:\n  a:\n    server: a\n    datacenters: DC\n`,
      t('typeInvalid', { setting: 'vcenter.a.datacenters', type: 'list' }),
      5,
    ],
    [
      `global: {insecureFlag: "true"}\n`,
      t('typeInvalid', { setting: 'global.insecureFlag', type: 'flag' }),
      1,
    ],
    ['global: x\n', t('typeInvalid', { setting: 'global', type: 'object' }), 1],
    ['vcenter: [a]\n', t('typeInvalid', { setting: 'vcenter', type: 'map' }), 1],
    [`global:\n  password: "x\n`, t('yamlInvalid'), 3],
    [
      `global:\n  user: ${'['.repeat(200)}`,
      `the YAML is nested more than ${YAML_LIMITS.depth} levels deep`,
      2,
    ],
  ])('%j: %s', (text, message, line) => {
    expect(readCloudConfig(text).problems[0]).toMatchObject({
      message: expect.stringContaining(message),
      line,
    });
  });

  test('reports an unknown name with the correct one', () => {
    const [first] = readCloudConfig(`${GLOBAL}vcenter:\n  a: {server: a, ca-file: /x}\n`).problems;
    expect(first).toMatchObject({
      level: 'warning',
      message: t('settingUnknown', { setting: 'vcenter.a.ca-file' }),
      remedy: t('settingMisspelledRemedy', { name: 'caFile' }),
    });
  });

  test('does not store the account of NSX-T', () => {
    const read = readCloudConfig(
      `${GLOBAL}vcenter: {a: {server: a}}\nnsxt: {host: h, password: ${PASSWORD}}\n`,
    );
    expect(read.effective.upstream).toEqual({ nsxt: { host: 'h' } });
  });
});

describe('a configuration is read from', () => {
  const INI = `[Global]\n${SECRET}[VirtualCenter "vc"]\nsoap-roundtrip-count = x\n`;
  const block = INI.replaceAll(/^(?=.)/gm, '    ');

  test.each([
    ['a ConfigMap', `kind: ConfigMap\nmetadata:\n  name: c\ndata:\n  config: |\n${block}`, 'config', 10, 5],
    [
      'another key',
      `kind: ConfigMap\nmetadata:\n  name: c\ndata:\n  other: x\n  mine: |\n${block}`,
      'mine',
      11,
      5,
    ],
    [
      'one of several documents',
      `kind: Service\n---\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  vsphere.conf: |\n${block}`,
      'vsphere.conf',
      12,
      5,
    ],
    [
      'a list',
      `kind: List\nitems:\n- kind: ConfigMap\n  metadata: {name: c}\n  data:\n    cloud.conf: |\n${block.replaceAll(/^(?=.)/gm, '  ')}`,
      'cloud.conf',
      11,
      7,
    ],
    [
      'JSON',
      JSON.stringify({ kind: 'ConfigMap', metadata: { name: 'c' }, data: { config: INI } }),
      'config',
      1,
      62,
    ],
    [
      'a Secret',
      `kind: Secret\nmetadata: {name: c}\ndata:\n  vsphere.conf: ${btoa(INI)}\n`,
      'vsphere.conf',
      4,
      17,
    ],
  ])('%s', (_, text, key, line, column) => {
    const read = readCloudConfig(text, { file: 'f' });
    expect(read.wrapper).toMatchObject({ name: 'c', key });
    expect(read.effective.vcenters).toHaveLength(1);
    expect(read.problems[0]).toMatchObject({
      message: t('typeInvalid', { setting: 'VirtualCenter "vc".soap-roundtrip-count', type: 'integer' }),
      file: 'f',
      line,
      column,
    });
  });

  test('a shell command and a template', () => {
    const shell = `cat <<'EOF' > x\n${INI}EOF\nmore $x\n`;
    expect(readCloudConfig(shell).problems[0]).toMatchObject({ line: 6 });
    const template = `global: {secretName: s, secretNamespace: n, port: {{ .Values.port }}}\n{{- if .x }}\nvcenter:\n  {{ .host }}:\n    server: {{ .host }}\n{{- end }}\n`;
    const read = readCloudConfig(template);
    expect(read).toMatchObject({ format: 'yaml', ok: true });
    expect(read.effective.vcenters).toHaveLength(1);
    expect(read.problems.at(-1)!.message).toBe(t('template', { placeholder: '{{ … }}' }));
  });
});

test.each([
  ['INI', `[Global]\nuser = "a" ; c\npassword = ${PASSWORD}\nport = 1\n`, 'port = 1'],
  ['a continued value', `[Global]\npassword = Sesame\\\n   -4711\\\n Sesame\nport = 1`, 'port = 1'],
  ['a comment', `# password: ${PASSWORD}\nport = 1`, 'port = 1'],
  ['YAML', `global:\n  user: a\n  password: |\n    ${PASSWORD}\n  port: 1`, '  port: 1'],
  ['one line', `{global: {port: 1, password: "${PASSWORD}"}}`, '********'],
  ['a Secret', `data:\n  vc.lan.username: YQ==\n  vc.lan.password: ${PASSWORD}\n`, 'data:'],
  [
    'JSON with line ends',
    `{"data": {"config": "[Global]\\npassword = \\"${PASSWORD}\\"\\nport = 1"}}`,
    '********',
  ],
])('masks %s', (_, text, saved) => {
  const masked = maskCloudConfig(text);
  expect(masked).not.toMatch(/Sesame|4711/);
  expect(masked).toContain(saved);
  expect(masked.split('\n')).toHaveLength(text.split('\n').length);
});

test('leaves a text without secrets byte for byte', () => {
  const text = 'global:\n  user: ""\n  password: ""\n  secretName: vsphere-creds\n';
  expect(maskCloudConfig(text)).toBe(text);
});

test('stops at the limits for statements and problems', () => {
  const long = readCloudConfig(`[Global]\n${'a=b\n'.repeat(100_001)}`);
  expect(long.complete).toBe(false);
  expect(long.problems[0]!.message).toBe(t('tooManyStatements', { maximum: 100_000 }));
  const wrong = readCloudConfig(`[Global]\n${'=\n'.repeat(2000)}`);
  expect(wrong.problems.length).toBe(1001);
  expect(wrong.problems.at(-1)!.message).toBe(unlistedProblems('the file').message);
});

const CONF = `[Global]\n${SECRET}[VirtualCenter "vc"]\n`;
test.each([
  [
    'stringData of a Secret',
    'kind: Secret\nmetadata: {name: c}\nstringData:\n  vsphere.conf: |\n',
    CONF.replace(/^/gm, '    '),
  ],
  [
    'binaryData of a ConfigMap',
    'kind: ConfigMap\nmetadata: {name: c}\nbinaryData:\n  vsphere.conf: ',
    btoa(CONF),
  ],
])('reads %s', (_name, head, text) => {
  const { format, complete, wrapper } = readCloudConfig(`${head}${text}\n`);
  expect({ format, complete, key: wrapper?.key }).toEqual({
    format: 'ini',
    complete: true,
    key: 'vsphere.conf',
  });
});

describe('advice on accounts', () => {
  const remedies = (text: string) =>
    readCloudConfig(text)
      .problems.filter(
        ({ code, message }) => code !== 'cloud-config-suspicious' || /clear text/.test(message),
      )
      .map(({ remedy }) => remedy);
  const ACCOUNT = `user = "u"\npassword = "${PASSWORD}"\n`;
  const move = (secret: string) => t('clearTextRemedy', { secret });

  test.each([
    ['no Secret', '', 'kube-system/vsphere-creds'],
    ['the name of a Secret', 'secret-name = "vc-accounts"\n', 'kube-system/vc-accounts'],
    ['the namespace of a Secret', 'secret-namespace = "vsphere"\n', 'vsphere/vsphere-creds'],
    [
      'a Secret that a directory disables',
      'secret-name = "a"\nsecret-namespace = "b"\nsecrets-directory = "/c"\n',
      'b/a',
    ],
  ])('names the Secret of a file with %s', (_, named, secret) => {
    const text = `[Global]\n${ACCOUNT}${named}[VirtualCenter "vc"]\n`;
    expect(remedies(text)).toEqual([move(secret), move(secret)]);
    const conversion = convertCloudConfig(text);
    expect(conversion.secret).toMatchObject({
      namespace: secret.split('/')[0],
      name: secret.split('/')[1],
    });
    expect(readCloudConfig(conversion.text!).effective.vcenters[0]!.credentials).toMatchObject({
      from: 'secret',
      name: secret.split('/')[1],
    });
  });

  test('names the Secret that a vCenter names in part', () => {
    const text = `[VirtualCenter "vc"]\nsecret-name = "own"\n${ACCOUNT}`;
    expect(remedies(text)).toEqual([move('kube-system/own'), move('kube-system/own')]);
  });

  test('names the Secret that a file without credentials names in part', () => {
    expect(remedies('global: {secretName: mine}\nvcenter: {vc: {server: vc}}\n')).toEqual([
      t('credentialsMissingRemedy', { name: 'mine', namespace: 'kube-system' }),
    ]);
  });

  test.each([
    ['Global', `[Global]\n${SECRET}${ACCOUNT}[VirtualCenter "vc"]\n`],
    ['VirtualCenter', `[Global]\n${SECRET}[VirtualCenter "vc"]\n${ACCOUNT}`],
    [
      'vcenter.vc',
      `global: {secretName: s, secretNamespace: n}\nvcenter: {vc: {server: vc, user: u, password: p}}\n`,
    ],
  ])('reports an account in %s that a Secret replaces as ignored', (section, text) => {
    const messages = readCloudConfig(text).problems.map(({ message }) => message);
    for (const key of ['user', 'password'])
      expect(messages).toContain(t('clearTextUnused', { setting: `${section}.${key}` }));
  });
});

test('warns about a port of INI that is not a number, which the cloud provider accepts as text', () => {
  const text = `[Global]\n${SECRET}[VirtualCenter "vc"]\nport = x\n`;
  const { ok, problems } = readCloudConfig(text);
  expect(ok).toBe(true);
  expect(problems.map(({ message }) => message)).toContain(
    t('portInvalid', { setting: 'VirtualCenter "vc".port' }),
  );
  expect(convertCloudConfig(text).dropped).toMatchObject([{ keys: ['port'] }]);
});

test('reads an entry of a list without a value as an empty one, as Go does', () => {
  const { ok, effective } = readCloudConfig(
    `global: {secretName: s, secretNamespace: n}\nvcenter: {vc: {server: vc, datacenters: [DC1, null]}}\n`,
  );
  expect([ok, effective.vcenters[0]!.datacenters]).toEqual([true, ['DC1']]);
});
