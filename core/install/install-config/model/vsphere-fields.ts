import { described, int32, int64, list, object, secret, text, word } from '../../../base/document/fields.ts';

/** `platform.vsphere` of a machine pool. Sizes: `memoryMB` in MiB, disks in GiB, as the installer has them. */
export const VSPHERE_POOL = object({
  cpus: described(
    'Number of virtual CPUs of each machine. Must be a multiple of coresPerSocket. Default: 4.',
    int32,
  ),
  coresPerSocket: described('Number of CPU cores per socket of each machine. Default: 4.', int32),
  memoryMB: described('Memory of each machine, in MiB. Default: 16384.', int64),
  osDisk: described(
    'Root disk of each machine.',
    object({ diskSizeGB: described('Size of the root disk, in GiB. Default: 120.', int32) }),
  ),
  dataDisks: described(
    'Additional disks of each machine, at most 29.',
    list(
      object(
        {
          name: described('Name of the disk.', text),
          sizeGiB: described('Size of the disk, in GiB, at most 16384.', int32),
          provisioningMode: described('Provisioning of the disk: Thin, Thick or EagerlyZeroed.', text),
        },
        ['name', 'sizeGiB'],
      ),
    ),
  ),
  zones: described(
    'Names of the failure domains that the machines run in. Default: all failure domains.',
    list(text),
  ),
});

export const LOAD_BALANCER = object({
  type: described(
    'Load balancer for the API and ingress. With UserManaged, you provide the load balancer. Default: OpenShiftManagedDefault.',
    word('OpenShiftManagedDefault', 'UserManaged'),
  ),
});

const ACCOUNT = object(
  { user: described('vCenter user name.', text), password: described('vCenter password.', secret) },
  ['user', 'password'],
);

const NODE_NETWORK = object({
  networkSubnetCidr: described('CIDRs from which node addresses are selected.', list(text)),
  network: described('VM network from which node addresses are selected.', text),
  excludeNetworkSubnetCidr: described(
    'CIDRs that are excluded from the selection of node addresses.',
    list(text),
  ),
});

const VCENTER = object(
  {
    server: described('Host name or IP address of the vCenter, without a scheme or port.', text),
    port: described('TCP port of the vCenter, at most 32767. Default: 443.', int32),
    user: described('vCenter user name. Required unless credentialType is ComponentScoped.', text),
    password: described('vCenter password. Required unless credentialType is ComponentScoped.', secret),
    datacenters: described('Datacenters of this vCenter that failure domains use.', list(text)),
    componentCredentials: described(
      'Separate vCenter accounts for each component. Only with credentialType ComponentScoped.',
      object({
        machineManagement: described('vCenter account for the Machine API.', ACCOUNT),
        storage: described('vCenter account for the vSphere CSI driver.', ACCOUNT),
        cloudControllerManager: described('vCenter account for the cloud controller manager.', ACCOUNT),
        vsphereProblemDetector: described('vCenter account for the vSphere Problem Detector.', ACCOUNT),
      }),
    ),
  },
  ['server', 'datacenters'],
);

const TOPOLOGY = object(
  {
    datacenter: described('Datacenter of the failure domain.', text),
    computeCluster: described('Inventory path of the compute cluster, such as /dc1/host/cluster1.', text),
    hostGroup: described('vSphere host group. Required if zoneType is HostGroup.', text),
    networks: described('Port groups or networks of the virtual machines.', list(text)),
    datastore: described('Inventory path of the datastore, such as /dc1/datastore/ds1.', text),
    resourcePool: described(
      'Inventory path of the resource pool. Default: the root resource pool of the compute cluster.',
      text,
    ),
    folder: described(
      'Inventory path of the folder for the virtual machines, such as /dc1/vm/ocp. Default: the installer creates one.',
      text,
    ),
    template: described(
      'Inventory path of an existing RHCOS template. Default: the installer uploads the image.',
      text,
    ),
    tagIDs: described('IDs of vSphere tags to attach to the virtual machines.', list(text)),
  },
  ['datacenter', 'computeCluster', 'networks', 'datastore'],
);

