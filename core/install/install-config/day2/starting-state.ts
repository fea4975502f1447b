import { type ReadCloudConfig, readCloudConfig } from '../../cloud-config/read-cloud-config.ts';
import { parseRelease, type Release } from '../model/versions.ts';
import { at, type ClusterObject, type ClusterObjects, isFields, listAt, textAt } from './cluster-objects.ts';

/** Names that the installer gives the failure domain of a cluster which was installed without any. */
export const GENERATED = {
  name: 'generated-failure-domain',
  region: 'generated-region',
  zone: 'generated-zone',
} as const;

/** A vCenter as the Infrastructure object lists it; no credentials. */
export interface ListedVCenter {
  server: string;
  /** Absent: 443. */
  port?: number;
  datacenters: string[];
}

/**
 * Where a change begins (three states of the Infrastructure object: openshift/enhancements#1660, "Multiple vCenters
 * Configured as Day 2").
 */
export interface StartingState {
  /**
   * `defined`: failure domains of the administrator; `generated`: the one that the installer makes; `legacy`: none;
   * `unfit`: no Infrastructure object, or not of vSphere.
   */
  infrastructure: 'defined' | 'generated' | 'legacy' | 'unfit';
  cloudConfig: 'ini' | 'yaml' | 'unreadable' | 'missing';
  vcenters: ListedVCenter[];
  failureDomains: { name: string; region: string; zone: string; server: string; datacenter: string }[];
  /** Of the running release; absent when nothing tells. */
  openShiftVersion?: string;
  /** `Default` when the object has none; absent without the object. */
  featureSet?: string;
  /** Gates of the running release; absent when the FeatureGate object does not tell. */
  enabledGates?: string[];
  disabledGates?: string[];
  /** Infrastructure's `status.infrastructureName`. */
  infraId: string;
}

export function startingStateOf(
  objects: ClusterObjects,
  { openShiftVersion }: { openShiftVersion?: string } = {},
): StartingState {
  const infrastructure = objects.infrastructure?.value;
  const vsphere = at(infrastructure, 'spec', 'platformSpec', 'vsphere');
  const type =
    textAt(infrastructure, 'spec', 'platformSpec', 'type') ||
    textAt(infrastructure, 'status', 'platformStatus', 'type') ||
    textAt(infrastructure, 'status', 'platform');
  const failureDomains = listAt(vsphere, 'failureDomains').map((domain) => ({
    ...{ name: textAt(domain, 'name'), region: textAt(domain, 'region'), zone: textAt(domain, 'zone') },
    ...{ server: textAt(domain, 'server'), datacenter: textAt(domain, 'topology', 'datacenter') },
  }));
  const read = readClusterCloudConfig(objects);
  const version = versionOf(objects.clusterVersion) ?? openShiftVersion;
  const gates = gatesOf(objects.featureGate, version);
  const state =
    type !== 'VSphere'
      ? 'unfit'
      : failureDomains.length === 0
        ? 'legacy'
        : failureDomains.length === 1 && failureDomains[0]!.name === GENERATED.name
          ? 'generated'
          : 'defined';
  return {
    infrastructure: state,
    cloudConfig: !read ? 'missing' : read.read.complete ? read.read.format! : 'unreadable',
    vcenters: listAt(vsphere, 'vcenters').map((vcenter) => ({
      server: textAt(vcenter, 'server'),
      port: typeof at(vcenter, 'port') === 'number' ? Number(at(vcenter, 'port')) : undefined,
      datacenters: listAt(vcenter, 'datacenters').map(String),
    })),
    failureDomains,
    openShiftVersion: version,
    featureSet: objects.featureGate && (textAt(objects.featureGate.value, 'spec', 'featureSet') || 'Default'),
    enabledGates: gates?.enabled,
    disabledGates: gates?.disabled,
    infraId: textAt(infrastructure, 'status', 'infrastructureName'),
  };
}

export function releaseOf({ openShiftVersion }: StartingState): Release | undefined {
  return parseRelease(openShiftVersion);
}

/** The ConfigMap that `spec.cloudConfig` names (older clusters: key `vsphere.conf`), and what it says. */
export function readClusterCloudConfig(
  objects: ClusterObjects,
): { object: ClusterObject; key: string; read: ReadCloudConfig } | undefined {
  const spec = at(objects.infrastructure?.value, 'spec', 'cloudConfig');
  const name = textAt(spec, 'name') || 'cloud-provider-config';
  const object = objects.configMaps.find(
    (map) => map.name === name && (map.namespace === undefined || map.namespace === 'openshift-config'),
  );
  if (!object) return undefined;
  const keys = [textAt(spec, 'key'), 'config', 'vsphere.conf', 'cloud.conf'];
  const key = keys.find((each) => each !== '' && typeof at(object.value, 'data', each) === 'string');
  if (key === undefined) return undefined;
  return { object, key, read: readCloudConfig(textAt(object.value, 'data', key), { file: object.file }) };
}

function versionOf(clusterVersion: ClusterObject | undefined): string | undefined {
  const history = listAt(clusterVersion?.value, 'status', 'history');
  const completed = history.find((entry) => textAt(entry, 'state') === 'Completed');
  return (
    textAt(completed, 'version') || textAt(clusterVersion?.value, 'status', 'desired', 'version') || undefined
  );
}

/** The status has a list for each release of an update that is under way. */
function gatesOf(
  featureGate: ClusterObject | undefined,
  version: string | undefined,
): { enabled: string[]; disabled: string[] } | undefined {
  const lists = listAt(featureGate?.value, 'status', 'featureGates').filter(isFields);
  const list = lists.find((each) => version !== undefined && each.version === version) ?? lists.at(-1);
  if (!list) return undefined;
  const names = (field: string) => listAt(list, field).map((gate) => textAt(gate, 'name'));
  return { enabled: names('enabled'), disabled: names('disabled') };
}
