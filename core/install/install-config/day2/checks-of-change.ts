import type { Problem } from '../../../base/errors/airlock-error.ts';
import { type InventoryKind, inventoryPath } from '../model/inventory-path.ts';
import { MOST_VCENTERS } from '../model/model.ts';
import { isHost } from '../model/names.ts';
import { isBefore } from '../model/versions.ts';
import { t } from './messages.ts';
import type { ClusterFailureDomain, Day2Change } from './plan.ts';
import { type ListedVCenter, releaseOf, type StartingState } from './starting-state.ts';

/** Collects what the API server or an operator would reject. Uses the messages of the API server where it has one. */
export interface Findings {
  reject(message: string, remedy: string, path?: string): void;
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
    reject: (message, remedy, path) => rejections.push(problem('error', message, remedy, path)),
    warn: (message, remedy, path) => warnings.push(problem('warning', message, remedy, path)),
  };
}

const VSPHERE = 'spec.platformSpec.vsphere';
const MOST_NETWORKS = 10;
export const DAY2_GATE = 'VSphereMultiVCenterDay2';

/** Returns the state of a feature gate. `unknown`: the files don't contain the FeatureGate object. */
export function gateState(
  { enabledGates, disabledGates }: StartingState,
  gate: string,
): 'on' | 'off' | 'absent' | 'unknown' {
  if (!enabledGates) return 'unknown';
  if (enabledGates.includes(gate)) return 'on';
  return disabledGates?.includes(gate) ? 'off' : 'absent';
}

/**
 * Checks the feature gate that is required to add or remove vCenters once one is set. Only the newest releases have it on
 * (openshift/api#2968: VSphereMultiVCenterDay2).
 */
export function checkDay2Gate(start: StartingState, findings: Findings): void {
  const state = gateState(start, DAY2_GATE);
  const { openShiftVersion: release } = start;
  // Quotes the API server.
  const message = `${VSPHERE}.vcenters: Invalid value: vcenters cannot be added or removed once set`;
  if (state === 'absent')
    findings.reject(
      release === undefined
        ? t('gateMissingHere', { message, gate: DAY2_GATE })
        : t('gateMissing', { message, release, gate: DAY2_GATE }),
      t('gateMissingRemedy'),
      `${VSPHERE}.vcenters`,
    );
  if (state === 'off')
    findings.reject(t('gateOff', { message, gate: DAY2_GATE }), t('gateOffRemedy'), `${VSPHERE}.vcenters`);
}

/** Checks whether the operators of the release support YAML and several vCenters. */
export function checkRelease(start: StartingState, change: 'vcenter' | 'yaml', findings: Findings): void {
  const release = releaseOf(start);
  if (!release) findings.warn(t('releaseUnknown'), t('releaseUnknownRemedy'));
  else if (isBefore(release, '4.17'))
    findings.reject(
      t('releaseTooOld', { change, version: start.openShiftVersion! }),
      t('releaseTooOldRemedy'),
    );
  else if (isBefore(release, '4.18') && gateState(start, 'VSphereMultiVCenters') !== 'on')
    findings.reject(
      gateState(start, 'VSphereMultiVCenters') === 'unknown'
        ? t('releaseGateUnknown', { change })
        : t('releaseGateOff', { change }),
      t('releaseGateRemedy'),
    );
}

/** Quotes the API server. */
function portFault(port: number): string {
  if (!Number.isInteger(port)) return 'must be of type integer';
  return `should be ${port < 1 ? 'greater than or equal to 1' : 'less than or equal to 32767'}`;
}

/** Checks the vCenters to add to the present ones. Messages with a path quote the API server. */
export function checkVCenters(
  present: readonly ListedVCenter[],
  added: readonly ListedVCenter[],
  findings: Findings,
): void {
  const { reject } = findings;
  const all = [...present, ...added];
  if (all.length > MOST_VCENTERS)
    reject(
      `${VSPHERE}.vcenters: Too many: ${all.length}: must have at most ${MOST_VCENTERS} items`,
      t('vcentersTooManyRemedy', { maximum: MOST_VCENTERS }),
      `${VSPHERE}.vcenters`,
    );
  for (const [index, { server, port, datacenters }] of added.entries()) {
    const path = `${VSPHERE}.vcenters[${present.length + index}]`;
    const key = (text: string) => text.toLowerCase().replace(/\.$/, '');
    if (all.slice(0, present.length + index).some((other) => key(other.server) === key(server)))
      reject(t('vcenterPresent', { server }), t('vcenterPresentRemedy'), path);
    if (!isHost(server.toLowerCase()) || server.length > 255)
      reject(
        `${path}.server: Invalid value: must be an IP address or a host name, without scheme and port`,
        t('serverRemedy'),
        `${path}.server`,
      );
    if (port !== undefined && (!Number.isInteger(port) || port < 1 || port > 32767))
      reject(
        `${path}.port: Invalid value: ${port}: ${path}.port in body ${portFault(port)}`,
        t('portRemedy'),
        `${path}.port`,
      );
    if (datacenters.length === 0 || datacenters.some((name) => name === '' || name.length > 80))
      reject(
        `${path}.datacenters in body should have at least 1 items, each of 1 to 80 characters`,
        t('datacentersRemedy', { server }),
        `${path}.datacenters`,
      );
  }
}