const FAILURE_DOMAIN = object(
  {
    name: described('Name of the failure domain.', text),
    region: described('Name of the region, a tag in the category openshift-region.', text),
    zone: described('Name of the zone, a tag in the category openshift-zone.', text),
    regionType: described(
      'Type of vSphere object that represents the region.',
      word('Datacenter', 'ComputeCluster'),
    ),
    zoneType: described(
      'Type of vSphere object that represents the zone.',
      word('ComputeCluster', 'HostGroup'),
    ),
    server: described('vCenter of the failure domain, as in vcenters[].server.', text),
    topology: described('Location of the failure domain in the vSphere inventory.', TOPOLOGY),
  },
  ['name', 'region', 'zone', 'server', 'topology'],
);

const DOMAINS = 'Deprecated: use failureDomains.';

/** `platform.vsphere`, the deprecated fields of one vCenter at the end. */
export const VSPHERE_PLATFORM = object({
  vcenters: described('vCenters that the cluster runs in, at most 3.', list(VCENTER)),
  credentialType: described(
    'vCenter accounts: Global (one account) or ComponentScoped (one account per component). Default: Global.',
    text,
  ),
  failureDomains: described('Parts of the vSphere inventory that machines run in.', list(FAILURE_DOMAIN)),
  apiVIPs: described('Virtual IP addresses of the API: one, or one for each IP family.', list(text)),
  ingressVIPs: described('Virtual IP addresses of ingress: one, or one for each IP family.', list(text)),
  defaultMachinePlatform: described(
    'Machine settings for pools that have no settings of their own.',
    VSPHERE_POOL,
  ),
  diskType: described('Provisioning of the virtual disks.', word('thin', 'thick', 'eagerZeroedThick')),
  clusterOSImage: described('URL of the RHCOS image for the nodes. Default: the image in the release.', text),
  nodeNetworking: described(
    'Selection of node addresses on machines with several networks.',
    object({
      external: described('Selection of external node addresses.', NODE_NETWORK),
      internal: described('Selection of internal node addresses.', NODE_NETWORK),
    }),
  ),
  loadBalancer: described('Load balancer for the API and ingress.', LOAD_BALANCER),
  dnsRecordsType: described(
    'DNS records for the API and ingress: Internal (provided by the cluster) or External (provided by your own DNS server).',
    text,
  ),
  hosts: described(
    'Machines with static IP addresses.',
    list(
      object({
        role: described('Role of the machine.', word('bootstrap', 'control-plane', 'compute')),
        failureDomain: described('Failure domain of the machine, as in failureDomains[].name.', text),
        networkDevice: described(
          'Network settings of the machine.',
          object(
            {
              ipAddrs: described('IP addresses with prefix length, such as 192.0.2.10/24.', list(text)),
              gateway: described('Default gateway.', text),
              nameservers: described('DNS servers.', list(text)),
            },
            ['ipAddrs'],
          ),
        ),
      }),
    ),
  ),
  vCenter: described('Deprecated: use vcenters[].server.', text),
  username: described('Deprecated: use vcenters[].user.', text),
  password: described('Deprecated: use vcenters[].password.', secret),
  datacenter: described('Deprecated: use vcenters[].datacenters.', text),
  defaultDatastore: described(DOMAINS, text),
  folder: described(DOMAINS, text),
  cluster: described(DOMAINS, text),
  resourcePool: described(DOMAINS, text),
  network: described(DOMAINS, text),
  apiVIP: described('Deprecated: use apiVIPs.', text),
  ingressVIP: described('Deprecated: use ingressVIPs.', text),
});

/** Deprecated fields of a configuration with one datacenter. */
export const DEPRECATED_LOGIN = ['vCenter', 'username', 'password', 'datacenter'] as const;
export const DEPRECATED_TOPOLOGY = [
  'defaultDatastore',
  'folder',
  'cluster',
  'resourcePool',
  'network',
] as const;
