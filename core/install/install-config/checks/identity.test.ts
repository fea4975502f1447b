import { expect, test } from 'vitest';
import { complete, problemsOf, rule, SSH_KEY } from '../model/install-config.fixture.ts';
import { t } from './messages.ts';
import { testRules } from './rules.fixture.ts';

const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const ED25519 = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAvqxK2DLAU2ob3p9QHWinjFBEx1u6yU8eF/V7WuSJUX user@host';
/** A DER sequence of three bytes, enough for a check of the form. */
const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n';

testRules([
  rule(
    'vsphere',
    [['apiVersion', undefined]],
    `apiVersion: Required value: install-config version required (${t('versionMissingNote')})`,
  ),
  rule(
    'vsphere',
    [['apiVersion', 'v2']],
    `apiVersion: Invalid value: "v2": install-config version must be "v1" (${t('versionUnknownNote', { version: 'v2' })})`,
    { follows: [['apiVersion', 'v1beta4']] },
  ),
  rule(
    'vsphere',
    [['metadata.name', 'a.b']],
    `metadata.name: Invalid value: "a.b": cluster name must not contain '.'`,
  ),
  rule('vsphere', [['metadata.name', 'Lab']], `metadata.name: Invalid value: "Lab": ${SUBDOMAIN}`),
  rule(
    'vsphere',
    [['metadata.name', 'a'.repeat(55)]],
    `metadata.name: Invalid value: "${'a'.repeat(55)}": must be no more than 54 characters`,
    { follows: [['metadata.name', 'a'.repeat(54)]] },
  ),
  rule('vsphere', [['baseDomain', 'a_b.com']], `baseDomain: Invalid value: "a_b.com": ${SUBDOMAIN}`, {
    follows: [['baseDomain', 'example.com.']],
  }),
  rule(
    'vsphere',
    [
      ['metadata.name', 'a'.repeat(54)],
      ['baseDomain', `${'b'.repeat(60)}.`.repeat(3) + 'c'.repeat(30)],
    ],
    `baseDomain: Invalid value: "${'a'.repeat(54)}.${`${'b'.repeat(60)}.`.repeat(3)}${'c'.repeat(30)}": must be no more than 253 characters`,
  ),
  rule(
    'vsphere',
    [['sshKey', 'ssh-rsa nothing']],
    'sshKey: Invalid value: "ssh-rsa nothing": ssh: no key found',
    { follows: [['sshKey', `${SSH_KEY}\n# a comment\n${ED25519}`]] },
  ),
  rule(
    'vsphere',
    [['sshKey', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n']],
    'sshKey: Invalid value: "********": ssh: no key found (this is a private key)',
    { follows: [['sshKey', SSH_KEY]] },
  ),
  ...['{"auths":{"quay.io":{"auth":"dXNlcjpwYXNzd29yZA=="}}}', `${SSH_KEY}\nMIIEvgIBADANBgkqhkiG9w0`].map(
    (sshKey) =>
      rule('vsphere', [['sshKey', sshKey]], 'sshKey: Invalid value: "********": ssh: no key found', {
        follows: [['sshKey', SSH_KEY]],
      }),
  ),
  rule(
    'vsphere',
    [
      ['fips', true],
      ['sshKey', ED25519],
    ],
    `sshKey: Invalid value: "${ED25519}": SSH key type ssh-ed25519 unavailable when FIPS is enabled. Please use rsa or ecdsa.`,
    {
      follows: [
        ['fips', true],
        ['sshKey', SSH_KEY],
      ],
    },
  ),
  rule(
    'vsphere',
    [['additionalTrustBundle', `${CERTIFICATE}text\n`]],
    'additionalTrustBundle: Invalid value: "-----BEGIN CERTIFICATE-----…": invalid block',
    { follows: [['additionalTrustBundle', CERTIFICATE + CERTIFICATE]] },
  ),
  rule(
    'vsphere',
    [['additionalTrustBundle', CERTIFICATE.replace('MAMCAQE=', 'AAAA')]],
    'additionalTrustBundle: Invalid value: "-----BEGIN CERTIFICATE-----…": x509: malformed certificate',
    { follows: [['additionalTrustBundle', CERTIFICATE]] },
  ),
  rule(
    'vsphere',
    [['additionalTrustBundlePolicy', 'ProxyOnly']],
    'additionalTrustBundlePolicy: Invalid value: "ProxyOnly": supported values "Proxyonly", "Always"',
    { follows: [['additionalTrustBundlePolicy', 'Proxyonly']] },
  ),
  rule('vsphere', [['additionalTrustBundle', CERTIFICATE]], t('trustBundleProxyOnly'), {
    level: 'warning',
    follows: [
      ['additionalTrustBundle', CERTIFICATE],
      ['additionalTrustBundlePolicy', 'Always'],
    ],
  }),
]);

test('accepts names with dots on platforms without machines', () => {
  expect(problemsOf(complete('single-node', [['metadata.name', 'a.b']]))).toEqual([]);
});

test('skips all other checks after an invalid version', () => {
  const problems = problemsOf(
    complete('vsphere', [
      ['apiVersion', 'v2'],
      ['baseDomain', '_'],
    ]),
  );
  expect(problems.map(({ path }) => path)).toEqual(['apiVersion']);
});
