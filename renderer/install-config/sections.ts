import type { InstallConfig } from '../../core/contract/install-config.ts';

/** How a field is shown and written. `path` is in keys of the file, from its root or from an item of a list. */
export interface Field {
  path: readonly (string | number)[];
  label: string;
  kind: 'text' | 'number' | 'flag' | 'choice' | 'tokens' | 'block' | 'secret';
  note?: string;
  /** Of a choice; the first is what an absent field means. */
  options?: readonly string[];
  /** Names to choose from while typing. */
  suggestions?: readonly string[];
  placeholder?: string;
  /** Each item of the list is a mapping with this one key. */
  item?: string;
  wide?: boolean;
}

/** A list of things of one kind: a table with a form for the chosen one. */
export interface ItemList {
  path: readonly (string | number)[];
  /** `vCenters` */
  title: string;
  /** `vCenter` */
  one: string;
  /** Beside the title. */
  note?: string;
  fields: readonly Field[];
  /** Fields that are columns of the table, by their label; the first names the item. */
  columns: readonly string[];
  /** What a new one begins with. */
  fresh: (position: number) => unknown;
}

export interface Section {
  id: SectionId;
  label: string;
  /** Beginnings of the paths of problems that belong here. */
  owns: readonly string[];
  fields: readonly Field[];
  lists: readonly ItemList[];
}

export type SectionId =
  | 'cluster'
  | 'vcenters'
  | 'failure-domains'
  | 'hosts'
  | 'nodes'
  | 'networking'
  | 'mirror'
  | 'secrets';

const text = (label: string, path: Field['path'], more: Partial<Field> = {}): Field => ({
  kind: 'text',
  label,
  path,
  ...more,
});
const number = (label: string, path: Field['path'], more: Partial<Field> = {}): Field => ({
  ...text(label, path, more),
  kind: 'number',
});
const choice = (
  label: string,
  path: Field['path'],
  options: readonly string[],
  more: Partial<Field> = {},
): Field => ({ ...text(label, path, more), kind: 'choice', options });
const flag = (label: string, path: Field['path'], more: Partial<Field> = {}): Field => ({
  ...text(label, path, more),
  kind: 'flag',
});
const tokens = (label: string, path: Field['path'], more: Partial<Field> = {}): Field => ({
  ...text(label, path, more),
  kind: 'tokens',
});

const PLATFORM_NAMES: Record<string, string> = {
  vsphere: 'vSphere',
  baremetal: 'bare metal',
  none: 'no platform',
  external: 'external platform',
};

/** `vSphere`; of others as the file has it. */
export function platformName(platform: string): string {
  return PLATFORM_NAMES[platform] ?? (platform || 'no platform yet');
}

/** The sections of the form for a configuration: those of its platform only. */
export function sectionsOf(config: InstallConfig, platform: string): Section[] {
  const vsphere = platform === 'vsphere';
  return [
    clusterSection(platform),
    ...(vsphere ? [vcenterSection(), failureDomainSection(config)] : []),
    ...(platform === 'baremetal' ? [bareMetalSection()] : []),
    nodeSection(config, vsphere),
    networkSection(config, platform),
    mirrorSection(),
    secretSection(),
  ];
}

function clusterSection(platform: string): Section {
  return {
    id: 'cluster',
    label: 'Cluster',
    // What no other section has is shown here.
    owns: [],
    fields: [
      text('Cluster name', ['metadata', 'name'], { note: 'Part of every name: api.NAME.DOMAIN.' }),
      text('Base domain', ['baseDomain']),
      choice('Published', ['publish'], ['External', 'Internal', 'Mixed']),
      choice('Credentials mode', ['credentialsMode'], ['', 'Mint', 'Passthrough', 'Manual']),
      choice(
        'Feature set',
        ['featureSet'],
        ['', 'CustomNoUpgrade', 'TechPreviewNoUpgrade', 'DevPreviewNoUpgrade'],
        { note: 'Other than the default it cannot be undone.' },
      ),
      tokens('Feature gates', ['featureGates'], { placeholder: 'Name=true' }),
      choice('CPU partitioning', ['cpuPartitioningMode'], ['None', 'AllNodes']),
      choice(
        'Baseline capabilities',
        ['capabilities', 'baselineCapabilitySet'],
        ['', 'vCurrent', 'None', 'v4.11', 'v4.12', 'v4.13', 'v4.14', 'v4.15', 'v4.16', 'v4.17', 'v4.18'],
      ),
      tokens('Additional capabilities', ['capabilities', 'additionalEnabledCapabilities']),
      flag('FIPS mode', ['fips']),
      ...(platform === 'external'
        ? [
            text('Platform name', ['platform', 'external', 'platformName']),
            choice(
              'Cloud controller manager',
              ['platform', 'external', 'cloudControllerManager'],
              ['', 'External'],
            ),
          ]
        : []),
      ...(platform === 'none' || platform === 'external'
        ? [
            text('Disk for bootstrap in place', ['bootstrapInPlace', 'installationDisk'], {
              placeholder: '/dev/sda',
              note: 'For a single node only.',
            }),
          ]
        : []),
      ...(platform === 'vsphere'
        ? [
            text('RHCOS image', ['platform', 'vsphere', 'clusterOSImage'], {
              note: 'Address inside, where failure domains have no template.',
            }),
            choice('Disks', ['platform', 'vsphere', 'diskType'], ['', 'thin', 'thick', 'eagerZeroedThick']),
          ]
        : []),
    ],
    lists: [],
  };
}

