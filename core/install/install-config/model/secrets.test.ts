import { describe, expect, test } from 'vitest';
import { pathText } from '../../../base/document/field-path.ts';
import { readYaml } from '../../../base/document/yaml-text.ts';
import { complete, PASSWORD, SSH_KEY } from './install-config.fixture.ts';
import { containsPrivateKey, MASK, maskSecrets, secretPaths } from './secrets.ts';

test('finds secrets everywhere, also in unknown fields', () => {
  const document = readYaml(
    [
      'PullSecret: x',
      'sshKey: y',
      'sshkeys: ["-----BEGIN OPENSSH PRIVATE KEY-----\\nb3Bl"]',
      'controlPlane: {fencing: {credentials: [{password: p}]}}',
      'platform:',
      '  vsphere:',
      '    vcenters: [{password: p, componentCredentials: {storage: {user: u, password: q}}}]',
      '    password: old',
      '  baremetal: {hosts: [{bmc: {password: p}}]}',
      '  nutanix: {prismCentral: {username: u, password: p}}',
      '  azure: {clientSecret: s}',
      '  vcenters: [{password: ""}]',
      '',
    ].join('\n'),
  );
  expect(secretPaths(document).map(pathText)).toEqual([
    'PullSecret',
    'sshKey',
    'sshkeys[0]',
    'controlPlane.fencing.credentials[0].password',
    'platform.vsphere.vcenters[0].password',
    'platform.vsphere.vcenters[0].componentCredentials.storage.password',
    'platform.vsphere.password',
    'platform.baremetal.hosts[0].bmc.password',
    'platform.nutanix.prismCentral.password',
    'platform.azure.clientSecret',
  ]);
});

test.each([
  ['-----BEGIN OPENSSH PRIVATE KEY-----', true],
  ['-----BEGIN EC PRIVATE KEY-----', true],
  ['PuTTY-User-Key-File-3: ssh-ed25519', true],
  ['b3BlbnNzaC1rZXktdjEAAAAABG5vbmU', true],
  ['-----BEGIN PUBLIC KEY-----', false],
  [SSH_KEY, false],
  ['ssh-rsa nothing', false],
])('%s is a private key: %s', (text, isPrivate) => {
  expect(containsPrivateKey(`x\n${text}`)).toBe(isPrivate);
});

const BODY = 'MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSk';

test.each([
  [`sshKey: ${BODY}\n`, true],
  [`sshKey: |\n  ${SSH_KEY}\n  ${BODY}\n`, true],
  ['sshKey: {"auths":{"quay.io":{"auth":"dXNlcjpwYXNzd29yZA=="}}}\n', true],
  [`sshkey: '{"auths":{}}'\n`, true],
  [`sshKey: |\n  # kim\n  ${SSH_KEY}\n\n  no-pty ${SSH_KEY}\n`, false],
  ['sshKey: ssh-rsa nothing\n', false],
  ["sshKey: ''\n", false],
])('%j contains a secret: %s', (text, isSecret) => {
  expect(secretPaths(readYaml(text))).toHaveLength(isSecret ? 1 : 0);
  expect(maskSecrets(text) !== text).toBe(isSecret);
});

describe('masked texts', () => {
  test.each(['vsphere-multi-vcenter', 'baremetal'] as const)('%s: changes only secrets', (preset) => {
    const { text } = complete(preset);
    const masked = maskSecrets(text);
    expect(masked).not.toContain(PASSWORD);
    expect(masked).toContain(SSH_KEY);
    expect(masked).not.toContain('bWlycm9y');
    const [before, after] = [text.split('\n'), masked.split('\n')];
    expect(after).toHaveLength(before.length);
    const other = before.filter((line, i) => line !== after[i]);
    expect(other.every((line) => /password|pullSecret/.test(line))).toBe(true);
  });

  test('in blocks, mappings and flow style', () => {
    const text = `pullSecret: |\n  {"auths":\n  ${PASSWORD}}\nsshKey: >-\n  -----BEGIN RSA PRIVATE KEY-----\n  ${PASSWORD}\n\nproxy: {httpProxy: "http://u:${PASSWORD}@h:1"}\nplatform: {vsphere: {password: ${PASSWORD}, vCenter: v}} # end\n`;
    expect(maskSecrets(text)).toBe(
      `pullSecret: '${MASK}'\nsshKey: '${MASK}'\n\nproxy: {httpProxy: "http://${MASK}@h:1"}\nplatform: {vsphere: {password: '${MASK}', vCenter: v}} # end\n`,
    );
    expect(maskSecrets(`pullSecret:\n  auths:\n    a: {auth: ${PASSWORD}}\nfips: true\r\n`)).not.toContain(
      PASSWORD,
    );
  });

  test.each([
    `x: [\npassword: ${PASSWORD}\nfips: true\n`,
    `x: [\n  - password: "${PASSWORD}"\n`,
    `x: [\npullSecret: |\n  ${PASSWORD}\n  ${PASSWORD}\nfips: true\n`,
    `x: [\nv: {user: u, password: ${PASSWORD}}\n`,
    `x: [\npullSecret: '{"auths":\n{"a":{"auth":"${PASSWORD}"}}}'\n`,
    `a: 1\na: 2\nsshKey: ${PASSWORD}\n`,
    `x: [\n"pullSecret":\n  ${PASSWORD}\n`,
  ])('of invalid YAML: %j', (text) => {
    const masked = maskSecrets(text);
    expect(masked).not.toContain('sesame');
    expect(masked.split('\n')).toHaveLength(text.split('\n').length);
  });
});
