import type { InstallConfig } from '../../../core/contract/documents/install-config.ts';
import { type Field, fieldsAt, type ItemList, type Section, type SectionId } from './form-fields.ts';
import { bareMetalSection, failureDomainSection, vcenterSection } from './platform-sections.ts';

const field = fieldsAt([]);

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
    // `platform.vsphere.cluster` is an old field of failure domains.
    owns: ['platform.vsphere.clusterOSImage'],
    fields: [
      field('Cluster name', ['metadata', 'name'], { note: 'Part of every name: api.NAME.DOMAIN.' }),
      field('Base domain', ['baseDomain']),
      field('Published', ['publish']),
      field('Credentials mode', ['credentialsMode']),
      field('Feature set', ['featureSet'], { note: 'Other than the default it cannot be undone.' }),
      field('Feature gates', ['featureGates'], { placeholder: 'Name=true' }),
      field('CPU partitioning', ['cpuPartitioningMode']),
      field('Baseline capabilities', ['capabilities', 'baselineCapabilitySet']),
      field('Additional capabilities', ['capabilities', 'additionalEnabledCapabilities']),
      field('FIPS mode', ['fips']),
      ...(platform === 'external'
        ? [
            field('Platform name', ['platform', 'external', 'platformName']),
            field('Cloud controller manager', ['platform', 'external', 'cloudControllerManager']),
          ]
        : []),
      ...(platform === 'none' || platform === 'external'
        ? [
            field('Disk for bootstrap in place', ['bootstrapInPlace', 'installationDisk'], {
              placeholder: '/dev/sda',
              note: 'For a single node only.',
            }),
          ]
        : []),
      ...(platform === 'vsphere'
        ? [
            field('RHCOS image', ['platform', 'vsphere', 'clusterOSImage'], {
              note: 'Address inside, where failure domains have no template.',
            }),
            field('Disks', ['platform', 'vsphere', 'diskType']),
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
  const worker = fieldsAt(['compute', 0]);
  const host = fieldsAt(['platform', 'vsphere', 'hosts', 0]);
  const machine = (at: readonly string[], field: typeof worker): Field[] =>
    vsphere
      ? [
          field('Zones', [...at, 'platform', 'vsphere', 'zones'], {
            suggestions: domains,
            note: 'Failure domains, one machine after the other; none: all of them.',
            wide: true,
          }),
          field('CPUs', [...at, 'platform', 'vsphere', 'cpus']),
          field('Cores a socket', [...at, 'platform', 'vsphere', 'coresPerSocket']),
          field('Memory, MiB', [...at, 'platform', 'vsphere', 'memoryMB']),
          field('Disk, GiB', [...at, 'platform', 'vsphere', 'osDisk', 'diskSizeGB']),
        ]
      : [];
  const pool = (at: readonly string[], field: typeof worker): Field[] => [
    field('Machines', [...at, 'replicas'], { placeholder: '3' }),
    field('Architecture', [...at, 'architecture']),
    field('Hyperthreading', [...at, 'hyperthreading']),
    ...machine(at, field),
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
    fields: pool(['controlPlane'], field),
    lists: [
      {
        path: ['compute'],
        title: 'Workers',
        one: 'pool of workers',
        fields: [worker('Name', ['name']), ...pool([], worker)],
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
                host('Role', ['role']),
                host('Failure domain', ['failureDomain'], { suggestions: domains }),
                host('Addresses', ['networkDevice', 'ipAddrs'], { placeholder: '192.0.2.10/24' }),
                host('Gateway', ['networkDevice', 'gateway']),
                host('Name servers', ['networkDevice', 'nameservers']),
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
      field('Network type', ['networking', 'networkType']),
      field('Machine networks', ['networking', 'machineNetwork'], {
        item: 'cidr',
        placeholder: '192.0.2.0/24',
      }),
      field('Service networks', ['networking', 'serviceNetwork'], { placeholder: '172.30.0.0/16' }),
      ...Array.from({ length: several }, (_, i): Field[] => {
        const which = several > 1 ? ` ${i + 1}` : '';
        return [
          field(`Cluster network${which}`, ['networking', 'clusterNetwork', i, 'cidr']),
          field(`Host prefix${which}`, ['networking', 'clusterNetwork', i, 'hostPrefix']),
        ];
      }).flat(),
      field('Join subnet of OVN', ['networking', 'ovnKubernetesConfig', 'ipv4', 'internalJoinSubnet'], {
        placeholder: '100.64.0.0/16',
      }),
      field('MTU of the cluster network', ['networking', 'clusterNetworkMTU']),
      ...(own
        ? [
            field('API addresses', ['platform', platform, 'apiVIPs'], { placeholder: '192.0.2.2' }),
            field('Ingress addresses', ['platform', platform, 'ingressVIPs'], { placeholder: '192.0.2.3' }),
            field('Load balancer', ['platform', platform, 'loadBalancer', 'type']),
          ]
        : []),
    ],
    lists: [],
  };
}

function mirrorSection(): Section {
  const source = fieldsAt(['imageDigestSources', 0]);
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
      field('The bundle is used', ['additionalTrustBundlePolicy']),
      field('HTTP proxy', ['proxy', 'httpProxy']),
      field('HTTPS proxy', ['proxy', 'httpsProxy']),
      field('No proxy for', ['proxy', 'noProxy'], { wide: true }),
    ],
    lists: [
      {
        path: ['imageDigestSources'],
        title: 'Image digest sources',
        one: 'source',
        fields: [
          source('Source', ['source'], { wide: true }),
          source('Mirrors', ['mirrors'], { wide: true }),
          source('When no mirror has it', ['sourcePolicy']),
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
      field('Pull secret', ['pullSecret'], { wide: true }),
      field('SSH key', ['sshKey'], { wide: true }),
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
