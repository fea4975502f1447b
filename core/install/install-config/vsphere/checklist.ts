import type { ManifestFile } from '../model/manifest-file.ts';
import { t } from './messages.ts';
import { hostOf, type Placement, placed, sizeOf, type VSphereContext } from './placement.ts';
import { PRIVILEGES, type PrivilegeGroup } from './privileges.ts';
import { ADDRESS_KARGS, networkKargs } from './static-addresses.ts';

export interface ChecklistItem {
  kind:
    | 'datacenter'
    | 'cluster'
    | 'host-group'
    | 'resource-pool'
    | 'datastore'
    | 'network'
    | 'folder'
    | 'template'
    | 'tag-category'
    | 'tag'
    | 'machine'
    | 'privilege';
  /** Name or path in the inventory. */
  name: string;
  /** Who creates it. */
  by: 'you' | 'installer';
  why: string;
  /** Only for `privilege`. */
  privileges?: readonly string[];
}

/** Requirements of a vCenter before the installation. */
export interface VCenterChecklist {
  server: string;
  failureDomains: string[];
  items: ChecklistItem[];
}

/** Returns the requirements of all vCenters in the order of the file. */
export function checklistOf(context: VSphereContext): VCenterChecklist[] {
  const { vsphere } = context;
  const domains = vsphere.failureDomains ?? [];
  return (vsphere.vcenters ?? []).map(({ server = '' }) => {
    const places = domains
      .filter((domain) => domain.server === server)
      .map((domain) => placed(context, domain));
    return {
      server,
      failureDomains: places.map(({ name }) => name),
      items: distinct([
        ...places.flatMap((place) => inventory(context, place)),
        ...(domains.length > 1 ? tags(places) : []),
        ...(userProvisioned(context) ? places.flatMap((place) => machines(context, place)) : []),
        ...privileges(context, places),
      ]),
    };
  });
}

/** Returns whether the user creates the machines, their folders and their template. */
function userProvisioned({ method }: VSphereContext): boolean {
  return method === 'user-provisioned';
}

function inventory(context: VSphereContext, place: Placement): ChecklistItem[] {
  const { vsphere } = context;
  const domain = vsphere.failureDomains?.find(({ name }) => name === place.name);
  const { folder, resourcePool, template } = domain?.topology ?? {};
  const values = { domain: place.name };
  const need = (kind: ChecklistItem['kind'], name: string, why: string): ChecklistItem => ({
    ...{ kind, name, by: 'you', why },
  });
  const image: ChecklistItem = userProvisioned(context)
    ? need('template', place.templatePath, t('uploadedTemplateText', values))
    : template
      ? need('template', template, t('templateText', values))
      : {
          ...{ kind: 'template', name: place.templatePath, by: 'installer' },
          why: vsphere.clusterOSImage
            ? t('templateFromUrlText', values)
            : t('templateFromInternetText', values),
        };
  return [
    need('datacenter', place.datacenter, t('datacenterText', values)),
    need('cluster', place.computeCluster, t('clusterText', values)),
    ...(place.vmGroup === undefined ? [] : [need('host-group', place.hostGroup, t('hostGroupText', values))]),
    ...(resourcePool ? [need('resource-pool', place.resourcePool, t('resourcePoolText', values))] : []),
    need('datastore', place.datastore, t('datastoreText', values)),
    ...place.networks.map((network) => need('network', network, t('networkText', values))),
    folder || userProvisioned(context)
      ? need('folder', place.folder, t(folder ? 'folderText' : 'ownFolderText', values))
      : { ...{ kind: 'folder', name: place.folder, by: 'installer' }, why: t('newFolderText', values) },
    image,
  ];
}

/**
 * Returns the bootstrap and control plane machines of a failure domain with their sizes, as the installer would place them
 * (openshift-docs: modules/installation-vsphere-machines.adoc). The installation directory has the infrastructure ID and the
 * Ignition configs.
 */
function machines(context: VSphereContext, place: Placement): ChecklistItem[] {
  const { config, infraId, topology } = context;
  const size = sizeOf(context, config.controlPlane);
  return topology.machines.flatMap(({ name, role, failureDomain }): ChecklistItem[] => {
    if (failureDomain !== place.name) return [];
    const values = {
      domain: place.name,
      ...{ cpus: size.cpus, memory: size.memoryMB, disk: size.diskSizeGB },
    };
    const why = t(role === 'bootstrap' ? 'bootstrapMachineText' : 'controlPlaneMachineText', values);
    const host = hostOf(context, name);
    const address = host
      ? ` ${t('machineAddressText', { key: ADDRESS_KARGS, value: networkKargs(host) })}`
      : '';
    return [{ kind: 'machine', name: `${infraId}-${name}`, by: 'you', why: `${why}${address}` }];
  });
}

