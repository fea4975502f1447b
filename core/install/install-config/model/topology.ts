import { t } from './messages.ts';
import { computeReplicas, type InstallConfig, type MachinePool, replicasOf } from './model.ts';

export interface PlacedMachine {
  /** Without the infrastructure name: `bootstrap`, `master-0`. */
  name: string;
  role: 'bootstrap' | 'control-plane';
  failureDomain: string;
  /** Position in `vcenters`; -1 when the failure domain names none of them. */
  vcenter: number;
}

/** A MachineSet of workers, one per zone. */
export interface WorkerSet {
  name: string;
  failureDomain: string;
  vcenter: number;
  replicas: number;
}

export interface TopologyFailureDomain {
  name: string;
  /** Position in `failureDomains`. */
  index: number;
  vcenter: number;
  server: string;
  region: string;
  zone: string;
  datacenter: string;
  computeCluster: string;
  datastore: string;
  networks: string[];
  bootstrap: boolean;
  /** Names of its control-plane machines. */
  masters: string[];
  /** Number of workers when all MachineSets are ready. */
  workers: number;
}

export interface TopologyVCenter {
  server: string;
  /** All datacenters that are listed or used by failure domains. */
  datacenters: { name: string; listed: boolean; clusters: { path: string; failureDomains: string[] }[] }[];
  failureDomains: string[];
  masters: number;
  workers: number;
  /**
   * Whether bootstrap or control plane run here, because the enhancement writes Cluster API objects only for these
   * (openshift/enhancements#1660).
   */
  controlPlane: boolean;
}

export interface QuorumWarning {
  /** The kind of place that fails. */
  of: 'failureDomain' | 'vcenter';
  name: string;
  masters: number;
  message: string;
}

/** Where each machine of a vSphere cluster will be. */
export interface Topology {
  vcenters: TopologyVCenter[];
  failureDomains: TopologyFailureDomain[];
  machines: PlacedMachine[];
  workerSets: WorkerSet[];
  /** Zones of pools that aren't defined. */
  unknownZones: string[];
  quorum: QuorumWarning[];
}

/**
 * Returns the placement of all machines (openshift/installer: pkg/asset/machines/vsphere/machines.go). Machine i of the
 * control plane is in zone i modulo the number of zones, or in that of the i-th host with a static address. Bootstrap is
 * with master-0. Workers get one MachineSet per zone, the first ones with one more. For an invalid file the result is
 * partial, for other platforms undefined.
 * @param config after loading: `afterLoading(config).config`
 */
export function topologyOf(config: InstallConfig): Topology | undefined {
  const vsphere = config.platform?.vsphere;
  if (!vsphere) return undefined;
  const servers = (vsphere.vcenters ?? []).map(({ server = '' }) => server);
  const domains = (vsphere.failureDomains ?? []).map((domain, index): TopologyFailureDomain => {
    const { name = '', server = '', region = '', zone = '', topology = {} } = domain;
    const { datacenter = '', computeCluster = '', datastore = '', networks = [] } = topology;
    return {
      ...{ name, index, server, region, zone, datacenter, computeCluster, datastore, networks },
      vcenter: servers.indexOf(server),
      ...{ bootstrap: false, masters: [], workers: 0 },
    };
  });
  const find = (name: string) => domains.find((domain) => domain.name === name);
  const unknown = new Set<string>();
  const at = (name: string) => {
    if (name && !find(name)) unknown.add(name);
    return { failureDomain: name, vcenter: find(name)?.vcenter ?? -1 };
  };
  const machines: PlacedMachine[] = mastersOf(config).map((zone, i) => ({
    name: `master-${i}`,
    role: 'control-plane',
    ...at(zone),
  }));
  const [first] = machines;
  if (first) machines.unshift({ ...first, name: 'bootstrap', role: 'bootstrap' });
  const workerSets = workersOf(config).map(({ zone, ...set }) => ({ ...set, ...at(zone) }));
  for (const { name, role, failureDomain } of machines) {
    const domain = find(failureDomain);
    if (role === 'bootstrap' && domain) domain.bootstrap = true;
    else domain?.masters.push(name);
  }
  for (const { failureDomain, replicas } of workerSets) {
    const domain = find(failureDomain);
    if (domain) domain.workers += replicas;
  }
  const vcenters = servers.map((server, i) =>
    vcenterOf(
      server,
      vsphere.vcenters?.[i]?.datacenters ?? [],
      domains.filter(({ vcenter }) => vcenter === i),
    ),
  );
  return {
    ...{ vcenters, failureDomains: domains, machines, workerSets },
    unknownZones: [...unknown],
    quorum: quorumOf(vcenters, domains, replicasOf(config.controlPlane)),
  };
}

