import type { ClusterFailureDomain } from './plan.ts';

/** Secrets that no plan, message or file of a plan may contain. */
export const DAY2_PASSWORD = 'Sesame-4711-open';
export const DAY2_USER = 'svc-old@vsphere.local';

export const INI = `[Global]
secret-name = "vsphere-creds"
secret-namespace = "kube-system"
insecure-flag = "1"

[VirtualCenter "vc-a.example.lan"]
port = "443"
datacenters = "DC1"

[Workspace]
server = "vc-a.example.lan"
datacenter = "DC1"
default-datastore = "ds1"
folder = "/DC1/vm/old-8tpnt"
resourcepool-path = "/DC1/host/c1/Resources"
`;

/** Of days when accounts were written into it. */
export const INI_WITH_ACCOUNT = `[Global]
user = "${DAY2_USER}"
password = "${DAY2_PASSWORD}"
port = "443"
insecure-flag = "1"
datacenters = "DC1"
# password = "${DAY2_PASSWORD}-older"

[VirtualCenter "vc-a.example.lan"]

[Workspace]
server = "vc-a.example.lan"
datacenter = "DC1"
default-datastore = "ds1"
folder = "/DC1/vm/old-8tpnt"
resourcepool-path = "/DC1/host/c1/Resources"

[Disk]
scsicontrollertype = pvscsi
`;

const YAML_CONFIG = `# written by hand
global:
  insecureFlag: true
  secretName: vsphere-creds
  secretNamespace: kube-system
vcenter:
  vc-a.example.lan: # the old one
    server: vc-a.example.lan
    datacenters:
    - DC1
`;

export const FD_A = domain('fd-a', 'vc-a.example.lan', 'DC1', 'east', 'east-1');
export const FD_B = domain('fd-b', 'vc-b.example.lan', 'DC2', 'west', 'west-1');
export const GENERATED_DOMAIN = domain(
  'generated-failure-domain',
  'vc-a.example.lan',
  'DC1',
  'generated-region',
  'generated-zone',
);
export const VC_A = { server: 'vc-a.example.lan', port: 443, datacenters: ['DC1'] };
export const VC_B = { server: 'vc-b.example.lan', datacenters: ['DC2'] };

export function domain(
  name: string,
  server: string,
  datacenter: string,
  region: string,
  zone: string,
): ClusterFailureDomain {
  return {
    ...{ name, region, zone, server },
    topology: {
      datacenter,
      computeCluster: `/${datacenter}/host/c1`,
      datastore: `/${datacenter}/datastore/ds1`,
      networks: ['pg-10'],
    },
  };
}

export interface ClusterOptions {
  vcenters?: readonly object[];
  failureDomains?: readonly object[];
  config?: string;
  version?: string;
  enabled?: readonly string[];
  disabled?: readonly string[];
  machines?: readonly object[];
  machineSets?: readonly object[];
  controlPlane?: object;
  nodes?: readonly object[];
  volumes?: readonly object[];
  secretKeys?: readonly string[];
}

const DAY2 = ['VSphereMultiVCenters', 'VSphereMultiVCenterDay2'];

/** What `fetchObjectsCommand` fetches of a cluster. JSON is YAML. */
export function clusterText(options: ClusterOptions = {}): string {
  const { vcenters = [VC_A], failureDomains = [FD_A], config = YAML_CONFIG, version = '4.22.3' } = options;
  const { enabled = DAY2, disabled = [], machines = [], nodes = [], volumes = [] } = options;
  const { machineSets = [machineSet('old-8tpnt-worker-0')], controlPlane, secretKeys } = options;
  const documents = [
    list([
      {
        ...named('config.openshift.io/v1', 'Infrastructure', 'cluster'),
        spec: {
          cloudConfig: { key: 'config', name: 'cloud-provider-config' },
          platformSpec: {
            type: 'VSphere',
            vsphere: {
              apiServerInternalIPs: ['10.0.0.5'],
              failureDomains: failureDomains.length > 0 ? failureDomains : undefined,
              ingressIPs: ['10.0.0.6'],
              vcenters: vcenters.length > 0 ? vcenters : undefined,
            },
          },
        },
        status: { infrastructureName: 'old-8tpnt', platform: 'VSphere', platformStatus: { type: 'VSphere' } },
      },
      {
        ...named('config.openshift.io/v1', 'FeatureGate', 'cluster'),
        spec: {},
        status: {
          featureGates: [
            {
              version,
              enabled: enabled.map((name) => ({ name })),
              disabled: disabled.map((name) => ({ name })),
            },
          ],
        },
      },
      {
        ...named('config.openshift.io/v1', 'ClusterVersion', 'version'),
        status: { desired: { version }, history: [{ state: 'Completed', version }] },
      },
    ]),
    {
      ...named('v1', 'ConfigMap', 'cloud-provider-config', 'openshift-config', {
        annotations: {
          'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({ data: { config } }),
        },
      }),
      data: { config },
    },
    list([...machines, ...machineSets, ...(controlPlane ? [controlPlane] : [])]),
    list([...nodes, ...volumes]),
    ...(secretKeys
      ? [
          {
            ...named('v1', 'Secret', 'vsphere-creds', 'kube-system'),
            data: Object.fromEntries(secretKeys.map((key) => [key, btoa(DAY2_PASSWORD)])),
          },
        ]
      : []),
  ];
  return documents.map((document) => `---\n${JSON.stringify(document, null, 1)}\n`).join('');
}

