import { alternativeList } from '../../../base/document/words.ts';
import { parseIp } from '../../../base/network/addresses.ts';
import type { Checks } from '../model/checks.ts';
import { wordsAt } from '../model/install-config-fields.ts';
import type { VCenter } from '../model/model.ts';
import { isHost } from '../model/names.ts';
import { parseNetwork } from '../model/networks.ts';
import { checkFailureDomains } from './failure-domains.ts';
import { t } from './messages.ts';

const DISK_TYPES = wordsAt(['platform', 'vsphere', 'diskType']);
const LOAD_BALANCERS = wordsAt(['platform', 'vsphere', 'loadBalancer', 'type']);
const COMPONENTS = [
  'machineManagement',
  'storage',
  'cloudControllerManager',
  'vsphereProblemDetector',
] as const;

/** Checks the vSphere platform (openshift/installer: pkg/types/vsphere/validation/platform.go). */
export function checkVSphere(checks: Checks): void {
  const { config, invalid, method, required } = checks;
  const platform = config.platform?.vsphere ?? {};
  const path = ['platform', 'vsphere'];
  const { diskType, vcenters = [], failureDomains = [] } = platform;
  if (diskType && !DISK_TYPES.includes(diskType))
    invalid([...path, 'diskType'], diskType, `diskType must be one of [${DISK_TYPES.join(' ')}]`, {
      remedy: t('diskTypeRemedy', { types: alternativeList(DISK_TYPES) }),
    });
  // The agent-based installer accepts a platform without vCenters, because it has its own placeholders.
  const bare = method === 'agent' && !vcenters.some(hasCredentials);
  if (!bare) {
    if (!vcenters.length) {
      required([...path, 'vcenters'], 'must be defined', {
        remedy: t('vcentersMissingRemedy'),
      });
    } else {
      checkCredentialType(checks);
      for (const [i, vcenter] of vcenters.entries()) checkVCenter(checks, vcenter, i);
      if (!failureDomains.length)
        required([...path, 'failureDomains'], 'must be defined', {
          remedy: t('domainsMissingRemedy'),
        });
      else checkFailureDomains(checks, failureDomains);
    }
  }
  checkNodeNetworking(checks);
  checkLoadBalancer(checks);
}

export function hasCredentials({ server, user, password, datacenters }: VCenter): boolean {
  return Boolean(server || user || password || datacenters?.length);
}

/** Checks the accounts of single components. */
function checkCredentialType({ config, invalid, required, forbidden, notSupported }: Checks): void {
  const { credentialType: type = '', vcenters = [] } = config.platform?.vsphere ?? {};
  const path = ['platform', 'vsphere'];
  if (type && type !== 'Global' && type !== 'ComponentScoped') {
    notSupported([...path, 'credentialType'], type, ['ComponentScoped', 'Global']);
    return;
  }
  for (const [i, vcenter] of vcenters.entries()) {
    const at = [...path, 'vcenters', i];
    if (type !== 'ComponentScoped') {
      if (vcenter.componentCredentials)
        forbidden(
          [...at, 'componentCredentials'],
          'componentCredentials may only be specified when credentialType is ComponentScoped',
        );
      continue;
    }
    for (const field of ['user', 'password'] as const)
      if (vcenter[field])
        invalid(
          [...at, field],
          '********',
          `${field} must not be set when credentialType is ComponentScoped`,
        );
    for (const component of COMPONENTS)
      for (const field of ['user', 'password'] as const)
        if (!vcenter.componentCredentials?.[component]?.[field])
          required([...at, 'componentCredentials', component, field], `must specify the ${field}`);
  }
}

function checkVCenter({ config, invalid, required }: Checks, vcenter: VCenter, index: number): void {
  const path = ['platform', 'vsphere', 'vcenters', index];
  const host = 'must be the domain name or IP address of the vCenter';
  const { server = '', user, password, datacenters, port } = vcenter;
  const remedy = t('vcenterServerRemedy');
  if (!server) required([...path, 'server'], host, { remedy });
  else if (!isHost(server) || server.length > 255) invalid([...path, 'server'], server, host, { remedy });
  if (config.platform?.vsphere?.credentialType !== 'ComponentScoped') {
    // The installer writes username, but the field is user.
    if (!user)
      required([...path, 'username'], 'must specify the username', {
        at: [...path, 'user'],
        remedy: server ? t('vcenterUserRemedy', { server }) : t('vcenterUserAnyRemedy'),
      });
    if (!password)
      required([...path, 'password'], 'must specify the password', {
        remedy: server ? t('vcenterPasswordRemedy', { server }) : t('vcenterPasswordAnyRemedy'),
      });
  }
  if (!datacenters?.length)
    required([...path, 'datacenters'], 'must specify at least one datacenter', {
      remedy: t('vcenterDatacentersRemedy'),
    });
  if (port !== undefined && (port < 1 || port > 32767))
    invalid([...path, 'port'], port, 'should be in the range of 1 to 32767', {
      remedy: t('vcenterPortRemedy'),
    });
}

