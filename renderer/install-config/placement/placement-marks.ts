import type { InstallConfig, Topology } from '../../../core/contract/documents/install-config.ts';
import { type ConfigProblem, keyOf } from '../form/analysis.ts';

/** The problems of a place in the placement diagram. */
export interface PlaceMark {
  /** The most severe one. */
  level: 'error' | 'warning';
  problems: readonly ConfigProblem[];
}

/** The places of the diagram with problems. */
export interface PlacementMarks {
  /** By position in `vcenters`. */
  vcenters: ReadonlyMap<number, PlaceMark>;
  /** By position in `failureDomains`. */
  domains: ReadonlyMap<number, PlaceMark>;
  /** By the names of machines; `workers` for all of them. */
  machines: ReadonlyMap<string, PlaceMark>;
}

/** Returns the errors and open warnings of vCenters, failure domains and machines. */
export function placementMarks(
  topology: Pick<Topology, 'machines' | 'quorum'>,
  config: InstallConfig,
  problems: readonly ConfigProblem[],
  acceptedWarnings: readonly string[],
): PlacementMarks {
  const vcenters = new Map<number, PlaceMark>();
  const domains = new Map<number, PlaceMark>();
  const machines = new Map<string, PlaceMark>();
  for (const problem of problems) {
    if (problem.level === 'info' || acceptedWarnings.includes(keyOf(problem))) continue;
    const { path = '' } = problem;
    const vsphere = /^platform\.vsphere\.(vcenters|failureDomains|hosts)\[(\d+)\]/.exec(path);
    const index = Number(vsphere?.[2]);
    if (vsphere?.[1] === 'vcenters') add(vcenters, index, problem);
    else if (vsphere?.[1] === 'failureDomains') add(domains, index, problem);
    else if (vsphere?.[1] === 'hosts') add(machines, machineOfHost(config, index), problem);
    // The diagram has its own words for a risk to etcd quorum.
    else if (topology.quorum.some(({ message }) => message === problem.message)) continue;
    else if (/^controlPlane\b/.test(path)) {
      for (const { name, role } of topology.machines)
        if (role === 'control-plane') add(machines, name, problem);
    } else if (/^compute\b/.test(path)) add(machines, 'workers', problem);
  }
  return { vcenters, domains, machines };
}

/** Returns the machine that gets the address of a host: hosts of a role are assigned in their order. */
function machineOfHost({ platform }: InstallConfig, index: number): string {
  const hosts = platform?.vsphere?.hosts ?? [];
  const role = hosts[index]?.role;
  if (role !== 'control-plane') return role === 'bootstrap' ? role : 'workers';
  return `master-${hosts.slice(0, index).filter((host) => host.role === role).length}`;
}

function add<Key>(marks: Map<Key, PlaceMark>, key: Key, problem: ConfigProblem): void {
  const { level = 'warning', problems = [] } = marks.get(key) ?? {};
  marks.set(key, {
    level: problem.level === 'error' ? 'error' : level,
    problems: problem.level === 'error' ? [problem, ...problems] : [...problems, problem],
  });
}
