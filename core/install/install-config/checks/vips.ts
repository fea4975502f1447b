import { contains, type Ip, parseIp } from '../../../base/network/addresses.ts';
import type { Checks, Hint } from '../model/checks.ts';
import { networksOf } from '../model/listed-networks.ts';

interface Vips {
  api: string[];
  ingress: string[];
}

/** The virtual addresses of a platform that has them; undefined elsewhere. */
export function vipsOf({ config, platform }: Pick<Checks, 'config' | 'platform'>): Vips | undefined {
  if (platform !== 'vsphere' && platform !== 'baremetal') return undefined;
  const { apiVIPs = [], ingressVIPs = [] } = config.platform?.[platform] ?? {};
  return { api: apiVIPs, ingress: ingressVIPs };
}

/** Whether the user's own load balancer stands before the cluster. */
export function ownLoadBalancer({ config, platform }: Pick<Checks, 'config' | 'platform'>): boolean {
  if (platform !== 'vsphere' && platform !== 'baremetal') return false;
  return config.platform?.[platform]?.loadBalancer?.type === 'UserManaged';
}

/** Virtual addresses of API and ingress. On vSphere they may be left out, except for the agent-based installer. */
export function checkVips(checks: Checks): void {
  const vips = vipsOf(checks);
  if (!vips) return;
  const { platform, required } = checks;
  const path = (field: string) => ['platform', platform, field];
  const needed = platform === 'baremetal' || checks.method === 'agent';
  const { api, ingress } = vips;
  const remedy = 'Give an address of the machine network that nothing else has.';
  if (!api.length && !ingress.length && needed) {
    required(path('apiVIPs'), 'must specify at least one VIP for the API', { remedy });
    required(path('ingressVIPs'), 'must specify at least one VIP for the Ingress', { remedy });
  } else if (!api.length && ingress.length)
    required(path('apiVIPs'), 'must specify VIP for API, when VIP for ingress is set', { remedy });
  else if (api.length && !ingress.length)
    required(path('ingressVIPs'), 'must specify VIP for ingress, when VIP for API is set', { remedy });
  checkList(checks, 'apiVIPs', api, ingress, needed);
  checkList(checks, 'ingressVIPs', ingress, api, needed);
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
  const whose = field === 'apiVIPs' ? 'API' : 'Ingress';
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
        remedy: 'Give API and ingress addresses of their own.',
      });
    checkInside(checks, ip, vip, hint, inNetwork);
  }
  const [first, second] = ips;
  if (list.length === 2 && first && second && first.family === second.family)
    invalid(
      path,
      list.join(','),
      `If two ${whose} VIPs are given, one must be an IPv4 address, the other an IPv6`,
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
        `${name} primary IP Family and primary IP family for the ${whose} VIP should match`,
        {
          at: [...path, 0],
          remedy: 'List the addresses of all networks and VIPs in the same order of families.',
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
      remedy: `Give an address of ${known}, or mend networking.machineNetwork.`,
    });
  else
    checks.unnoticed(
      at!,
      `${vip} is in none of the machine networks (${known}); the installer does not look here on vSphere and adds the address as a network of its own`,
      'Give an address of the machine network, or mend networking.machineNetwork.',
    );
}

/** The deprecated field beside the list: the list must hold its value. */
function checkScalars({ config, platform, invalid }: Checks): void {
  const fields = platform === 'vsphere' || platform === 'baremetal' ? config.platform?.[platform] : undefined;
  for (const name of ['apiVIP', 'ingressVIP'] as const) {
    const [one, list = []] = [fields?.[name], fields?.[`${name}s`]];
    if (one && !list.includes(one))
      // The installer swaps the two names here.
      invalid(
        ['platform', platform, `${name}s`],
        one,
        `${name} is deprecated; only ${name}s needs to be specified`,
        {
          at: ['platform', platform, name],
          remedy: `Take ${name} out; ${name}s says it.`,
        },
      );
  }
}