/** Checks which addresses of nodes are internal and external. */
function checkNodeNetworking({ config, invalid }: Checks): void {
  const { nodeNetworking, failureDomains = [] } = config.platform?.vsphere ?? {};
  const networks = failureDomains.flatMap(({ topology }) => topology?.networks ?? []);
  for (const side of ['external', 'internal'] as const) {
    const spec = nodeNetworking?.[side];
    if (!spec) continue;
    const path = ['platform', 'vsphere', 'nodeNetworking', side];
    for (const field of ['networkSubnetCidr', 'excludeNetworkSubnetCidr'] as const)
      for (const [i, cidr] of (spec[field] ?? []).entries()) {
        const fault = !cidr
          ? 'must specify a IP address with CIDR'
          : parseNetwork(cidr)
            ? undefined
            : `invalid CIDR address: ${cidr}`;
        if (fault) invalid([...path, field], cidr, fault, { at: [...path, field, i] });
      }
    if (spec.network && !networks.includes(spec.network))
      invalid([...path, 'network'], spec.network, 'network must be defined in topology', {
        remedy: t('nodeNetworkRemedy'),
      });
  }
}

/** Checks the load balancer of vSphere and bare metal. */
export function checkLoadBalancer({ config, platform, invalid }: Checks): void {
  const type =
    platform === 'vsphere' || platform === 'baremetal'
      ? config.platform?.[platform]?.loadBalancer?.type
      : undefined;
  if (type && !LOAD_BALANCERS.includes(type))
    invalid(['platform', platform, 'loadBalancer', 'type'], type, 'invalid load balancer type', {
      remedy: t('oneOfRemedy', { field: 'loadBalancer.type', values: alternativeList(LOAD_BALANCERS) }),
    });
}

const ROLES = { bootstrap: 'bootstrap', 'control-plane': 'control plane', compute: 'compute' };

/** Checks the hosts with static addresses, if the file has `hosts`. */
export function checkStaticHosts(checks: Checks, masters: number, workers: number): void {
  const { config, invalid, required, notSupported, tooMany } = checks;
  const { hosts, failureDomains = [] } = config.platform?.vsphere ?? {};
  if (!hosts) return;
  const path = ['platform', 'vsphere', 'hosts'];
  const count = (role: string) => hosts.filter((host) => host.role === role).length;
  if (count('bootstrap') !== 1)
    invalid(path, 'bootstrap', 'a single host with the bootstrap role must be defined', {
      remedy: t('bootstrapHostRemedy'),
    });
  const compare = (role: keyof typeof ROLES, replicas: number) => {
    const found = count(role);
    const words = `for the configured ${ROLES[role]} replicas (${replicas})`;
    if (found < replicas)
      invalid(
        path,
        role,
        `not enough hosts found (${found}) to support all the configured ${ROLES[role]} replicas (${replicas})`,
        {
          remedy: t('staticHostsTooFewRemedy', { count: replicas - found, role }),
        },
      );
    if (found > replicas)
      invalid(path, role, `too many hosts found (${found}) ${words}`, {
        remedy: t('staticHostsTooManyRemedy', { count: found - replicas, role }),
      });
  };
  compare('control-plane', masters);
  compare('compute', workers);
  for (const [i, host] of hosts.entries()) {
    const at = [...path, i];
    const { role = '', failureDomain, networkDevice } = host;
    if (!Object.hasOwn(ROLES, role))
      notSupported([...path, 'role'], role, wordsAt([...at, 'role']), {
        at: [...at, 'role'],
      });
    if (failureDomain && !failureDomains.some(({ name }) => name === failureDomain))
      invalid([...path, 'failureDomain'], failureDomain, 'failure domain not found', {
        at: [...at, 'failureDomain'],
        remedy: t('staticHostDomainRemedy'),
      });
    const device = [...path, 'networkDevice'];
    if (!networkDevice) {
      required(device, 'must specify networkDevice configuration', { at });
      continue;
    }
    const inDevice = [...at, 'networkDevice'];
    const { ipAddrs = [], nameservers = [], gateway } = networkDevice;
    if (!ipAddrs.length)
      required([...device, 'ipAddrs'], 'must specify a IP', { at: [...inDevice, 'ipAddrs'] });
    for (const [j, ip] of ipAddrs.entries())
      if (!parseNetwork(ip))
        invalid([...device, 'ipAddrs'], ip, `invalid CIDR address: ${ip}`, {
          at: [...inDevice, 'ipAddrs', j],
          remedy: t('staticHostAddressRemedy'),
        });
    if (nameservers.length > 3)
      tooMany([...device, 'nameservers'], nameservers.length, 3, { at: [...inDevice, 'nameservers'] });
    for (const [j, ip] of nameservers.entries())
      if (!parseIp(ip))
        invalid([...device, 'nameservers'], ip, `"${ip}" is not a valid IP`, {
          at: [...inDevice, 'nameservers', j],
        });
    if (gateway && !parseIp(gateway))
      invalid([...device, 'gateway'], gateway, `"${gateway}" is not a valid IP`, {
        at: [...inDevice, 'gateway'],
      });
  }
}
