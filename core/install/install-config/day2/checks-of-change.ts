import type { Problem } from '../../../base/errors/airlock-error.ts';
import { type InventoryKind, inventoryPath } from '../model/inventory-path.ts';
import { isHost } from '../model/names.ts';
import { isBefore } from '../model/versions.ts';
import type { ClusterFailureDomain, Day2Change } from './plan.ts';
import { type ListedVCenter, releaseOf, type StartingState } from './starting-state.ts';

/** What the API server, or an operator after it, would not take, in the API's words where it has some. */
export interface Findings {
  rejectRequest(message: string, remedy: string, path?: string): void;
  warn(message: string, remedy: string, path?: string): void;
  readonly rejections: Problem[];
  readonly warnings: Problem[];
}

export function newFindings(): Findings {
  const rejections: Problem[] = [];
  const warnings: Problem[] = [];
  const problem = (level: 'error' | 'warning', message: string, remedy: string, path?: string): Problem => ({
    code: level === 'error' ? 'day2-rejected' : 'day2-suspicious',
    ...{ level, message, remedy },
    path,
  });
  return {
    rejections,
    warnings,
    rejectRequest: (message, remedy, path) => rejections.push(problem('error', message, remedy, path)),
    warn: (message, remedy, path) => warnings.push(problem('warning', message, remedy, path)),
  };
}

const VSPHERE = 'spec.platformSpec.vsphere';
const MOST_VCENTERS = 3;
const MOST_NETWORKS = 10;
export const DAY2_GATE = 'VSphereMultiVCenterDay2';
const NO_WAY_BACK =
  'CustomNoUpgrade cannot be undone, and the cluster cannot be updated to another minor release any more';

/** `unknown`: there is no FeatureGate object among the files. */
export function gateState(
  { enabledGates, disabledGates }: StartingState,
  gate: string,
): 'on' | 'off' | 'absent' | 'unknown' {
  if (!enabledGates) return 'unknown';
  if (enabledGates.includes(gate)) return 'on';
  return disabledGates?.includes(gate) ? 'off' : 'absent';
}

/**
 * Adding or removing once a vCenter is set needs a gate that only the newest releases have on (openshift/api#2968:
 * VSphereMultiVCenterDay2).
 */
export function checkDay2Gate(start: StartingState, findings: Findings): void {
  const state = gateState(start, DAY2_GATE);
  const release = start.openShiftVersion ?? 'the release of this cluster';
  const reason = `${VSPHERE}.vcenters: Invalid value: vcenters cannot be added or removed once set`;
  if (state === 'absent')
    findings.rejectRequest(
      `${reason}: ${release} does not know the feature gate ${DAY2_GATE}`,
      'Update the cluster to a release that has the gate (4.22, or a later one of 4.20 and 4.21), and fetch the objects again.',
      `${VSPHERE}.vcenters`,
    );
  if (state === 'off')
    findings.rejectRequest(
      `${reason}: the feature gate ${DAY2_GATE} is off`,
      `Update to a release where it is on by default; or, for a cluster that you will install anew, turn it on in the FeatureGate object: ${NO_WAY_BACK}.`,
      `${VSPHERE}.vcenters`,
    );
}

/** Whether operators of the release read YAML and several vCenters. */
export function checkRelease(start: StartingState, what: string, findings: Findings): void {
  const release = releaseOf(start);
  if (!release)
    findings.warn(
      'nothing tells the release of the cluster: 4.18 is needed, or 4.17 with a feature set',
      'Fetch the ClusterVersion object, too, or give the version.',
    );
  else if (isBefore(release, '4.17'))
    findings.rejectRequest(
      `${what} needs OpenShift 4.18: operators of ${start.openShiftVersion} read INI with one vCenter only`,
      'Update the cluster first.',
    );
  else if (isBefore(release, '4.18') && gateState(start, 'VSphereMultiVCenters') !== 'on')
    findings.rejectRequest(
      `${what} needs the feature gate VSphereMultiVCenters on 4.17, which is ${gateState(start, 'VSphereMultiVCenters') === 'unknown' ? 'not shown to be on' : 'off'}`,
      `Update the cluster to 4.18, where it is on. Turning it on: ${NO_WAY_BACK}.`,
    );
}

