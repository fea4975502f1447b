import { type Edits, PASSWORD, rule } from '../model/install-config.fixture.ts';
import { t } from './messages.ts';
import { testRules } from './rules.fixture.ts';

const P = 'controlPlane.platform.vsphere';
const pool = (edits: Edits, message: string, follows?: Edits) =>
  rule('vsphere', edits, `${P}.${message}`, follows && { follows });
const disk = (more: object) => [{ name: 'data', sizeGiB: 10, ...more }];
const fencing = (count: number) => ({
  credentials: Array.from({ length: count }, (_, i) => ({
    hostName: `master-${i}`,
    username: 'u',
    password: PASSWORD,
    address: `https://192.0.2.${30 + i}`,
  })),
});
const etcd = { type: 'etcd', etcd: { platformDiskID: 'sdb' } };
const user = (id: string) => ({
  type: 'user-defined',
  userDefined: { platformDiskID: id, mountPath: '/data' },
});

testRules([
  rule('vsphere', [['controlPlane.name', 'masters']], t('controlPlaneName', { name: 'masters' }), {
    level: 'warning',
  }),
  rule(
    'vsphere',
    [['controlPlane.replicas', -1]],
    'controlPlane.replicas: Invalid value: -1: number of replicas must not be negative',
  ),
  rule(
    'vsphere',
    [['controlPlane.replicas', 0]],
    'controlPlane.replicas: Invalid value: 0: number of control plane replicas must be positive',
  ),
  rule(
    'vsphere',
    [['controlPlane.hyperthreading', 'enabled']],
    'controlPlane.hyperthreading: Unsupported value: "enabled": supported values: "Disabled", "Enabled"',
    { follows: [['controlPlane.hyperthreading', 'Disabled']] },
  ),
  rule(
    'vsphere',
    [['compute[0].architecture', 'x86_64']],
    'compute[0].architecture: Unsupported value: "x86_64": supported values: "amd64", "arm64", "ppc64le", "s390x"',
  ),
  rule(
    'vsphere',
    [['compute[0].architecture', 'arm64']],
    'compute[0].architecture: Invalid value: "arm64": heteregeneous multi-arch is not supported; compute pool architecture must match control plane',
    {
      follows: [
        ['compute[0].architecture', 'arm64'],
        ['controlPlane.architecture', 'arm64'],
      ],
    },
  ),
  rule(
    'vsphere',
    [['controlPlane.platform.aws', { type: 'm5.large' }]],
    'controlPlane.platform.aws: Invalid value: {}: cannot specify "aws" for machine pool when cluster is using "vsphere"',
  ),
  rule(
    'vsphere',
    [['compute[0].name', 'infra']],
    'compute[0].name: Unsupported value: "infra": supported values: "worker", "edge"',
  ),
  rule(
    'vsphere',
    [['compute[0].name', 'edge']],
    'compute[0].name: Unsupported value: "edge": supported values: "worker"',
  ),
  ...[undefined, []].map((compute) =>
    rule(
      'vsphere',
      [
        ['compute', compute],
        ['controlPlane.architecture', 'arm64'],
      ],
      'compute[0].architecture: Invalid value: "amd64": heteregeneous multi-arch is not supported; compute pool architecture must match control plane',
      { follows: [['compute', compute]] },
    ),
  ),
  rule(
    'vsphere',
    [['compute[1]', { name: 'worker', replicas: 1 }]],
    'compute[1].name: Duplicate value: "worker"',
  ),
  rule(
    'baremetal',
    [['compute[0].fencing', fencing(1)]],
    'compute[0].fencing: Invalid value: {"credentials":1}: fencing is only valid for control plane',
  ),
  rule(
    'external',
    [['controlPlane.replicas', 2]],
    'controlPlane.fencing.credentials: Forbidden: there should be exactly two fencing credentials to support the two node cluster, instead 0 credentials were found',
    {
      notIn: '4.18',
      follows: [
        ['controlPlane.replicas', 2],
        ['controlPlane.fencing', fencing(2)],
      ],
    },
  ),
  rule(
    'external',
    [['controlPlane.fencing', fencing(2)]],
    'controlPlane.fencing.credentials: Forbidden: there should not be any fencing credentials configured for a non dual replica control plane (Two Nodes Fencing) cluster, instead 2 credentials were found',
  ),
  rule(
    'vsphere',
    [['controlPlane.fencing', fencing(2)]],
    'controlPlane.fencing: Forbidden: fencing is only supported on baremetal, external or none platforms, instead vsphere platform was found',
  ),
  rule(
    'vsphere',
    [['controlPlane.diskSetup', [etcd, etcd]]],
    'controlPlane.diskSetup.etcd: Too many: 2: must have at most 1 items',
    { follows: [['controlPlane.diskSetup', [etcd]]] },
  ),
  rule(
    'vsphere',
    [['compute[0].diskSetup', [etcd]]],
    `compute[0].diskSetup.etcd: Invalid value: ${JSON.stringify(etcd)}: cannot specify etcd on worker machine pools`,
  ),
  rule(
    'vsphere',
    [['controlPlane.diskSetup', [{ type: 'swap' }]]],
    'controlPlane.diskSetup.swap: Invalid value: {"type":"swap"}: swap configuration must be created',
  ),
  rule(
    'vsphere',
    [['controlPlane.diskSetup', [user('a-disk-of-a-long-name')]]],
    `controlPlane.diskSetup.userDefined.platformDiskId: Invalid value: ${JSON.stringify(user('a-disk-of-a-long-name'))}: cannot be longer than 12 characters`,
    { follows: [['controlPlane.diskSetup', [user('sdc')]]] },
  ),
  rule(
    'external',
    [['arbiter', { name: 'arbiter', replicas: 1 }]],
    `platform: Unsupported value: "external": supported values: "baremetal" (${t('arbiterPlatformNote')})`,
  ),
  rule(
    'baremetal',
    [
      ['arbiter', { name: 'arbiter', replicas: 1 }],
      ['controlPlane.replicas', 1],
    ],
    'controlPlane.replicas: Invalid value: 1: number of controlPlane replicas must be at least 2 for arbiter deployments',
    {
      follows: [
        ['arbiter', { name: 'arbiter', replicas: 1 }],
        ['controlPlane.replicas', 2],
      ],
    },
  ),
  pool([[`${P}.cpus`, -4]], 'cpus: Invalid value: -4: number of CPUs must be positive'),
  pool([[`${P}.coresPerSocket`, -1]], 'coresPerSocket: Invalid value: -1: cores per socket must be positive'),
  pool([[`${P}.memoryMB`, -1]], 'memoryMB: Invalid value: -1: memory size must be positive'),
  pool([[`${P}.osDisk.diskSizeGB`, -1]], 'diskSizeGB: Invalid value: -1: storage disk size must be positive'),
  pool(
    [[`${P}.cpus`, 6]],
    'cpus: Invalid value: 6: numCPUs specified should be a multiple of cores per socket (which is by default 4)',
    [
      [`${P}.cpus`, 6],
      [`${P}.coresPerSocket`, 2],
    ],
  ),
  pool(
    [[`${P}.coresPerSocket`, 8]],
    'coresPerSocket: Invalid value: 8: cores per socket must be less than the number of CPUs (which is by default 4)',
    [
      [`${P}.coresPerSocket`, 8],
      [`${P}.cpus`, 8],
    ],
  ),
  pool(
    [[`${P}.dataDisks`, Array.from({ length: 30 }, (_, i) => ({ name: `d${i}`, sizeGiB: 1 }))]],
    'dataDisks: Invalid value: 30: data disk count must not exceed 29',
    [[`${P}.dataDisks`, disk({})]],
  ),
  pool(
    [[`${P}.dataDisks`, disk({ name: undefined })]],
    'disks[0].name: Required value: data disk name must be set',
  ),
  pool(
    [[`${P}.dataDisks`, disk({ name: 'd'.repeat(81) })]],
    `disks[0].name: Invalid value: "${'d'.repeat(81)}": data disk name must not exceed 80`,
  ),
  pool(
    [[`${P}.dataDisks`, disk({ name: '-d' })]],
    'disks[0].name: Invalid value: "-d": data disk name must consist only of alphanumeric characters, hyphens and underscores, and must start and end with an alphanumeric character',
  ),
  pool(
    [[`${P}.dataDisks`, disk({ sizeGiB: 0 })]],
    'disks[0].sizeGiB: Required value: data disk size must be set',
  ),
  pool(
    [[`${P}.dataDisks`, disk({ sizeGiB: 16385 })]],
    'disks[0].sizeGiB: Invalid value: 16385: data disk size (GiB) must not exceed 16384',
    [[`${P}.dataDisks`, disk({ sizeGiB: 16384 })]],
  ),
  pool(
    [[`${P}.dataDisks`, disk({ provisioningMode: 'thin' })]],
    'disks[0].provisioningMode: Unsupported value: "thin": supported values: "EagerlyZeroed", "Thick", "Thin"',
    [[`${P}.dataDisks`, disk({ provisioningMode: 'Thin' })]],
  ),
  pool(
    [
      [`${P}.zones`, ['fd-1']],
      ['platform.vsphere.failureDomains', undefined],
    ],
    'zones: Required value: failureDomains must be defined if zones are defined',
    [[`${P}.zones`, ['fd-1']]],
  ),
  pool(
    [[`${P}.zones`, ['1-fd']]],
    'zones: Invalid value: ["1-fd"]: cluster name must begin with a lower-case letter',
  ),
  pool([[`${P}.zones`, ['fd-1', 'fd-1']]], 'zones[1]: Duplicate value: "fd-1"'),
  pool([[`${P}.zones`, ['fd-7']]], 'zones: Invalid value: "fd-7": zone not defined in failureDomains', [
    [`${P}.zones`, ['fd-1']],
  ]),
  rule(
    'vsphere',
    [['platform.vsphere.defaultMachinePlatform.cpus', -1]],
    'platform.vsphere.defaultMachinePlatform.cpus: Invalid value: -1: number of CPUs must be positive',
  ),
  rule(
    'single-node',
    [['controlPlane.replicas', 3]],
    'controlPlane.replicas: Invalid value: 3: bootstrap in place requires a single replica of the control plane',
  ),
  rule(
    'single-node',
    [['compute[0].replicas', 2]],
    'compute: Invalid value: 2: bootstrap in place requires no compute replicas',
  ),
  rule(
    'external',
    [['bootstrapInPlace.installationDisk', '/dev/sda']],
    'platform: Invalid value: "external": bootstrap in place is supported on platform none only',
  ),
  rule(
    'single-node',
    [['bootstrapInPlace.installationDisk', '']],
    'bootstrapInPlace.installationDisk: Required value: installationDisk must be set the target disk drive for the installation',
  ),
]);
