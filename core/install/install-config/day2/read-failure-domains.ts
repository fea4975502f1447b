import { placeAt, readYaml, valueAt } from '../../../base/document/yaml-text.ts';
import type { Problem } from '../../../base/errors/airlock-error.ts';
import { at, isFields, listAt, textAt } from './cluster-objects.ts';
import { t } from './messages.ts';
import type { ClusterFailureDomain } from './plan.ts';
import type { ListedVCenter } from './starting-state.ts';

export interface ReadFailureDomains {
  failureDomains: ClusterFailureDomain[];
  /** vCenters of the same file, without their accounts. */
  vcenters: ListedVCenter[];
  problems: Problem[];
}

/**
 * Reads failure domains and their vCenters from a list, from `failureDomains:` and `vcenters:`, from an
 * install-config.yaml or from an Infrastructure object. Zones of host groups become affinities as the installer writes them.
 * Never throws. Accounts aren't stored.
 * @param options.infraId part of the names of the virtual machine groups of host groups
 */
export function readFailureDomains(
  text: string,
  { file, infraId = '' }: { file?: string; infraId?: string } = {},
): ReadFailureDomains {
  const document = readYaml(text);
  const problems: Problem[] = [];
  const problem = (message: string, remedy: string, place?: { line: number; column: number }) =>
    problems.push({
      ...{ code: 'cluster-objects-invalid', level: 'error', message, remedy },
      file,
      ...{ line: place?.line ?? 1, column: place?.column ?? 1 },
    });
  const [fault] = document.faults;
  if (fault) problem(t('domainsNotYaml'), t('domainsNotYamlRemedy'), fault);
  const root = valueAt(document, []);
  const paths = [[], ['platform', 'vsphere'], ['spec', 'platformSpec', 'vsphere']];
  const path = paths.find((each) => Array.isArray(at(root, ...each, 'failureDomains'))) ?? [];
  const holder = at(root, ...path);
  const list = Array.isArray(root) ? root : listAt(holder, 'failureDomains');
  if (list.length === 0 && !fault) problem(t('domainsMissing'), t('domainsMissingRemedy'));
  const failureDomains = list.flatMap((value, index): ClusterFailureDomain[] => {
    if (isFields(value)) return [failureDomainOf(value, infraId)];
    const where = Array.isArray(root) ? [index] : [...path, 'failureDomains', index];
    problem(
      t('domainNotMapping', { number: index + 1 }),
      t('domainNotMappingRemedy'),
      placeAt(document, where),
    );
    return [];
  });
  const vcenters = listAt(holder, 'vcenters').filter(isFields).map(vcenterOf);
  return { failureDomains, vcenters, problems };
}

function vcenterOf(value: Record<string, unknown>): ListedVCenter {
  return {
    server: textAt(value, 'server'),
    port: typeof value.port === 'number' && value.port !== 0 ? value.port : undefined,
    datacenters: listAt(value, 'datacenters').map(String),
  };
}

function failureDomainOf(value: Record<string, unknown>, infraId: string): ClusterFailureDomain {
  const name = textAt(value, 'name');
  const optional = (field: string) => {
    const text = textAt(value, 'topology', field);
    return text && { [field]: text };
  };
  const hostGroup =
    textAt(value, 'topology', 'hostGroup') || textAt(value, 'zoneAffinity', 'hostGroup', 'hostGroup');
  const zoneType =
    textAt(value, 'zoneType') || textAt(value, 'zoneAffinity', 'type') || (hostGroup && 'HostGroup');
  const regionType =
    textAt(value, 'regionType') ||
    textAt(value, 'regionAffinity', 'type') ||
    (zoneType === 'HostGroup' && 'ComputeCluster');
  const group = `${infraId}-${name}`;
  return {
    name,
    ...{ region: textAt(value, 'region'), zone: textAt(value, 'zone'), server: textAt(value, 'server') },
    regionAffinity: regionType ? { type: regionType } : undefined,
    zoneAffinity: zoneType
      ? {
          type: zoneType,
          hostGroup: hostGroup
            ? {
                hostGroup,
                vmGroup: textAt(value, 'zoneAffinity', 'hostGroup', 'vmGroup') || group,
                vmHostRule: textAt(value, 'zoneAffinity', 'hostGroup', 'vmHostRule') || group,
              }
            : undefined,
        }
      : undefined,
    topology: {
      datacenter: textAt(value, 'topology', 'datacenter'),
      computeCluster: textAt(value, 'topology', 'computeCluster'),
      datastore: textAt(value, 'topology', 'datastore'),
      networks: listAt(value, 'topology', 'networks').map(String),
      ...optional('resourcePool'),
      ...optional('folder'),
      ...optional('template'),
    },
  };
}
