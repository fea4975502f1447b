import { ownEntry } from '../../../base/document/own-entry.ts';
import { machineNetworks, withVips } from '../model/machine-networks.ts';
import { clusterDomain, type ManifestContext } from '../model/manifest-context.ts';
import { type ManifestFile, manifestFile } from '../model/manifest-file.ts';
import { computeReplicas, type InstallConfig, platformOf, replicasOf } from '../model/model.ts';
import { vsphereSpec } from '../vsphere/infrastructure-spec.ts';
import { vsphereContext } from '../vsphere/placement.ts';
import { t } from './messages.ts';

const PLATFORM_TYPES: Record<string, string> = {
  vsphere: 'VSphere',
  baremetal: 'BareMetal',
  none: 'None',
  external: 'External',
};

/** Returns the `Infrastructure` object of the platforms that Airlock supports, or nothing for others. */
export function infrastructureFiles(context: ManifestContext): ManifestFile[] {
  const { config, infraId } = context;
  const platform = platformOf(config);
  const type = ownEntry(PLATFORM_TYPES, platform);
  if (!type) return [];
  const domain = clusterDomain(context);
  const { spec, status } = partsOf(context, platform);
  const object = {
    ...{ apiVersion: 'config.openshift.io/v1', kind: 'Infrastructure', metadata: { name: 'cluster' } },
    spec: {
      cloudConfig: platform === 'vsphere' ? { key: 'config', name: 'cloud-provider-config' } : { name: '' },
      platformSpec: { type, ...spec },
    },
    status: {
      infrastructureName: infraId,
      apiServerURL: `https://api.${domain}:6443`,
      apiServerInternalURI: `https://api-int.${domain}:6443`,
      etcdDiscoveryDomain: '',
      ...topologies(config),
      cpuPartitioning: config.cpuPartitioningMode || 'None',
      platform: type,
      platformStatus: { type, ...status },
    },
  };
  return [manifestFile('manifests/cluster-infrastructure-02-config.yml', object, t('infrastructureText'))];
}

/** Returns the fields of the platform. */
function partsOf(context: ManifestContext, platform: string): { spec: object; status: object } {
  const { config } = context;
  if (platform === 'vsphere') {
    const vsphere = vsphereContext(context);
    return vsphere
      ? { spec: { vsphere: vsphereSpec(vsphere) }, status: { vsphere: vsphereStatus(config) } }
      : { spec: {}, status: {} };
  }
  if (platform === 'baremetal') {
    const addresses = addressStatus(config, 'baremetal');
    const { apiServerInternalIPs, ingressIPs } = addresses;
    const networks = machineNetworks(config);
    return {
      spec: { baremetal: { apiServerInternalIPs, ingressIPs, machineNetworks: networks } },
      status: {
        baremetal: {
          ...addresses,
          apiServerInternalIP: apiServerInternalIPs[0] || undefined,
          ingressIP: ingressIPs[0] || undefined,
          machineNetworks: networks,
        },
      },
    };
  }
  if (platform === 'external') {
    const { platformName = 'Unknown', cloudControllerManager } = config.platform?.external ?? {};
    return {
      spec: { external: { platformName } },
      status: { external: { cloudControllerManager: { state: cloudControllerManager || 'None' } } },
    };
  }
  return { spec: {}, status: {} };
}

/**
 * Returns the status on vSphere. Without VIPs, it has neither addresses nor a load balancer (openshift/installer:
 * pkg/asset/manifests/infrastructure.go).
 */
function vsphereStatus(config: InstallConfig) {
  const addresses = addressStatus(config, 'vsphere');
  const { apiServerInternalIPs, ingressIPs } = addresses;
  const machineNetworks = withVips(config, [...apiServerInternalIPs, ...ingressIPs]);
  return apiServerInternalIPs.length > 0 ? { ...addresses, machineNetworks } : { machineNetworks };
}

function addressStatus(config: InstallConfig, platform: 'vsphere' | 'baremetal') {
  const { apiVIPs = [], ingressVIPs = [], loadBalancer } = config.platform?.[platform] ?? {};
  return {
    apiServerInternalIPs: apiVIPs,
    ingressIPs: ingressVIPs,
    loadBalancer: loadBalancer?.type ? { type: loadBalancer.type } : undefined,
  };
}

/** Returns the topologies, which depend on the number of machines and set the number of replicas that operators run. */
function topologies(config: InstallConfig) {
  const masters = replicasOf(config.controlPlane);
  const workers = computeReplicas(config);
  const pair = config.arbiter ? 'HighlyAvailableArbiter' : 'DualReplica';
  const controlPlaneTopology = masters === 1 ? 'SingleReplica' : masters === 2 ? pair : 'HighlyAvailable';
  const single = workers === 0 ? masters === 1 : workers === 1;
  return {
    controlPlaneTopology,
    infrastructureTopology: single ? 'SingleReplica' : 'HighlyAvailable',
  };
}
