import type { Checks } from '../model/checks.ts';
import { clusterNameFault, domainFault } from '../model/names.ts';

/** Versions of the file that the installer rewrites to v1. */
const READABLE = ['v1', 'v1beta3', 'v1beta4'];

/** @returns false when nothing else is checked */
export function checkVersion({ config, required, invalid, writing }: Checks): boolean {
  const version = config.apiVersion ?? '';
  if (READABLE.includes(version)) return true;
  const fix = writing('Write apiVersion: v1', ['apiVersion'], 'v1');
  // Loading says it before the validation does, in other words: users may see either.
  if (!version)
    required(['apiVersion'], 'install-config version required', {
      of: 'on loading: no version was provided',
      remedy: 'Write apiVersion: v1.',
      fix,
    });
  else
    invalid(['apiVersion'], version, 'install-config version must be "v1"', {
      of: `on loading: cannot upconvert from version ${version}`,
      remedy: 'Write apiVersion: v1.',
      fix,
    });
  return false;
}

/** SSH keys, trust bundle, names. */
export function checkIdentity(checks: Checks): void {
  const { config, invalid, platform } = checks;
  checkSshKey(checks);
  checkTrustBundle(checks);
  const name = config.metadata?.name ?? '';
  const nameFault = clusterNameFault(name, platform);
  if (nameFault)
    invalid(['metadata', 'name'], name, nameFault, {
      remedy:
        'Give the cluster a name of lower-case letters, digits and hyphens; it becomes part of api.NAME.DOMAIN.',
    });
  const domain = config.baseDomain ?? '';
  const fault = domainFault(domain);
  if (fault)
    invalid(['baseDomain'], domain, fault, {
      remedy: 'Write the DNS domain below which the cluster is, like example.com.',
    });
  if (nameFault || fault) return;
  const full = `${name}.${domain}`;
  const fullFault = domainFault(full);
  if (fullFault)
    invalid(['baseDomain'], full, fullFault, { remedy: 'Shorten the name of the cluster or the domain.' });
}

/** Key types of `ssh.ParseAuthorizedKey`, with the text that the data of each begins with. */
const KEY_LINE =
  /^(?:[^"\s]+(?:="(?:[^"\\]|\\.)*",[^"\s]+)*(?:="(?:[^"\\]|\\.)*")?\s+)?(ssh-rsa|ssh-dss|ssh-ed25519|ecdsa-sha2-nistp(?:256|384|521)|sk-ssh-ed25519@openssh\.com|sk-ecdsa-sha2-nistp256@openssh\.com)\s+(AAAA[A-Za-z0-9+/]+={0,3})(?:\s|$)/;

function checkSshKey({ config, invalid }: Checks): void {
  const { sshKey = '', fips } = config;
  if (!sshKey) return;
  const lines = sshKey.split('\n').filter((line) => line.trim() && !line.trimStart().startsWith('#'));
  const types = lines.map((line) => KEY_LINE.exec(line.trim())?.[1]);
  if (!lines.length || (fips ? types[0] === undefined : types.includes(undefined))) {
    invalid(['sshKey'], HIDDEN, 'ssh: no key found', {
      remedy: 'Paste the public key as it is in id_ecdsa.pub or id_rsa.pub, one a line.',
    });
    return;
  }
  const [type = ''] = types;
  if (fips && !/^(?:ecdsa-sha2-nistp\d{3}|ssh-rsa)$/.test(type))
    invalid(
      ['sshKey'],
      HIDDEN,
      `SSH key type ${type} unavailable when FIPS is enabled. Please use rsa or ecdsa.`,
      {
        remedy: 'Give an ecdsa or rsa key, or turn fips off.',
      },
    );
}

/** Where the installer prints a secret. */
export const HIDDEN = '********';

function checkTrustBundle({ config, invalid, warn, method, platform }: Checks): void {
  const { additionalTrustBundle: bundle = '', additionalTrustBundlePolicy: policy = '' } = config;
  if (bundle) {
    const blocks = /^\s*(?:-----BEGIN ([A-Z0-9 ]+)-----\s[A-Za-z0-9+/=\s]+-----END \1-----\s*)+$/;
    const blockFault = blocks.test(bundle) ? certificateFault(bundle) : 'invalid block';
    if (blockFault)
      invalid(['additionalTrustBundle'], `${bundle.split('\n')[0]?.slice(0, 40)}…`, blockFault, {
        remedy: 'Paste PEM certificates only, without text before, between or behind them.',
      });
  }
  if (policy && policy !== 'Proxyonly' && policy !== 'Always')
    invalid(['additionalTrustBundlePolicy'], policy, 'supported values "Proxyonly", "Always"', {
      remedy: 'Write Always, or Proxyonly (spelt so).',
    });
  if (
    bundle &&
    policy !== 'Always' &&
    method === 'installer' &&
    ['vsphere', 'baremetal', 'none'].includes(platform)
  )
    warn(
      ['additionalTrustBundlePolicy'],
      'additionalTrustBundlePolicy Proxyonly: without a proxy only the registries of imageDigestSources get the CA; other components do not trust it',
      'Write additionalTrustBundlePolicy: Always for a disconnected cluster.',
    );
}

/** DER of a certificate begins with a SEQUENCE as long as the data; a look without a parser of X.509. */
function certificateFault(bundle: string): string | undefined {
  for (const [, type, body = ''] of bundle.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END/g)) {
    if (type !== 'CERTIFICATE') return 'x509: malformed certificate';
    const data = atobOf(body.replaceAll(/\s/g, ''));
    if (data === undefined || data.charCodeAt(0) !== 0x30) return 'x509: malformed certificate';
    const first = data.charCodeAt(1);
    const bytes = first & 0x80 ? first & 0x7f : 0;
    let length = bytes ? 0 : first;
    for (let i = 0; i < bytes; i++) length = length * 256 + data.charCodeAt(2 + i);
    if (length + 2 + bytes !== data.length) return 'x509: malformed certificate';
  }
  return undefined;
}

function atobOf(base64: string): string | undefined {
  try {
    return atob(base64);
  } catch {
    return undefined;
  }
}