function list(items: readonly object[]): object {
  return { apiVersion: 'v1', kind: 'List', items };
}

function named(
  apiVersion: string,
  kind: string,
  name: string,
  namespace?: string,
  metadata: object = {},
): object {
  return {
    ...{ apiVersion, kind },
    metadata: {
      name,
      namespace: namespace || undefined,
      ...{ uid: '0c3e', resourceVersion: '41', creationTimestamp: '2024-01-01T00:00:00Z', generation: 2 },
      ...metadata,
    },
  };
}

export function provider(server = 'vc-a.example.lan', datacenter = 'DC1'): object {
  return {
    network: { devices: [{ networkName: 'pg-10' }] },
    numCPUs: 4,
    tagIDs: ['urn:vmomi:InventoryServiceTag:1:GLOBAL'],
    template: 'old-8tpnt-rhcos',
    userDataSecret: { name: 'worker-user-data' },
    workspace: {
      ...{ server, datacenter, datastore: `/${datacenter}/datastore/ds1` },
      ...{ folder: `/${datacenter}/vm/old-8tpnt`, resourcePool: `/${datacenter}/host/c1/Resources` },
    },
  };
}

export function machineSet(name: string, value = provider()): object {
  const labels = {
    'machine.openshift.io/cluster-api-machine-role': 'worker',
    'machine.openshift.io/cluster-api-machineset': name,
  };
  return {
    ...named('machine.openshift.io/v1beta1', 'MachineSet', name, 'openshift-machine-api'),
    spec: {
      replicas: 2,
      selector: { matchLabels: { 'machine.openshift.io/cluster-api-machineset': name } },
      template: { metadata: { labels }, spec: { providerSpec: { value } } },
    },
    status: { replicas: 2 },
  };
}

export function machine(name: string, value = provider()): object {
  return {
    ...named('machine.openshift.io/v1beta1', 'Machine', name, 'openshift-machine-api', {
      labels: { 'machine.openshift.io/cluster-api-machine-role': 'master' },
    }),
    spec: { providerSpec: { value } },
  };
}

export function controlPlaneMachineSet(domains: readonly string[] = []): object {
  const labels = {
    'machine.openshift.io/cluster-api-cluster': 'old-8tpnt',
    'machine.openshift.io/cluster-api-machine-role': 'master',
    'machine.openshift.io/cluster-api-machine-type': 'master',
  };
  return {
    ...named('machine.openshift.io/v1', 'ControlPlaneMachineSet', 'cluster', 'openshift-machine-api'),
    spec: {
      ...{ replicas: 3, state: 'Active', selector: { matchLabels: labels } },
      template: {
        machineType: 'machines_v1beta1_machine_openshift_io',
        machines_v1beta1_machine_openshift_io: {
          metadata: { labels },
          failureDomains:
            domains.length > 0
              ? { platform: 'VSphere', vsphere: domains.map((name) => ({ name })) }
              : undefined,
          spec: { providerSpec: { value: provider() } },
        },
      },
    },
  };
}

export function node(name: string, region: string, zone: string): object {
  return named('v1', 'Node', name, undefined, {
    labels: { 'topology.kubernetes.io/region': region, 'topology.kubernetes.io/zone': zone },
  });
}

export function volume(name: string, zone: string): object {
  return {
    ...named('v1', 'PersistentVolume', name),
    spec: {
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [
            {
              matchExpressions: [
                { key: 'topology.csi.vmware.com/openshift-zone', operator: 'In', values: [zone] },
              ],
            },
          ],
        },
      },
    },
  };
}
