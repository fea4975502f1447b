import { parseIp } from '../../../base/network/addresses.ts';
import type { Checks } from '../model/checks.ts';
import { type Block, type CloudPool, poolsOf } from './block.ts';

const POLICIES = ['', 'affinity', 'soft-affinity', 'anti-affinity', 'soft-anti-affinity'];
const LOAD_BALANCERS = ['OpenShiftManagedDefault', 'UserManaged'];
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/**
 * Checks OpenStack (openshift/installer: pkg/types/openstack/validation/platform.go and machinepool.go, and
 * pkg/types/conversion/installconfig.go, convertOpenStack).
 */
export function checkOpenStack(checks: Checks, platform: Block): void {
  const { invalid, forbidden } = checks;
  const old = platform.text('lbFloatingIP');
  if (old && platform.text('apiFloatingIP') && old !== platform.text('apiFloatingIP'))
    forbidden(platform.at('lbFloatingIP'), 'cannot specify lbFloatingIP and apiFloatingIP together');
  const flavor = platform.block('defaultMachinePlatform')?.text('type');
  if (platform.text('computeFlavor') && flavor && flavor !== platform.text('computeFlavor'))
    forbidden(
      platform.at('computeFlavor'),
      'cannot specify computeFlavor and type in defaultMachinePlatform together',
    );
  const servers = platform.texts('externalDNS');
  for (const [i, server] of servers.entries())
    if (!parseIp(server))
      invalid(platform.at('externalDNS'), servers, `"${server}" is not a valid IP`, {
        at: platform.at('externalDNS', i),
      });
  checkLoadBalancerType(checks, platform);
  checkPort(checks, platform);
  for (const pool of poolsOf(checks, platform)) checkPool(checks, pool);
}

/** Checks the type of a load balancer (validateLoadBalancer). */
export function checkLoadBalancerType({ invalid }: Checks, platform: Block): void {
  const balancer = platform.block('loadBalancer');
  const type = balancer?.text('type') ?? '';
  if (balancer && !LOAD_BALANCERS.includes(type))
    invalid(platform.at('loadBalancer', 'type'), type, 'invalid load balancer type');
}

/** Checks the port of the control plane (validateControlPlanePort). */
function checkPort({ invalid, required, tooMany }: Checks, platform: Block): void {
  const port = platform.block('controlPlanePort');
  const subnet = platform.text('machinesSubnet');
  if (!port) {
    if (subnet && !UUID_V4.test(subnet))
      invalid(
        platform.at('controlPlanePort', 'fixedIPs', 0, 'subnet', 'id'),
        subnet,
        'invalid subnet ID: must be a UUIDv4',
        { at: platform.at('machinesSubnet') },
      );
    return;
  }
  const network = port.block('network')?.text('id') ?? '';
  if (network && !UUID_V4.test(network))
    invalid(port.at('network'), network, 'invalid network ID: must be a UUIDv4');
  const ips = port.blocks('fixedIPs');
  const subnets = ips.map((ip) => ip.block('subnet'));
  if (subnet && !(ips.length === 1 && subnets[0]?.text('id') === subnet))
    invalid(
      platform.at('machinesSubnet'),
      subnet,
      'machinesSubnet is deprecated; only controlPlanePort needs to be specified',
    );
  if (ips.length === 0)
    required(port.at('fixedIPs'), 'it is required to set a subnet filter to the controlPlanePort');
  if (ips.length > 2) {
    tooMany(port.at('fixedIPs'), ips.length, 2);
    return;
  }
  for (const [i, filter] of subnets.entries()) {
    const path = port.at('fixedIPs', i, 'subnet');
    const id = filter?.text('id') ?? '';
    if (id && !UUID_V4.test(id)) invalid([...path, 'id'], id, 'invalid subnet ID: must be a UUIDv4');
    if (!id && !filter?.text('name')) required(path, 'either ID or Name must be set on the subnet filter');
  }
}

function checkPool(
  { invalid, required, notSupported, forbidden }: Checks,
  { settings, role }: CloudPool,
): void {
  const policy = settings.text('serverGroupPolicy');
  if (!POLICIES.includes(policy)) notSupported(settings.at('serverGroupPolicy'), policy, POLICIES);
  const volume = settings.block('rootVolume');
  if (!volume) return;
  // Reports a size that isn't an integer.
  volume.number('size');
  const zones = settings.texts('zones');
  if (zones.length > 0 && volume.texts('zones').length === 0)
    required(
      volume.at('zones'),
      'root volume availability zones must be specified when compute availability zones are specified',
    );
  const [type, types] = [volume.text('type'), volume.texts('types')];
  if (type && types.length > 0) {
    const path =
      role === ''
        ? ['platform', 'openstack', 'type']
        : [
            ...(role === 'master' ? ['controlPlane'] : ['compute']),
            'platform',
            'openstack',
            'rootVolume',
            'type',
          ];
    forbidden(
      path,
      `cannot specify type and types in ${role === '' ? 'defaultMachinePlatform' : 'rootVolume'} together`,
      { at: volume.at('type') },
    );
  }
  if (!type && types.length === 0)
    for (const field of ['type', 'types'] as const)
      invalid(volume.at(field), '', 'Either type or types must be specified');
  if (zones.length > 1 && types.length > 1 && types.length !== zones.length)
    invalid(
      volume.at('types'),
      types,
      'Compute and Storage availability zones in a MachinePool should have been validated to have equal length when more than one Storage type is defined',
    );
}
