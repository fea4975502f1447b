import { gateIsOn } from '../model/feature-gates.ts';
import { machineNetworks, withVips } from '../model/machine-networks.ts';
import type { InstallConfig, VSpherePlatform } from '../model/model.ts';
import { isBefore } from '../model/versions.ts';
import { placed, type VSphereContext } from './placement.ts';

/**
 * Returns `spec.platformSpec.vsphere` of the Infrastructure object (openshift/installer: pkg/asset/manifests/vsphere/infrastructure.go).
 */
export function vsphereSpec(context: VSphereContext): Record<string, unknown> {
  const { config, release, vsphere } = context;
  const { apiVIPs = [], ingressVIPs = [] } = vsphere;
  const networks = !isBefore(release, '4.20') || gateIsOn(config, 'VSphereMultiNetworks');
  return {
    apiServerInternalIPs: apiVIPs,
    ingressIPs: ingressVIPs,
    machineNetworks: withVips(config, [...apiVIPs, ...ingressVIPs]),
    failureDomains: failureDomains(context),
    vcenters: (vsphere.vcenters ?? []).map(({ server, port, datacenters }) => ({
      ...{ server, datacenters },
      port: port || undefined,
    })),
    nodeNetworking: networks ? nodeNetworks(config, vsphere) : undefined,
  };
}

function failureDomains(context: VSphereContext): Record<string, unknown>[] {
  return (context.vsphere.failureDomains ?? []).flatMap((domain) => {
    const { topology = {} } = domain;
    if (!topology.computeCluster || !topology.networks?.[0]) return [];
    const placement = placed(context, domain);
    const { name, region, zone, server, vmGroup, hostGroup, regionType, zoneType } = placement;
    return [
      {
        ...{ name, region, zone, server },
        topology: {
          datacenter: topology.datacenter,
          computeCluster: topology.computeCluster,
          datastore: topology.datastore,
          networks: topology.networks,
          resourcePool: placement.resourcePool,
          folder: topology.folder || undefined,
          template: placement.templatePath,
        },
        regionAffinity: vmGroup === undefined ? undefined : { type: regionType },
        zoneAffinity:
          vmGroup === undefined
            ? undefined
            : { type: zoneType, hostGroup: { hostGroup, vmGroup, vmHostRule: vmGroup } },
      },
    ];
  });
}

type NodeNetwork = NonNullable<NonNullable<VSpherePlatform['nodeNetworking']>['external']>;

/** Returns the networks for node addresses: those of the file, otherwise the machine networks. */
export function nodeNetworks(
  config: InstallConfig,
  { nodeNetworking }: VSpherePlatform,
): { external: NodeNetwork; internal: NodeNetwork } {
  if (nodeNetworking)
    return { external: nodeNetworking.external ?? {}, internal: nodeNetworking.internal ?? {} };
  const cidrs = machineNetworks(config);
  return { external: { networkSubnetCidr: cidrs }, internal: { networkSubnetCidr: cidrs } };
}