/** Returns the tags, which are only required with several failure domains. */
function tags(places: Placement[]): ChecklistItem[] {
  if (places.length === 0) return [];
  const category = (name: string, why: string): ChecklistItem => ({
    ...{ kind: 'tag-category', name, by: 'you', why },
  });
  return [
    category('openshift-region', t('regionCategoryText')),
    category('openshift-zone', t('zoneCategoryText')),
    ...places.flatMap(
      ({ name, region, zone, regionType, datacenter, computeCluster, hostGroup, vmGroup }) => {
        const byHosts = vmGroup !== undefined;
        const onCluster = t('tagOnClusterText', { path: computeCluster, domain: name });
        const regionAt =
          regionType === 'ComputeCluster'
            ? onCluster
            : t('tagOnDatacenterText', { path: datacenter, domain: name });
        const zoneAt = byHosts ? t('tagOnHostsText', { path: hostGroup, domain: name }) : onCluster;
        return [
          { kind: 'tag', name: `openshift-region/${region}`, by: 'you', why: regionAt },
          { kind: 'tag', name: `openshift-zone/${zone}`, by: 'you', why: zoneAt },
        ] satisfies ChecklistItem[];
      },
    ),
  ];
}

function privileges(context: VSphereContext, places: Placement[]): ChecklistItem[] {
  const { vsphere } = context;
  const given = (place: Placement) =>
    vsphere.failureDomains?.find(({ name }) => name === place.name)?.topology ?? {};
  const item = (group: PrivilegeGroup, name: string): ChecklistItem => ({
    ...{ kind: 'privilege', name, by: 'you', privileges: group.privileges },
    why: t(group.text),
  });
  return [
    item(PRIVILEGES.vcenter, 'vCenter'),
    ...places.flatMap((place) => [
      given(place).folder || userProvisioned(context)
        ? item(PRIVILEGES.folder, place.folder)
        : item(PRIVILEGES.datacenter, place.datacenter),
      given(place).resourcePool
        ? item(PRIVILEGES.resourcePool, place.resourcePool)
        : item(PRIVILEGES.cluster, place.computeCluster),
      item(PRIVILEGES.datastore, place.datastore),
      ...place.networks.map((network) => item(PRIVILEGES.network, network)),
    ]),
  ];
}

/** Returns one item for each kind and name, with the reasons of all its copies. */
function distinct(items: ChecklistItem[]): ChecklistItem[] {
  const found = new Map<string, ChecklistItem>();
  for (const item of items) {
    const key = `${item.kind} ${item.name}`;
    const known = found.get(key);
    if (!known) found.set(key, { ...item });
    else if (!known.why.includes(item.why)) known.why += ` ${item.why}`;
  }
  return [...found.values()];
}

const LABELS = {
  datacenter: 'datacenterLabel',
  cluster: 'clusterLabel',
  'host-group': 'hostGroupLabel',
  'resource-pool': 'resourcePoolLabel',
  datastore: 'datastoreLabel',
  network: 'networkLabel',
  folder: 'folderLabel',
  template: 'templateLabel',
  'tag-category': 'tagCategoryLabel',
  tag: 'tagLabel',
  machine: 'machineLabel',
} as const satisfies Record<Exclude<ChecklistItem['kind'], 'privilege'>, string>;

/** Returns the checklist as a Markdown file with a check box for each item. */
export function checklistFile(context: VSphereContext): ManifestFile {
  const parts = checklistOf(context).map(({ server, failureDomains, items }) => {
    const lines = items.map(({ kind, name, by, why, privileges: list }) => {
      const key = by === 'installer' ? 'checklistInstallerItem' : 'checklistItem';
      const detail = list ? `\n${list.map((privilege) => `      - \`${privilege}\``).join('\n')}` : '';
      const text =
        kind === 'privilege'
          ? t('checklistPrivilegesItem', { name, reason: why })
          : t(key, { kind: t(LABELS[kind]), name, reason: why });
      return `- [ ] ${text}${detail}`;
    });
    const domains = failureDomains.length
      ? t('checklistDomains', { domains: failureDomains.join(', ') })
      : t('checklistNoDomains');
    return `## ${server}\n\n${domains}\n\n${lines.join('\n')}\n`;
  });
  return {
    path: 'vcenter-checklist.md',
    text: `# ${t('checklistTitle')}\n\n${parts.join('\n')}`,
    ...{ kind: 'Checklist', name: '', secret: false },
    purpose: t('checklistText'),
  };
}
