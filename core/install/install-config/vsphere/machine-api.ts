import {
  inFileName,
  type KubernetesObject,
  type ManifestFile,
  manifestFile,
  numbered,
} from '../model/manifest-file.ts';
import type { MachinePool } from '../model/model.ts';
import { replicasOf } from '../model/model.ts';
import { isBefore } from '../model/versions.ts';
import { t } from './messages.ts';
import { hostsOf, type Placement, placementOf, sizeOf, type VSphereContext } from './placement.ts';
import { addressObjects } from './static-addresses.ts';

const NAMESPACE = 'openshift-machine-api';
const API = 'machine.openshift.io/v1beta1';
const LABEL = 'machine.openshift.io/cluster-api-';

/**
 * Returns the objects of the Machine API after the installation: a Machine for each control plane machine, the
 * ControlPlaneMachineSet, and a MachineSet of workers for each zone. With static addresses, also a Machine for each worker and
 * the claims of all addresses.
 * @throws AirlockError `install-config-invalid` for an undefined zone or server
 */
export function machineApiFiles(context: VSphereContext): ManifestFile[] {
  return [
    ...controlPlaneFiles(context),
    ...machineSetFiles(context),
    ...(context.vsphere.hosts?.length ? workerFiles(context) : []),
  ];
}

function controlPlaneFiles(context: VSphereContext): ManifestFile[] {
  const { infraId, topology, config } = context;
  const masters = topology.machines.filter(({ role }) => role === 'control-plane');
  const files = masters.flatMap(({ name, failureDomain }, i) =>
    singleMachine(context, {
      ...{ name: `${infraId}-${name}`, role: 'master', pool: config.controlPlane, failureDomain, index: i },
      path: `openshift/99_openshift-cluster-api_master-machines-${numbered(i, masters.length)}.yaml`,
    }),
  );
  const names = [...new Set(masters.map(({ failureDomain }) => failureDomain))];
  const labels = machineLabels(infraId, 'master');
  const [first] = names;
  // vSphere has no ControlPlaneMachineSet before 4.16.
  if (first === undefined || isBefore(context.release, '4.16')) return files;
  const {
    template: _,
    network,
    ...provider
  } = providerSpec(context, {
    ...{ pool: config.controlPlane, role: 'master', place: placementOf(context, first) },
    addresses: addressCount(context, 'control-plane', masters.length - 1),
    nameservers: nameserversOf(context, 'control-plane', masters.length - 1),
  });
  const devices = (network as { devices: Record<string, unknown>[] }).devices
    .filter(({ addressesFromPools }) => addressesFromPools)
    .map(({ networkName: _name, ...device }) => device);
  const set: KubernetesObject = {
    apiVersion: 'machine.openshift.io/v1',
    kind: 'ControlPlaneMachineSet',
    metadata: { name: 'cluster', namespace: NAMESPACE, labels: { [`${LABEL}cluster`]: infraId } },
    spec: {
      replicas: masters.length,
      state: 'Active',
      selector: { matchLabels: labels },
      template: {
        machineType: 'machines_v1beta1_machine_openshift_io',
        machines_v1beta1_machine_openshift_io: {
          failureDomains: { platform: 'VSphere', vsphere: names.map((name) => ({ name })) },
          metadata: { labels },
          // The failure domains of the Infrastructure object provide location, network and template.
          spec: {
            providerSpec: {
              value: {
                ...provider,
                template: '',
                workspace: {},
                network: { devices: devices.length ? devices : null },
              },
            },
          },
        },
      },
    },
  };
  files.push(
    manifestFile(
      'openshift/99_openshift-machine-api_master-control-plane-machine-set.yaml',
      set,
      t('controlPlaneText', { count: masters.length, domains: names.join(', ') }),
    ),
  );
  return files;
}

function machineSetFiles(context: VSphereContext): ManifestFile[] {
  const { infraId, topology, config, vsphere } = context;
  return topology.workerSets.map(({ name: short, failureDomain, replicas }, i) => {
    const name = `${infraId}-${short}`;
    const role = short.replace(/-\d+$/, '');
    const selector = { [`${LABEL}cluster`]: infraId, [`${LABEL}machineset`]: name };
    const pool = config.compute?.find((each) => (each.name ?? 'worker') === role);
    const value = providerSpec(context, {
      ...{ pool, role: 'worker', place: placementOf(context, failureDomain) },
    });
    const set: KubernetesObject = {
      ...{ apiVersion: API, kind: 'MachineSet' },
      metadata: { name, namespace: NAMESPACE, labels: { [`${LABEL}cluster`]: infraId } },
      spec: {
        // Workers with static addresses are separate Machines.
        replicas: vsphere.hosts?.length ? 0 : replicas,
        selector: { matchLabels: selector },
        template: {
          metadata: { labels: { ...selector, ...machineLabels(infraId, 'worker') } },
          spec: { providerSpec: { value } },
        },
      },
    };
    const number = numbered(i, topology.workerSets.length);
    return manifestFile(
      `openshift/99_openshift-cluster-api_worker-machineset-${number}.yaml`,
      set,
      t('machineSetText', { count: replicas, domain: failureDomain }),
    );
  });
}

