import { expect, test } from 'vitest';
import { complete, type Edits, problemsOf, rule } from '../model/install-config.fixture.ts';
import { t } from './messages.ts';
import { testRules } from './rules.fixture.ts';

const A = 'capabilities.additionalEnabledCapabilities';
const S = 'capabilities.baselineCapabilitySet';
/** The minimum of a vSphere cluster. */
const LEAST: Edits = [
  [S, 'None'],
  [A, ['CloudCredential', 'CloudControllerManager', 'Ingress']],
];
const list = (names: string[]) => JSON.stringify(names);
const none = (names: string[]) =>
  JSON.stringify({ baselineCapabilitySet: 'None', additionalEnabledCapabilities: names });

testRules([
  rule(
    'single-node',
    [['platform', undefined]],
    'platform: Invalid value: "": must specify one of the platforms (aws, azure, baremetal, external, gcp, ibmcloud, none, nutanix, openstack, ovirt, powervc, powervs, vsphere)',
  ),
  rule(
    'single-node',
    [['platform.vsphere', {}]],
    'platform: Invalid value: "none": must only specify a single type of platform; cannot use both "none" and "vsphere"',
  ),
  rule(
    'external',
    [['platform.external.cloudControllerManager', 'internal']],
    t('cloudControllerManagerUnknown', { value: 'internal' }),
    { level: 'warning', follows: [['platform.external.cloudControllerManager', 'External']] },
  ),
  rule(
    'vsphere',
    [['publish', 'internal']],
    'publish: Unsupported value: "internal": supported values: "External", "Internal", "Mixed"',
  ),
  ...(['vsphere', 'baremetal'] as const).map((platform) =>
    rule(
      platform,
      [['publish', 'Internal']],
      `publish: Invalid value: "Internal": Internal publish strategy is not supported on "${platform}" platform`,
      { follows: [['publish', 'External']] },
    ),
  ),
  rule(
    'vsphere',
    [['publish', 'Mixed']],
    'publish: Invalid value: "Mixed": mixed publish strategy is not supported on "vsphere" platform',
  ),
  rule(
    'vsphere',
    [['operatorPublishingStrategy.ingress', 'Internal']],
    'operatorPublishingStrategy: Invalid value: {"ingress":"Internal"}: operator publishing strategy is only allowed with mixed publishing strategy installs',
  ),
  rule(
    'vsphere',
    [['credentialsMode', 'Manual']],
    'credentialsMode: Invalid value: "Manual": cannot be set when using the "vsphere" platform',
  ),
  rule(
    'vsphere',
    [['cpuPartitioningMode', 'All']],
    'cpuPartitioningMode: Unsupported value: "All": supported values: "AllNodes", "None"',
    {
      follows: [['cpuPartitioningMode', 'AllNodes']],
    },
  ),
  rule(
    'vsphere',
    [[A, ['Console']]],
    'capabilities.baselineCapabilitySet: Unsupported value: "": supported values: "None", "v4.11", "v4.12", "v4.13", "v4.14", "v4.15", "v4.16", "v4.17", "v4.18", "vCurrent"',
    {
      options: { openShiftVersion: '4.18' },
      follows: [
        [A, ['Console']],
        [S, 'vCurrent'],
      ],
    },
  ),
  rule(
    'vsphere',
    [
      [S, 'vCurrent'],
      [A, ['Webconsole']],
    ],
    'capabilities.additionalEnabledCapabilities[0]: Unsupported value: "Webconsole": supported values: "Build", "CSISnapshot", "CloudControllerManager", "CloudCredential", "ClusterAPI", "CompatibilityRequirements", "Console", "DeploymentConfig", "ImageRegistry", "Ingress", "Insights", "MachineAPI", "NodeTuning", "OperatorLifecycleManager", "OperatorLifecycleManagerV1", "Storage", "baremetal", "marketplace", "openshift-samples"',
  ),
  rule(
    'vsphere',
    [...LEAST, [`${A}[3]`, 'marketplace']],
    `additionalEnabledCapabilities: Invalid value: ${list(['CloudCredential', 'CloudControllerManager', 'Ingress', 'marketplace'])}: the marketplace capability requires the OperatorLifecycleManager capability`,
    { follows: [...LEAST, [`${A}[3]`, 'marketplace'], [`${A}[4]`, 'OperatorLifecycleManager']] },
  ),
  rule(
    'baremetal',
    [
      [S, 'None'],
      [A, ['MachineAPI', 'Ingress']],
    ],
    `additionalEnabledCapabilities: Invalid value: ${list(['MachineAPI', 'Ingress'])}: platform baremetal requires the baremetal capability`,
    {
      follows: [
        [S, 'None'],
        [A, ['MachineAPI', 'Ingress', 'baremetal']],
      ],
    },
  ),
  rule(
    'vsphere',
    [...LEAST, [A, ['CloudControllerManager', 'Ingress']]],
    `capabilities: Invalid value: ${none(['CloudControllerManager', 'Ingress'])}: disabling CloudCredential capability available only for baremetal platforms`,
    { follows: LEAST },
  ),
  rule(
    'vsphere',
    [...LEAST, [A, ['CloudCredential', 'Ingress']]],
    `capabilities: Invalid value: ${none(['CloudCredential', 'Ingress'])}: disabling CloudControllerManager is only supported on the Baremetal, None, or External platform with cloudControllerManager value none`,
    { follows: LEAST },
  ),
  rule(
    'external',
    [...LEAST, [A, ['CloudCredential', 'Ingress']], ['platform.external.cloudControllerManager', 'External']],
    `capabilities: Invalid value: ${none(['CloudCredential', 'Ingress'])}: disabling CloudControllerManager on External platform supported only with cloudControllerManager value none`,
    { follows: [...LEAST, [A, ['CloudCredential', 'Ingress']]] },
  ),
  rule(
    'vsphere',
    [...LEAST, [A, ['CloudCredential', 'CloudControllerManager']]],
    `capabilities: Invalid value: ${none(['CloudCredential', 'CloudControllerManager'])}: the Ingress capability is required`,
    { follows: LEAST },
  ),
]);

// pkg/types/validation/installconfig.go, validateCapabilities: the message names bare metal only, the condition both.
test.each(['single-node', 'baremetal'] as const)('%s needs no CloudCredential capability', (preset) => {
  const edits: Edits = [
    [S, 'None'],
    [A, preset === 'baremetal' ? ['baremetal', 'MachineAPI', 'Ingress'] : ['Ingress']],
  ];
  expect(problemsOf(complete(preset, edits)).filter(({ level }) => level === 'error')).toEqual([]);
});
