import { computeReplicas, type InstallConfig, type MachinePool, replicasOf } from './model.ts';

export interface PlacedMachine {
  /** Without the infrastructure's name: `bootstrap`, `master-0`. */
  name: string;
  role: 'bootstrap' | 'control-plane';
  failureDomain: string;
  /** Position in `vcenters`; -1 when the failure domain names none of them. */
  vcenter: number;
}

/** A MachineSet of workers: one a zone. */
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
  /** Number of workers when all MachineSets are up. */
  workers: number;
}

export interface TopologyVCenter {
  server: string;
  /** Listed ones and those that failure domains use. */
  datacenters: { name: string; listed: boolean; clusters: { path: string; failureDomains: string[] }[] }[];
  failureDomains: string[];
  masters: number;
  workers: number;
  /**
   * Whether bootstrap or control plane are there: the enhancement writes Cluster API objects for these only
   * (openshift/enhancements#1660).
   */
  controlPlane: boolean;
}

export interface QuorumWarning {
  /** What is lost together. */
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
  /** Zones that pools name and nobody defined. */
  unknownZones: string[];
  quorum: QuorumWarning[];
}

/**
 * What lands where (openshift/installer: pkg/asset/machines/vsphere/machines.go): machine i of the control plane is in
 * zone i modulo the number of zones; with static hosts the i-th host of the role decides; bootstrap is beside master-0;
 * workers get one MachineSet a zone, the first ones with one more. Of a file that breaks rules as much as can be said.
 * Undefined for other platforms.
 * @param config as it is after loading: `afterLoading(config).config`
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

/** Zones of a pool: its own, those of `defaultMachinePlatform`, else all failure domains in the order of the file. */
function zonesOf({ platform }: InstallConfig, pool: MachinePool | undefined): string[] {
  const { failureDomains = [], defaultMachinePlatform } = platform?.vsphere ?? {};
  for (const zones of [pool?.platform?.vsphere?.zones, defaultMachinePlatform?.zones])
    if (zones?.length) return zones;
  return failureDomains.map(({ name = '' }) => name);
}

/** More than any cluster has; a slip of the pen shall not fill the memory. */
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

/** What takes the majority of etcd along when it is lost. One place for all is no warning: nobody meant to spread. */
function quorumOf(
  vcenters: TopologyVCenter[],
  domains: TopologyFailureDomain[],
  masters: number,
): QuorumWarning[] {
  if (masters < 3) return [];
  const most = Math.floor((masters - 1) / 2);
  const warning = (of: QuorumWarning['of'], name: string, count: number): QuorumWarning[] => {
    const what = of === 'vcenter' ? 'vCenter' : 'failure domain';
    const message = `${count} of ${masters} control plane machines are in ${what} ${name}; when it is lost, etcd loses its quorum`;
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

/** Number of machines that hosts with static addresses are needed for. */
export function machinesNeeded(config: InstallConfig): { masters: number; workers: number } {
  return { masters: replicasOf(config.controlPlane), workers: computeReplicas(config) };
}
