import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { ReportedNode } from '../../nmstate/gather/judge-nodes.ts';
import { type ClusterNetwork, readClusterNetwork } from '../../nmstate/model/cluster-network.ts';
import { asFields, asList, asText, type Fields } from '../../nmstate/model/values.ts';
import type { LiveObject } from '../client/object-ref.ts';
import { t } from './messages.ts';
import type { ObjectSource } from './object-source.ts';

/** The nodes of a cluster with their reports, and the facts that judge them. */
export interface ReportedNodes {
  nodes: ReportedNode[];
  cluster: ClusterNetwork | undefined;
  openShiftVersion: string | undefined;
}

/**
 * Reads nodes with their NodeNetworkStates, the Network, the VIPs and the version. Nodes are those of either kind, by name.
 * @throws AirlockError `cluster-objects-invalid` if there is no report; as `ObjectSource`
 */
export async function readReportedNodes(source: ObjectSource, signal?: AbortSignal): Promise<ReportedNodes> {
  const reports = new Map<string, Fields | undefined>();
  for (const apiVersion of ['nmstate.io/v1beta1', 'nmstate.io/v1'])
    for (const each of (await source.list({ apiVersion, kind: 'NodeNetworkState' }, signal)) ?? [])
      reports.set(each.metadata.name, asFields(asFields(each.status)?.currentState));
  if (![...reports.values()].some((state) => state !== undefined))
    throw new AirlockError('cluster-objects-invalid', t('reportsMissing', { server: source.server }), {
      remedy: t('reportsMissingRemedy'),
    });
  const nodes = new Map<string, Pick<ReportedNode, 'role' | 'pool'>>(
    [...reports.keys()].map((name) => [name, { role: undefined }]),
  );
  for (const node of (await source.list({ apiVersion: 'v1', kind: 'Node' }, signal)) ?? [])
    nodes.set(node.metadata.name, { role: rolesOf(node).join(','), pool: poolOf(node) });
  const read = (apiVersion: string, kind: string, name: string) =>
    source.read({ apiVersion, kind, name }, signal);
  const network = await read('operator.openshift.io/v1', 'Network', 'cluster');
  const infrastructure = await read('config.openshift.io/v1', 'Infrastructure', 'cluster');
  const version = await read('config.openshift.io/v1', 'ClusterVersion', 'version');
  return {
    nodes: [...nodes].sort().map(([name, facts]) => ({ name, ...facts, state: reports.get(name) })),
    cluster: network && { ...readClusterNetwork(JSON.stringify(network)), ...vipsOf(infrastructure) },
    openShiftVersion: asText(asFields(asFields(version?.status)?.desired)?.version),
  };
}

const ROLE = 'node-role.kubernetes.io/';

function rolesOf({ metadata }: LiveObject): string[] {
  const roles = Object.keys(metadata.labels ?? {}).filter((label) => label.startsWith(ROLE));
  const names = roles.map((label) => label.slice(ROLE.length));
  // The old name of the same role.
  return names.filter((role) => role !== 'master' || !names.includes('control-plane'));
}

/**
 * Returns the MachineConfigPool of a node: the one of its rendered configuration, otherwise the one that its roles determine
 * (machine-config-operator: pkg/helpers/helpers.go). Undefined if that is uncertain.
 */
function poolOf(node: LiveObject): string | undefined {
  const rendered = node.metadata.annotations?.['machineconfiguration.openshift.io/currentConfig'];
  const pool = /^rendered-(.+)-[0-9a-f]{32}$/.exec(rendered ?? '')?.[1];
  if (pool !== undefined) return pool;
  const roles = rolesOf(node);
  if (roles.includes('control-plane') || roles.includes('master')) return 'master';
  const custom = roles.filter((role) => role !== 'worker');
  return custom.length === 0
    ? roles.length === 0
      ? undefined
      : 'worker'
    : custom.length === 1
      ? custom[0]
      : undefined;
}

/** Returns the virtual addresses of an Infrastructure, for on-premises platforms. */
function vipsOf(infrastructure: LiveObject | undefined): Pick<ClusterNetwork, 'apiVips' | 'ingressVips'> {
  const platform = Object.values(asFields(asFields(infrastructure?.status)?.platformStatus) ?? {}).flatMap(
    (value): Fields[] => {
      const fields = asFields(value);
      return fields ? [fields] : [];
    },
  );
  const all = (key: string) =>
    platform.flatMap((one) => asList(one[key]).flatMap((address) => asText(address) ?? []));
  return { apiVips: all('apiServerInternalIPs'), ingressVips: all('ingressIPs') };
}