/** Inventory paths of a failure domain, with their required form (openshift/api: types_infrastructure.go). */
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

/** Checks the failure domains to add. `servers` are those of all vCenters after the change. Messages with a path quote the API server. */
export function checkFailureDomains(
  start: StartingState,
  added: readonly ClusterFailureDomain[],
  servers: readonly string[],
  findings: Findings,
): void {
  const { reject, warn } = findings;
  const present: { name: string; region: string; zone: string }[] = [...start.failureDomains];
  for (const domain of added) {
    const { name, region, zone, server, topology, zoneAffinity } = domain;
    const path = `${VSPHERE}.failureDomains[${present.length}]`;
    const missing = (field: string) =>
      reject(
        `${path}.${field}: Required value (${name || t('unnamedDomain')})`,
        t('requiredRemedy', { field }),
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
        reject(
          `${path}.${field}: Too long: may not be more than ${most} bytes`,
          t('tooLongRemedy', { field, maximum: most }),
          `${path}.${field}`,
        );
    if (name && present.some((other) => other.name === name))
      reject(
        `${path}: Duplicate value: {"name":${JSON.stringify(name)}}`,
        t('domainTwiceRemedy'),
        `${path}.name`,
      );
    if (region && present.some((other) => other.region === region && other.zone === zone))
      warn(t('domainPlaceTwice', { name, region, zone }), t('domainPlaceTwiceRemedy'), `${path}.zone`);
    if (!servers.includes(server))
      reject(
        server ? t('domainServerUnlisted', { name, server }) : t('domainServerMissing', { name }),
        t('domainServerRemedy'),
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
        reject(
          `${path}.topology.${field} in body should match '^/.*?/${kind}/.*?${below && `${below}.*`}'`,
          t('pathRemedy', { shape }),
          `${path}.topology.${field}`,
        );
      else if (
        typeof value === 'string' &&
        value &&
        !value.startsWith(`/${topology.datacenter.replace(/^\//, '')}/`)
      )
        warn(
          t('pathElsewhere', { field, name, datacenter: topology.datacenter }),
          t('pathElsewhereRemedy', { field }),
          `${path}.topology.${field}`,
        );
    }
    checkNetworks(start, domain, path, findings);
    if (
      zoneAffinity?.type === 'HostGroup' &&
      ['off', 'absent'].includes(gateState(start, 'VSphereHostVMGroupZonal'))
    )
      reject(
        t('hostGroupGate', { field: `${path}.zoneAffinity` }),
        t('hostGroupGateRemedy'),
        `${path}.zoneAffinity`,
      );
    checkAffinity(domain, path, reject);
    present.push(domain);
  }
}

/** Messages quote the API server (openshift/api: types_infrastructure.go). */
function checkAffinity(
  { regionAffinity, zoneAffinity }: ClusterFailureDomain,
  path: string,
  reject: Findings['reject'],
): void {
  if (!zoneAffinity) return;
  const { type, hostGroup } = zoneAffinity;
  if ((type === 'HostGroup') !== (hostGroup !== undefined))
    reject(
      'hostGroup is required when type is HostGroup, and forbidden otherwise',
      type === 'HostGroup' ? t('hostGroupRemedy') : t('hostGroupForbiddenRemedy'),
      `${path}.zoneAffinity`,
    );
  const region = { HostGroup: 'ComputeCluster', ComputeCluster: 'Datacenter' }[type];
  if (region !== undefined && regionAffinity?.type !== region)
    reject(
      `${path}: Invalid value: when zoneAffinity type is ${type}, regionAffinity type must be ${region}`,
      t('regionAffinityRemedy', { type: region }),
      `${path}.regionAffinity`,
    );
}

function checkNetworks(
  start: StartingState,
  { name, topology }: ClusterFailureDomain,
  path: string,
  { reject }: Findings,
): void {
  const field = `${path}.topology.networks`;
  const { length } = topology.networks;
  if (length === 0)
    reject(`${field} in body should have at least 1 items (${name})`, t('networksRemedy'), field);
  else if (length > MOST_NETWORKS)
    reject(
      `${field}: Too many: ${length}: must have at most ${MOST_NETWORKS} items`,
      t('networksTooManyRemedy', { maximum: MOST_NETWORKS }),
      field,
    );
  else if (length > 1 && ['off', 'absent'].includes(gateState(start, 'VSphereMultiNetworks')))
    reject(`${field}: Too many: ${length}: must have at most 1 item`, t('severalNetworksRemedy'), field);
}

/** Checks a request before the objects of the cluster are read. */
export function checkRequest(change: Day2Change, { reject }: Findings): void {
  const { convertCloudConfig, addVCenters = [], removeVCenters = [], addFailureDomains = [] } = change;
  const adds = addVCenters.length + addFailureDomains.length;
  if (!convertCloudConfig && adds + removeVCenters.length === 0)
    reject(t('changeMissing'), t('changeMissingRemedy'));
  if (addVCenters.length > 0 && removeVCenters.length > 0)
    reject(
      // Quotes the API server.
      'Cannot add and remove vCenters at the same time',
      t('addAndRemoveRemedy'),
    );
  else if (addFailureDomains.length > 0 && removeVCenters.length > 0)
    reject(t('domainsWhileRemoving'), t('domainsWhileRemovingRemedy'));
}
