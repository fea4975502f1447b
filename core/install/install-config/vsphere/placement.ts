import { cannotWrite, isProposalShape, type ManifestContext } from '../model/manifest-context.ts';
import type {
  FailureDomain,
  MachinePool,
  VSphereHost,
  VSpherePlatform,
  VSpherePool,
} from '../model/model.ts';
import { type Topology, topologyOf } from '../model/topology.ts';

/** A failure domain with what the installer fills in. Paths are clean: no slash at the end. */
export interface Placement {
  name: string;
  region: string;
  zone: string;
  server: string;
  /** Position in `vcenters`. */
  vcenter: number;
  datacenter: string;
  computeCluster: string;
  datastore: string;
  folder: string;
  resourcePool: string;
  /** As the file names it, or the name the installer imports the image under. */
  template: string;
  /** The same as a path, for Infrastructure. */
  templatePath: string;
  /** Names of port groups, as written. */
  networks: string[];
  tagIDs: string[] | undefined;
  /** The group of virtual machines beside a group of hosts; undefined of other zones. */
  vmGroup: string | undefined;
  hostGroup: string;
  regionType: string;
  zoneType: string;
}

export type VSphereContext = ManifestContext & { vsphere: VSpherePlatform; topology: Topology };

/** The context of a file for vSphere; undefined for other platforms. */
export function vsphereContext(context: ManifestContext): VSphereContext | undefined {
  const vsphere = context.config.platform?.vsphere;
  const topology = vsphere && topologyOf(context.config);
  return topology && { ...context, vsphere, topology };
}

/**
 * Where machines of a failure domain are put (openshift/installer: pkg/asset/machines/vsphere/machines.go).
 * @throws AirlockError `install-config-invalid` for a zone or a server that nobody defined
 */
export function placementOf(context: VSphereContext, zone: string): Placement {
  const domain = context.vsphere.failureDomains?.find(({ name }) => name === zone);
  if (!domain)
    throw cannotWrite(
      `zone [${zone}] specified by machinepool is not defined`,
      'platform.vsphere.failureDomains',
    );
  return placed(context, domain);
}

export function placed(context: VSphereContext, domain: FailureDomain): Placement {
  const { infraId, vsphere } = context;
  const { name = '', region = '', zone = '', server = '', topology = {} } = domain;
  const vcenter = (vsphere.vcenters ?? []).findIndex((each) => each.server === server);
  if (vcenter < 0)
    throw cannotWrite(
      `failure domain ${name}: server ${server || '""'} does not exist in vcenters`,
      'platform.vsphere.failureDomains',
    );
  const { datacenter = '', networks = [], hostGroup = '' } = topology;
  const computeCluster = cleanPath(topology.computeCluster ?? '');
  const own = isProposalShape(context) ? `${infraId}-rhcos-${region}-${zone}` : `${infraId}-rhcos-${name}`;
  const template = cleanPath(topology.template ?? '');
  return {
    ...{ name, region, zone, server, vcenter, datacenter, computeCluster, networks, hostGroup },
    datastore: cleanPath(topology.datastore ?? ''),
    folder: topology.folder || cleanPath(`/${datacenter}/vm/${infraId}`),
    resourcePool: cleanPath(topology.resourcePool || `${computeCluster}/Resources`),
    template: template || own,
    templatePath: template || cleanPath(`/${datacenter}/vm/${own}`),
    tagIDs: topology.tagIDs,
    vmGroup: domain.zoneType === 'HostGroup' ? `${infraId}-${name}` : undefined,
    regionType: domain.regionType ?? '',
    zoneType: domain.zoneType ?? '',
  };
}

/**
 * The inventory path of a port group. The installer looks it up; without a vCenter it is the form seen in practice, below
 * the compute cluster.
 */
export function networkPath({ computeCluster }: Placement, network: string): string {
  return network.includes('/') ? network : `${computeCluster}/${network}`;
}

/**
 * A machine pool with the installer's defaults (openshift/installer: pkg/asset/machines/worker.go). Memory in MiB,
 * disks in GiB.
 */
export interface MachineSize {
  cpus: number;
  coresPerSocket: number;
  memoryMB: number;
  diskSizeGB: number;
  dataDisks: NonNullable<VSpherePool['dataDisks']>;
}

export function sizeOf({ vsphere }: VSphereContext, pool: MachinePool | undefined): MachineSize {
  const size: MachineSize = { cpus: 4, coresPerSocket: 4, memoryMB: 16384, diskSizeGB: 120, dataDisks: [] };
  for (const given of [vsphere.defaultMachinePlatform, pool?.platform?.vsphere]) {
    size.cpus = given?.cpus || size.cpus;
    size.coresPerSocket = given?.coresPerSocket || size.coresPerSocket;
    size.memoryMB = given?.memoryMB || size.memoryMB;
    size.diskSizeGB = given?.osDisk?.diskSizeGB || size.diskSizeGB;
    if (given?.dataDisks?.length) size.dataDisks = given.dataDisks;
  }
  return size;
}

/** Hosts with static addresses of a role, in the order of the file: the i-th is that of machine i. */
export function hostsOf({ vsphere }: VSphereContext, role: string): VSphereHost[] {
  return (vsphere.hosts ?? []).filter((host) => host.role === role);
}

/** Go's `path.Clean`, as far as inventory paths need it. */
function cleanPath(path: string): string {
  return path.replaceAll(/\/+/g, '/').replace(/(.)\/$/, '$1');
}
