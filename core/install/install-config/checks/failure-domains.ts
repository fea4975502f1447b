import { alternativeList } from '../../../base/document/words.ts';
import type { Checks, Hint } from '../model/checks.ts';
import { inventoryPath } from '../model/inventory-path.ts';
import type { FailureDomain } from '../model/model.ts';
import { t } from './messages.ts';

const PATH = ['platform', 'vsphere', 'failureDomains'];
const TOPOLOGY = [...PATH, 'topology'];
const LONGEST_PATH = 2048;

/**
 * Checks each failure domain in the installer's order (openshift/installer: pkg/types/vsphere/validation/platform.go).
 * The installer's messages name no index, so the name of the failure domain is appended.
 */
export function checkFailureDomains(checks: Checks, domains: FailureDomain[]): void {
  const { config } = checks;
  const names = new Set<string>();
  const pairs = new Set<string>();
  const servers = config.platform?.vsphere?.vcenters?.map((vcenter) => vcenter.server ?? '') ?? [];
  let serverFound = false;
  for (const [i, domain] of domains.entries()) {
    const { name = '', region = '', zone = '' } = domain;
    if (name && names.has(name))
      checks.duplicate([...PATH, 'name', i], name, {
        at: [...PATH, i, 'name'],
        remedy: t('domainNameRemedy'),
      });
    names.add(name);
    const pair = `${region}\n${zone}`;
    if (pairs.has(pair) && zone && region)
      checks.invalid(
        [...PATH, 'zone'],
        zone,
        `cannot be used more than once for the failure domain region "${region}"`,
        { ...of(domain, i, 'zone'), remedy: t('domainZoneRemedy') },
      );
    pairs.add(pair);
    checkFailureDomain(checks, domain, i, { servers, serverFound });
    serverFound ||= servers.includes(domain.server ?? '');
  }
}

/** The servers of the vCenters, and whether one of them is the server of an earlier failure domain. */
interface Earlier {
  servers: readonly string[];
  serverFound: boolean;
}

/** Returns the place and the name of the failure domain that a message is about. */
function of({ name }: FailureDomain, index: number, ...field: string[]): Hint {
  return { at: [...PATH, index, ...field], of: name ? t('domainNote', { name }) : undefined };
}

function checkFailureDomain(checks: Checks, domain: FailureDomain, i: number, earlier: Earlier): void {
  const { required, invalid } = checks;
  if (!checkTypes(checks, domain, i)) return;
  const { name = '', server = '', zone = '', region = '', topology = {} } = domain;
  const missing = (field: string, detail: string, remedy: string) =>
    required([...PATH, field], detail, { ...of(domain, i, field), remedy });
  if (!name) missing('name', 'must specify the name', t('domainNameMissingRemedy'));
  else if (name.length > 256)
    invalid([...PATH, 'name'], name, 'must be no more than 256 characters', of(domain, i, 'name'));
  if (!server) missing('server', 'must specify a vCenter server', t('domainServerMissingRemedy'));
  else checkServer(checks, domain, i, earlier);
  if (!zone) missing('zone', 'must specify zone tag value', t('domainZoneMissingRemedy'));
  if (!region) missing('region', 'must specify region tag value', t('domainRegionMissingRemedy'));
  for (const [field, tag] of Object.entries({ zone, region }))
    if (tag.length > 80)
      invalid([...PATH, field], tag, 'must be no more than 80 characters', of(domain, i, field));
  const { tagIDs = [], networks = [], datacenter = '' } = topology;
  const inTopology = (field: string, detail: string, remedy: string) =>
    required([...TOPOLOGY, field], detail, { ...of(domain, i, 'topology', field), remedy });
  if (!datacenter) inTopology('datacenter', 'must specify a datacenter', t('domainDatacenterMissingRemedy'));
  if (!checkDatastore(checks, domain, i)) return;
  checkTags(checks, domain, i, tagIDs);
  if (!networks.length) inTopology('networks', 'must specify a network', t('domainNetworksMissingRemedy'));
  if (networks.length > 10)
    checks.tooMany([...TOPOLOGY, 'networks'], networks.length, 10, of(domain, i, 'topology', 'networks'));
  if (!checkDirectory(checks, domain, i) || !checkCluster(checks, domain, i) || !checkPool(checks, domain, i))
    return;
  checkTemplate(checks, domain, i);
}

