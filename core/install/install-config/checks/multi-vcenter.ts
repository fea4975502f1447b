import type { Checks } from '../model/checks.ts';
import type { FailureDomain } from '../model/model.ts';
import { topologyOf } from '../model/topology.ts';
import { ownLoadBalancer, vipsOf } from './vips.ts';

const PATH = ['platform', 'vsphere'];
/** MaxItems of the Infrastructure resource. */
const MOST_VCENTERS = 3;

/** What the installer takes in silence, and the API server, the cloud provider or vCenter does not. */
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
      'Spread the control plane over three failure domains (controlPlane.platform.vsphere.zones).',
    );
  }
  checkShared(checks);
  checkTemplates(checks);
}

function checkServers({ unnoticed }: Checks, servers: string[]): void {
  if (servers.length > MOST_VCENTERS)
    unnoticed(
      [...PATH, 'vcenters'],
      `spec.platformSpec.vsphere.vcenters: Too many: ${servers.length}: must have at most ${MOST_VCENTERS} items (the installer does not count; the API server does)`,
      `Leave at most ${MOST_VCENTERS} vCenters.`,
      { at: [...PATH, 'vcenters', MOST_VCENTERS] },
    );
  const seen = new Map<string, string>();
  for (const [i, server] of servers.entries()) {
    // The secret's keys are SERVER.username: letters of any case, and a dot at the end, make the same one.
    const key = server.toLowerCase().replace(/\.$/, '');
    const other = seen.get(key);
    if (other !== undefined && server)
      unnoticed(
        [...PATH, 'vcenters', i, 'server'],
        other === server
          ? `vcenters must have unique server values: ${server} is there twice`
          : `${server} and ${other} are one host: their credentials get the same keys`,
        'Keep one of the two and list its datacenters together.',
      );
    seen.set(key, server);
  }
}

/** Each vCenter and each datacenter is of use. */
function checkUse({ config, unnoticed }: Checks): void {
  const { vcenters = [], failureDomains = [] } = config.platform?.vsphere ?? {};
  for (const [i, { server = '', datacenters = [] }] of vcenters.entries()) {
    const domains = failureDomains.filter((domain) => domain.server === server);
    if (failureDomains.length && !domains.length) {
      unnoticed(
        [...PATH, 'vcenters', i],
        `no failure domain is in vCenter ${server}: no machine can be placed there`,
        'Add a failure domain with this server, or take the vCenter out.',
      );
      continue;
    }
    for (const [j, name] of datacenters.entries())
      if (domains.length && !domains.some(({ topology }) => topology?.datacenter === name))
        unnoticed(
          [...PATH, 'vcenters', i, 'datacenters', j],
          `no failure domain uses datacenter ${name} of ${server}`,
          'Take it out, or add a failure domain.',
        );
    if (vcenters.length > 1 && domains.length && domains.some(({ region, zone }) => !region || !zone))
      unnoticed(
        [...PATH, 'vcenters', i],
        `storage over several vCenters goes by region and zone: a failure domain of ${server} has none`,
        'Give each failure domain a region and a zone.',
      );
  }
}

/** The cloud provider searches the listed datacenters only: nodes elsewhere stay uninitialised. */
function checkDatacenter(checks: Checks, domain: FailureDomain, index: number): void {
  const { vcenters = [] } = checks.config.platform?.vsphere ?? {};
  const i = vcenters.findIndex(({ server }) => server === domain.server);
  const listed = vcenters[i]?.datacenters ?? [];
  const datacenter = domain.topology?.datacenter;
  if (i < 0 || !datacenter || !listed.length || listed.includes(datacenter)) return;
  const path = [...PATH, 'vcenters', i, 'datacenters'];
  checks.unnoticed(
    [...PATH, 'failureDomains', index, 'topology', 'datacenter'],
    `datacenter ${datacenter} of failure domain ${domain.name} is not among the datacenters of ${domain.server}: the cloud provider does not look there, its nodes stay uninitialised`,
    `Add ${datacenter} to the datacenters of ${domain.server}.`,
    { fix: checks.writing(`Add ${datacenter}`, path, [...listed, datacenter]) },
  );
}

/** What all failure domains have to share, and what vCenter has to have. */
function checkShared(checks: Checks): void {
  const { config, unnoticed, method } = checks;
  const { vcenters = [], failureDomains = [] } = config.platform?.vsphere ?? {};
  const vips = vipsOf(checks);
  if (failureDomains.length > 1)
    unnoticed(
      [...PATH, 'failureDomains'],
      `with ${failureDomains.length} failure domains the tags of the categories openshift-region and openshift-zone must be attached in each vCenter`,
      `Attach ${failureDomains.map(({ region = '?', zone = '?' }) => `${region}/${zone}`).join(', ')} to the datacenters and clusters before installing.`,
    );
  const networks = new Set(
    failureDomains.map(({ server, topology }) => `${server} ${topology?.networks?.[0]}`),
  );
  if (networks.size > 1 && vips?.api.length && !ownLoadBalancer(checks))
    unnoticed(
      [...PATH, 'apiVIPs'],
      'virtual addresses move between the machines: the networks of all failure domains must be one layer-2 network',
      'Make sure that the port groups are the same VLAN, or use loadBalancer.type UserManaged.',
    );
  if (!vips?.api.length && !vips?.ingress.length && method === 'installer')
    unnoticed(
      [...PATH, 'apiVIPs'],
      'without apiVIPs and ingressVIPs a load balancer and DNS records of api, api-int and *.apps must be there before installing',
      'Prepare them, or give apiVIPs and ingressVIPs.',
    );
  if (!config.additionalTrustBundle && method === 'installer')
    unnoticed(
      ['additionalTrustBundle'],
      `additionalTrustBundle is missing: ${vcenters.length > 1 ? 'the CAs of the vCenters' : 'the CA of the vCenter'} must be trusted where the installer runs`,
      "Add the vCenter's CA to additionalTrustBundle and to the trust of the host.",
    );
}

/** An air-gapped installer cannot fetch the image that vCenter clones. */
function checkTemplates({ config, unnoticed, method }: Checks): void {
  const { clusterOSImage, failureDomains = [] } = config.platform?.vsphere ?? {};
  const mirrored = config.imageDigestSources?.length || config.imageContentSources?.length;
  if (!mirrored || clusterOSImage || method === 'agent') return;
  for (const [i, { name, topology }] of failureDomains.entries())
    if (!topology?.template)
      unnoticed(
        [...PATH, 'failureDomains', i, 'topology'],
        `failure domain ${name} has no template and clusterOSImage is not set: the installer would fetch the RHCOS image from the internet`,
        'Upload the OVA as a template to each failure domain (topology.template), or give clusterOSImage an address inside.',
      );
}
