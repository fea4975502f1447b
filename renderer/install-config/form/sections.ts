import type { InstallConfig } from '../../../core/contract/documents/install-config.ts';
import {
  choice,
  type Field,
  flag,
  type ItemList,
  number,
  type Section,
  type SectionId,
  text,
  tokens,
} from './form-fields.ts';
import { bareMetalSection, failureDomainSection, vcenterSection } from './platform-sections.ts';

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
