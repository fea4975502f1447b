import { test } from 'vitest';
import { expectMutants, mutantRule as rule } from '../../base/document/mutant-rules.fixture.ts';
import { readYaml } from '../../base/document/yaml-text.ts';
import { cloudConfig } from './clouds/cloud-config.fixture.ts';
import { complete } from './model/install-config.fixture.ts';
import { validateInstallConfig } from './validate-install-config.ts';

const MISSING = 'removed|empty|misspelled';
const errorsOf = (text: string) =>
  validateInstallConfig(readYaml(text), { openShiftVersion: '4.20' })
    .problems.filter(({ code, level }) => level === 'error' && code !== 'install-config-unnoticed')
    .map(({ message }) => message);

const TYPES = 'pkg/asset/installconfig/installconfigbase.go: LoadFromFile (encoding/json)';
const CONFIG = 'pkg/types/validation/installconfig.go';
const VSPHERE = 'pkg/types/vsphere/validation/platform.go';
const METAL = 'pkg/types/baremetal/validation/platform.go';
const B = 'platform.baremetal';
const V = 'platform.vsphere';
const F = `${V}.failureDomains`;

/** Rules that reject each mutant of a preset. `peers/install-config.peer.test.ts` compares the same mutants with the installer. */
const RULES = [
  rule(
    'apiVersion',
    MISSING,
    /^apiVersion: Required/,
    'pkg/types/conversion/installconfig.go: ConvertInstallConfig',
  ),
  rule(
    'apiVersion',
    'broken',
    /^apiVersion: Invalid/,
    'pkg/types/conversion/installconfig.go: ConvertInstallConfig',
  ),
  rule('metadata|metadata.name', MISSING, /^metadata\.name: Invalid/, `${CONFIG}: ValidateInstallConfig`),
  rule('baseDomain', MISSING, /^baseDomain: Invalid/, `${CONFIG}: ValidateInstallConfig`),
  rule(
    'pullSecret',
    `${MISSING}|broken`,
    /^pullSecret: Invalid/,
    'pkg/validate/validate.go: ImagePullSecret',
  ),
  rule('sshKey', 'broken', /^sshKey: Invalid/, 'pkg/validate/validate.go: SSHPublicKey'),
  rule('platform|platform.\\w+', MISSING, /^platform: Invalid/, `${CONFIG}: validatePlatform`),
  // networks
  rule(
    'networking.(?:machine|service|cluster)Network.N',
    'duplicated',
    /^networking\.\S+: Invalid value: .* must not overlap/,
    `${CONFIG}: validateNetworking`,
  ),
  rule(
    'networking.(?:machine|cluster)Network.N.cidr|networking.serviceNetwork.N',
    'broken',
    /invalid CIDR address/,
    'pkg/ipnet/ipnet.go: UnmarshalJSON',
  ),
  rule(
    'networking.clusterNetwork.N.hostPrefix',
    MISSING,
    /^networking\.clusterNetwork\[0\]\.hostPrefix: Invalid value: 0/,
    `${CONFIG}: validateClusterNetwork`,
  ),
  // machine pools
  rule('compute.N', 'duplicated', /^compute\[1\]\.name: Duplicate/, `${CONFIG}: validateCompute`),
  rule(
    'compute.N.name',
    `${MISSING}|broken`,
    /^compute\[0\]\.name: Unsupported/,
    `${CONFIG}: validateCompute`,
  ),
  rule('compute.N', 'empty', /^compute\[0\]\.name: Unsupported/, `${CONFIG}: validateCompute`),
  // types
  rule('networking.clusterNetwork.N.hostPrefix', 'broken', /^failed to unmarshal/, TYPES),
  { change: / text$/, error: /cannot unmarshal/, upstream: TYPES },
];