/** Returns the zones of a pool, else those of `defaultMachinePlatform`, else all failure domains in the order of the file. */
function zonesOf({ platform }: InstallConfig, pool: MachinePool | undefined): string[] {
  const { failureDomains = [], defaultMachinePlatform } = platform?.vsphere ?? {};
  for (const zones of [pool?.platform?.vsphere?.zones, defaultMachinePlatform?.zones])
    if (zones?.length) return zones;
  return failureDomains.map(({ name = '' }) => name);
}

/** More than any cluster has, so that a typing error doesn't exhaust memory. */
const MOST_MASTERS = 100;

function mastersOf(config: InstallConfig): string[] {
  const zones = zonesOf(config, config.controlPlane);
  const hosts = (config.platform?.vsphere?.hosts ?? []).filter(({ role }) => role === 'control-plane');
  const count = Math.min(Math.max(replicasOf(config.controlPlane), 0), MOST_MASTERS);
  return Array.from({ length: count }, (_, i) => hosts[i]?.failureDomain || zones[i % zones.length] || '');
}

function workersOf(config: InstallConfig): { name: string; zone: string; replicas: number }[] {
  const pools = config.compute ?? [{ name: 'worker', replicas: 3 }];
  return pools.flatMap((pool) => {
    const zones = zonesOf(config, pool);
    const total = Math.max(replicasOf(pool), 0);
    return zones.map((zone, i) => ({
      name: `${pool.name ?? 'worker'}-${i}`,
      zone,
      replicas: Math.floor(total / zones.length) + (i < total % zones.length ? 1 : 0),
    }));
  });
}

function vcenterOf(server: string, listed: string[], domains: TopologyFailureDomain[]): TopologyVCenter {
  const names = [...new Set([...listed, ...domains.map(({ datacenter }) => datacenter)])].filter(Boolean);
  const masters = domains.reduce((sum, domain) => sum + domain.masters.length, 0);
  return {
    server,
    datacenters: names.map((name) => {
      const inside = domains.filter(({ datacenter }) => datacenter === name);
      const paths = [...new Set(inside.map(({ computeCluster }) => computeCluster))];
      return {
        name,
        listed: listed.includes(name),
        clusters: paths.map((path) => ({
          path,
          failureDomains: inside
            .filter(({ computeCluster }) => computeCluster === path)
            .map((domain) => domain.name),
        })),
      };
    }),
    failureDomains: domains.map(({ name }) => name),
    masters,
    workers: domains.reduce((sum, { workers }) => sum + workers, 0),
    controlPlane: masters > 0 || domains.some(({ bootstrap }) => bootstrap),
  };
}

/** Returns the places whose loss costs etcd its quorum; none if all machines are in one place, which is intended. */
function quorumOf(
  vcenters: TopologyVCenter[],
  domains: TopologyFailureDomain[],
  masters: number,
): QuorumWarning[] {
  if (masters < 3) return [];
  const most = Math.floor((masters - 1) / 2);
  const warning = (of: QuorumWarning['of'], name: string, count: number): QuorumWarning[] => {
    const values = { name, count, masters };
    const message = of === 'vcenter' ? t('quorumVCenter', values) : t('quorumFailureDomain', values);
    return count > most ? [{ of, name, masters: count, message }] : [];
  };
  return [
    ...(domains.length > 1
      ? domains.flatMap((domain) => warning('failureDomain', domain.name, domain.masters.length))
      : []),
    ...(vcenters.length > 1
      ? vcenters.flatMap((vcenter) => warning('vcenter', vcenter.server, vcenter.masters))
      : []),
  ];
}

/** Returns the number of machines that need hosts with static addresses. */
export function machinesNeeded(config: InstallConfig): { masters: number; workers: number } {
  return { masters: replicasOf(config.controlPlane), workers: computeReplicas(config) };
}
