import type { Checks } from '../model/checks.ts';
import { clusterNameFault, domainFault } from '../model/names.ts';
import { containsPrivateKey, keyLines } from '../model/secrets.ts';
import { isLikePublicKey, sshKeyType } from '../model/ssh-key.ts';
import { t } from './messages.ts';

/** Versions of the file that the installer rewrites to v1. */
const READABLE = ['v1', 'v1beta3', 'v1beta4'];

/** Checks the version of the file. Returns false when the installer skips all other checks. */
export function checkVersion({ config, required, invalid, writing }: Checks): boolean {
  const version = config.apiVersion ?? '';
  if (READABLE.includes(version)) return true;
  const fix = writing(t('setFieldFix', { field: 'apiVersion', value: 'v1' }), ['apiVersion'], 'v1');
  // Loading reports it before the validation does, in other words, so users may see either.
  if (!version)
    required(['apiVersion'], 'install-config version required', {
      of: t('versionMissingNote'),
      remedy: t('apiVersionRemedy'),
      fix,
    });
  else
    invalid(['apiVersion'], version, 'install-config version must be "v1"', {
      of: t('versionUnknownNote', { version }),
      remedy: t('apiVersionRemedy'),
      fix,
    });
  return false;
}

/** Checks SSH keys, trust bundle, cluster name and base domain. */
export function checkIdentity(checks: Checks): void {
  const { config, invalid, platform } = checks;
  checkSshKey(checks);
  checkTrustBundle(checks);
  const name = config.metadata?.name ?? '';
  const nameFault = clusterNameFault(name, platform);
  if (nameFault)
    invalid(['metadata', 'name'], name, nameFault, {
      remedy: t('clusterNameRemedy'),
    });
  const domain = config.baseDomain ?? '';
  const fault = domainFault(domain);
  if (fault)
    invalid(['baseDomain'], domain, fault, {
      remedy: t('baseDomainRemedy'),
    });
  if (nameFault || fault) return;
  const full = `${name}.${domain}`;
  const fullFault = domainFault(full);
  if (fullFault) invalid(['baseDomain'], full, fullFault, { remedy: t('fullDomainRemedy') });
}

function checkSshKey({ config, invalid }: Checks): void {
  const { sshKey = '', fips } = config;
  if (!sshKey) return;
  const lines = keyLines(sshKey);
  const types = lines.map(sshKeyType);
  const isPrivate = containsPrivateKey(sshKey);
  if (!lines.length || (fips ? types[0] === undefined : types.includes(undefined))) {
    const wrong = lines[types.indexOf(undefined)] ?? sshKey;
    invalid(['sshKey'], isPrivate ? HIDDEN : quoted(wrong), 'ssh: no key found', {
      of: isPrivate ? t('sshKeyPrivateNote') : undefined,
      remedy: isPrivate ? t('sshKeyPrivateRemedy') : t('sshKeyRemedy'),
    });
    return;
  }
  const [type = ''] = types;
  if (fips && !/^(?:ecdsa-sha2-nistp\d{3}|ssh-rsa)$/.test(type))
    invalid(
      ['sshKey'],
      isPrivate ? HIDDEN : quoted(lines[0]!),
      `SSH key type ${type} unavailable when FIPS is enabled. Please use rsa or ecdsa.`,
      {
        remedy: t('sshKeyFipsRemedy'),
      },
    );
}

/** Characters of a key that a message quotes, enough to find it among several. */
const QUOTED_CHARACTERS = 120;

function quoted(key: string): string {
  if (!isLikePublicKey(key)) return HIDDEN;
  const text = key.trim();
  return text.length > QUOTED_CHARACTERS ? `${text.slice(0, QUOTED_CHARACTERS)}…` : text;
}

/** The text that the installer prints in place of a secret. */
export const HIDDEN = '********';

function checkTrustBundle({ config, invalid, warn, method, platform }: Checks): void {
  const { additionalTrustBundle: bundle = '', additionalTrustBundlePolicy: policy = '' } = config;
  if (bundle) {
    const blocks = /^\s*(?:-----BEGIN ([A-Z0-9 ]+)-----\s[A-Za-z0-9+/=\s]+-----END \1-----\s*)+$/;
    const blockFault = blocks.test(bundle) ? certificateFault(bundle) : 'invalid block';
    if (blockFault)
      invalid(['additionalTrustBundle'], `${bundle.split('\n')[0]?.slice(0, 40)}…`, blockFault, {
        remedy: t('trustBundleRemedy'),
      });
  }
  if (policy && policy !== 'Proxyonly' && policy !== 'Always')
    invalid(['additionalTrustBundlePolicy'], policy, 'supported values "Proxyonly", "Always"', {
      remedy: t('trustBundlePolicyRemedy'),
    });
  if (
    bundle &&
    policy !== 'Always' &&
    method !== 'agent' &&
    ['vsphere', 'baremetal', 'none'].includes(platform)
  )
    warn(['additionalTrustBundlePolicy'], t('trustBundleProxyOnly'), t('trustBundleProxyOnlyRemedy'));
}

/** Returns the fault of certificates that don't start with a DER SEQUENCE as long as the data, without an X.509 parser. */
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
