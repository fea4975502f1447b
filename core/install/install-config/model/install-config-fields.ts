import { any, flag, int32, int64, list, object, secret, text } from '../../../base/document/fields.ts';
import { BARE_METAL_PLATFORM } from './baremetal-fields.ts';
import { VSPHERE_PLATFORM, VSPHERE_POOL } from './vsphere-fields.ts';

/** Platforms that Airlock keeps as they are and checks in the common part only. */
const OTHER_PLATFORMS = {
  aws: any,
  azure: any,
  gcp: any,
  ibmcloud: any,
  nutanix: any,
  openstack: any,
  ovirt: any,
  powervc: any,
  powervs: any,
} as const;

/** Sorted, as the installer lists them. */
export const PLATFORMS = [...Object.keys(OTHER_PLATFORMS), 'baremetal', 'external', 'none', 'vsphere'].sort();

const FENCING = object({
  credentials: list(
    object({
      hostName: text,
      username: text,
      password: secret,
      address: text,
      certificateVerification: text,
    }),
  ),
});

const DISK = object({ platformDiskID: text });

/** A machine pool: `controlPlane`, `arbiter`, each of `compute`. */
export const MACHINE_POOL = object({
  name: text,
  replicas: int64,
  architecture: text,
  hyperthreading: text,
  management: text,
  platform: object({ ...OTHER_PLATFORMS, baremetal: object({}), vsphere: VSPHERE_POOL }),
  fencing: FENCING,
  diskSetup: list(
    object({
      type: text,
      etcd: DISK,
      swap: DISK,
      userDefined: object({ platformDiskID: text, mountPath: text }),
    }),
  ),
});

const CLUSTER_NETWORK = list(object({ cidr: text, hostPrefix: int32, hostSubnetLength: int32 }));

export const NETWORKING = object({
  networkType: text,
  machineNetwork: list(object({ cidr: text })),
  clusterNetwork: CLUSTER_NETWORK,
  serviceNetwork: list(text),
  ovnKubernetesConfig: object({ ipv4: object({ internalJoinSubnet: text }) }),
  clusterNetworkMTU: int32,
  machineCIDR: text,
  type: text,
  serviceCIDR: text,
  clusterNetworks: CLUSTER_NETWORK,
});

/** Every field of install-config.yaml that Airlock knows: installer of the 4.21 line and what later ones added. */
export const INSTALL_CONFIG = object({
  apiVersion: text,
  kind: text,
  metadata: object({
    name: text,
    namespace: text,
    creationTimestamp: any,
    labels: any,
    annotations: any,
  }),
  baseDomain: text,
  sshKey: secret,
  pullSecret: secret,
  additionalTrustBundle: text,
  additionalTrustBundlePolicy: text,
  proxy: object({ httpProxy: text, httpsProxy: text, noProxy: text }),
  imageDigestSources: list(object({ source: text, mirrors: list(text), sourcePolicy: text })),
  imageContentSources: list(object({ source: text, mirrors: list(text), sourcePolicy: text })),
  publish: text,
  operatorPublishingStrategy: object({ apiserver: text, ingress: text }),
  fips: flag,
  cpuPartitioningMode: text,
  credentialsMode: text,
  bootstrapInPlace: object({ installationDisk: text }),
  capabilities: object({ baselineCapabilitySet: text, additionalEnabledCapabilities: list(text) }),
  featureSet: text,
  featureGates: list(text),
  osImageStream: text,
  networking: NETWORKING,
  controlPlane: MACHINE_POOL,
  arbiter: MACHINE_POOL,
  compute: list(MACHINE_POOL),
  platform: object({
    ...OTHER_PLATFORMS,
    none: object({}),
    external: object({ platformName: text, cloudControllerManager: text }),
    baremetal: BARE_METAL_PLATFORM,
    vsphere: VSPHERE_PLATFORM,
  }),
});
