import {
  any,
  defaultWord,
  described,
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

function otherPlatform(name: string) {
  return described(
    `Settings for ${name}. Airlock applies the rules that need no access to the platform.`,
    any,
  );
}

/** Platforms whose fields Airlock doesn't model. `clouds` checks them. */
const OTHER_PLATFORMS = {
  aws: otherPlatform('AWS'),
  azure: otherPlatform('Azure'),
  gcp: otherPlatform('Google Cloud'),
  ibmcloud: otherPlatform('IBM Cloud'),
  nutanix: otherPlatform('Nutanix'),
  openstack: otherPlatform('OpenStack'),
  ovirt: otherPlatform('oVirt'),
  powervc: otherPlatform('IBM PowerVC'),
  powervs: otherPlatform('IBM Power Virtual Server'),
} as const;

const FENCING = object({
  credentials: described(
    'BMCs of the two control plane nodes.',
    list(
      object({
        hostName: described('Host name of the node.', text),
        username: described('User name for the BMC.', text),
        password: described('Password for the BMC.', secret),
        address: described('URL of the BMC.', text),
        certificateVerification: described(
          'Verification of the BMC TLS certificate: Enabled or Disabled. Default: Enabled.',
          text,
        ),
      }),
    ),
  ),
});

const CAPABILITY_SETS = ['vCurrent', 'None', ...Array.from({ length: 8 }, (_, i) => `v4.${11 + i}`)];

const DISK = object({ platformDiskID: described('ID of the disk on the platform.', text) });

const DISK_SETUP = object({
  type: described('Purpose of the disk: etcd, swap or user-defined.', text),
  etcd: described('Disk for etcd.', DISK),
  swap: described('Disk for swap space.', DISK),
  userDefined: described(
    'Disk with a mount path of your choice.',
    object({
      platformDiskID: described('ID of the disk on the platform.', text),
      mountPath: described('Mount path of the disk.', text),
    }),
  ),
});

/** A machine pool: `controlPlane`, `arbiter`, each of `compute`. */
export const MACHINE_POOL = object({
  name: described('Name of the machine pool: master, arbiter, worker or edge.', text),
  replicas: described('Number of machines in the pool. Default for the control plane and compute: 3.', int64),
  architecture: described(
    'CPU architecture of the machines. Default: amd64.',
    word('amd64', 'arm64', 'ppc64le', 's390x'),
  ),
  hyperthreading: described(
    'Simultaneous multithreading of the machines. Default: Enabled.',
    word('Enabled', 'Disabled'),
  ),
  management: described('API that manages the machines.', text),
  platform: described(
    'Machine settings for the platform of the cluster.',
    object({
      ...OTHER_PLATFORMS,
      baremetal: described('Machine settings for bare metal. Bare metal has no such settings.', object({})),
      vsphere: described('Machine settings for vSphere.', VSPHERE_POOL),
    }),
  ),
  fencing: described('Fencing for a two-node cluster. Only for the control plane.', FENCING),
  diskSetup: described('Additional disks, each with a purpose.', list(DISK_SETUP)),
});

const CLUSTER_NETWORK = list(
  object(
    {
      cidr: described('CIDR for pod IP addresses.', text),
      hostPrefix: described('Prefix length of the subnet for each node. Default for IPv4: 23.', int32),
      hostSubnetLength: described('Deprecated: use hostPrefix.', int32),
    },
    ['cidr'],
  ),
);

export const NETWORKING = object({
  networkType: described(
    "Network plugin. OpenShiftSDN isn't available in 4.15 and later.",
    defaultWord('OVNKubernetes', 'OpenShiftSDN'),
  ),
  machineNetwork: described(
    'Networks for the machines. Default: 10.0.0.0/16.',
    list(object({ cidr: described('CIDR of a machine network.', text) }, ['cidr'])),
  ),
  clusterNetwork: described('Networks for pod IP addresses. Default: 10.128.0.0/14.', CLUSTER_NETWORK),
  serviceNetwork: described(
    'Networks for service IP addresses: one, or one for each IP family. Default: 172.30.0.0/16.',
    list(text),
  ),
  ovnKubernetesConfig: described(
    'Settings for OVN-Kubernetes.',
    object({
      ipv4: described(
        'IPv4 settings for OVN-Kubernetes.',
        object({
          internalJoinSubnet: described(
            'IPv4 subnet that OVN-Kubernetes uses internally. Default: 100.64.0.0/16.',
            text,
          ),
        }),
      ),
    }),
  ),
  clusterNetworkMTU: described('MTU of the cluster network. Only on AWS.', int32),
  machineCIDR: described('Deprecated: use machineNetwork.', text),
  type: described('Deprecated: use networkType.', text),
  serviceCIDR: described('Deprecated: use serviceNetwork.', text),
  clusterNetworks: described('Deprecated: use clusterNetwork.', CLUSTER_NETWORK),
});

const IMAGE_SOURCES = list(
  object(
    {
      source: described('Repository in the original image references.', text),
      mirrors: described('Repositories to pull from instead, in order of preference.', list(text)),
      sourcePolicy: described(
        'Whether images are pulled from the source if no mirror has them.',
        word('AllowContactingSource', 'NeverContactSource'),
      ),
    },
    ['source'],
  ),
);

const PLATFORM = object({
  ...OTHER_PLATFORMS,
  none: described('Installs the cluster without platform integration.', object({})),
  external: described(
    'Settings for a platform without built-in OpenShift integration.',
    object({
      platformName: described('Name of the platform.', text),
      cloudControllerManager: described(
        'External if the cluster runs the cloud controller manager of the platform.',
        word('External'),
      ),
    }),
  ),
  baremetal: described('Settings for bare metal.', BARE_METAL_PLATFORM),
  vsphere: described('Settings for vSphere.', VSPHERE_PLATFORM),
});

/** Sorted, as the installer lists them. */
export const PLATFORMS = Object.keys(PLATFORM.fields).sort();

/** All fields of install-config.yaml that Airlock knows, from installer 4.21 and newer ones. */
export const INSTALL_CONFIG = object(
  {
    apiVersion: described('API version of the file: v1.', text),
    kind: described('Kind of the file: InstallConfig.', text),
    metadata: described(
      'Metadata of the cluster.',
      object(
        {
          name: described('Name of the cluster, which becomes part of api.NAME.BASEDOMAIN.', text),
          namespace: described('No effect.', text),
          creationTimestamp: described('No effect.', any),
          labels: described('No effect.', any),
          annotations: described('No effect.', any),
        },
        ['name'],
      ),
    ),
    baseDomain: described('Base domain of the cluster, such as example.com.', text),
    sshKey: described('Public SSH keys for the user core on the nodes, one per line.', text),
    pullSecret: described('Registry credentials as JSON, as in the pull secret from Red Hat.', secret),
    additionalTrustBundle: described('Additional CA certificates that nodes trust, in PEM format.', text),
    additionalTrustBundlePolicy: described(
      'When to use additionalTrustBundle: Proxyonly (only with a proxy) or Always. Default: Proxyonly.',
      word('Proxyonly', 'Always'),
    ),
    proxy: described(
      'Proxy settings for the cluster.',
      object({
        httpProxy: described('URL of the proxy for HTTP.', text),
        httpsProxy: described('URL of the proxy for HTTPS.', text),
        noProxy: described('Host names, domains and CIDRs that bypass the proxy, separated by commas.', text),
      }),
    ),
    imageDigestSources: described('Mirrors for images that are pulled by digest.', IMAGE_SOURCES),
    imageContentSources: described('Deprecated: use imageDigestSources.', IMAGE_SOURCES),
    publish: described(
      'Visibility of the API and ingress: External (public), Internal (private network only) or Mixed (as set in operatorPublishingStrategy, only on Azure).',
      defaultWord('External', 'Internal', 'Mixed'),
    ),
    operatorPublishingStrategy: described(
      'Publishing of the API and ingress if publish is Mixed.',
      object({
        apiserver: described('Publishing of the API: External or Internal.', text),
        ingress: described('Publishing of ingress: External or Internal.', text),
      }),
    ),
    fips: described('Installs nodes in FIPS mode. Default: false.', flag),
    cpuPartitioningMode: described(
      'CPU partitioning for workload isolation on all nodes. Can be enabled only during installation.',
      defaultWord('None', 'AllNodes'),
    ),
    credentialsMode: described(
      'Mode of the Cloud Credential Operator. Not for the platforms vSphere, bare metal, none and external.',
      word('Mint', 'Passthrough', 'Manual'),
    ),
    bootstrapInPlace: described(
      'Installation of a single node without a bootstrap machine.',
      object({ installationDisk: described('Disk on which RHCOS is installed, such as /dev/sda.', text) }),
    ),
    capabilities: described(
      'Optional components of the cluster.',
      object({
        baselineCapabilitySet: described(
          'Set of optional components to install. Default: vCurrent.',
          word(...CAPABILITY_SETS),
        ),
        additionalEnabledCapabilities: described(
          'Optional components to install in addition to the baseline set.',
          list(text),
        ),
      }),
    ),
    featureSet: described(
      "Set of features beyond the default. TechPreviewNoUpgrade and CustomNoUpgrade prevent upgrades and can't be undone.",
      word('CustomNoUpgrade', 'TechPreviewNoUpgrade', 'DevPreviewNoUpgrade'),
    ),
    featureGates: described(
      'Feature gates with featureSet CustomNoUpgrade, such as VSphereStaticIPs=true.',
      list(text),
    ),
    osImageStream: described('Stream of RHCOS images for the nodes.', text),
    networking: described('Networks of the cluster.', NETWORKING),
    controlPlane: described('Machine pool for the control plane.', MACHINE_POOL),
    arbiter: described(
      'Machine pool for the arbiter node in a two-node cluster. Only on bare metal.',
      MACHINE_POOL,
    ),
    compute: described('Machine pools for the compute nodes.', list(MACHINE_POOL)),
    platform: described('Platform of the cluster. Set exactly one of its fields.', PLATFORM),
  },
  ['apiVersion', 'metadata', 'baseDomain', 'pullSecret', 'platform'],
);

/** Returns the words that a field accepts, sorted as the installer lists them. */
export function wordsAt(path: readonly (string | number)[]): readonly string[] {
  const field = fieldAt(INSTALL_CONFIG, path);
  return field?.kind === 'text' ? (field.values ?? []).toSorted() : [];
}
