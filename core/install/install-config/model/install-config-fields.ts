import {
  any,
  defaultWord,
  fieldAt,
  flag,
  int32,
  int64,
  list,
  object,
  secret,
  text,
  word,
} from '../../../base/document/fields.ts';
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

const CAPABILITY_SETS = ['vCurrent', 'None', ...Array.from({ length: 8 }, (_, i) => `v4.${11 + i}`)];

const DISK = object({ platformDiskID: text });

/** A machine pool: `controlPlane`, `arbiter`, each of `compute`. */
export const MACHINE_POOL = object({
  name: text,
  replicas: int64,
  architecture: word('amd64', 'arm64', 'ppc64le', 's390x'),
  hyperthreading: word('Enabled', 'Disabled'),
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
  networkType: defaultWord('OVNKubernetes', 'OpenShiftSDN'),
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

const IMAGE_SOURCES = list(
  object({
    source: text,
    mirrors: list(text),
    sourcePolicy: word('AllowContactingSource', 'NeverContactSource'),
  }),
);

const PLATFORM = object({
  ...OTHER_PLATFORMS,
  none: object({}),
  external: object({ platformName: text, cloudControllerManager: word('External') }),
  baremetal: BARE_METAL_PLATFORM,
  vsphere: VSPHERE_PLATFORM,
});

/** Sorted, as the installer lists them. */
export const PLATFORMS = Object.keys(PLATFORM.fields).sort();

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
  additionalTrustBundlePolicy: word('Proxyonly', 'Always'),
  proxy: object({ httpProxy: text, httpsProxy: text, noProxy: text }),
  imageDigestSources: IMAGE_SOURCES,
  imageContentSources: IMAGE_SOURCES,
  publish: defaultWord('External', 'Internal', 'Mixed'),
  operatorPublishingStrategy: object({ apiserver: text, ingress: text }),
  fips: flag,
  cpuPartitioningMode: defaultWord('None', 'AllNodes'),
  credentialsMode: word('Mint', 'Passthrough', 'Manual'),
  bootstrapInPlace: object({ installationDisk: text }),
  capabilities: object({
    baselineCapabilitySet: word(...CAPABILITY_SETS),
    additionalEnabledCapabilities: list(text),
  }),
  featureSet: word('CustomNoUpgrade', 'TechPreviewNoUpgrade', 'DevPreviewNoUpgrade'),
  featureGates: list(text),
  osImageStream: text,
  networking: NETWORKING,
  controlPlane: MACHINE_POOL,
  arbiter: MACHINE_POOL,
  compute: list(MACHINE_POOL),
  platform: PLATFORM,
});

/** Returns the words that a field may hold, sorted as the installer lists them. */
export function wordsAt(path: readonly (string | number)[]): readonly string[] {
  const field = fieldAt(INSTALL_CONFIG, path);
  return field?.kind === 'text' ? (field.values ?? []).toSorted() : [];
}
