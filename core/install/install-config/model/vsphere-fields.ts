import { int32, int64, list, object, secret, text, word } from '../../../base/document/fields.ts';

/** `platform.vsphere` of a machine pool. Sizes: `memoryMB` in MiB, disks in GiB, as the installer has them. */
export const VSPHERE_POOL = object({
  cpus: int32,
  coresPerSocket: int32,
  memoryMB: int64,
  osDisk: object({ diskSizeGB: int32 }),
  dataDisks: list(object({ name: text, sizeGiB: int32, provisioningMode: text })),
  zones: list(text),
});

export const LOAD_BALANCER = object({ type: word('OpenShiftManagedDefault', 'UserManaged') });

const ACCOUNT = object({ user: text, password: secret });

const NODE_NETWORK = object({
  networkSubnetCidr: list(text),
  network: text,
  excludeNetworkSubnetCidr: list(text),
});

/** `platform.vsphere`, the deprecated fields of one vCenter at the end. */
export const VSPHERE_PLATFORM = object({
  vcenters: list(
    object({
      server: text,
      port: int32,
      user: text,
      password: secret,
      datacenters: list(text),
      componentCredentials: object({
        machineManagement: ACCOUNT,
        storage: ACCOUNT,
        cloudControllerManager: ACCOUNT,
        vsphereProblemDetector: ACCOUNT,
      }),
    }),
  ),
  credentialType: text,
  failureDomains: list(
    object({
      name: text,
      region: text,
      zone: text,
      regionType: word('Datacenter', 'ComputeCluster'),
      zoneType: word('ComputeCluster', 'HostGroup'),
      server: text,
      topology: object({
        datacenter: text,
        computeCluster: text,
        hostGroup: text,
        networks: list(text),
        datastore: text,
        resourcePool: text,
        folder: text,
        template: text,
        tagIDs: list(text),
      }),
    }),
  ),
  apiVIPs: list(text),
  ingressVIPs: list(text),
  defaultMachinePlatform: VSPHERE_POOL,
  diskType: word('thin', 'thick', 'eagerZeroedThick'),
  clusterOSImage: text,
  nodeNetworking: object({ external: NODE_NETWORK, internal: NODE_NETWORK }),
  loadBalancer: LOAD_BALANCER,
  dnsRecordsType: text,
  hosts: list(
    object({
      role: word('bootstrap', 'control-plane', 'compute'),
      failureDomain: text,
      networkDevice: object({ ipAddrs: list(text), gateway: text, nameservers: list(text) }),
    }),
  ),
  vCenter: text,
  username: text,
  password: secret,
  datacenter: text,
  defaultDatastore: text,
  folder: text,
  cluster: text,
  resourcePool: text,
  network: text,
  apiVIP: text,
  ingressVIP: text,
});

/** Read by the provider since the days of one data centre; no field of theirs is in use any more. */
export const DEPRECATED_LOGIN = ['vCenter', 'username', 'password', 'datacenter'] as const;
export const DEPRECATED_TOPOLOGY = [
  'defaultDatastore',
  'folder',
  'cluster',
  'resourcePool',
  'network',
] as const;