/** Rules of one platform, before the general ones. */
const METAL_RULES = [
  rule(`compute|compute.N.replicas`, MISSING, /not enough hosts found \(0\)/, `${METAL}: validateHostsCount`),
  rule(
    `(?:compute.N|controlPlane).replicas`,
    'broken',
    /not enough hosts found/,
    `${METAL}: validateHostsCount`,
  ),
  rule(
    `compute.N|compute.N.name`,
    `${MISSING}|broken`,
    /not enough hosts found/,
    `${METAL}: validateHostsCount`,
  ),
  rule(
    'networking|networking.machineNetwork|networking.machineNetwork.N.cidr',
    MISSING,
    /apiVIPs: Invalid value: .* machine networks/,
    `${CONFIG}: ValidateIPinMachineCIDR`,
  ),
  rule(
    'networking.machineNetwork.N',
    'removed|empty',
    /apiVIPs: Invalid value: .* machine networks/,
    `${CONFIG}: ValidateIPinMachineCIDR`,
  ),
  rule(
    `${B}.hosts`,
    MISSING,
    /hosts: Invalid value: "null": bare metal hosts are missing/,
    `${METAL}: ValidatePlatform`,
  ),
  rule(`${B}.hosts.N`, 'removed', /not enough hosts found \(2\)/, `${METAL}: validateHostsCount`),
  rule(`${B}.hosts.N`, 'duplicated', /name: Duplicate/, `${METAL}: validateHostsBase`),
  rule(
    `${B}.hosts.N|${B}.hosts.N.name`,
    MISSING,
    /name: Required value: missing Name/,
    `${METAL}: validateHostsBase`,
  ),
  rule(`${B}.hosts.N.bootMACAddress`, MISSING, /bootMACAddress: Required/, `${METAL}: validateHostsBase`),
  rule(
    `${B}.hosts.N.bmc|${B}.hosts.N.bmc.address`,
    MISSING,
    /address: Required/,
    `${METAL}: validateHostsBMCOnly`,
  ),
  rule(`${B}.hosts.N.bmc.username`, MISSING, /username: Required/, `${METAL}: validateHostsBMCOnly`),
  rule(`${B}.hosts.N.bmc.password`, MISSING, /password: Required/, `${METAL}: validateHostsBMCOnly`),
  rule(
    `${B}.provisioningNetwork`,
    'broken',
    /provisioningNetwork: Unsupported/,
    `${METAL}: validateProvisioningNetwork`,
  ),
];
const VIP_RULES = [
  rule(
    'platform.\\w+.(?:api|ingress)VIPs',
    MISSING,
    /must specify VIP for/,
    `${CONFIG}: validateAPIAndIngressVIPs`,
  ),
  rule(
    'platform.\\w+.(?:api|ingress)VIPs.N',
    'removed',
    /must specify VIP for/,
    `${CONFIG}: validateAPIAndIngressVIPs`,
  ),
  rule(
    'platform.\\w+.(?:api|ingress)VIPs.N',
    'empty|broken',
    /is not a valid IP/,
    `${CONFIG}: validateAPIAndIngressVIPs`,
  ),
  rule(
    'platform.\\w+.(?:api|ingress)VIPs.N',
    'duplicated',
    /If two \w+ VIPs are given/,
    `${CONFIG}: validateAPIAndIngressVIPs`,
  ),
];
const VSPHERE_RULES = [
  rule(`${V}.vcenters`, MISSING, /vcenters: Required value: must be defined/, `${VSPHERE}: ValidatePlatform`),
  rule(
    `${V}.vcenters.N`,
    'removed',
    /vcenters: Required value: must be defined/,
    `${VSPHERE}: ValidatePlatform`,
  ),
  rule(`${V}.vcenters.N|${V}.vcenters.N.server`, MISSING, /server: Required/, `${VSPHERE}: validateVCenters`),
  rule(`${V}.vcenters.N.user`, MISSING, /username: Required/, `${VSPHERE}: validateVCenters`),
  rule(`${V}.vcenters.N.password`, MISSING, /password: Required/, `${VSPHERE}: validateVCenters`),
  rule(`${V}.vcenters.N.datacenters`, MISSING, /datacenters: Required/, `${VSPHERE}: validateVCenters`),
  rule(`${V}.vcenters.N.datacenters.N`, 'removed', /datacenters: Required/, `${VSPHERE}: validateVCenters`),
  rule(
    `${V}.vcenters.N.server|${F}.N.server`,
    'broken',
    /server does not exist in vcenters/,
    `${VSPHERE}: validateFailureDomains`,
  ),
  rule(F, MISSING, /failureDomains: Required value: must be defined/, `${VSPHERE}: ValidatePlatform`),
  rule(
    `${F}.N`,
    'removed',
    /failureDomains: Required value: must be defined/,
    `${VSPHERE}: ValidatePlatform`,
  ),
  rule(`${F}.N`, 'duplicated', /name\[1\]: Duplicate/, `${VSPHERE}: validateFailureDomains`),
  rule(`${F}.N|${F}.N.name`, MISSING, /name: Required/, `${VSPHERE}: validateFailureDomains`),
  ...['region', 'zone', 'server'].map((field) =>
    rule(`${F}.N.${field}`, MISSING, new RegExp(`${field}: Required`), `${VSPHERE}: validateFailureDomains`),
  ),
  rule(
    `${F}.N.topology|${F}.N.topology.datacenter`,
    MISSING,
    /topology\.datacenter: Required/,
    `${VSPHERE}: validateFailureDomains`,
  ),
  ...['datastore', 'computeCluster', 'networks'].map((field) =>
    rule(
      `${F}.N.topology.${field}`,
      MISSING,
      new RegExp(`topology\\.${field}: Required`),
      `${VSPHERE}: validateFailureDomains`,
    ),
  ),
  rule(
    `${F}.N.topology.networks.N`,
    'removed',
    /topology\.networks: Required/,
    `${VSPHERE}: validateFailureDomains`,
  ),
  rule(
    `${F}.N.topology.datacenter`,
    'broken',
    /does not exist in the correct datacenter/,
    `${VSPHERE}: validateFailureDomains`,
  ),
];
const SINGLE_RULES = [
  rule(
    'controlPlane|controlPlane.replicas',
    `${MISSING}|broken`,
    /bootstrap in place requires a single replica/,
    'pkg/asset/ignition/bootstrap/bootstrap_in_place.go: verifyBootstrapInPlace',
  ),
  rule(
    'compute|compute.N|compute.N.replicas',
    `${MISSING}|broken`,
    /bootstrap in place requires no compute|compute\[0\]\.name/,
    'pkg/asset/ignition/bootstrap/bootstrap_in_place.go: verifyBootstrapInPlace',
  ),
  rule(
    'bootstrapInPlace.installationDisk',
    MISSING,
    /installationDisk must be set/,
    'pkg/asset/ignition/bootstrap/bootstrap_in_place.go: verifyBootstrapInPlace',
  ),
];