function vcenterSection(): Section {
  return {
    id: 'vcenters',
    label: 'vCenters',
    owns: ['platform.vsphere.vcenters', 'platform.vsphere.vCenter', 'platform.vsphere.username'],
    fields: [],
    lists: [
      {
        path: ['platform', 'vsphere', 'vcenters'],
        title: 'vCenters',
        one: 'vCenter',
        note: 'at most 3',
        fields: [
          text('Server', ['server'], { placeholder: 'vcenter.example.com' }),
          text('User', ['user'], { placeholder: 'administrator@vsphere.local' }),
          { kind: 'secret', label: 'Password', path: ['password'] },
          tokens('Datacenters', ['datacenters'], { note: 'All that failure domains use.', wide: true }),
          number('Port', ['port'], { placeholder: '443' }),
        ],
        columns: ['Server', 'Datacenters', 'Password'],
        fresh: () => ({ server: '', user: '', password: '', datacenters: [] }),
      },
    ],
  };
}

function failureDomainSection(config: InstallConfig): Section {
  const vcenters = config.platform?.vsphere?.vcenters ?? [];
  const servers = vcenters.flatMap(({ server }) => (server ? [server] : []));
  const datacenters = [...new Set(vcenters.flatMap((vcenter) => vcenter.datacenters ?? []))];
  return {
    id: 'failure-domains',
    label: 'Failure domains',
    owns: [
      'platform.vsphere.failureDomains',
      'platform.vsphere.datacenter',
      'platform.vsphere.defaultDatastore',
      'platform.vsphere.cluster',
      'platform.vsphere.folder',
      'platform.vsphere.resourcePool',
      'platform.vsphere.network',
    ],
    fields: [],
    lists: [
      {
        path: ['platform', 'vsphere', 'failureDomains'],
        title: 'Failure domains',
        one: 'failure domain',
        fields: [
          text('Name', ['name']),
          text('vCenter', ['server'], { suggestions: servers }),
          text('Region', ['region'], { note: 'Tag of openshift-region.' }),
          text('Zone', ['zone'], { note: 'Tag of openshift-zone.' }),
          text('Datacenter', ['topology', 'datacenter'], { suggestions: datacenters }),
          text('Compute cluster', ['topology', 'computeCluster'], { placeholder: '/dc/host/cluster' }),
          text('Datastore', ['topology', 'datastore'], { placeholder: '/dc/datastore/name' }),
          tokens('Networks', ['topology', 'networks']),
          text('Template', ['topology', 'template'], { placeholder: '/dc/vm/rhcos' }),
          text('Folder', ['topology', 'folder'], { placeholder: '/dc/vm/folder' }),
          text('Resource pool', ['topology', 'resourcePool']),
          tokens('Tags of machines', ['topology', 'tagIDs']),
          choice('The region is', ['regionType'], ['', 'Datacenter', 'ComputeCluster']),
          choice('The zone is', ['zoneType'], ['', 'ComputeCluster', 'HostGroup']),
          text('Host group', ['topology', 'hostGroup']),
        ],
        columns: ['Name', 'vCenter', 'Region', 'Zone', 'Datacenter'],
        fresh: (position) => ({
          name: `fd-${position + 1}`,
          region: '',
          zone: '',
          server: servers[Math.min(position, servers.length - 1)] ?? '',
          topology: {
            datacenter: vcenters[Math.min(position, vcenters.length - 1)]?.datacenters?.[0] ?? '',
            computeCluster: '',
            datastore: '',
            networks: [],
          },
        }),
      },
    ],
  };
}

