import type { ManifestFile } from '../model/manifest-file.ts';
import { type Placement, placed, type VSphereContext } from './placement.ts';
import { PRIVILEGES, type PrivilegeGroup } from './privileges.ts';

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
    | 'privilege';
  /** Its name or path in the inventory. */
  name: string;
  /** Who makes it. */
  by: 'you' | 'installer';
  why: string;
  /** Of `privilege`. */
  privileges?: readonly string[];
}

/** What must be in a vCenter before the installation begins. */
export interface VCenterChecklist {
  server: string;
  failureDomains: string[];
  items: ChecklistItem[];
}

/** For every vCenter of the file, in its order. */
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
        ...privileges(context, places),
      ]),
    };
  });
}

function inventory(context: VSphereContext, place: Placement): ChecklistItem[] {
  const { vsphere } = context;
  const domain = vsphere.failureDomains?.find(({ name }) => name === place.name);
  const { folder, resourcePool, template } = domain?.topology ?? {};
  const of = `failure domain ${place.name}`;
  const need = (kind: ChecklistItem['kind'], name: string, why: string): ChecklistItem => ({
    ...{ kind, name, by: 'you', why },
  });
  const image: ChecklistItem = template
    ? need('template', template, `The RHCOS image that machines of ${of} are cloned from.`)
    : {
        ...{ kind: 'template', name: place.templatePath, by: 'installer' },
        why: vsphere.clusterOSImage
          ? `Imported from clusterOSImage, which this host must reach, for ${of}.`
          : `Imported from the internet for ${of}; without internet import the RHCOS OVA beforehand and name it in topology.template, or set clusterOSImage to a place of your own.`,
      };
  return [
    need('datacenter', place.datacenter, `Machines of ${of} are in it.`),
    need('cluster', place.computeCluster, `Machines of ${of} run on it.`),
    ...(place.vmGroup === undefined
      ? []
      : [need('host-group', place.hostGroup, `The hosts that ${of} stands for.`)]),
    ...(resourcePool ? [need('resource-pool', place.resourcePool, `Machines of ${of} are in it.`)] : []),
    need('datastore', place.datastore, `Disks of ${of} are on it.`),
    ...place.networks.map((network) =>
      need(
        'network',
        network,
        `Machines of ${of} are attached to it; it needs DHCP unless hosts have static addresses.`,
      ),
    ),
    folder
      ? need('folder', folder, `Virtual machines of ${of} are in it.`)
      : { ...{ kind: 'folder', name: place.folder, by: 'installer' }, why: `Made for ${of}.` },
    image,
  ];
}

/** Only with more than one failure domain does anything look for tags. */
function tags(places: Placement[]): ChecklistItem[] {
  if (places.length === 0) return [];
  const category = (name: string, single: string): ChecklistItem => ({
    ...{ kind: 'tag-category', name, by: 'you' },
    why: `Tags of ${single}; one tag an object. The cloud provider and the storage driver look for this name.`,
  });
  return [
    category('openshift-region', 'regions'),
    category('openshift-zone', 'zones'),
    ...places.flatMap(
      ({ name, region, zone, regionType, datacenter, computeCluster, hostGroup, vmGroup }) => {
        const byHosts = vmGroup !== undefined;
        const where = (what: string, path: string) =>
          `Attached to ${what} ${path}, for failure domain ${name}.`;
        const regionAt =
          regionType === 'ComputeCluster'
            ? where('cluster', computeCluster)
            : where('datacenter', datacenter);
        const zoneAt = byHosts ? where('every host of group', hostGroup) : where('cluster', computeCluster);
        return [
          { kind: 'tag', name: `openshift-region/${region}`, by: 'you', why: regionAt },
          { kind: 'tag', name: `openshift-zone/${zone}`, by: 'you', why: zoneAt },
        ] satisfies ChecklistItem[];
      },
    ),
  ];
}

function privileges({ vsphere }: VSphereContext, places: Placement[]): ChecklistItem[] {
  const given = (place: Placement) =>
    vsphere.failureDomains?.find(({ name }) => name === place.name)?.topology ?? {};
  const item = (group: PrivilegeGroup, name: string): ChecklistItem => ({
    ...{ kind: 'privilege', name, by: 'you', privileges: group.privileges },
    why: `The account of the vCenter has these on ${group.on}${group.propagate ? ', and below it' : ''}.`,
  });
  return [
    item(PRIVILEGES.vcenter, 'vCenter'),
    ...places.flatMap((place) => [
      given(place).folder
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

/** One of a kind and name; the reasons of the others are joined. */
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

const TITLES: Record<ChecklistItem['kind'], string> = {
  datacenter: 'Datacenter',
  cluster: 'Compute cluster',
  'host-group': 'Host group',
  'resource-pool': 'Resource pool',
  datastore: 'Datastore',
  network: 'Network',
  folder: 'Folder',
  template: 'Template',
  'tag-category': 'Tag category',
  tag: 'Tag',
  privilege: 'Privileges on',
};

/** The checklist to tick off on paper or in an editor. */
export function checklistFile(context: VSphereContext): ManifestFile {
  const parts = checklistOf(context).map(({ server, failureDomains, items }) => {
    const lines = items.map(({ kind, name, by, why, privileges: list }) => {
      const maker = by === 'installer' ? ' (the installer makes it)' : '';
      const detail = list ? `\n${list.map((privilege) => `      - \`${privilege}\``).join('\n')}` : '';
      return `- [ ] ${TITLES[kind]} \`${name}\`${maker}: ${why}${detail}`;
    });
    const domains = failureDomains.length ? failureDomains.join(', ') : 'none: no machine can be placed here';
    return `## ${server}\n\nFailure domains: ${domains}\n\n${lines.join('\n')}\n`;
  });
  return {
    path: 'vcenter-checklist.md',
    text: `# What must be in each vCenter before the installation\n\n${parts.join('\n')}`,
    ...{ kind: 'Checklist', name: '', secret: false },
    purpose: 'What must be in each vCenter beforehand: inventory, tags, templates, folders, privileges.',
  };
}