test.each([
  ['baremetal', [...METAL_RULES, ...VIP_RULES]],
  ['vsphere', [...VSPHERE_RULES, ...VIP_RULES]],
  ['single-node', SINGLE_RULES],
] as const)('rejects the mutants of the preset %s that the installer rejects, and no others', (id, own) =>
  expectMutants({ [id]: complete(id).text }, own, errorsOf, { common: RULES }),
);

const AWS = 'pkg/types/aws/validation';
const A = 'platform.aws';
const D = `${A}.defaultMachinePlatform`;

test('rejects the mutants of a file for AWS that the installer rejects, and no others', () => {
  const role = `${A}.vpc.subnets.N.roles.N`;
  const missingRole = /vpc\.subnets: (?:Invalid value: .* must be assigned|Forbidden: either all)/;
  const unsupported = /roles\[\d\]\.type: Unsupported value/;
  const own = [
    rule(
      `${A}.region`,
      `${MISSING}|broken`,
      /region: Required|not in configured region/,
      `${AWS}/platform.go: ValidatePlatform`,
    ),
    rule(`${A}.vpc|${A}.vpc.subnets`, MISSING, /hostedZone: Invalid/, `${AWS}/platform.go: ValidatePlatform`),
    rule(`${A}.vpc.subnets.N`, 'duplicated', /id: Duplicate/, `${AWS}/platform.go: validateSubnets`),
    rule(
      `${A}.vpc.subnets.N|${A}.vpc.subnets.N.roles`,
      MISSING,
      missingRole,
      `${AWS}/platform.go: validateSubnets`,
    ),
    rule(role, 'duplicated', /type: Duplicate/, `${AWS}/platform.go: validateSubnets`),
    rule(role, 'removed', missingRole, `${AWS}/platform.go: validateSubnets`),
    rule(`${role}|${role}.type`, `${MISSING}|broken`, unsupported, `${AWS}/platform.go: validateSubnets`),
    rule(
      `${A}.serviceEndpoints.N`,
      'duplicated',
      /name: Invalid value: .*duplicate service endpoint/,
      `${AWS}/platform.go: validateServiceEndpoints`,
    ),
    rule(
      `${A}.serviceEndpoints.N|${A}.serviceEndpoints.N.url`,
      'empty|misspelled',
      /url: Invalid/,
      `${AWS}/platform.go: validateServiceURL`,
    ),
    rule(`${A}.serviceEndpoints.N.url`, 'removed', /url: Invalid/, `${AWS}/platform.go: validateServiceURL`),
    rule(`${A}.userTags.owner`, 'empty', /value is empty/, `${AWS}/platform.go: validateTag`),
    rule(
      `${D}.rootVolume.size`,
      MISSING,
      /volume size value must be a positive number/,
      `${AWS}/machinepool.go: validateVolumeSize`,
    ),
    rule(
      `${D}.rootVolume.type`,
      'broken',
      /failed to find volume type/,
      `${AWS}/machinepool.go: validateIOPS`,
    ),
    rule(
      `${D}.metadataService.authentication`,
      'broken',
      /must be either Required or Optional/,
      `${AWS}/machinepool.go: ValidateMachinePool`,
    ),
    rule(
      `${D}.zones.N`,
      'empty',
      /Zone not in configured region/,
      `${AWS}/machinepool.go: ValidateMachinePool`,
    ),
    rule(
      'credentialsMode',
      'broken',
      /^credentialsMode: Unsupported/,
      `${CONFIG}: validateCloudCredentialsMode`,
    ),
    rule(
      'networking.serviceNetwork.N',
      'empty',
      /single-stack IPv6/,
      `${CONFIG}: validateNetworkingIPVersion`,
    ),
    rule('publish', 'broken', /^publish: Unsupported/, `${CONFIG}: ValidateInstallConfig`),
  ];
  expectMutants({ aws: cloudConfig('aws').text }, own, errorsOf, {
    common: RULES,
  });
});
