import type { Conversion } from '../model/conversion.ts';
import type { FailureDomain, InstallConfig, VSpherePlatform } from '../model/model.ts';
import { DEPRECATED_LOGIN, DEPRECATED_TOPOLOGY } from '../model/vsphere-fields.ts';
import { t } from './messages.ts';

const PATH = ['platform', 'vsphere'];
const LOGIN_WARNING = 'vsphere authentication fields are now deprecated; please use vcenters';
const LOGIN_TWICE =
  'vcenter field is deprecated please avoid using both vcenter and vcenters fields together';
const TOPOLOGY_WARNING = 'vsphere topology fields are now deprecated; please use failureDomains';
const TOPOLOGY_TWICE =
  'vsphere topology fields are now deprecated; please avoid using failureDomains and the vsphere topology fields together';
const REMEDY = t('convertRemedy');

/**
 * Returns the conversions of one vCenter without failure domains, as before 4.13 (openshift/installer:
 * pkg/types/vsphere/conversion/installconfig.go).
 */
export function vsphereConversions({ platform }: InstallConfig): Conversion[] {
  const vsphere = platform?.vsphere;
  if (!vsphere) return [];
  const login = DEPRECATED_LOGIN.filter((name) => vsphere[name] !== undefined);
  const topology = DEPRECATED_TOPOLOGY.filter((name) => vsphere[name] !== undefined);
  const given = Boolean(vsphere.vcenters?.length);
  const domains = vsphere.failureDomains ?? [];
  const drops = (names: readonly string[], message: string): Conversion[] =>
    names.map((name) => ({ kind: 'drop', from: [...PATH, name], message, remedy: REMEDY }));
  return [
    ...(login.length && !given ? vcenterOf(vsphere) : []),
    ...domainsOf(vsphere, domains, login.length > 0 && !given),
    ...(topology.length && !domains.length ? generated(vsphere) : []),
    ...drops(login, given ? LOGIN_TWICE : LOGIN_WARNING),
    ...drops(topology, domains.length ? TOPOLOGY_TWICE : TOPOLOGY_WARNING),
  ];
}

/** Returns the conversions of the login fields to `vcenters`. */
function vcenterOf(vsphere: VSpherePlatform): Conversion[] {
  const { vCenter = '', username, password, datacenter, failureDomains = [] } = vsphere;
  const inDomains = failureDomains.flatMap(({ topology }) => topology?.datacenter ?? []);
  const datacenters = [...new Set([...(datacenter ? [datacenter] : []), ...inDomains])];
  const entry = [...PATH, 'vcenters', 0];
  const set = (path: (string | number)[], value: unknown, name?: string): Conversion => ({
    kind: 'set',
    path,
    value,
    from: name ? [...PATH, name] : undefined,
    quiet: true,
    message: LOGIN_WARNING,
    remedy: REMEDY,
  });
  return [
    set([...PATH, 'vcenters'], [{ server: vCenter }], 'vCenter'),
    ...(username === undefined ? [] : [set([...entry, 'user'], username, 'username')]),
    ...(password === undefined ? [] : [set([...entry, 'password'], password, 'password')]),
    set([...entry, 'port'], 443),
    ...(datacenters.length ? [set([...entry, 'datacenters'], datacenters, 'datacenter')] : []),
  ];
}

const KINDS = { computeCluster: 'host', datastore: 'datastore', folder: 'vm' } as const;

/** Returns the conversions of failure domains without server or datacenter, and of names that must be paths. */
function domainsOf(vsphere: VSpherePlatform, domains: FailureDomain[], old: boolean): Conversion[] {
  const server = old ? vsphere.vCenter : vsphere.vcenters?.[0]?.server;
  return domains.flatMap((domain, i): Conversion[] => {
    const path = [...PATH, 'failureDomains', i];
    const conversions: Conversion[] = [];
    const set = (field: string[], value: string, message: string, from?: string[]) =>
      conversions.push({
        kind: 'set',
        path: [...path, ...field],
        value,
        from,
        message,
        remedy: t('setFieldRemedy', { field: String(field.at(-1)), value }),
      });
    if (!domain.server && server && old)
      set(['server'], server, t('domainServerAssumed'), [...PATH, 'vCenter']);
    const datacenter = domain.topology?.datacenter || (old ? vsphere.datacenter : undefined);
    if (!domain.topology?.datacenter && datacenter)
      set(['topology', 'datacenter'], datacenter, t('domainDatacenterAssumed'), [...PATH, 'datacenter']);
    for (const [field, kind] of Object.entries(KINDS) as [keyof typeof KINDS, string][]) {
      const value = domain.topology?.[field];
      const joined = datacenter && value && inventoryPath(datacenter, kind, value);
      if (joined && joined !== value)
        set(
          ['topology', field],
          joined,
          `${field} as a non-path is now deprecated; please use the joined form: ${joined}`,
        );
    }
    return conversions;
  });
}

/** Joins a name to an inventory path as the installer does without querying a vCenter. */
function inventoryPath(datacenter: string, kind: string, name: string): string {
  return name.startsWith('/') ? name : `/${datacenter}/${kind}/${name}`;
}

/** Returns the conversions that create a failure domain for a file without any. */
function generated(vsphere: VSpherePlatform): Conversion[] {
  const {
    vCenter,
    vcenters,
    datacenter: old,
    cluster,
    defaultDatastore,
    folder,
    resourcePool,
    network,
  } = vsphere;
  const [first] = vcenters ?? [];
  const datacenter = old ?? first?.datacenters?.[0] ?? '';
  const server = first?.server ?? vCenter;
  const domain = {
    name: 'generated-failure-domain',
    region: 'generated-region',
    zone: 'generated-zone',
    server: server || undefined,
  };
  const topology = [...PATH, 'failureDomains', 0, 'topology'];
  const set = (path: (string | number)[], value: unknown, from?: string): Conversion => ({
    kind: 'set',
    path,
    value,
    from: from ? [...PATH, from] : undefined,
    quiet: true,
    message: TOPOLOGY_WARNING,
    remedy: REMEDY,
  });
  const paths = (
    [
      ['computeCluster', 'cluster', cluster],
      ['datastore', 'defaultDatastore', defaultDatastore],
      ['folder', 'folder', folder],
    ] as const
  ).flatMap(([field, from, value]) =>
    value ? [set([...topology, field], inventoryPath(datacenter, KINDS[field], value), from)] : [],
  );
  return [
    set([...PATH, 'failureDomains'], [{ ...domain, topology: { datacenter } }]),
    ...paths,
    ...(resourcePool ? [set([...topology, 'resourcePool'], resourcePool, 'resourcePool')] : []),
    ...(network ? [set([...topology, 'networks'], [network], 'network')] : []),
  ];
}