function bareMetalSection(): Section {
  const at = (name: string) => ['platform', 'baremetal', name];
  return {
    id: 'hosts',
    label: 'Hosts',
    owns: [
      'platform.baremetal.hosts',
      'platform.baremetal.provisioning',
      'platform.baremetal.bootstrap',
      'platform.baremetal.clusterProvisioningIP',
      'platform.baremetal.external',
      'platform.baremetal.additionalNTPServers',
    ],
    fields: [
      choice('Provisioning network', at('provisioningNetwork'), ['', 'Managed', 'Unmanaged', 'Disabled']),
      text('Provisioning CIDR', at('provisioningNetworkCIDR')),
      text('Provisioning interface', at('provisioningNetworkInterface')),
      text('DHCP range', at('provisioningDHCPRange')),
      text('Provisioning IP of the cluster', at('clusterProvisioningIP')),
      text('Provisioning IP of bootstrap', at('bootstrapProvisioningIP')),
      text('External bridge', at('externalBridge')),
      text('Provisioning bridge', at('provisioningBridge')),
      text('Static IP of bootstrap', at('bootstrapExternalStaticIP')),
      text('Gateway of bootstrap', at('bootstrapExternalStaticGateway')),
      tokens('NTP servers', at('additionalNTPServers')),
    ],
    lists: [
      {
        path: at('hosts'),
        title: 'Hosts',
        one: 'host',
        fields: [
          text('Name', ['name']),
          choice('Role', ['role'], ['', 'master', 'worker', 'arbiter']),
          text('Boot MAC address', ['bootMACAddress'], { placeholder: '02:00:00:00:00:01' }),
          text('BMC address', ['bmc', 'address'], {
            wide: true,
            placeholder: 'redfish-virtualmedia+https://…',
          }),
          text('BMC user', ['bmc', 'username']),
          { kind: 'secret', label: 'BMC password', path: ['bmc', 'password'] },
          flag('Take any BMC certificate', ['bmc', 'disableCertificateVerification']),
          choice('Boot mode', ['bootMode'], ['', 'UEFI', 'UEFISecureBoot', 'legacy']),
          text('Root device', ['rootDeviceHints', 'deviceName'], { placeholder: '/dev/sda' }),
          text('Root device serial', ['rootDeviceHints', 'serialNumber']),
          text('Root device WWN', ['rootDeviceHints', 'wwn']),
        ],
        columns: ['Name', 'Role', 'Boot MAC address', 'BMC password'],
        fresh: (position) => ({
          name: `host-${position}`,
          role: 'master',
          bootMACAddress: '',
          bmc: { address: '', username: '', password: '' },
        }),
      },
    ],
  };
}

function nodeSection(config: InstallConfig, vsphere: boolean): Section {
  const domains = (config.platform?.vsphere?.failureDomains ?? []).flatMap(({ name }) =>
    name ? [name] : [],
  );
  const machine = (at: readonly string[]): Field[] =>
    vsphere
      ? [
          tokens('Zones', [...at, 'platform', 'vsphere', 'zones'], {
            suggestions: domains,
            note: 'Failure domains, one machine after the other; none: all of them.',
            wide: true,
          }),
          number('CPUs', [...at, 'platform', 'vsphere', 'cpus']),
          number('Cores a socket', [...at, 'platform', 'vsphere', 'coresPerSocket']),
          number('Memory, MiB', [...at, 'platform', 'vsphere', 'memoryMB']),
          number('Disk, GiB', [...at, 'platform', 'vsphere', 'osDisk', 'diskSizeGB']),
        ]
      : [];
  const pool = (at: readonly string[]): Field[] => [
    number('Machines', [...at, 'replicas'], { placeholder: '3' }),
    choice('Architecture', [...at, 'architecture'], ['', 'amd64', 'arm64', 'ppc64le', 's390x']),
    choice('Hyperthreading', [...at, 'hyperthreading'], ['', 'Enabled', 'Disabled']),
    ...machine(at),
  ];
  return {
    id: 'nodes',
    label: vsphere ? 'Nodes and zones' : 'Nodes',
    owns: [
      'controlPlane',
      'compute',
      'arbiter',
      'platform.vsphere.hosts',
      'platform.vsphere.defaultMachinePlatform',
    ],
    fields: pool(['controlPlane']).map((field) => ({ ...field, label: field.label })),
    lists: [
      {
        path: ['compute'],
        title: 'Workers',
        one: 'pool of workers',
        fields: [text('Name', ['name']), ...pool([])],
        columns: vsphere ? ['Name', 'Machines', 'Zones'] : ['Name', 'Machines'],
        fresh: (position) => ({ name: position === 0 ? 'worker' : `worker-${position}`, replicas: 3 }),
      },
      ...(vsphere
        ? [
            {
              path: ['platform', 'vsphere', 'hosts'],
              title: 'Static addresses',
              one: 'host',
              note: 'bootstrap, each master and each worker; none: DHCP',
              fields: [
                choice('Role', ['role'], ['', 'bootstrap', 'control-plane', 'compute']),
                text('Failure domain', ['failureDomain'], { suggestions: domains }),
                tokens('Addresses', ['networkDevice', 'ipAddrs'], { placeholder: '192.0.2.10/24' }),
                text('Gateway', ['networkDevice', 'gateway']),
                tokens('Name servers', ['networkDevice', 'nameservers']),
              ],
              columns: ['Role', 'Failure domain', 'Addresses'],
              fresh: () => ({ role: 'control-plane', networkDevice: { ipAddrs: [], nameservers: [] } }),
            } satisfies ItemList,
          ]
        : []),
    ],
  };
}

