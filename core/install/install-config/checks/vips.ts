import { contains, type Ip, parseIp } from '../../../base/network/addresses.ts';
import { type Block, blockOf } from '../clouds/block.ts';
import type { Checks, Hint } from '../model/checks.ts';
import { networksOf } from '../model/listed-networks.ts';
import { t } from './messages.ts';

interface Vips {
  api: string[];
  ingress: string[];
}

/** Returns the virtual IPs of the platform; undefined on platforms without them. */
export function vipsOf(checks: Checks): Vips | undefined {
  const { config, platform } = checks;
  const cloud = cloudBlock(checks);
  if (cloud) {
    const of = (name: string) => {
      const listed = cloud.texts(`${name}s`);
      const one = cloud.text(name);
      return listed.length === 0 && one ? [one] : listed;
    };
    return { api: of('apiVIP'), ingress: of('ingressVIP') };
  }
  if (platform !== 'vsphere' && platform !== 'baremetal') return undefined;
  const { apiVIPs = [], ingressVIPs = [] } = config.platform?.[platform] ?? {};
  return { api: apiVIPs, ingress: ingressVIPs };
}

/** Returns the settings of a cloud with virtual IPs, undefined for other platforms. */
function cloudBlock(checks: Checks): Block | undefined {
  const { config, platform } = checks;
  return platform === 'openstack' || platform === 'nutanix'
    ? blockOf(checks, config.platform?.[platform], ['platform', platform])
    : undefined;
}

/** Returns whether the cluster uses a user-managed load balancer. */
export function ownLoadBalancer(checks: Checks): boolean {
  const { config, platform } = checks;
  const cloud = cloudBlock(checks);
  if (cloud) return cloud.block('loadBalancer')?.text('type') === 'UserManaged';
  if (platform !== 'vsphere' && platform !== 'baremetal') return false;
  return config.platform?.[platform]?.loadBalancer?.type === 'UserManaged';
}

/**
 * Checks the virtual IPs of API and ingress (openshift/installer: pkg/types/validation/installconfig.go,
 * validateVIPsForPlatform). On vSphere and Nutanix, only the agent-based installer requires them.
 */
export function checkVips(checks: Checks): void {
  const vips = vipsOf(checks);
  if (!vips) return;
  const { platform, required } = checks;
  const path = (field: string) => ['platform', platform, field];
  const inNetwork = platform === 'baremetal' || platform === 'openstack' || checks.method === 'agent';
  // On OpenStack, the installer uses the 5th and 7th address of the machine network if the list is missing.
  const byDefault = platform === 'openstack' && !ownLoadBalancer(checks);
  const needed = inNetwork && !byDefault;
  const { api, ingress } = vips;
  const remedy = t('vipRemedy');
  if (!api.length && !ingress.length && needed) {
    required(path('apiVIPs'), 'must specify at least one VIP for the API', { remedy });
    required(path('ingressVIPs'), 'must specify at least one VIP for the Ingress', { remedy });
  } else if (!api.length && ingress.length && !byDefault)
    required(path('apiVIPs'), 'must specify VIP for API, when VIP for ingress is set', { remedy });
  else if (api.length && !ingress.length && !byDefault)
    required(path('ingressVIPs'), 'must specify VIP for ingress, when VIP for API is set', { remedy });
  checkList(checks, 'apiVIPs', api, ingress, inNetwork);
  checkList(checks, 'ingressVIPs', ingress, api, inNetwork);
  checkScalars(checks);
}

function checkList(
  checks: Checks,
  field: string,
  list: string[],
  others: string[],
  inNetwork: boolean,
): void {
  const { invalid, tooMany, platform } = checks;
  const purpose = field === 'apiVIPs' ? 'API' : 'Ingress';
  const path = ['platform', platform, field];
  const networks = networksOf(checks);
  if (list.length > 2) tooMany(path, list.length, 2);
  const ips = list.map((vip) => parseIp(vip));
  for (const [i, vip] of list.entries()) {
    const hint: Hint = { at: [...path, i] };
    const ip = ips[i];
    if (!ip) {
      invalid(path, vip, `"${vip}" is not a valid IP`, hint);
      continue;
    }
    if (field === 'apiVIPs' && !ownLoadBalancer(checks) && others.includes(vip))
      invalid(path, vip, 'VIP for API must not be one of the Ingress VIPs', {
        ...hint,
        remedy: t('vipSharedRemedy'),
      });
    checkInside(checks, ip, vip, hint, inNetwork);
  }
  const [first, second] = ips;
  if (list.length === 2 && first && second && first.family === second.family)
    invalid(
      path,
      list.join(','),
      `If two ${purpose} VIPs are given, one must be an IPv4 address, the other an IPv6`,
    );
  if (networks.kind !== 'dual' || !first) return;
  const lists = {
    clusterNetwork: networks.cluster,
    machineNetwork: networks.machine,
    serviceNetwork: networks.service,
  };
  for (const [name, entries] of Object.entries(lists)) {
    const primary = entries[0]?.network.family;
    if (primary && primary !== first.family)
      invalid(
        path,
        list[0]!,
        `${name} primary IP Family and primary IP family for the ${purpose} VIP should match`,
        {
          at: [...path, 0],
          remedy: t('vipFamiliesRemedy'),
        },
      );
  }
}

function checkInside(checks: Checks, ip: Ip, vip: string, { at }: Hint, needed: boolean): void {
  const { machine } = networksOf(checks);
  if (ownLoadBalancer(checks) || machine.some(({ network }) => contains(network, ip))) return;
  const path = at!.slice(0, -1);
  const known = machine.map(({ network }) => network.text).join(',');
  if (needed)
    checks.invalid(path, vip, `IP expected to be in one of the machine networks: ${known}`, {
      at: at!,
      remedy: t('vipOutsideRemedy', { networks: known }),
    });
  else
    checks.unnoticed(
      at!,
      t(checks.platform === 'vsphere' ? 'vipOutside' : 'vipOutsideUnnoticed', { vip, networks: known }),
      t('vipOutsideRemedy', { networks: known }),
    );
}

/** Checks that the list contains the value of the deprecated field, if both exist. */
function checkScalars(checks: Checks): void {
  const { config, platform, invalid } = checks;
  const cloud = cloudBlock(checks);
  const fields = platform === 'vsphere' || platform === 'baremetal' ? config.platform?.[platform] : undefined;
  for (const name of ['apiVIP', 'ingressVIP'] as const) {
    const one = cloud ? cloud.text(name) : fields?.[name];
    const given = (cloud ? cloud.texts(`${name}s`) : fields?.[`${name}s`]) ?? [];
    const list = cloud && given.length === 0 ? [one] : given;
    if (one && !list.includes(one))
      // The installer swaps the two names here.
      invalid(
        ['platform', platform, `${name}s`],
        one,
        `${name} is deprecated; only ${name}s needs to be specified`,
        {
          at: ['platform', platform, name],
          remedy: t('vipScalarRemedy', { name, list: `${name}s` }),
        },
      );
  }
}
