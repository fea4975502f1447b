import type { Checks } from '../model/checks.ts';
import { type FailureDomain, MOST_VCENTERS } from '../model/model.ts';
import { topologyOf } from '../model/topology.ts';
import { t } from './messages.ts';
import { ownLoadBalancer, vipsOf } from './vips.ts';

const PATH = ['platform', 'vsphere'];

/** Checks for errors that the installer doesn't detect, but the API server, the cloud provider or vCenter does. */
export function checkTraps(checks: Checks): void {
  const { vcenters = [], failureDomains = [] } = checks.config.platform?.vsphere ?? {};
  if (!vcenters.length) return;
  checkServers(
    checks,
    vcenters.map(({ server = '' }) => server),
  );
  checkUse(checks);
  for (const [i, domain] of failureDomains.entries()) checkDatacenter(checks, domain, i);
  for (const { of, name, message } of topologyOf(checks.config)?.quorum ?? []) {
    const list = of === 'vcenter' ? vcenters : failureDomains;
    const i = (list as { server?: string; name?: string }[]).findIndex(
      (item) => (of === 'vcenter' ? item.server : item.name) === name,
    );
    checks.unnoticed(
      [...PATH, of === 'vcenter' ? 'vcenters' : 'failureDomains', i],
      message,
      t('quorumRemedy'),
    );
  }
  checkShared(checks);
  checkTemplates(checks);
}

/**
 * Checks the number and the names of the vCenters. The API server rejects an Infrastructure with more than 3 (openshift/api:
 * config/v1/types_infrastructure.go, VSpherePlatformSpec.VCenters, MaxItems=3), and no feature gate changes this number.
 */
function checkServers({ unnoticed }: Checks, servers: string[]): void {
  if (servers.length > MOST_VCENTERS)
    unnoticed(
      [...PATH, 'vcenters'],
      t('vcentersTooMany', { count: servers.length, maximum: MOST_VCENTERS }),
      t('vcentersTooManyRemedy', { maximum: MOST_VCENTERS }),
      { at: [...PATH, 'vcenters', MOST_VCENTERS], level: 'error' },
    );
  const seen = new Map<string, string>();
  for (const [i, server] of servers.entries()) {
    // The keys of the Secret are SERVER.username, where case and a trailing dot make no difference.
    const key = server.toLowerCase().replace(/\.$/, '');
    const other = seen.get(key);
    if (other !== undefined && server)
      unnoticed(
        [...PATH, 'vcenters', i, 'server'],
        other === server ? t('vcenterTwice', { server }) : t('vcenterTwiceSpelled', { server, other }),
        t('vcenterTwiceRemedy'),
      );
    seen.set(key, server);
  }
}

/** Checks that failure domains use each vCenter and each datacenter. */
function checkUse({ config, unnoticed }: Checks): void {
  const { vcenters = [], failureDomains = [] } = config.platform?.vsphere ?? {};
  for (const [i, { server = '', datacenters = [] }] of vcenters.entries()) {
    const domains = failureDomains.filter((domain) => domain.server === server);
    if (failureDomains.length && !domains.length) {
      unnoticed([...PATH, 'vcenters', i], t('vcenterUnused', { server }), t('vcenterUnusedRemedy'));
      continue;
    }
    for (const [j, name] of datacenters.entries())
      if (domains.length && !domains.some(({ topology }) => topology?.datacenter === name))
        unnoticed(
          [...PATH, 'vcenters', i, 'datacenters', j],
          t('datacenterUnused', { datacenter: name, server }),
          t('datacenterUnusedRemedy'),
        );
    if (vcenters.length > 1 && domains.length && domains.some(({ region, zone }) => !region || !zone))
      unnoticed([...PATH, 'vcenters', i], t('storageTopology', { server }), t('storageTopologyRemedy'));
  }
}

/** Checks that the datacenter is listed, because the cloud provider doesn't initialize nodes in other datacenters. */
function checkDatacenter(checks: Checks, domain: FailureDomain, index: number): void {
  const { vcenters = [] } = checks.config.platform?.vsphere ?? {};
  const i = vcenters.findIndex(({ server }) => server === domain.server);
  const listed = vcenters[i]?.datacenters ?? [];
  const datacenter = domain.topology?.datacenter;
  if (i < 0 || !datacenter || !listed.length || listed.includes(datacenter)) return;
  const path = [...PATH, 'vcenters', i, 'datacenters'];
  checks.unnoticed(
    [...PATH, 'failureDomains', index, 'topology', 'datacenter'],
    t('datacenterUnlisted', { datacenter, domain: domain.name ?? '', server: domain.server ?? '' }),
    t('datacenterUnlistedRemedy', { datacenter, server: domain.server ?? '' }),
    { fix: checks.writing(t('addFix', { value: datacenter }), path, [...listed, datacenter]) },
  );
}

/** Checks what all failure domains must share, and what vCenter must provide. */
function checkShared(checks: Checks): void {
  const { config, unnoticed, method } = checks;
  const { vcenters = [], failureDomains = [] } = config.platform?.vsphere ?? {};
  const vips = vipsOf(checks);
  if (failureDomains.length > 1)
    unnoticed(
      [...PATH, 'failureDomains'],
      t('domainTags', { count: failureDomains.length }),
      t('domainTagsAttachRemedy', {
        tags: failureDomains.map(({ region = '?', zone = '?' }) => `${region}/${zone}`).join(', '),
      }),
    );
  const networks = new Set(
    failureDomains.map(({ server, topology }) => `${server} ${topology?.networks?.[0]}`),
  );
  const userProvisioned = method === 'user-provisioned';
  if (networks.size > 1 && vips?.api.length && !ownLoadBalancer(checks) && !userProvisioned)
    unnoticed([...PATH, 'apiVIPs'], t('vipLayer2'), t('vipLayer2Remedy'));
  if (!vips?.api.length && !vips?.ingress.length && method !== 'agent')
    unnoticed(
      [...PATH, 'apiVIPs'],
      t('vipsAbsent'),
      t(userProvisioned ? 'loadBalancerRemedy' : 'vipsAbsentRemedy'),
    );
  if (!config.additionalTrustBundle && method !== 'agent')
    unnoticed(
      ['additionalTrustBundle'],
      t('trustBundleAbsent', { count: vcenters.length }),
      t('trustBundleAbsentRemedy', { count: vcenters.length }),
    );
}

/**
 * Checks for a template or an image, because an installer in an air gap can't download the image that vCenter clones. Users
 * who create the machines upload the image themselves.
 */
function checkTemplates({ config, unnoticed, method }: Checks): void {
  const { clusterOSImage, failureDomains = [] } = config.platform?.vsphere ?? {};
  const mirrored = config.imageDigestSources?.length || config.imageContentSources?.length;
  if (!mirrored || clusterOSImage || method !== 'installer') return;
  for (const [i, { name, topology }] of failureDomains.entries())
    if (!topology?.template)
      unnoticed(
        [...PATH, 'failureDomains', i, 'topology'],
        t('templateAbsent', { domain: name ?? '' }),
        t('templateAbsentRemedy'),
      );
}