/**
 * Checks that the server of a failure domain is a listed vCenter. Once the installer has found the vCenter of one failure
 * domain, it never resets it (validateFailureDomains, `associatedVCenter`), so that it accepts any server afterwards.
 */
function checkServer(
  checks: Checks,
  domain: FailureDomain,
  i: number,
  { servers, serverFound }: Earlier,
): void {
  const { server = '', name = '' } = domain;
  if (servers.includes(server)) return;
  const near = servers.find((other) => other.toLowerCase() === server.toLowerCase());
  const remedy = near
    ? t('domainServerCaseRemedy', { server: near })
    : t('oneOfRemedy', { field: 'server', values: alternativeList(servers) });
  const fix = near
    ? checks.writing(t('setFieldFix', { field: 'server', value: near }), [...PATH, i, 'server'], near)
    : undefined;
  if (serverFound)
    checks.unnoticed([...PATH, i, 'server'], t('domainServerUnlisted', { name, server }), remedy, { fix });
  else
    checks.invalid([...PATH, 'server'], server, 'server does not exist in vcenters', {
      ...of(domain, i, 'server'),
      remedy,
      fix,
    });
}

/** Checks the types of region and zone. Returns false when the installer skips the other checks of this failure domain. */
function checkTypes(checks: Checks, domain: FailureDomain, i: number): boolean {
  const { regionType = '', zoneType = '', topology = {} } = domain;
  const { required } = checks;
  const missing = (field: string, detail: string) => required([...PATH, field], detail, of(domain, i, field));
  if (zoneType && !regionType) missing('regionType', 'must specify regionType if zoneType is defined');
  if (regionType && !zoneType) missing('zoneType', 'must specify zoneType if regionType is defined');
  for (const [field, type, allowed] of [
    ['regionType', regionType, ['ComputeCluster', 'Datacenter', 'HostGroup']],
    ['zoneType', zoneType, ['ComputeCluster', 'HostGroup']],
  ] as const)
    if (type && !(allowed as readonly string[]).includes(type))
      checks.notSupported(
        [...PATH, field],
        type,
        allowed.filter((other) => field !== 'regionType' || other !== 'HostGroup'),
        of(domain, i, field),
      );
  if (zoneType === 'HostGroup' && !topology.hostGroup)
    required([...PATH, 'hostGroup'], 'must not be empty if zoneType is HostGroup', {
      ...of(domain, i, 'topology', 'hostGroup'),
      remedy: t('domainHostGroupRemedy'),
    });
  if (regionType === 'HostGroup') {
    checks.invalid(
      [...PATH, 'regionType'],
      regionType,
      'region type cannot be used for host group failure domains',
      {
        ...of(domain, i, 'regionType'),
        remedy: t('domainRegionTypeRemedy'),
      },
    );
    return false;
  }
  if (regionType === 'ComputeCluster' && zoneType && zoneType !== 'HostGroup') {
    missing('regionType', 'zoneType must be HostGroup');
    missing('zoneType', 'something something...');
    return false;
  }
  return true;
}

function faulty(
  checks: Checks,
  domain: FailureDomain,
  i: number,
  field: string,
  value: string,
  detail: string,
): false {
  checks.invalid([...TOPOLOGY, field], value, detail, {
    ...of(domain, i, 'topology', field),
    remedy: t('inventoryPathRemedy', { datacenter: domain.topology?.datacenter || 'DATACENTER' }),
  });
  return false;
}

function checkDatastore(checks: Checks, domain: FailureDomain, i: number): boolean {
  const { datastore = '', datacenter = '' } = domain.topology ?? {};
  const bad = (detail: string) => faulty(checks, domain, i, 'datastore', datastore, detail);
  if (!datastore) {
    checks.required([...TOPOLOGY, 'datastore'], 'must specify a datastore', {
      ...of(domain, i, 'topology', 'datastore'),
      remedy: t('domainDatastoreRemedy', { datacenter: datacenter || 'DATACENTER' }),
    });
    return true;
  }
  if (!inventoryPath(datastore, 'datastore'))
    return bad('full path of datastore must be provided in format /<datacenter/datastore/<datastore>');
  if (!datastore.includes(datacenter))
    return bad('the datastore defined does not exist in the correct datacenter');
  return datastore.length <= LONGEST_PATH || bad(`must be no more than ${LONGEST_PATH} characters`);
}

