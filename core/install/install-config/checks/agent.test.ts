import { expect, test } from 'vitest';
import { complete, type Edits, problemsOf, type Rule, rule } from '../model/install-config.fixture.ts';
import { testRules } from './rules.fixture.ts';

const V = 'platform.vsphere';
const HINTS = 'platform.baremetal.hosts[0].rootDeviceHints';
const agent = (preset: Rule['preset'], edits: Edits, message: string, follows: Edits = []) =>
  rule(preset, edits, message, { follows, options: { method: 'agent' } });
const FOLDER: Edits = [[`${V}.failureDomains[0].topology.folder`, '/dc-a/vm/cluster']];
const ONE: Edits = [['bootstrapInPlace', undefined]];

testRules([
  agent(
    'external',
    [['platform', { aws: { region: 'r' } }]],
    'platform: Unsupported value: "aws": supported values: "baremetal", "vsphere", "nutanix", "none", "external"',
  ),
  agent(
    'external',
    [
      ['controlPlane.architecture', 's390x'],
      ['compute[0].architecture', 's390x'],
    ],
    'platform: Invalid value: "external": CPU architecture "s390x" only supports platform "none".',
  ),
  agent(
    'external',
    [['platform.external.platformName', 'oci']],
    'platform.external.cloudControllerManager: Invalid value: "": When using external oci platform, platform.external.cloudControllerManager must be set to External',
    [
      ['platform.external.platformName', 'oci'],
      ['platform.external.cloudControllerManager', 'External'],
    ],
  ),
  ...(['server', 'user', 'password'] as const).map((field) =>
    agent(
      'vsphere',
      [[`${V}.vcenters[0].${field}`, undefined]],
      `${V}.vcenters[0].${field}: Required value: All credential fields are required if any one is specified`,
    ),
  ),
  agent(
    'vsphere',
    [[`${V}.vcenters[0].datacenters`, undefined]],
    `${V}.vcenters[0].datacenter: Required value: All credential fields are required if any one is specified`,
  ),
  agent(
    'vsphere',
    [],
    `${V}.failureDomains[0].topology.folder: Required value: must specify a folder for agent-based installs (failure domain "fd-1")`,
    FOLDER,
  ),
  agent(
    'external',
    [['controlPlane.replicas', 7]],
    'controlPlane.replicas: Unsupported value: "7": supported values: "3", "1", "4", "5", "2 (with arbiter)"',
    [['controlPlane.replicas', 5]],
  ),
  agent(
    'baremetal',
    [
      ['controlPlane.replicas', 2],
      ['arbiter', { name: 'arbiter', replicas: 2 }],
    ],
    'arbiter.replicas: Invalid value: 2: TNA (Two Node with Arbiter) configuration requires exactly 1 arbiter replica',
    [
      ['controlPlane.replicas', 2],
      ['arbiter', { name: 'arbiter', replicas: 1 }],
    ],
  ),
  agent(
    'single-node',
    [...ONE, ['compute[0].replicas', 1]],
    'compute.replicas: Forbidden: Total number of compute replicas must be 0 when controlPlane.replicas is 1 for platform none or external. Found 1',
    ONE,
  ),
  agent(
    'single-node',
    [...ONE, ['networking.networkType', 'Calico']],
    'networking.networkType: Invalid value: "Calico": Only OVNKubernetes network type is allowed for Single Node OpenShift (SNO) cluster',
    ONE,
  ),
  agent(
    'baremetal',
    [['controlPlane.replicas', 1]],
    'platform: Invalid value: "baremetal": Only platform none and external supports 1 ControlPlane and 0 Compute nodes',
  ),
  agent(
    'single-node',
    [...ONE, ['arbiter', { name: 'arbiter', replicas: 1 }]],
    'arbiter.replicas: Forbidden: Total number of arbiter replicas must be 0 when controlPlane.replicas is 1 for Single Node Openshift (SNO) cluster. Found 1',
    ONE,
  ),
  agent(
    'baremetal',
    [[`${HINTS}.wwnWithExtension`, '0x1']],
    'platform.baremetal.hosts[0].rootDeviceHints.wwnWithExtension: Forbidden: WWN extensions are not supported in root device hints',
    [[`${HINTS}.wwn`, '0x1']],
  ),
  agent(
    'baremetal',
    [[`${HINTS}.wwnVendorExtension`, '0x1']],
    'platform.baremetal.hosts[0].rootDeviceHints.wwnVendorExtension: Forbidden: WWN vendor extensions are not supported in root device hints',
  ),
]);

test('only the agent-based installer accepts vSphere without vCenters', () => {
  const document = complete('vsphere', [
    [`${V}.vcenters`, undefined],
    [`${V}.failureDomains`, undefined],
  ]);
  expect(problemsOf(document, { method: 'agent' }).filter(({ level }) => level === 'error')).toEqual([]);
  expect(problemsOf(document).filter(({ level }) => level === 'error')).toHaveLength(1);
});