/** vCenters to be added to those that are there. */
export function checkVCenters(
  present: readonly ListedVCenter[],
  added: readonly ListedVCenter[],
  findings: Findings,
): void {
  const { rejectRequest } = findings;
  const all = [...present, ...added];
  if (all.length > MOST_VCENTERS)
    rejectRequest(
      `${VSPHERE}.vcenters: Too many: ${all.length}: must have at most ${MOST_VCENTERS} items`,
      `A cluster has at most ${MOST_VCENTERS} vCenters.`,
      `${VSPHERE}.vcenters`,
    );
  for (const [index, { server, port, datacenters }] of added.entries()) {
    const path = `${VSPHERE}.vcenters[${present.length + index}]`;
    const key = (text: string) => text.toLowerCase().replace(/\.$/, '');
    if (all.slice(0, present.length + index).some((other) => key(other.server) === key(server)))
      rejectRequest(
        `vcenters must have unique server values: ${server} is there already`,
        'Add its failure domains only.',
        path,
      );
    if (!isHost(server.toLowerCase()) || server.length > 255)
      rejectRequest(
        `${path}.server: Invalid value: must be an IP address or a host name, without scheme and port`,
        'Write it as the certificate and the other objects have it, e.g. vcenter.example.com.',
        `${path}.server`,
      );
    if (port !== undefined && (!Number.isInteger(port) || port < 1 || port > 32767))
      rejectRequest(
        `${path}.port: Invalid value: ${port}: must be between 1 and 32767`,
        'Leave it out for 443.',
        `${path}.port`,
      );
    if (datacenters.length === 0 || datacenters.some((name) => name === '' || name.length > 80))
      rejectRequest(
        `${path}.datacenters in body should have at least 1 items, each of 1 to 80 characters`,
        `Name the datacenters of ${server} that machines are or will be in.`,
        `${path}.datacenters`,
      );
    if (new Set(datacenters).size < datacenters.length)
      rejectRequest(
        `${path}.datacenters: Duplicate value`,
        'Name each datacenter once.',
        `${path}.datacenters`,
      );
  }
}

/** Paths of a failure domain, with what each must have behind its folder (openshift/api: types_infrastructure.go). */
const PATHS: {
  field: keyof ClusterFailureDomain['topology'];
  kind: InventoryKind;
  below: string;
  shape: string;
}[] = [
  { field: 'computeCluster', kind: 'host', below: '', shape: '/DATACENTER/host/CLUSTER' },
  { field: 'datastore', kind: 'datastore', below: '', shape: '/DATACENTER/datastore/NAME' },
  { field: 'resourcePool', kind: 'host', below: '/Resources', shape: '/DATACENTER/host/CLUSTER/Resources' },
  { field: 'folder', kind: 'vm', below: '', shape: '/DATACENTER/vm/NAME' },
  { field: 'template', kind: 'vm', below: '', shape: '/DATACENTER/vm/NAME' },
];

