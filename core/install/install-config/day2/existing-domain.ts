import { inventoryPath } from '../model/inventory-path.ts';
import { at, type ClusterObjects, listAt, textAt } from './cluster-objects.ts';
import type { ClusterFailureDomain } from './plan.ts';
import {
  GENERATED,
  type ListedVCenter,
  readClusterCloudConfig,
  type StartingState,
} from './starting-state.ts';

export interface ExistingDomain {
  vcenter: ListedVCenter;
  domain: ClusterFailureDomain;
  /** Fields that the objects don't show. If there are any, the domain can't be written. */
  missing: string[];
  /** Other locations with machines. */
  elsewhere: string[];
}

/**
 * Returns the current location of a cluster without failure domains, as the failure domain that the installer would have
 * generated (openshift/installer: pkg/types/vsphere/conversion/installconfig.go). Reads `[Workspace]` of the cloud
 * configuration and the machines.
 * @param given description by the user, which has precedence
 */
export function existingDomainOf(
  objects: ClusterObjects,
  start: StartingState,
  given?: ClusterFailureDomain,
): ExistingDomain {
  const cloud = readClusterCloudConfig(objects)?.read;
  const workspace = cloud?.config.workspace ?? {};
  const specs = providerSpecsOf(objects);
  const [machine] = specs;
  const machineText = (...path: (string | number)[]) => textAt(machine, ...path);
  const listed = start.vcenters[0];
  const servers = cloud?.effective.vcenters ?? [];
  const server =
    given?.server ||
    machineText('workspace', 'server') ||
    workspace.server ||
    listed?.server ||
    servers[0]?.server ||
    '';
  const provider = servers.find((vcenter) => vcenter.server === server);
  const datacenter =
    given?.topology.datacenter ||
    machineText('workspace', 'datacenter') ||
    workspace.datacenter ||
    (provider?.datacenters.length === 1 ? provider.datacenters[0]! : '');
  const pool =
    given?.topology.resourcePool ||
    machineText('workspace', 'resourcePool') ||
    workspace.resourcePoolPath ||
    '';
  const poolPath = inventoryPath(pool, 'host');
  const [, poolCluster] = /^(.+?)\/Resources(?:\/|$)/.exec(poolPath?.rest ?? '') ?? [];
  const cluster = poolCluster ? `/${poolPath?.datacenter}/host/${poolCluster}` : '';
  const store = machineText('workspace', 'datastore') || workspace.defaultDatastore || '';
  const folder = given?.topology.folder || machineText('workspace', 'folder') || workspace.folder || '';
  const template = given?.topology.template || machineText('template');
  const networks = given?.topology.networks.length
    ? given.topology.networks
    : listAt(machine, 'network', 'devices')
        .map((device) => textAt(device, 'networkName'))
        .filter(Boolean)
        .slice(0, 1);
  const domain: ClusterFailureDomain = {
    name: GENERATED.name,
    region: given?.region || GENERATED.region,
    zone: given?.zone || GENERATED.zone,
    server,
    topology: {
      datacenter,
      computeCluster: given?.topology.computeCluster || cluster,
      datastore: given?.topology.datastore || (store && absolute(store, datacenter, 'datastore')),
      networks,
      resourcePool: poolPath?.rest.includes('/Resources') ? pool : undefined,
      folder: folder ? absolute(folder, datacenter, 'vm') : undefined,
      template: template ? absolute(template, datacenter, 'vm') : undefined,
    },
  };
  const missing = Object.entries({
    server,
    datacenter,
    computeCluster: domain.topology.computeCluster,
    datastore: domain.topology.datastore,
    networks: networks[0],
  }).flatMap(([name, value]) => (value ? [] : [name]));
  const places = new Set(
    specs.map(
      (spec) => `${textAt(spec, 'workspace', 'server')} ${textAt(spec, 'workspace', 'resourcePool')}`,
    ),
  );
  const datacenters = [
    ...new Set([...(listed?.datacenters ?? provider?.datacenters ?? []), datacenter]),
  ].filter(Boolean);
  const port = listed?.port ?? (provider && provider.port !== 443 ? provider.port : undefined);
  return {
    vcenter: { server, port, datacenters },
    domain,
    missing,
    elsewhere: given ? [] : [...places].slice(1),
  };
}

/** Returns the provider specs of all machines, those of the control plane first. They decide where the cluster runs. */
function providerSpecsOf(objects: ClusterObjects): unknown[] {
  const master = (labels: unknown) =>
    textAt(labels, 'machine.openshift.io/cluster-api-machine-role') === 'master';
  const machines = objects.machines
    .toSorted(
      (a, b) =>
        Number(master(at(b.value, 'metadata', 'labels'))) - Number(master(at(a.value, 'metadata', 'labels'))),
    )
    .map(({ value }) => at(value, 'spec', 'providerSpec', 'value'));
  const sets = objects.machineSets.map(({ value }) =>
    at(value, 'spec', 'template', 'spec', 'providerSpec', 'value'),
  );
  return [...machines, ...sets].filter((spec) => textAt(spec, 'workspace', 'server') !== '');
}

/** Returns an absolute inventory path: `/DC/datastore/ds1` for `ds1`. */
function absolute(path: string, datacenter: string, kind: 'datastore' | 'vm'): string {
  return path.startsWith('/') ? path : `/${datacenter}/${kind}/${path}`;
}
