import type { InstallConfig } from '../../../core/contract/documents/install-config.ts';
import { type Field, fieldsAt, type ItemList, type Section, type SectionId } from './form-fields.ts';
import { t } from './messages.ts';
import { bareMetalSection, failureDomainSection, vcenterSection } from './platform-sections.ts';

const field = fieldsAt([]);

const PLATFORM_NAMES: Record<string, string> = {
  vsphere: t('platformVsphere'),
  baremetal: t('platformBareMetal'),
  none: t('platformNone'),
  external: t('platformExternal'),
};

/** Returns the name of a platform, such as `vSphere`, or the name in the file for an unknown one. */
export function platformName(platform: string): string {
  return PLATFORM_NAMES[platform] ?? (platform || t('platformMissing'));
}

/** Returns the sections of the form for the platform of a configuration. */
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
    label: t('clusterSection'),
    // Problems of no other section are shown here.
    // `platform.vsphere.cluster` is an old field of failure domains.
    owns: ['platform.vsphere.clusterOSImage'],
    fields: [
      field(t('clusterNameLabel'), ['metadata', 'name'], { note: t('clusterNameHelp') }),
      field(t('baseDomainLabel'), ['baseDomain']),
      field(t('publishLabel'), ['publish']),
      field(t('credentialsModeLabel'), ['credentialsMode']),
      field(t('featureSetLabel'), ['featureSet'], { note: t('featureSetHelp') }),
      field(t('featureGatesLabel'), ['featureGates'], { placeholder: 'Name=true' }),
      field(t('cpuPartitioningLabel'), ['cpuPartitioningMode']),
      field(t('baselineCapabilitiesLabel'), ['capabilities', 'baselineCapabilitySet']),
      field(t('additionalCapabilitiesLabel'), ['capabilities', 'additionalEnabledCapabilities']),
      field(t('fipsLabel'), ['fips']),
      ...(platform === 'external'
        ? [
            field(t('platformNameLabel'), ['platform', 'external', 'platformName']),
            field(t('cloudControllerLabel'), ['platform', 'external', 'cloudControllerManager']),
          ]
        : []),
      ...(platform === 'none' || platform === 'external'
        ? [
            field(t('installationDiskLabel'), ['bootstrapInPlace', 'installationDisk'], {
              placeholder: '/dev/sda',
              note: t('installationDiskHelp'),
            }),
          ]
        : []),
      ...(platform === 'vsphere'
        ? [
            field(t('rhcosImageLabel'), ['platform', 'vsphere', 'clusterOSImage'], {
              note: t('rhcosImageHelp'),
            }),
            field(t('diskTypeLabel'), ['platform', 'vsphere', 'diskType']),
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
          field(t('zonesLabel'), [...at, 'platform', 'vsphere', 'zones'], {
            suggestions: domains,
            note: t('zonesHelp'),
            wide: true,
          }),
          field(t('cpusLabel'), [...at, 'platform', 'vsphere', 'cpus']),
          field(t('coresLabel'), [...at, 'platform', 'vsphere', 'coresPerSocket']),
          field(t('memoryLabel'), [...at, 'platform', 'vsphere', 'memoryMB']),
          field(t('diskSizeLabel'), [...at, 'platform', 'vsphere', 'osDisk', 'diskSizeGB']),
        ]
      : [];
  const pool = (at: readonly string[], field: typeof worker): Field[] => [
    field(t('replicasLabel'), [...at, 'replicas'], { placeholder: '3' }),
    field(t('architectureLabel'), [...at, 'architecture']),
    field(t('hyperthreadingLabel'), [...at, 'hyperthreading']),
    ...machine(at, field),
  ];
  return {
    id: 'nodes',
    label: vsphere ? t('zonesSection') : t('nodesSection'),
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
        title: t('workersTitle'),
        ...{ empty: t('workersEmpty'), add: t('addWorkersButton'), remove: t('removeWorkersButton') },
        item: (number) => t('workersItem', { number }),
        fields: [worker(t('nameLabel'), ['name']), ...pool([], worker)],
        columns: [t('nameLabel'), t('replicasLabel'), ...(vsphere ? [t('zonesLabel')] : [])],
        fresh: (position) => ({ name: position === 0 ? 'worker' : `worker-${position}`, replicas: 3 }),
      },
      ...(vsphere
        ? [
            {
              path: ['platform', 'vsphere', 'hosts'],
              title: t('addressesTitle'),
              note: t('addressesNote'),
              ...{ empty: t('addressesEmpty'), add: t('addHostButton'), remove: t('removeHostButton') },
              item: (number) => t('hostItem', { number }),
              fields: [
                host(t('roleLabel'), ['role']),
                host(t('failureDomainLabel'), ['failureDomain'], { suggestions: domains }),
                host(t('ipAddressesLabel'), ['networkDevice', 'ipAddrs'], { placeholder: '192.0.2.10/24' }),
                host(t('gatewayLabel'), ['networkDevice', 'gateway']),
                host(t('nameServersLabel'), ['networkDevice', 'nameservers']),
              ],
              columns: [t('roleLabel'), t('failureDomainLabel'), t('ipAddressesLabel')],
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
    label: t('networkingSection'),
    owns: [
      'networking',
      ...['apiVIP', 'ingressVIP', 'loadBalancer', 'nodeNetworking', 'dnsRecordsType'].flatMap((name) => [
        `platform.vsphere.${name}`,
        `platform.baremetal.${name}`,
      ]),
    ],
    fields: [
      field(t('networkTypeLabel'), ['networking', 'networkType']),
      field(t('machineNetworksLabel'), ['networking', 'machineNetwork'], {
        item: 'cidr',
        placeholder: '192.0.2.0/24',
      }),
      field(t('serviceNetworksLabel'), ['networking', 'serviceNetwork'], { placeholder: '172.30.0.0/16' }),
      ...Array.from({ length: several }, (_, i): Field[] => {
        const number = i + 1;
        const [network, prefix] =
          several > 1
            ? [t('numberedClusterNetworkLabel', { number }), t('numberedHostPrefixLabel', { number })]
            : [t('clusterNetworkLabel'), t('hostPrefixLabel')];
        return [
          field(network, ['networking', 'clusterNetwork', i, 'cidr']),
          field(prefix, ['networking', 'clusterNetwork', i, 'hostPrefix']),
        ];
      }).flat(),
      field(t('joinSubnetLabel'), ['networking', 'ovnKubernetesConfig', 'ipv4', 'internalJoinSubnet'], {
        placeholder: '100.64.0.0/16',
      }),
      field(t('mtuLabel'), ['networking', 'clusterNetworkMTU']),
      ...(own
        ? [
            field(t('apiVipsLabel'), ['platform', platform, 'apiVIPs'], { placeholder: '192.0.2.2' }),
            field(t('ingressVipsLabel'), ['platform', platform, 'ingressVIPs'], { placeholder: '192.0.2.3' }),
            field(t('loadBalancerLabel'), ['platform', platform, 'loadBalancer', 'type']),
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
    label: t('mirrorSection'),
    owns: ['imageDigestSources', 'imageContentSources', 'additionalTrustBundle', 'proxy'],
    fields: [
      {
        kind: 'block',
        label: t('trustBundleLabel'),
        path: ['additionalTrustBundle'],
        note: t('trustBundleHelp'),
        wide: true,
      },
      field(t('trustPolicyLabel'), ['additionalTrustBundlePolicy']),
      field(t('httpProxyLabel'), ['proxy', 'httpProxy']),
      field(t('httpsProxyLabel'), ['proxy', 'httpsProxy']),
      field(t('noProxyLabel'), ['proxy', 'noProxy'], { wide: true }),
    ],
    lists: [
      {
        path: ['imageDigestSources'],
        title: t('sourcesTitle'),
        ...{ empty: t('sourcesEmpty'), add: t('addSourceButton'), remove: t('removeSourceButton') },
        item: (number) => t('sourceItem', { number }),
        fields: [
          source(t('sourceLabel'), ['source'], { wide: true }),
          source(t('mirrorsLabel'), ['mirrors'], { wide: true }),
          source(t('sourcePolicyLabel'), ['sourcePolicy']),
        ],
        columns: [t('sourceLabel'), t('mirrorsLabel')],
        fresh: () => ({ source: '', mirrors: [] }),
      },
    ],
  };
}

function secretSection(): Section {
  return {
    id: 'secrets',
    label: t('secretsSection'),
    owns: ['pullSecret', 'sshKey'],
    fields: [
      field(t('pullSecretLabel'), ['pullSecret'], { wide: true }),
      field(t('sshKeyLabel'), ['sshKey'], { kind: 'block', wide: true, note: t('sshKeyHelp') }),
    ],
    lists: [],
  };
}

/** Returns the section that shows a problem: the one with the longest prefix of its path. */
export function sectionFor(path: string, sections: readonly Section[]): SectionId {
  let best: { id: SectionId; length: number } = { id: 'cluster', length: -1 };
  for (const { id, owns } of sections)
    for (const own of owns)
      if (path.startsWith(own) && own.length > best.length) best = { id, length: own.length };
  return best.id;
}