/** Failure domains to be added; `servers` are those of all vCenters after the change. */
export function checkFailureDomains(
  start: StartingState,
  added: readonly ClusterFailureDomain[],
  servers: readonly string[],
  findings: Findings,
): void {
  const { rejectRequest, warn } = findings;
  const present: { name: string; region: string; zone: string }[] = [...start.failureDomains];
  for (const domain of added) {
    const { name, region, zone, server, topology, zoneAffinity } = domain;
    const path = `${VSPHERE}.failureDomains[${present.length}]`;
    const missing = (field: string) =>
      rejectRequest(
        `${path}.${field}: Required value (${name || 'failure domain without name'})`,
        `Add ${field}.`,
        `${path}.${field}`,
      );
    for (const [field, value, most] of [
      ['name', name, 256],
      ['region', region, 80],
      ['zone', zone, 80],
      ['topology.datacenter', topology.datacenter, 80],
    ] as const)
      if (!value) missing(field);
      else if (value.length > most)
        rejectRequest(
          `${path}.${field}: Too long: may not be more than ${most} bytes`,
          'Write a shorter one.',
          `${path}.${field}`,
        );
    if (name && present.some((other) => other.name === name))
      rejectRequest(
        `${path}: Duplicate value: {"name":${JSON.stringify(name)}}`,
        'Give it another name.',
        `${path}.name`,
      );
    if (region && present.some((other) => other.region === region && other.zone === zone))
      warn(
        `failure domain ${name} has the region and zone of another: ${region}/${zone}`,
        'Give each its own, or machines and volumes cannot be told apart by them.',
        `${path}.zone`,
      );
    if (!servers.includes(server))
      rejectRequest(
        `all failure domains must have a corresponding vCenter entry: ${name} names ${server || 'none'}; without it the cloud controller operator would crash over and over`,
        'Write server as vcenters has it, letter for letter, or add that vCenter, too.',
        `${path}.server`,
      );
    for (const { field, kind, below, shape } of PATHS) {
      const value = topology[field];
      if (!value && (field === 'computeCluster' || field === 'datastore')) missing(`topology.${field}`);
      else if (
        typeof value === 'string' &&
        value &&
        (!inventoryPath(value, kind)?.rest.includes(below) || value.length > 2048)
      )
        rejectRequest(
          `${path}.topology.${field} in body should match '^/.*?/${kind}/.*?${below && `${below}.*`}'`,
          `Write ${shape}.`,
          `${path}.topology.${field}`,
        );
      else if (
        typeof value === 'string' &&
        value &&
        !value.startsWith(`/${topology.datacenter.replace(/^\//, '')}/`)
      )
        warn(
          `${field} of ${name} is not in its datacenter ${topology.datacenter}`,
          'Mend the one that is wrong.',
          `${path}.topology.${field}`,
        );
    }
    checkNetworks(start, domain, path, findings);
    if (
      zoneAffinity?.type === 'HostGroup' &&
      ['off', 'absent'].includes(gateState(start, 'VSphereHostVMGroupZonal'))
    )
      rejectRequest(
        `${path}.zoneAffinity needs the feature gate VSphereHostVMGroupZonal, which is off`,
        'Use clusters as zones, or update to a release where it is on.',
        `${path}.zoneAffinity`,
      );
    if (zoneAffinity?.type === 'HostGroup' && !zoneAffinity.hostGroup)
      rejectRequest(
        'hostGroup is required when type is HostGroup, and forbidden otherwise',
        'Name the host group.',
        `${path}.zoneAffinity`,
      );
    present.push(domain);
  }
}

function checkNetworks(
  start: StartingState,
  { name, topology }: ClusterFailureDomain,
  path: string,
  { rejectRequest }: Findings,
): void {
  const field = `${path}.topology.networks`;
  const { length } = topology.networks;
  if (length === 0)
    rejectRequest(`${field} in body should have at least 1 items (${name})`, 'Name its port group.', field);
  else if (length > MOST_NETWORKS)
    rejectRequest(
      `${field}: Too many: ${length}: must have at most ${MOST_NETWORKS} items`,
      `Name at most ${MOST_NETWORKS}.`,
      field,
    );
  else if (length > 1 && ['off', 'absent'].includes(gateState(start, 'VSphereMultiNetworks')))
    rejectRequest(
      `${field}: Too many: ${length}: must have at most 1 items`,
      'Several networks need the feature gate VSphereMultiNetworks, on from 4.20.',
      field,
    );
}

/** What is wrong with a request before anything of the cluster is looked at. */
export function checkRequest(change: Day2Change, { rejectRequest }: Findings): void {
  const { convertCloudConfig, addVCenters = [], removeVCenters = [], addFailureDomains = [] } = change;
  const adds = addVCenters.length + addFailureDomains.length;
  if (!convertCloudConfig && adds + removeVCenters.length === 0)
    rejectRequest(
      'no change is asked for',
      'Convert the cloud configuration, add or remove a vCenter, or add failure domains.',
    );
  if (addVCenters.length > 0 && removeVCenters.length > 0)
    rejectRequest(
      'Cannot add and remove vCenters at the same time',
      'Make two plans: the first one is done before the objects for the second are fetched.',
    );
  else if (addFailureDomains.length > 0 && removeVCenters.length > 0)
    rejectRequest(
      'failure domains are added and vCenters removed at the same time',
      'Make two plans, one after the other.',
    );
}