function checkTags({ invalid }: Checks, domain: FailureDomain, i: number, tags: string[]): void {
  const path = [...TOPOLOGY, 'tagIDs'];
  if (tags.length > 10)
    invalid(path, tags, 'a maximum of 10 tags are allowed', {
      ...of(domain, i, 'topology', 'tagIDs'),
      remedy: t('domainTagsRemedy'),
    });
  for (const [j, tag] of tags.entries())
    if (!/^urn:vmomi:InventoryServiceTag:[^:]+:GLOBAL$/.test(tag))
      invalid(path, tag, 'tag ID must be in the format of urn:vmomi:InventoryServiceTag:<UUID>:GLOBAL', {
        of: of(domain, i).of,
        at: [...PATH, i, 'topology', 'tagIDs', j],
        remedy: t('domainTagRemedy'),
      });
}

function checkDirectory(checks: Checks, domain: FailureDomain, i: number): boolean {
  const { folder = '', datacenter = '' } = domain.topology ?? {};
  if (!folder) return true;
  const bad = (detail: string) => faulty(checks, domain, i, 'folder', folder, detail);
  if (!inventoryPath(folder, 'vm'))
    return bad('full path of folder must be provided in format /<datacenter>/vm/<folder>');
  return folder.includes(datacenter) || bad('the folder defined does not exist in the correct datacenter');
}

function checkCluster(checks: Checks, domain: FailureDomain, i: number): boolean {
  const { computeCluster = '', datacenter = '' } = domain.topology ?? {};
  if (!computeCluster) {
    checks.required([...TOPOLOGY, 'computeCluster'], 'must specify a computeCluster', {
      ...of(domain, i, 'topology', 'computeCluster'),
      remedy: t('domainClusterRemedy', { datacenter: datacenter || 'DATACENTER' }),
    });
    return true;
  }
  const bad = (detail: string) => faulty(checks, domain, i, 'computeCluster', computeCluster, detail);
  const first = inventoryPath(computeCluster, 'host')?.datacenter;
  if (!first)
    return bad('full path of compute cluster must be provided in format /<datacenter>/host/<cluster>');
  return (
    !datacenter || datacenter.includes(first) || bad(`compute cluster must be in datacenter ${datacenter}`)
  );
}

function checkPool(checks: Checks, domain: FailureDomain, i: number): boolean {
  const { resourcePool = '', computeCluster = '', datacenter = '' } = domain.topology ?? {};
  if (!resourcePool) return true;
  const bad = (detail: string) => faulty(checks, domain, i, 'resourcePool', resourcePool, detail);
  const { datacenter: first = '', rest = '' } = inventoryPath(resourcePool, 'host') ?? {};
  const [cluster, below] = rest.split('/', 2);
  if (!cluster || below === undefined)
    return bad('full path of resource pool must be provided in format /<datacenter>/host/<cluster>/...');
  if (datacenter && !datacenter.includes(first))
    return bad(`resource pool must be in datacenter ${datacenter}`);
  return (
    !computeCluster ||
    computeCluster.includes(cluster) ||
    bad(`resource pool must be in compute cluster ${computeCluster}`)
  );
}

function checkTemplate(checks: Checks, domain: FailureDomain, i: number): void {
  const { template = '' } = domain.topology ?? {};
  if (!template) return;
  if (!inventoryPath(template, 'vm'))
    faulty(
      checks,
      domain,
      i,
      'template',
      template,
      'full path of template must be provided in format /<datacenter>/vm/<template>',
    );
  const image = checks.config.platform?.vsphere?.clusterOSImage;
  if (!image) return;
  const remedy = t('domainTemplateRemedy');
  checks.invalid([...TOPOLOGY, 'template'], template, 'cannot be specified when clusterOSImage is set', {
    ...of(domain, i, 'topology', 'template'),
    remedy,
  });
  checks.invalid(
    ['platform', 'vsphere', 'clusterOSImage'],
    image,
    'cannot be specified when failuredomain.topology.template is set',
    { remedy },
  );
}