function networkSection(config: InstallConfig, platform: string): Section {
  const several = Math.max(1, config.networking?.clusterNetwork?.length ?? 0);
  const own = platform === 'vsphere' || platform === 'baremetal';
  return {
    id: 'networking',
    label: 'Networking',
    owns: [
      'networking',
      ...['apiVIP', 'ingressVIP', 'loadBalancer', 'nodeNetworking', 'dnsRecordsType'].flatMap((name) => [
        `platform.vsphere.${name}`,
        `platform.baremetal.${name}`,
      ]),
    ],
    fields: [
      choice('Network type', ['networking', 'networkType'], ['OVNKubernetes', 'OpenShiftSDN']),
      tokens('Machine networks', ['networking', 'machineNetwork'], {
        item: 'cidr',
        placeholder: '192.0.2.0/24',
      }),
      tokens('Service networks', ['networking', 'serviceNetwork'], { placeholder: '172.30.0.0/16' }),
      ...Array.from({ length: several }, (_, i): Field[] => {
        const which = several > 1 ? ` ${i + 1}` : '';
        return [
          text(`Cluster network${which}`, ['networking', 'clusterNetwork', i, 'cidr']),
          number(`Host prefix${which}`, ['networking', 'clusterNetwork', i, 'hostPrefix']),
        ];
      }).flat(),
      text('Join subnet of OVN', ['networking', 'ovnKubernetesConfig', 'ipv4', 'internalJoinSubnet'], {
        placeholder: '100.64.0.0/16',
      }),
      number('MTU of the cluster network', ['networking', 'clusterNetworkMTU']),
      ...(own
        ? [
            tokens('API addresses', ['platform', platform, 'apiVIPs'], { placeholder: '192.0.2.2' }),
            tokens('Ingress addresses', ['platform', platform, 'ingressVIPs'], { placeholder: '192.0.2.3' }),
            choice(
              'Load balancer',
              ['platform', platform, 'loadBalancer', 'type'],
              ['', 'OpenShiftManagedDefault', 'UserManaged'],
            ),
          ]
        : []),
    ],
    lists: [],
  };
}

function mirrorSection(): Section {
  return {
    id: 'mirror',
    label: 'Mirror registry',
    owns: ['imageDigestSources', 'imageContentSources', 'additionalTrustBundle', 'proxy'],
    fields: [
      {
        kind: 'block',
        label: 'Additional trust bundle',
        path: ['additionalTrustBundle'],
        note: 'PEM of the CAs of the mirror and of the vCenters.',
        wide: true,
      },
      choice('The bundle is used', ['additionalTrustBundlePolicy'], ['', 'Proxyonly', 'Always']),
      text('HTTP proxy', ['proxy', 'httpProxy']),
      text('HTTPS proxy', ['proxy', 'httpsProxy']),
      text('No proxy for', ['proxy', 'noProxy'], { wide: true }),
    ],
    lists: [
      {
        path: ['imageDigestSources'],
        title: 'Image digest sources',
        one: 'source',
        fields: [
          text('Source', ['source'], { wide: true }),
          tokens('Mirrors', ['mirrors'], { wide: true }),
          choice(
            'When no mirror has it',
            ['sourcePolicy'],
            ['', 'AllowContactingSource', 'NeverContactSource'],
          ),
        ],
        columns: ['Source', 'Mirrors'],
        fresh: () => ({ source: '', mirrors: [] }),
      },
    ],
  };
}

function secretSection(): Section {
  return {
    id: 'secrets',
    label: 'Secrets',
    owns: ['pullSecret', 'sshKey'],
    fields: [
      { kind: 'secret', label: 'Pull secret', path: ['pullSecret'], wide: true },
      { kind: 'secret', label: 'SSH key', path: ['sshKey'], wide: true },
    ],
    lists: [],
  };
}

/** The section that a problem is shown in: the one whose path is the longest beginning of its own. */
export function sectionFor(path: string, sections: readonly Section[]): SectionId {
  let best: { id: SectionId; length: number } = { id: 'cluster', length: -1 };
  for (const { id, owns } of sections)
    for (const own of owns)
      if (path.startsWith(own) && own.length > best.length) best = { id, length: own.length };
  return best.id;
}
