import { UUIDS } from './cloud-config.fixture.ts';

/** A change that breaks a rule, and the start of the installer's message. */
export type CloudRow = readonly [
  cloud: string,
  changes: readonly (readonly [string, unknown])[],
  message: string,
];

const row = (cloud: string, path: string, value: unknown, message: string): CloudRow => [
  cloud,
  [[`platform.${cloud}.${path}`, value]],
  `platform.${cloud}.${message}`,
];
const pool = (cloud: string, path: string, value: unknown, message: string): CloudRow =>
  row(cloud, `defaultMachinePlatform.${path}`, value, `defaultMachinePlatform.${message}`);
const SUBNET = 'vpc.subnets[1]';
const TWO = ['192.0.2.5', '192.0.2.6'];

/** The rules, by the installer's function. `peers/install-config.peer.test.ts` compares them with the installer. */
export const CLOUD_ROWS: readonly CloudRow[] = [
  // pkg/types/aws/validation/platform.go: ValidatePlatform
  row('aws', 'region', undefined, 'region: Required value: region must be specified'),
  row('aws', 'vpc', undefined, 'hostedZone: Invalid value: "Z0123456789": may not use an existing'),
  [
    'aws',
    [
      ['platform.aws.hostedZoneRole', 'arn'],
      ['credentialsMode', 'Mint'],
    ],
    'platform.aws.credentialsMode: Forbidden: when specifying a hostedZoneRole',
  ],
  // validateSubnets
  row('aws', `${SUBNET}.roles`, [], 'vpc.subnets: Forbidden: either all subnets must be assigned roles'),
  row('aws', `${SUBNET}.id`, 'subnet-a', 'vpc.subnets[1].id: Duplicate value: "subnet-a"'),
  row('aws', `${SUBNET}.roles[0].type`, 'Node', 'vpc.subnets[1].roles[0].type: Unsupported value: "Node"'),
  row(
    'aws',
    `${SUBNET}.roles[0].type`,
    'IngressControllerLB',
    'vpc.subnets[1].roles[1].type: Duplicate value: "IngressControllerLB"',
  ),
  row(
    'aws',
    `${SUBNET}.roles[1].type`,
    'ControlPlaneInternalLB',
    'vpc.subnets[1].roles: Forbidden: must not have both ControlPlaneExternalLB and ControlPlaneInternalLB role',
  ),
  row(
    'aws',
    `${SUBNET}.roles[1].type`,
    'EdgeNode',
    'vpc.subnets[1].roles: Forbidden: must not combine EdgeNode',
  ),
  row(
    'aws',
    `${SUBNET}.roles[1].type`,
    'ClusterNode',
    'vpc.subnets: Invalid value: 2: roles [IngressControllerLB] must be assigned',
  ),
  [
    'aws',
    [['publish', 'Internal']],
    'platform.aws.vpc.subnets: Forbidden: must not include subnets with the ControlPlaneExternalLB role in a private cluster',
  ],
  row('aws', 'subnets', ['subnet-a'], 'subnets: Forbidden: cannot specify platform.aws.subnets and'),
  // validateServiceEndpoints, validateServiceURL
  row(
    'aws',
    'serviceEndpoints[1]',
    { name: 'ec2', url: 'a.example.com' },
    'serviceEndpoints[1].name: Invalid value',
  ),
  ...['http://a.example.com', 'https://', 'https://a.example.com/x'].map((url) =>
    row('aws', 'serviceEndpoints[0].url', url, `serviceEndpoints[0].url: Invalid value: "${url}"`),
  ),
  // validateTag
  row('aws', 'userTags', { Name: 'x' }, 'userTags[Name]: Invalid value: "x": "Name" key'),
  row('aws', 'userTags', { a: '' }, 'userTags[a]: Invalid value: "": value is empty'),
  row('aws', 'userTags', { 'x.openshift.io/a': 'b' }, 'userTags[x.openshift.io/a]: Invalid value'),
  // pkg/types/aws/validation/machinepool.go
  pool(
    'aws',
    'zones[0]',
    'us-east-1a',
    'zones[0]: Invalid value: "us-east-1a": Zone not in configured region',
  ),
  pool('aws', 'rootVolume.size', 0, 'size: Invalid value: 0: volume size value must be a positive number'),
  pool('aws', 'rootVolume.type', 'gp2', 'iops: Invalid value: 3000: iops not supported for type gp2'),
  pool('aws', 'rootVolume.type', 'fast', 'type: Invalid value: "fast": failed to find volume type'),
  pool('aws', 'metadataService.authentication', 'No', 'authentication: Invalid value: "No": must be either'),
  row(
    'aws',
    'defaultMachinePlatform.additionalSecurityGroupIDs',
    Array.from({ length: 11 }, (_, i) => `sg-${i}`),
    'defaultMachinePlatform: Too many: 11: must have at most 10 items',
  ),
  [
    'aws',
    [['platform.aws.region', 'cn-north-1']],
    'controlPlane.platform.aws: Required value: AMI ID must be provided',
  ],
  ['aws', [['controlPlane.architecture', 's390x']], 'controlPlane.architecture: Unsupported value: "s390x"'],
  // pkg/types/validation/installconfig.go: validateNetworkingClusterNetworkMTU
  ...(
    [
      [9002, 'exceeds the maximum value of 9001'],
      [999, 'is lower than the minimum value of 1000'],
      [8950, 'exceeds the maximum value with the network plugin'],
    ] as const
  ).map(
    ([mtu, text]): CloudRow => [
      'aws',
      [['networking.clusterNetworkMTU', mtu]],
      `networking.clusterNetworkMTU: Invalid value: ${mtu}: cluster network MTU ${text}`,
    ],
  ),
  // pkg/types/azure/validation/platform.go: ValidatePlatform
  row('azure', 'region', undefined, 'region: Required value: region should be set'),
  row('azure', 'baseDomainResourceGroupName', undefined, 'baseDomainResourceGroupName: Required value'),
  row('azure', 'computeSubnet', undefined, 'computeSubnet: Required value: must provide a compute subnet'),
  row('azure', 'controlPlaneSubnet', undefined, 'controlPlaneSubnet: Required value'),
  row('azure', 'networkResourceGroupName', undefined, 'networkResourceGroupName: Required value'),
  row(
    'azure',
    'virtualNetwork',
    undefined,
    'virtualNetwork: Required value: must provide a virtual network when supplying',
  ),
  row('azure', 'virtualNetwork', undefined, 'outboundType: Invalid value: "UserDefinedRouting"'),
  row('azure', 'cloudName', 'AzureCloud', 'cloudName: Unsupported value: "AzureCloud"'),
  row('azure', 'outboundType', 'None', 'outboundType: Unsupported value: "None"'),
  row('azure', 'outboundType', 'NatGateway', 'outboundType: Invalid value: "NatGateway"'),
  row('azure', 'armEndpoint', 'https://a', 'armEndpoint: Required value: ARM endpoint must not be set'),
  row('azure', 'clusterOSImage', 'https://a', 'clusterOSImage: Required value'),
  row('azure', 'cloudName', 'AzureStackCloud', 'armEndpoint: Required value: ARM endpoint must be set'),
  row(
    'azure',
    'cloudName',
    'AzureStackCloud',
    'userTags: Forbidden: userTags support is for AzurePublicCloud only',
  ),
  // validateUserTags, validateTag
  row(
    'azure',
    'userTags',
    { a: 'x', A: 'y' },
    'userTags: Forbidden: found duplicate tag keys: "A" matches 2 keys',
  ),
  row('azure', 'userTags', { '1a': 'x' }, 'userTags[1a]: Invalid value: "x": key is invalid'),
  row('azure', 'userTags', { a: 'x y' }, 'userTags[a]: Invalid value: "x y": value is invalid'),
  row(
    'azure',
    'userTags',
    { azureA: 'x' },
    'userTags[azureA]: Invalid value: "x": key contains restricted prefix',
  ),
  // pkg/types/azure/validation/machinepool.go
  pool(
    'azure',
    'osDisk.diskSizeGB',
    -1,
    'diskSizeGB: Invalid value: -1: Storage DiskSizeGB must be positive',
  ),
  pool('azure', 'osDisk.diskType', 'Standard_LRS', 'diskType: Unsupported value: "Standard_LRS"'),
  pool('azure', 'ultraSSDCapability', 'On', 'ultraSSDCapability: Unsupported value: "On"'),
  pool('azure', 'vmNetworkingType', 'Fast', 'acceleratedNetworking: Unsupported value: "Fast"'),
  pool('azure', 'osImage.plan', 'Paid', 'osImage.plan: Unsupported value: "Paid"'),
  pool('azure', 'osImage.sku', undefined, 'osImage.sku: Required value: must specify SKU for the OS image'),
  // pkg/types/gcp/validation/platform.go
  row('gcp', 'region', undefined, 'region: Required value: must provide a region'),
  row('gcp', 'computeSubnet', undefined, 'computeSubnet: Required value'),
  row('gcp', 'controlPlaneSubnet', undefined, 'controlPlaneSubnet: Required value'),
  row(
    'gcp',
    'network',
    undefined,
    'network: Required value: must provide a VPC network when supplying subnets',
  ),
  [
    'gcp',
    [
      ['platform.gcp.networkProjectID', 'host'],
      ['credentialsMode', 'Mint'],
    ],
    'platform.gcp.credentialsMode: Unsupported value: "Mint"',
  ],
  row(
    'gcp',
    'userLabels[0].key',
    'Owner',
    'userLabels[Owner]: Invalid value: "platform": label key is invalid',
  ),
  row('gcp', 'userLabels[0].value', 'A', 'userLabels[owner]: Invalid value: "A": label value is invalid'),
  // pkg/types/gcp/validation/machinepool.go
  pool(
    'gcp',
    'zones[0]',
    'us-east1-b',
    'zones[0]: Invalid value: "us-east1-b": Zone not in configured region',
  ),
  pool('gcp', 'osDisk.DiskSizeGB', 10, 'diskSizeGB: Invalid value: 10: must be at least 16GB in size'),
  pool('gcp', 'osDisk.DiskSizeGB', 70_000, 'diskSizeGB: Invalid value: 70000: exceeding maximum'),
  pool('gcp', 'osDisk.diskType', 'pd-standard', 'diskType: Unsupported value: "pd-standard"'),
  ...['', '1a', 'aB', 'A-1'].map((tag) => pool('gcp', 'tags[0]', tag, `tags[0]: Invalid value: "${tag}"`)),
  // pkg/types/openstack/validation/platform.go
  row('openstack', 'externalDNS[0]', 'dns', 'externalDNS: Invalid value: ["dns"]: "dns" is not a valid IP'),
  row('openstack', 'loadBalancer', { type: 'Own' }, 'loadBalancer.type: Invalid value: "Own"'),
  row('openstack', 'controlPlanePort.network.id', 'x', 'controlPlanePort.network: Invalid value: "x"'),
  row('openstack', 'controlPlanePort.fixedIPs', [], 'controlPlanePort.fixedIPs: Required value'),
  row(
    'openstack',
    'controlPlanePort.fixedIPs[0].subnet',
    {},
    'controlPlanePort.fixedIPs[0].subnet: Required value',
  ),
  row(
    'openstack',
    'controlPlanePort.fixedIPs[0].subnet.id',
    'x',
    'controlPlanePort.fixedIPs[0].subnet.id: Invalid value: "x"',
  ),
  row('openstack', 'machinesSubnet', UUIDS[0], 'machinesSubnet: Invalid value'),
  [
    'openstack',
    [
      ['platform.openstack.lbFloatingIP', '192.0.2.9'],
      ['platform.openstack.apiFloatingIP', '192.0.2.8'],
    ],
    'platform.openstack.lbFloatingIP: Forbidden',
  ],
  // pkg/types/validation/installconfig.go: validateVIPsForPlatform
  row(
    'openstack',
    'apiVIPs[0]',
    '198.51.100.5',
    'apiVIPs: Invalid value: "198.51.100.5": IP expected to be in one of',
  ),
  row(
    'openstack',
    'apiVIPs[0]',
    '192.0.2.7',
    'apiVIPs: Invalid value: "192.0.2.7": VIP for API must not be one',
  ),
  row('openstack', 'ingressVIPs[0]', 'x', 'ingressVIPs: Invalid value: "x": "x" is not a valid IP'),
  row(
    'openstack',
    'apiVIPs',
    TWO,
    'apiVIPs: Invalid value: "192.0.2.5,192.0.2.6": If two API VIPs are given',
  ),
  row('openstack', 'apiVIP', '192.0.2.9', 'apiVIPs: Invalid value: "192.0.2.9"'),
  // pkg/types/openstack/validation/machinepool.go
  pool('openstack', 'serverGroupPolicy', 'none', 'serverGroupPolicy: Unsupported value: "none"'),
  pool('openstack', 'rootVolume.zones', undefined, 'rootVolume.zones: Required value'),
  pool(
    'openstack',
    'rootVolume.types',
    undefined,
    'rootVolume.type: Invalid value: "": Either type or types',
  ),
  // pkg/types/nutanix/validation/platform.go
  row('nutanix', 'prismCentral.endpoint.address', undefined, 'prismCentral.endpoint.address: Required value'),
  row(
    'nutanix',
    'prismCentral.endpoint.address',
    'a b',
    'prismCentral.endpoint.address: Invalid value: "a b"',
  ),
  row('nutanix', 'prismCentral.endpoint.port', 0, 'prismCentral.endpoint.port: Invalid value: 0'),
  row('nutanix', 'prismCentral.username', undefined, 'prismCentral.username: Required value'),
  row('nutanix', 'prismCentral.password', undefined, 'prismCentral.password: Required value'),
  row('nutanix', 'prismElements', undefined, 'prismElements: Required value: must specify one Prism Element'),
  row('nutanix', 'prismElements[0].uuid', undefined, 'prismElements.uuid: Required value'),
  row('nutanix', 'prismElements[0].endpoint.port', 70_000, 'prismElements.endpoint.port: Required value'),
  row('nutanix', 'prismElements[0].endpoint.address', 'a b', 'prismElements.endpoint.address: Invalid value'),
  row('nutanix', 'subnetUUIDs', undefined, 'subnetUUIDs: Required value: must specify at least one subnet'),
  row(
    'nutanix',
    'subnetUUIDs',
    ['a', 'a'],
    'subnetUUIDs: Invalid value: "a": should not configure duplicate value',
  ),
  row('nutanix', 'prismAPICallTimeout', -1, 'prismAPICallTimeout: Invalid value: -1'),
  row('nutanix', 'loadBalancer', { type: 'Own' }, 'loadBalancer.type: Invalid value: "Own"'),
  row('nutanix', 'failureDomains[0].name', '', 'failureDomain.name: Invalid value: ""'),
  row(
    'nutanix',
    'failureDomains[0].prismElement.uuid',
    undefined,
    'failureDomain.prismElement.uuid: Required value',
  ),
  row('nutanix', 'failureDomains[0].subnetUUIDs', [], 'failureDomain.subnetUUIDs: Required value'),
  row(
    'nutanix',
    'failureDomains[0].storageContainers',
    [{}],
    'failureDomain.storageContainers.uuid: Required value',
  ),
  row(
    'nutanix',
    'failureDomains[0].dataSourceImages',
    [{ referenceName: 'a' }],
    'failureDomain.dataSourceImages: Required value',
  ),
  row('nutanix', 'ingressVIPs', undefined, 'ingressVIPs: Required value: must specify VIP for ingress'),
  // pkg/types/ibmcloud/validation/platform.go
  row('ibmcloud', 'region', undefined, 'region: Required value: region must be specified'),
  row('ibmcloud', 'controlPlaneSubnets', undefined, 'controlPlaneSubnets: Required value'),
  row('ibmcloud', 'computeSubnets', undefined, 'computeSubnets: Required value'),
  row('ibmcloud', 'vpcName', undefined, 'vpcName: Required value: must provide a VPC name'),
  row(
    'ibmcloud',
    'serviceEndpoints[0].url',
    'https://a.example.com/x',
    'serviceEndpoints[0].url: Invalid value',
  ),
  row(
    'ibmcloud',
    'serviceEndpoints[1]',
    { name: 'IAM', url: 'a.example.com' },
    'serviceEndpoints[1].name: Invalid value: "IAM"',
  ),
  // pkg/types/ibmcloud/validation/machinepool.go
  pool(
    'ibmcloud',
    'zones[0]',
    'us-south-1',
    'zones[0]: Invalid value: "us-south-1": zone not in configured region',
  ),
  pool('ibmcloud', 'dedicatedHosts', [], 'dedicatedHosts: Invalid value: 0: number of dedicated hosts'),
  pool(
    'ibmcloud',
    'dedicatedHosts[0]',
    {},
    'dedicatedHosts[0]: Invalid value: "": name or profile must be set',
  ),
  pool('ibmcloud', 'type', 'cx2-8x16', 'dedicatedHosts[0].profile: Invalid value: "bx2-host-152x608"'),
  pool('ibmcloud', 'type', undefined, 'type: Invalid value: "": type is required'),
  pool('ibmcloud', 'bootVolume', { encryptionKey: 'key' }, 'bootVolume.encryptionKey: Invalid value: "key"'),
  // pkg/types/powervs/validation/platform.go
  ['powervs', [['sshKey', undefined]], 'sshKey: Required value: sshKey is required'],
  row('powervs', 'zone', undefined, 'zone: Required value: zone must be specified'),
  row('powervs', 'zone', 'dal99', 'zone: Unsupported value: "dal99"'),
  row('powervs', 'region', 'moon', 'region: Unsupported value: "moon"'),
  row('powervs', 'serviceInstanceGUID', 'x', 'ServiceInstanceGUID: Invalid value: "x"'),
  row(
    'powervs',
    'serviceEndpoints[1]',
    { name: 'Power', url: 'a.example.com' },
    'serviceEndpoints[1].name: Duplicate value: "Power"',
  ),
  row('powervs', 'serviceEndpoints[0].url', 'http://a', 'serviceEndpoints[0].url: Invalid value: "http://a"'),
  // pkg/types/powervs/validation/machinepool.go
  pool('powervs', 'volumeIDs[0]', 'x', 'volumeIDs[0]: Invalid value: "x": volume ID must be a valid UUID'),
  pool('powervs', 'volumeIDs[1]', UUIDS[1], 'volumeIDs[1]: Duplicate value'),
  pool('powervs', 'procType', 'Own', 'procType: Unsupported value: "Own"'),
  pool(
    'powervs',
    'processors',
    '0.25',
    'processors: Invalid value: 0.25: minimum number of processors must be .5',
  ),
  pool(
    'powervs',
    'processors',
    '0.6',
    'processors: Invalid value: 0.6: processors must be in increments of .25',
  ),
  pool('powervs', 'processors', 'many', 'processors: Invalid value: "many"'),
  pool('powervs', 'processors', 16, 'processors: Invalid value: 16: maximum processors limit for s922'),
  pool('powervs', 'smtLevel', '9', 'smtLevel: Invalid value: "9"'),
  pool('powervs', 'sysType', 'z1', 'sysType: Invalid value: "z1": unknown system type specified'),
  pool('powervs', 'memoryGiB', 2, 'memory: Invalid value: 2: memory must be an integer number of GB'),
  pool(
    'powervs',
    'memoryGiB',
    1000,
    'memory: Invalid value: 1000: maximum memory limit for the s922 SysType',
  ),
];