/** Returns workers with static addresses. Worker i uses the i-th host. */
function workerFiles(context: VSphereContext): ManifestFile[] {
  const { infraId, topology, config } = context;
  const pool = config.compute?.[0];
  const zones = topology.workerSets.map(({ failureDomain }) => failureDomain);
  const count = config.compute ? replicasOf(pool) : 3;
  const hosts = hostsOf(context, 'compute').slice(0, count);
  return hosts.flatMap((host, i) =>
    singleMachine(context, {
      ...{ name: `${infraId}-${pool?.name ?? 'worker'}-${i}`, role: 'worker', pool, index: i },
      failureDomain: host.failureDomain || zones[i % zones.length] || '',
      path: `openshift/99_openshift-cluster-api_worker-machines-${numbered(i, hosts.length)}.yaml`,
    }),
  );
}

function singleMachine(
  context: VSphereContext,
  machine: {
    name: string;
    role: 'master' | 'worker';
    pool: MachinePool | undefined;
    failureDomain: string;
    index: number;
    path: string;
  },
): ManifestFile[] {
  const { name, role, pool, failureDomain, index, path } = machine;
  const hostRole = role === 'master' ? 'control-plane' : 'compute';
  const place = placementOf(context, failureDomain);
  const value = providerSpec(context, {
    ...{ pool, role, place },
    addresses: addressCount(context, hostRole, index),
    nameservers: nameserversOf(context, hostRole, index),
  });
  const object: KubernetesObject = {
    ...{ apiVersion: API, kind: 'Machine' },
    metadata: { name, namespace: NAMESPACE, labels: machineLabels(context.infraId, role) },
    spec: { providerSpec: { value } },
  };
  const host = hostsOf(context, hostRole)[index];
  const addresses = host ? addressObjects(name, host) : [];
  return [
    manifestFile(path, object, t('machineText', { machine: name, domain: failureDomain })),
    ...addresses.flatMap(({ claim, address }) => [
      manifestFile(
        `openshift/99_openshift-machine-api_claim-${inFileName(claim.metadata!.name)}.yaml`,
        claim,
        t('addressClaimText', { machine: name }),
      ),
      manifestFile(
        `openshift/99_openshift-machine-api_address-${inFileName(address.metadata!.name)}.yaml`,
        address,
        t('addressText', { machine: name }),
      ),
    ]),
  ];
}

function providerSpec(
  context: VSphereContext,
  machine: {
    pool: MachinePool | undefined;
    role: 'master' | 'worker';
    place: Placement;
    addresses?: number;
    nameservers?: string[];
  },
): Record<string, unknown> {
  const { pool, role, place, addresses = 0, nameservers = [] } = machine;
  const size = sizeOf(context, pool);
  const { server, datacenter, datastore, folder, resourcePool, vmGroup, template, tagIDs } = place;
  const pools = Array.from({ length: addresses }, (_, i) => ({
    ...{ group: 'installer.openshift.io', name: `default-${i}`, resource: 'IPPool' },
  }));
  const devices = place.networks.map((networkName, i) => ({
    networkName,
    // Static addresses belong to the first network.
    addressesFromPools: i === 0 && addresses > 0 ? pools : undefined,
    nameservers: i === 0 && addresses > 0 ? nameservers : undefined,
  }));
  return {
    ...{ apiVersion: API, kind: 'VSphereMachineProviderSpec' },
    credentialsSecret: { name: 'vsphere-cloud-credentials' },
    userDataSecret: { name: `${role}-user-data` },
    ...{ template, network: { devices } },
    workspace: { server, datacenter, datastore, folder, resourcePool, vmGroup },
    tagIDs: tagIDs?.length ? tagIDs : undefined,
    ...{ numCPUs: size.cpus, numCoresPerSocket: size.coresPerSocket },
    ...{ memoryMiB: size.memoryMB, diskGiB: size.diskSizeGB },
    dataDisks: size.dataDisks.length > 0 ? size.dataDisks : undefined,
  };
}

function addressCount(context: VSphereContext, role: string, index: number): number {
  return hostsOf(context, role)[index]?.networkDevice?.ipAddrs?.length ?? 0;
}

function nameserversOf(context: VSphereContext, role: string, index: number): string[] {
  return hostsOf(context, role)[index]?.networkDevice?.nameservers ?? [];
}

function machineLabels(infraId: string, role: string): Record<string, string> {
  return {
    [`${LABEL}cluster`]: infraId,
    [`${LABEL}machine-role`]: role,
    [`${LABEL}machine-type`]: role,
  };
}
