import type { Path } from '../../../base/document/yaml-text.ts';
import { contains, parseIp } from '../../../base/network/addresses.ts';
import type { Checks } from '../model/checks.ts';
import { wordsAt } from '../model/install-config-fields.ts';
import { networksOf } from '../model/listed-networks.ts';
import type { InstallConfig } from '../model/model.ts';
import { domainFault, repositoryFault } from '../model/names.ts';
import { parseNetwork } from '../model/networks.ts';
import { HIDDEN } from './identity.ts';
import { t } from './messages.ts';

/** Checks the pull secret. Messages never contain its text. */
export function checkPullSecret({ config, invalid }: Checks): void {
  const { pullSecret = '' } = config;
  const fault = pullSecretFault(pullSecret);
  if (fault)
    invalid(['pullSecret'], pullSecret && HIDDEN, fault, {
      remedy: t('pullSecretRemedy'),
    });
}

/** Maximum number of entries in a message. */
const MOST_FAULTS = 10;

function pullSecretFault(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The message of the JSON parser would quote the text.
    if (!text.trim()) return 'unexpected end of JSON input';
    const [first = ''] = text.trim();
    return /^[{["\dtfn-]/.test(first) ? 'invalid JSON' : 'invalid character looking for beginning of value';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'json: cannot unmarshal into Go value of type validate.imagePullSecret';
  const { auths } = value as { auths?: unknown };
  if (typeof auths !== 'object' || auths === null || !Object.keys(auths).length) return 'auths required';
  const faults = Object.entries(auths as Record<string, unknown>)
    .filter(([, entry]) => !entry || typeof entry !== 'object' || !('auth' in entry || 'credsStore' in entry))
    .map(([registry]) => `"${registry}" requires either auth or credsStore`);
  if (faults.length > MOST_FAULTS)
    faults.splice(MOST_FAULTS, faults.length, t('pullSecretMore', { count: faults.length - MOST_FAULTS }));
  return faults.length > 1 ? `[${faults.join(', ')}]` : faults[0];
}

/** Checks the proxy. */
export function checkProxy({ config, required, invalid, notSupported, ...checks }: Checks): void {
  const { proxy } = config;
  if (!proxy) return;
  if (!proxy.httpProxy && !proxy.httpsProxy)
    required(['proxy'], 'must include httpProxy or httpsProxy', {
      remedy: t('proxyEmptyRemedy'),
    });
  const { service, cluster } = networksOf({ config });
  const join = config.networking?.ovnKubernetesConfig?.ipv4?.internalJoinSubnet ?? '100.64.0.0/16';
  const check = (field: 'httpProxy' | 'httpsProxy', schemes: string[]) => {
    const text = proxy[field];
    if (!text) return;
    const path = ['proxy', field];
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url?.hostname) {
      invalid(path, text, 'parse error: invalid URI', { remedy: t('proxyUrlRemedy') });
      return;
    }
    const scheme = url.protocol.replace(':', '');
    if (!schemes.includes(scheme)) notSupported(path, scheme, schemes);
    const ip = parseIp(url.hostname.replace(/^\[|\]$/g, ''));
    if (!ip) return;
    const inside = (list: typeof service) => list.some(({ network }) => contains(network, ip));
    const remedy = t('proxyInsideRemedy');
    if (inside(cluster)) invalid(path, text, 'proxy value is part of the cluster networks', { remedy });
    if (inside(service)) invalid(path, text, 'proxy value is part of the service networks', { remedy });
    const joined = parseNetwork(join);
    if (joined && contains(joined, ip))
      invalid(path, text, 'proxy value is part of the ovn-kubernetes IPv4 InternalJoinSubnet', { remedy });
  };
  check('httpProxy', ['http']);
  check('httpsProxy', ['http', 'https']);
  const noProxy = proxy.noProxy ?? '';
  if (!noProxy || noProxy === '*') return;
  const path = ['proxy', 'noProxy'];
  if (/\s/.test(noProxy)) {
    invalid(path, noProxy, 'noProxy must not have spaces', {
      remedy: t('noProxySpacesRemedy'),
      fix: checks.writing(t('noProxySpacesFix'), path, noProxy.replaceAll(/\s/g, '')),
    });
    return;
  }
  for (const [i, element] of noProxy.split(',').entries()) {
    const domain = element.replace(/^\./, '');
    if (parseIp(element) || parseNetwork(element) || (domain && !domainFault(domain))) continue;
    invalid(
      path,
      noProxy,
      `each element of noProxy must be a IP, CIDR or domain without wildcard characters, which is violated by element ${i} "${element}"`,
      { remedy: t('noProxyDomainRemedy') },
    );
  }
}

/** Checks the mirrors. */
export function checkImageSources(checks: Checks): void {
  const { config, invalid, deprecated } = checks;
  const { imageContentSources: old, imageDigestSources: sources } = config;
  checkList(checks, old, 'imageContentSources');
  if (old && sources)
    invalid(
      ['imageContentSources'],
      config.publish || 'External',
      'cannot set imageContentSources and imageDigestSources at the same time',
      { remedy: t('imageSourcesBothRemedy') },
    );
  if (old)
    deprecated(
      ['imageContentSources'],
      'imageContentSources is deprecated, please use ImageDigestSources',
      t('imageSourcesOldRemedy'),
    );
  checkList(checks, sources, 'imageDigestSources');
  for (const [i, { sourcePolicy, mirrors }] of (sources ?? []).entries()) {
    const path = ['imageDigestSources', i, 'sourcePolicy'];
    if (!sourcePolicy) continue;
    if (!wordsAt(path).includes(sourcePolicy))
      invalid(path, sourcePolicy, 'supported values are "NeverContactSource" and "AllowContactingSource"');
    if (!mirrors?.length) invalid(path, sourcePolicy, 'sourcePolicy cannot be configured without a mirror');
  }
}

function checkList({ invalid }: Checks, sources: InstallConfig['imageDigestSources'], field: string): void {
  const check = (name: string, path: Path) => {
    const fault = repositoryFault(name);
    if (fault)
      invalid(path, name, fault, {
        remedy: t('repositoryRemedy'),
      });
  };
  for (const [i, { source = '', mirrors = [] }] of (sources ?? []).entries()) {
    check(source, [field, i, 'source']);
    for (const [j, mirror] of mirrors.entries()) check(mirror, [field, i, 'mirrors', j]);
  }
}
