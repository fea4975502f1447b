import { cannotWrite, isProposalShape, type ManifestContext } from '../model/manifest-context.ts';
import type {
  FailureDomain,
  MachinePool,
  VSphereHost,
  VSpherePlatform,
  VSpherePool,
} from '../model/model.ts';
import { type Topology, topologyOf } from '../model/topology.ts';
import { t } from './messages.ts';

/** A failure domain with the defaults of the installer. Paths have no trailing slash. */
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
  /** The template of the file, or the name under which the installer imports the image. */
  template: string;
  /** The template as a path, for the Infrastructure object. */
  templatePath: string;
  /** Names of port groups, as written. */
  networks: string[];
  tagIDs: string[] | undefined;
  /** The VM group of a host group. Undefined for other kinds of zones. */
  vmGroup: string | undefined;
  hostGroup: string;
  regionType: string;
  zoneType: string;
}

export type VSphereContext = ManifestContext & { vsphere: VSpherePlatform; topology: Topology };

/** Returns the context of a file for vSphere, or undefined for other platforms. */
export function vsphereContext(context: ManifestContext): VSphereContext | undefined {
  const vsphere = context.config.platform?.vsphere;
  const topology = vsphere && topologyOf(context.config);
  return topology && { ...context, vsphere, topology };
}

/**
 * Returns the placement of machines of a failure domain (openshift/installer: pkg/asset/machines/vsphere/machines.go).
 * @throws AirlockError `install-config-invalid` for an undefined zone or server
 */
export function placementOf(context: VSphereContext, zone: string): Placement {
  const domain = context.vsphere.failureDomains?.find(({ name }) => name === zone);
  if (!domain)
    throw cannotWrite(
      // Quotes the installer.
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
      server ? t('serverUnlisted', { domain: name, server }) : t('serverMissing', { domain: name }),
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
 * Returns the inventory path of a port group. The installer looks it up in vCenter. Here it is assumed to be below the
 * compute cluster, as usual.
 */
export function networkPath({ computeCluster }: Placement, network: string): string {
  return network.includes('/') ? network : `${computeCluster}/${network}`;
}

/**
 * Size of the machines of a pool, with the defaults of the installer (openshift/installer: pkg/asset/machines/worker.go).
 * Memory in MiB, disks in GiB.
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

/** Returns the hosts with static addresses of a role. Machine i uses the i-th host of the file. */
export function hostsOf({ vsphere }: VSphereContext, role: string): VSphereHost[] {
  return (vsphere.hosts ?? []).filter((host) => host.role === role);
}

/** Returns the host with the static addresses of `bootstrap` or `master-N`. */
export function hostOf(context: VSphereContext, machine: string): VSphereHost | undefined {
  return machine === 'bootstrap'
    ? hostsOf(context, 'bootstrap')[0]
    : hostsOf(context, 'control-plane')[Number(machine.slice(machine.lastIndexOf('-') + 1))];
}

/** Cleans an inventory path like Go's `path.Clean`. */
function cleanPath(path: string): string {
  return path.replaceAll(/\/+/g, '/').replace(/(.)\/$/, '$1');
}
